import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { effects } from "#src/server/features.ts";
import {
  contextOf,
  fromPages,
  fromSample,
  type Reader,
  sampleOf,
  samplePagesOf,
  simulate,
  today,
  type Writer,
} from "#src/testing/simulatedRun.ts";
import { dropInvalid } from "#src/features/runs/server/proposals.ts";
import { form as appointmentForm } from "../appointmentPlanner/form.ts";
import { example } from "./example.ts";
import { form, type Form } from "./form.ts";
import { leadsOutreachAssistant as workflow } from "./workflow.ts";

type Language = "en" | "de";
const idOf = (at: number): string => `0198c0de-0000-7000-8000-00000000010${at}`;
const least = { requirementTitle: "Letters", offer: "We repair carousels.", sender: "Ida" };
const filled = (changes: Record<string, unknown>): Form =>
  form.parse({ ...least, people: [{ name: "Fair & Co" }], ...changes });

const record = (at: number, changes: Record<string, unknown> = {}) => ({
  id: idOf(at),
  name: `Lead ${at}`,
  contact: "",
  category: "courier",
  city: "Leipzig",
  country: "DE",
  website: `https://lead${at}.example`,
  email: `hello@lead${at}.example`,
  phone: "",
  place: "Street 1",
  basis: "none",
  shut: false,
  last: "",
  origin: "",
  notes: "",
  ...changes,
});
/** Answers the request for records, and each page with a sentence of its own. */
const reading =
  (records: readonly object[]): Reader =>
  (request) => {
    const { kind, url } = JSON.parse(request) as { kind: string; url?: string };
    if (kind === "leads") return [{ text: JSON.stringify(records), url: "file:leads" }];
    const host = /lead(\d)/.exec(url ?? "")?.[1];
    return host === undefined || !url?.endsWith("/")
      ? []
      : [{ url, title: `Lead ${host}`, text: `We run ${host}4 carousels in the park of number ${host}.` }];
  };

async function run(values: Form, hands: { write?: Writer; read?: Reader } = {}) {
  const { state, asks, requests } = await simulate(workflow, values, hands);
  const document = workflow.assemble(values, contextOf(values.goalLanguage), state, {
    isDraft: hands.write === undefined,
  });
  return { asks, requests, state, document };
}
const written = (language: Language, changes: Record<string, unknown> = {}, write?: Writer) =>
  run(form.parse({ ...example(today, language), ...changes }), {
    write: write ?? fromSample(sampleOf("leadsOutreachAssistant", language)),
    read: fromPages(samplePagesOf("leadsOutreachAssistant", language)),
  });
type Document = Awaited<ReturnType<typeof run>>["document"];
const blocksOf = ({ sections }: Document, key: string) => sections.find((one) => one.key === key)?.blocks ?? [];
const rowsOf = (document: Document, key: string): string[][] =>
  blocksOf(document, key).flatMap((block) => (block.type === "table" ? block.rows : []));
const payloadsOf = ({ proposals }: Document, kind: string): Record<string, unknown>[] =>
  proposals.flatMap((one) => (one.kind === kind ? [one.payload] : []));

describe("the form", () => {
  test("wants somebody to write to, and no more than fifty", () => {
    expect(form.safeParse(least).error?.issues.map(({ path }) => path.join("."))).toEqual(["leads"]);
    const leads = Array.from({ length: 50 }, (_, at) => `0198c0de-0000-7000-8000-0000000001${at + 10}`);
    expect(form.safeParse({ ...least, leads }).success).toBe(true);
    expect(form.safeParse({ ...least, leads, people: [{ name: "One more" }] }).success).toBe(false);
  });
});

describe("leads", () => {
  const chosen = { leads: [idOf(1), idOf(2), idOf(3), idOf(4)], people: [], research: "web" };
  const records = [
    record(1),
    record(2, { shut: true }),
    record(3, { last: "2026-11-20T09:00:00.000Z" }),
    record(4, { basis: "consent" }),
  ];

  test("who want no contact, or had one just now, are neither read nor written to", async () => {
    const { document, requests, asks } = await run(filled(chosen), {
      read: reading(records),
      write: fromSample({ messages: [] }),
    });
    expect(rowsOf(document, "left").map(([name, why]) => [name, why])).toEqual([
      ["Lead 2", "Doesn’t want contact."],
      ["Lead 3", "Contacted less than 14 days ago."],
    ]);
    expect(requests.filter((one) => one.includes("lead2") || one.includes("lead3"))).toEqual([]);
    expect(asks.flatMap(({ parts }) => parts.flatMap(({ ids }) => ids))).toEqual(["l1", "l4"]);
    expect(document.summary).toBe("2 messages to approve, 2 leads left out.");
  });

  test("whose records are gone, or are another person’s, are left out and counted", async () => {
    const { document } = await run(filled(chosen), { read: reading(records.slice(0, 1)) });
    expect(JSON.stringify(blocksOf(document, "left"))).toContain("3 selected leads no longer exist.");
    expect(document.coverage).toEqual({ found: 1, wanted: 4 });
  });

  test("without an address for the channel get a draft and no reminder", async () => {
    const message = {
      ...(sampleOf("leadsOutreachAssistant", "en")["messages"] as object[])[0],
      message: "A message to l1 alone, about the carousels of its park. May I come by?",
    };
    const reminders = async (email: string) => {
      const { document } = await run(filled({ ...chosen, leads: [idOf(1)] }), {
        read: reading([record(1, { email, basis: "consent" })]),
        write: fromSample({ messages: [{ ...message, id: "l1" }] }),
      });
      expect(payloadsOf(document, "insight")).toHaveLength(1);
      return payloadsOf(document, "calendarEntry").length;
    };
    expect(await reminders("a@lead1.example")).toBeGreaterThan(0);
    expect(await reminders("")).toBe(0);
  });

  test("are read at the pages that sites of their country have", async () => {
    const { requests } = await run(filled({ ...chosen, leads: [idOf(1), idOf(2), idOf(3)], goalLanguage: "en" }), {
      read: reading([
        record(1),
        record(2, { country: "FR" }),
        record(3, { country: "", website: "https://lead3.example" }),
      ]),
    });
    const urls = requests.flatMap((one) => (JSON.parse(one) as { url?: string }).url ?? []);
    expect(urls.filter((url) => url.includes("lead1"))).toEqual([
      "https://lead1.example/",
      "https://lead1.example/ueber-uns",
      "https://lead1.example/kontakt",
    ]);
    expect(urls).toContain("https://lead2.example/a-propos");
    expect(urls).toContain("https://lead3.example/about");
  });

  test("that are all gone give the coins back", async () => {
    const { document } = await run(filled(chosen), { read: reading([]) });
    expect(document.coverage).toEqual({ found: 0, wanted: 4 });
  });

  test("without a legal basis get drafts that nobody is reminded to send", async () => {
    const { document } = await run(filled({ ...chosen, legalBasis: "legitimateInterest" }), {
      read: reading(records),
      write: fromSample({
        messages: ["l1", "l4"].map((id) => ({
          ...(sampleOf("leadsOutreachAssistant", "en")["messages"] as object[])[0],
          id,
          message: `A message to ${id} alone, about the carousels of its park. May I come by?`,
        })),
      }),
    });
    // Germany: an interest is not enough for an email, consent is.
    expect(rowsOf(document, "order").map((row) => [row[0], row[4]])).toEqual([
      ["Lead 4", expect.not.stringContaining("consent")],
      ["Lead 1", expect.stringContaining("requires consent or an existing customer relationship")],
    ]);
    const entries = document.proposals.filter(({ kind }) => kind === "calendarEntry");
    expect(entries.map(({ requires }) => requires)).toEqual([["insight:l4"], ["insight:l4"]]);
    expect(JSON.stringify(blocksOf(document, "before"))).toContain("section 7 UWG");
  });

  test("of more pages than one step reads are read in turns", async () => {
    const many = Array.from({ length: 9 }, (_, at) => record(at + 1));
    const values = filled({ leads: many.map(({ id }) => id), people: [], research: "web" });
    const { state } = await simulate(workflow, values, { read: reading(many) });
    expect(state.reads.filter(({ request }) => request.includes('"url"'))).toHaveLength(27);
    const ids = state.reads.flatMap(({ sources }) => sources.map(({ source }) => source.id));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("messages", () => {
  test("rest on the lead’s own pages: no writer sees another lead", async () => {
    const { asks } = await written("en");
    const own = asks.filter(({ parts }) => parts.some(({ section }) => section === "messages"));
    expect(own).toHaveLength(5);
    const names = ["Blitzahorn", "Lastwerk", "Radboten", "Fuchsien", "Kranich"];
    for (const { prompt } of own)
      expect(names.filter((name) => `${prompt.system}${prompt.user}`.includes(name))).toHaveLength(1);
  });

  test("show facts only with words of the page, and fit no better than 30 without one", async () => {
    const write = fromSample(sampleOf("leadsOutreachAssistant", "en"));
    const { document } = await written("en", {}, (step) => {
      const answer = write(step) as { messages?: Record<string, unknown>[] };
      return {
        ...answer,
        ...(answer.messages
          ? {
              messages: answer.messages.map((row) =>
                row["id"] === "l1"
                  ? { ...row, proof1: "We have no mechanic at all.", proof2: "Nothing works.", proof3: "" }
                  : row,
              ),
            }
          : {}),
      };
    });
    expect(
      rowsOf(document, "order")
        .find(([name]) => name === "Kurier Blitzahorn")
        ?.slice(1, 3),
    ).toEqual(["30", "0"]);
    const [first] = payloadsOf(document, "insight");
    expect(first).toMatchObject({ facts: [], fitScore: 30 });
  });

  test("that say what must not be said, or what another one says, are sent back", async () => {
    const values = form.parse({ ...example(today, "en"), never: ["Mondays", "a+b"] });
    const sample = sampleOf("leadsOutreachAssistant", "en");
    const rows = sample["messages"] as { id: string; message: string }[];
    const same = rows.map((row) => (row.id === "l3" ? { ...row, message: rows[1]?.message ?? "" } : row));
    const { state, asks } = await simulate(workflow, values, {
      write: fromSample({ ...sample, messages: same }),
      read: fromPages(samplePagesOf("leadsOutreachAssistant", "en")),
    });
    const errors = asks.flatMap((step) => workflow.validate(values, contextOf("en"), state, step).errors);
    expect([...new Set(errors.map(({ code, at }) => `${code} ${at}`))]).toEqual([
      "neverSaid messages/l1",
      "massMail messages/l3",
    ]);
  });

  test("of a draft are the person’s own words with the lead’s names", async () => {
    const { document } = await run(
      filled({
        people: [{ name: "Fair & Co", contact: "Ms Oak", city: "Ulm" }],
        offer: "In {city}, {contact}: repairs.",
        callToAction: "May I call?",
      }),
    );
    const [insight] = payloadsOf(document, "insight");
    expect(insight).toMatchObject({
      message: "Dear Ms Oak,\n\nIn Ulm, Ms Oak: repairs.\n\nMay I call?\n\nIda",
      facts: [],
      fitScore: null,
    });
  });
});

describe("a draft", () => {
  const draftOf = async (changes: Record<string, unknown>) => (await run(filled(changes))).document;
  const messageOf = async (changes: Record<string, unknown>) =>
    payloadsOf(await draftOf(changes), "insight")[0]?.["message"];

  test.each(["email", "linkedin", "letter", "phone"])(
    "never sends the name of the run as the subject (%s)",
    async (channel) => {
      const document = await draftOf({ requirementTitle: "cold calls Q4", channel, companyInformation: "" });
      expect(JSON.stringify([payloadsOf(document, "insight"), document.sections])).not.toContain("cold calls Q4");
      expect(payloadsOf(document, "insight")[0]).toMatchObject({ subject: "" });
      const lists = document.sections.flatMap(({ blocks }) => blocks.filter((block) => block.type === "list"));
      expect(lists.filter((block) => block.type === "list" && block.items.length === 0)).toEqual([]);
    },
  );

  test.each([
    ["Hello {contact}, we print.", "Ms Oak", "Hello Ms Oak, we print."],
    ["Good morning {contact}! We print.", "Ms Oak", "Good morning Ms Oak! We print."],
    ["Hello {contact}, we print.", "", "Hello,\n\nWe print."],
    ["Dear {contact},\n\nwe print.", "", "Hello,\n\nWe print."],
    ["Hello all at {name}, we print.", "", "Hello all at Fair & Co, we print."],
    ["Hi! We print.", "", "Hi! We print."],
    ["We print.", "", "Hello,\n\nWe print."],
    ["Dear customers buy from us.", "Ms Oak", "Dear Ms Oak,\n\nDear customers buy from us."],
    ["Hidden signs, made for {contact}.", "", "Hello,\n\nHidden signs, made for Fair & Co."],
  ])("greets once, and a firm not by its name: %j", async (offer, contact, message) => {
    expect(await messageOf({ offer, people: [{ name: "Fair & Co", contact }], signature: "Ida" })).toBe(
      `${message}\n\nIda`,
    );
  });

  test.each([
    ["Hallo {contact}, wir drucken.", "Herr Wagner", "Hallo Herr Wagner, wir drucken."],
    ["Sehr geehrte/r {contact}, wir drucken.", "", "Guten Tag,\n\nwir drucken."],
    ["Wir drucken.", "", "Guten Tag,\n\nWir drucken."],
    ["Liebe Kunden kaufen bei uns.", "Herr Wagner", "Guten Tag Herr Wagner,\n\nLiebe Kunden kaufen bei uns."],
  ])("does so in German: %j", async (offer, contact, message) => {
    const people = [{ name: "Café Lotte", contact }];
    expect(await messageOf({ offer, people, goalLanguage: "de" })).toBe(`${message}\n\nIda`);
  });

  test("ends with the sender where there is no signature, and says what a link is for", async () => {
    const bookingLink = "https://book.example/ida";
    expect(await messageOf({ channel: "letter", bookingLink })).toBe(
      `Hello,\n\nWe repair carousels.\n\nYou can pick a time here: ${bookingLink}\n\nIda`,
    );
    expect(await messageOf({ channel: "letter", bookingLink, goalLanguage: "de" })).toContain(
      `Hier können Sie einen Termin wählen: ${bookingLink}`,
    );
  });

  test("for the phone is a call script: who calls, what for, and no signature or link", async () => {
    const document = await draftOf({
      channel: "phone",
      people: [{ name: "Fair & Co", contact: "Ms Oak", country: "GB" }],
      bookingLink: "https://book.example/ida",
      signature: "Ida, Carousels Ltd",
    });
    const script = "Hello Ms Oak, this is Ida.\n\nWe repair carousels.";
    expect(payloadsOf(document, "insight")[0]).toMatchObject({ message: script, callScript: script });
    const said = JSON.stringify(blocksOf(document, "before"));
    expect(said).toContain("TPS");
    expect(said).not.toContain("email companies");
    const german = await draftOf({ channel: "phone", goalLanguage: "de" });
    expect(payloadsOf(german, "insight")[0]?.["message"]).toBe("Guten Tag, hier ist Ida.\n\nWe repair carousels.");
    expect(JSON.stringify(blocksOf(german, "before"))).toContain("vor dem ersten Anruf");
  });

  test("is checked in whole sentences, and waits by itself only among others", async () => {
    for (const goalLanguage of ["en", "de"]) {
      const document = await draftOf({ goalLanguage, offer: "Act now! FAMOUS CAROUSELS! www.a.example www.b.example" });
      const [check = ""] = rowsOf(document, "order").map((row) => row[4]);
      expect(check).toMatch(/^(?:\p{Lu}[^.]{3,160}\.(?: |$)){5,9}$/u);
    }
    const waiting = async (count: number, goalLanguage: string) =>
      JSON.stringify(
        blocksOf(
          await draftOf({ goalLanguage, people: Array.from({ length: count }, (_, at) => ({ name: `Firm ${at}` })) }),
          "before",
        ),
      );
    expect(await waiting(1, "en")).toContain("1 message is waiting for your approval. This run sends nothing.");
    expect(await waiting(2, "en")).toContain(
      "2 messages are waiting for your approval, each one separately. This run sends nothing.",
    );
    expect(await waiting(1, "de")).toContain("1 Nachricht wartet auf Ihre Freigabe. Dieser");
    expect(await waiting(2, "de")).toContain("2 Nachrichten warten auf Ihre Freigabe, jede einzeln. Dieser");
  });

  test("does not call the product’s greeting the person’s words", async () => {
    const { claims } = await draftOf({
      people: [{ name: "Fair & Co", contact: "Ms Oak" }],
      callToAction: "May I call?",
    });
    const own = claims.filter(({ check }) => check === "user").map(({ text }) => text);
    expect(own).toEqual(["We repair carousels.", "May I call?"]);
  });
});

describe("suggestions", () => {
  test("say in the call script which line is an objection, and which must not be said", async () => {
    const row = {
      call: "Hello, it is about bikes.",
      objection: "We have our own. Then keep them.",
      avoid: "Your last fall.",
    };
    const sample = (sampleOf("leadsOutreachAssistant", "en")["messages"] as object[])[0];
    for (const [goalLanguage, lines] of [
      ["en", ["If they object: We have our own.", "Best left unsaid: Your last fall."]],
      ["de", ["Bei Einwänden: We have our own.", "Besser nicht sagen: Your last fall."]],
    ] as const) {
      const { document } = await run(filled({ goalLanguage }), {
        write: fromSample({ messages: [{ ...sample, ...row, id: "l1" }] }),
      });
      const script = String(payloadsOf(document, "insight")[0]?.["callScript"]).split("\n\n");
      expect(script[0]).toBe(row.call);
      for (const line of lines) expect(script.some((one) => one.startsWith(line))).toBe(true);
    }
  });

  test("fill the lead’s names into the purpose of an appointment", async () => {
    const { document } = await run(
      filled({
        people: [{ name: "Fair & Co", contact: "Ms Oak", city: "Ulm" }],
        offer: "{contact}, {name} in {city}.",
      }),
    );
    const purposes = payloadsOf(document, "project").map(
      ({ formValues }) => (formValues as Form & { purpose: string }).purpose,
    );
    expect(purposes).toEqual(["Ms Oak, Fair & Co in Ulm."]);
  });

  test.each(["en", "de"] as const)(
    "are a lead, its message and reminders for each, and can be applied (%s)",
    async (language) => {
      const { document } = await written(language);
      expect(document.proposals.slice(0, 4).map(({ kind, key }) => [kind, key])).toEqual([
        ["lead", "lead:l1"],
        ["insight", "insight:l1"],
        ["calendarEntry", "remind:l1:1"],
        ["calendarEntry", "remind:l1:2"],
      ]);
      // The insight waits for its lead, the reminders for the insight.
      const valid = dropInvalid(document.proposals, effects);
      expect(valid.map(({ key }) => key)).toEqual(document.proposals.map(({ key }) => key));
      expect(valid.find(({ key }) => key === "insight:l1")?.requires).toEqual(["lead:l1"]);
      expect(JSON.stringify(document.proposals)).not.toMatch(/\[s\d\]|\[form\]|\[own\]|\{\w+\}/);
      const [insight] = payloadsOf(document, "insight");
      expect(insight?.["message"]).toMatch(/Mara Brandt\nRadwerk Brandt, Leipzig$/);
      expect(insight?.["facts"]).toMatchObject([{ url: "https://blitzahorn.example/" }, {}, {}]);
      const sample = (sampleOf("leadsOutreachAssistant", language)["messages"] as Record<string, string>[])[0];
      expect(insight?.["callScript"]).toContain(sample?.["subject2"]);
      expect(sample?.["bestTime"]).not.toBe("");
      expect(insight?.["bestTime"]).toBe(sample?.["bestTime"]);
    },
  );

  test("name the lead’s own page for a fact, also where another lead says the same", async () => {
    const words = "We deliver by cargo bike every morning.";
    const message = (id: string) => ({
      ...(sampleOf("leadsOutreachAssistant", "en")["messages"] as object[])[0],
      id,
      fact1: "They deliver by cargo bike.",
      proof1: words,
      message: `A message to ${id} alone, about its mornings. May I come by?`,
    });
    const { document } = await run(filled({ leads: [idOf(1), idOf(2)], people: [], research: "web" }), {
      read: (request) => {
        const url = /"url":"([^"]*)"/.exec(request)?.[1];
        return url === undefined ? reading([record(1), record(2)])(request) : [{ url, title: "Page", text: words }];
      },
      write: fromSample({ messages: ["l1", "l2"].map(message) }),
    });
    expect(payloadsOf(document, "insight").map(({ facts }) => (facts as { url: string }[])[0]?.url)).toEqual([
      "https://lead1.example/",
      "https://lead2.example/",
    ]);
  });

  test("name the public source of an address and how to object", async () => {
    const { document } = await run(filled({ leads: [idOf(1)], people: [], channel: "letter" }), {
      read: reading([record(1, { origin: "https://osm.example/node/1" })]),
    });
    expect(payloadsOf(document, "insight")[0]?.["message"]).toContain(
      "I found your address here: https://osm.example/node/1.",
    );
    expect(JSON.stringify(blocksOf(document, "before"))).toContain("explain how to object (GDPR Art. 14 and 21)");
  });
});

const odd = fc.constantFrom("", "a | b", "{name}", "👩‍👩‍👧‍👦", "[s1]", "Ärzte & Söhne");
const anyForm: fc.Arbitrary<Form> = fc
  .record({
    goalLanguage: fc.constantFrom("en", "de", "fr"),
    people: fc.array(
      fc.record({
        name: fc.constantFrom("A", "x | y", "{name}", "Fair & Co"),
        contact: odd,
        email: fc.constantFrom("", "a@b.example", "nonsense"),
        city: odd,
        country: fc.constantFrom("", "DE", "France", "{x}"),
        notes: odd,
      }),
      { minLength: 1, maxLength: 6 },
    ),
    offer: fc.constantFrom("We repair.", "For {name} in {city} | now", "👩‍👩‍👧‍👦 {x}"),
    channel: fc.constantFrom("email", "linkedin", "phone", "letter"),
    legalBasis: fc.constantFrom("none", "consent", "existingCustomer", "legitimateInterest"),
    followUps: fc.integer({ min: 0, max: 3 }),
    callToAction: odd,
    signature: odd,
  })
  .map((values) => form.parse({ ...least, ...values }));

test("drafts of any form are whole, valid and speak of nothing that isn’t there", async () => {
  await fc.assert(
    fc.asyncProperty(anyForm, async (values) => {
      const { document } = await run(values);
      const text = JSON.stringify([document.sections, document.openQuestions, document.summary]);
      expect(text.replaceAll(/\{(?:name|x)\}/g, "")).not.toMatch(/\{\w+(?::[^}]*)?\}|undefined|NaN|null|Infinity/);
      expect(document.issues.filter(({ level }) => level === "error")).toEqual([]);
      const valid = dropInvalid(document.proposals, effects);
      expect(valid.map(({ key }) => key)).toEqual(document.proposals.map(({ key }) => key));
    }),
    { numRuns: 150 },
  );
});

describe("an appointment", () => {
  const window = { from: "2026-12-01", to: "2026-12-04" };
  const appointments = (document: Document) =>
    document.proposals
      .filter(({ kind }) => kind === "project")
      .map(({ key, payload }) => ({
        key,
        name: payload["name"],
        values: appointmentForm.parse({ ...(payload["formValues"] as object), window }),
      }));

  test("is suggested with a lead by its record, for those with a message alone", async () => {
    const chosen = { leads: [idOf(1), idOf(2)], people: [], channel: "phone" };
    const { document } = await run(filled(chosen), { read: reading([record(1), record(2, { shut: true })]) });
    expect(appointments(document)).toMatchObject([
      {
        key: "appointment:l1",
        name: "Appointment with Lead 1",
        values: { leads: [idOf(1)], people: [], purpose: least.offer, where: "phone", mode: "direct" },
      },
    ]);
    expect(dropInvalid(document.proposals, effects)).toEqual(document.proposals);
  });

  test("is suggested with somebody typed in by name, address and the clock of the country", async () => {
    const people = [
      { name: "Lune Ltd", contact: "Aoi Sato", email: "aoi@lune.example", country: "JP" },
      { name: "Nowhere Inc", email: "not an address" },
    ];
    const bookingLink = "https://book.example/ida";
    const { document } = await run(filled({ people, bookingLink }));
    expect(appointments(document).map(({ values }) => values)).toMatchObject([
      {
        leads: [],
        people: [{ name: "Aoi Sato", email: "aoi@lune.example", zone: "Asia/Tokyo", country: "none" }],
        mode: "link",
        bookingLink,
      },
      { people: [{ name: "Nowhere Inc", email: "", zone: "Europe/Berlin", country: "none" }] },
    ]);
  });

  test("is suggested with the three that fit best", async () => {
    const fits = [40, 90, null, 70, 60];
    const sample = sampleOf("leadsOutreachAssistant", "en");
    const messages = (sample["messages"] as object[]).map((row, at) => ({ ...row, fit: fits[at] }));
    const { document } = await written("en", {}, fromSample({ ...sample, messages }));
    expect(appointments(document).map(({ key }) => key)).toEqual([
      "appointment:l2",
      "appointment:l4",
      "appointment:l5",
    ]);
  });
});
