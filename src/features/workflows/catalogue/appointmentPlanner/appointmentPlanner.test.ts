import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newEntry } from "#src/features/calendar/contract.ts";
import {
  contextOf,
  fromSample,
  inputsOf,
  now,
  type Reader,
  sampleOf,
  simulate,
  today,
  type Writer,
} from "#src/testing/simulatedRun.ts";
import { form as transcriptForm } from "../audioTranscriber/form.ts";
import { factsOf } from "./facts.ts";
import { example, form, type Form } from "./form.ts";
import { appointmentPlanner as workflow } from "./workflow.ts";

const base = (changes: Partial<Form> = {}, language: "en" | "de" = "en"): Form =>
  form.parse({ ...example(today, language), ...changes });

/** The document of the example with some changes; without a writer it is a draft. */
async function documentOf(
  changes: Partial<Form> = {},
  write: Writer | null = null,
  language: "en" | "de" = "en",
  read: Reader = () => [],
) {
  const values = base(changes, language);
  const { state, asks, requests } = await simulate(workflow, values, { write, read });
  return { ...workflow.assemble(values, contextOf(language), state, { isDraft: write === null }), asks, requests };
}
/** Calendars with these busy times, by kind of request. */
const answering =
  (busy: Record<string, [number, number][]>): Reader =>
  (json) => {
    const times = busy[(JSON.parse(json) as { kind: string }).kind];
    const answer = { readAt: now, busy: times, unread: 0, unknownZones: [], isCut: false };
    return times ? [{ text: JSON.stringify(answer) }] : [];
  };
const spansOf = ({ data }: { data: unknown }): { start: number; end: number }[] =>
  (data as { options: { start: string; end: string }[] }).options.map(({ start, end }) => ({
    start: Date.parse(start),
    end: Date.parse(end),
  }));
type Document = Awaited<ReturnType<typeof documentOf>>;
const textOf = ({ sections }: Document, key: string): string =>
  JSON.stringify(sections.find((section) => section.key === key)?.blocks ?? []);
const payloadOf = ({ proposals }: Document, key: string): Record<string, unknown> =>
  proposals.find((one) => one.key === key)?.payload ?? {};
const good = fromSample(sampleOf("appointmentPlanner", "en"));

describe("busy times", () => {
  test("stay out of every prompt, together with addresses and hours", async () => {
    const busy =
      "Tom Berg: 2 Dec 9-12 chemotherapy\nBEGIN:VEVENT\nSUMMARY:divorce lawyer\nDTSTART:20261202T090000\nDURATION:PT1H\nEND:VEVENT\nnonsense canary";
    const { asks, ...document } = await documentOf({ busy }, good);
    expect(asks.length).toBeGreaterThan(0);
    for (const { prompt } of asks)
      expect(prompt.system + prompt.user).not.toMatch(/chemotherapy|divorce|canary|@nordhaus|08:30|2 Dec|20261202/);
    expect(JSON.stringify(document)).not.toMatch(/chemotherapy|divorce|canary/);
  });

  test("of the own calendar move the options, and the document says when it was read", async () => {
    const [free] = factsOf(base({ busy: "" }), contextOf("en")).times.slots;
    expect(free).toBeDefined();
    if (!free) return;
    const read = answering({ calendar: [[free.start, free.end]] });
    const document = await documentOf({ busy: "" }, null, "en", read);
    for (const { start, end } of spansOf(document)) expect(start < free.end && free.start < end).toBe(false);
    expect(textOf(document, "basis")).toContain("Your calendar in Pioneer was read on Sun 22 Nov 2026 at 10:00");
    expect(document.assumptions.join(" ")).toContain("Your calendar was considered as of Sun 22 Nov 2026, 10:00");
    expect(document.issues).toEqual([]);
    const off = await documentOf({ busy: "", isKeptFree: false }, null, "en", read);
    expect(off.requests).toEqual([]);
    expect(spansOf(off)).toContainEqual({ start: free.start, end: free.end });
    expect(off.assumptions.join(" ")).toContain("Your own calendar was not read");
  });

  test("of a participant's feed move the options; one that cannot be read is told and not taken as free", async () => {
    const [free] = factsOf(base({ busy: "" }), contextOf("en")).times.slots;
    const [tom, ...others] = example(today, "en").people;
    const people = [{ ...tom, feed: "webcal://cal.example/secret.ics" }, ...others] as Form["people"];
    const changes = { busy: "", people, isKeptFree: false };
    const read = answering({ feed: [[free?.start ?? 0, free?.end ?? 0]] });
    const document = await documentOf(changes, good, "en", read);
    expect(JSON.parse(document.requests[0] ?? "")).toMatchObject({
      kind: "feed",
      url: "https://cal.example/secret.ics",
      hidden: true,
    });
    for (const { start, end } of spansOf(document))
      expect(start < (free?.end ?? 0) && (free?.start ?? 0) < end).toBe(false);
    expect(textOf(document, "basis")).toContain("Tom Berg’s calendar was read on");
    const { asks, requests: _, ...shown } = document;
    expect(JSON.stringify([shown, asks.map(({ prompt }) => prompt)])).not.toContain("secret.ics");
    const failed = await documentOf(changes, null, "de");
    expect(textOf(failed, "basis")).toContain("Der Kalender von Tom Berg konnte nicht gelesen werden");
    expect(failed.issues.map(({ code }) => code)).toContain("calendarUnread");
    expect(textOf(failed, "advice")).toContain("; der Kalender von Tom Berg konnte nicht geprüft werden.");
    expect(textOf(failed, "advice")).not.toContain("haben alle Zeit");
  });

  test.each([
    ["own", 0, "; your calendar could not be checked.", "; Ihr Kalender konnte nicht geprüft werden."],
    [
      "own and another",
      1,
      "; your calendar and that of Tom Berg could not be checked.",
      "; Ihr Kalender und der von Tom Berg konnten nicht geprüft werden.",
    ],
    [
      "own and others",
      2,
      "; your calendar and those of Tom Berg and Selin Kaya could not be checked.",
      "; Ihr Kalender und die von Tom Berg und Selin Kaya konnten nicht geprüft werden.",
    ],
  ])("of calendars that could not be read are told in a whole sentence: %s", async (_, feeds, english, german) => {
    const people = example(today, "en").people.map((one, at) => ({
      ...one,
      feed: at < feeds ? `https://cal.example/${at}.ics` : "",
    }));
    for (const [language, sentence] of [
      ["en", english],
      ["de", german],
    ] as const) {
      const document = await documentOf({ busy: "", people, isKeptFree: true }, null, language);
      expect(textOf(document, "advice")).toContain(sentence);
    }
  });

  test("that were not understood are named by their line", async () => {
    const document = await documentOf({ busy: "26 Nov 9-12\nwhenever\nAnna: Fridays" }, null, "de");
    expect(textOf(document, "basis")).toMatch(
      /Zeile 2: Die Angabe ließ sich nicht lesen.*Zeile 3: Unter den Teilnehmenden gibt es diesen Namen nicht/,
    );
    expect(document.issues.map(({ code }) => code)).toContain("busyUnread");
  });
});

describe("entries", () => {
  test("invite those with an address to the best time alone, and hold the others", async () => {
    const document = await documentOf({}, good);
    expect(payloadOf(document, "entry:o1")).toMatchObject({
      attendees: [
        { email: "tom.berg@nordhaus.example" },
        { email: "selin.kaya@nordhaus.example" },
        { email: "peter@lund-lofter.example" },
      ],
      link: "https://meet.example/klangraum",
      type: "1020",
      reminders: [10],
    });
    expect(payloadOf(document, "entry:o2")).not.toHaveProperty("attendees");
    expect(payloadOf(document, "entry:o2")["title"]).toBe("Hold (1 of 2): Results of the measuring day");
  });

  test("of a poll invite nobody yet", async () => {
    const document = await documentOf({ mode: "poll" }, good);
    expect(document.proposals.filter(({ payload }) => "attendees" in Object(payload))).toEqual([]);
    expect(textOf(document, "poll")).toContain("☐");
    expect(textOf(await documentOf(), "poll")).toBe("[]");
  });

  test("of a series repeat by a rule that the calendar takes, at times that all fit", async () => {
    const document = await documentOf({ repeat: "fortnightly", meetings: 4, count: 1 });
    const payload = payloadOf(document, "entry:o1");
    expect(payload["rrule"]).toBe("FREQ=WEEKLY;INTERVAL=2;COUNT=4");
    expect(newEntry.safeParse(payload).error).toBeUndefined();
    expect(textOf(document, "advice")).toContain("4 meetings");
  });

  test("of every kind of series have their rule, at days that it names and that all fit", async () => {
    const window = { from: "2026-12-01", to: "2026-12-11" };
    const one = { window, count: 1, country: "none", people: [], busy: "" } as Partial<Form>;
    const ruleOf = async (changes: Partial<Form>) =>
      payloadOf(await documentOf({ ...one, ...changes }), "entry:o1")["rrule"];
    expect(await ruleOf({ repeat: "daily", meetings: 8 })).toBe("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=8");
    expect(await ruleOf({ repeat: "weekly", repeatDays: [4, 2], meetings: 5 })).toBe("FREQ=WEEKLY;BYDAY=TU,TH;COUNT=5");
    expect(await ruleOf({ repeat: "monthly", meetings: 3 })).toBe("FREQ=MONTHLY;BYDAY=1TU;COUNT=3");
    // The last one begins at ten in Berlin, by winter time.
    expect(await ruleOf({ repeat: "weekly", until: "2026-12-31" })).toMatch(/^FREQ=WEEKLY;UNTIL=20261229T\d{4}00Z$/);
    // A meeting of the second month is taken, and so the first Tuesday is none.
    expect(await ruleOf({ repeat: "monthly", meetings: 2, busy: "5 Jan 2027" })).not.toContain("1TU");
    const long = await documentOf({ ...one, repeat: "weekly", meetings: 20 });
    expect(textOf(long, "advice")).toContain("; 8 more until Tue 13 Apr 2027");
    expect(textOf(long, "advice")).toContain("The first 12 of 20 meetings were checked for conflicts");
  });

  test("of a series end within a year, on days that are allowed", () => {
    const problems = (changes: Partial<Form>) =>
      form
        .safeParse({ ...example(today, "en"), repeat: "weekly", ...changes })
        .error?.issues.map(({ path }) => path[0]);
    expect(problems({ until: "2028-12-01" })).toEqual(["until"]);
    expect(problems({ until: "2026-01-01" })).toEqual(["until"]);
    expect(problems({ repeatDays: [6] })).toEqual(["repeatDays"]);
    expect(problems({ repeat: "once", repeatDays: [6], until: "2028-12-01" })).toBeUndefined();
  });

  test("that are held say so as a group, and nobody is said to be written to", async () => {
    const document = await documentOf({}, null, "de");
    expect(["entry:o2", "entry:o3"].map((key) => payloadOf(document, key)["title"])).toEqual([
      "Vorgemerkt (1 von 2): Ergebnisse des Messtags",
      "Vorgemerkt (2 von 2): Ergebnisse des Messtags",
    ]);
    expect(payloadOf(document, "entry:o3")["notes"]).toContain("in den Vorschlägen des Projekts rückgängig");
    expect(textOf(document, "options")).toContain("2 Vormerkungen für die übrigen Zeiten");
    expect(textOf(document, "advice")).toContain("Verschicken Sie die Einladung selbst");
    expect(textOf(await documentOf({ isHeld: false }), "options")).not.toContain("hold");
    expect(textOf(await documentOf({ mode: "poll" }), "options")).toContain("3 holds, one for each option");
  });

  test("have the way there and back around a meeting on site", async () => {
    const document = await documentOf({ where: "onSite", travel: 40, location: "Altona" });
    const [meeting, there, back] = ["entry:o1", "travel:there", "travel:back"].map((key) => payloadOf(document, key));
    expect(there?.["end"]).toBe(meeting?.["start"]);
    expect(back?.["start"]).toBe(meeting?.["end"]);
    expect(Date.parse(String(there?.["end"])) - Date.parse(String(there?.["start"]))).toBe(40 * 60_000);
  });

  test("send no notes to oneself to guests", async () => {
    const purpose = "Dave haggles, start high.";
    expect(JSON.stringify((await documentOf({ purpose })).proposals)).not.toContain("haggles");
  });
});

describe("invitations in other languages", () => {
  const languages = ["fr", "de", "en"] as const;
  const people = example(today, "en").people.map((one, at): Form["people"][number] => ({
    ...one,
    language: languages[at] ?? "same",
  }));
  const french =
    "Cher Tom,\n\nNous vous présentons les valeurs des deux pièces et nous décidons avec vous des panneaux : dans quelle pièce d’abord, pour quel prix, et si nous les montons avant ou après les fêtes. Merci de venir avec le montant que vous pouvez approuver.";
  const german =
    "Liebe Selin,\n\nwir zeigen die Werte der beiden Räume und entscheiden mit Ihnen über die Paneele: welcher Raum zuerst kommt, was es kosten darf und ob wir sie vor oder nach den Feiertagen montieren. Bitte bringen Sie den Grundriss mit.";
  const write =
    (texts: { id: string; text: string }[]): Writer =>
    (step) => ({
      ...(good(step) as object),
      ...(step.parts.some(({ section }) => section === "translations") ? { translations: texts } : {}),
    });
  const translated = [
    { id: "fr", text: french },
    { id: "de", text: german },
  ];

  test("are asked for once for each language, and come with details that their readers expect", async () => {
    const document = await documentOf({ people }, write(translated));
    const asked = document.asks.filter(({ parts }) => parts.some(({ section }) => section === "translations"));
    expect(asked.map(({ prompt }) => prompt.user).join()).toMatch(
      /fr \| in French, to Tom Berg[^\n]*\nde \| in German/,
    );
    expect(textOf(document, "translations")).toMatch(
      /French: Tom Berg.*Cher Tom.*German: Selin Kaya.*Betreff: Results/,
    );
    expect(document.issues.filter(({ level }) => level !== "info").map(({ code }) => code)).toEqual(["calendarUnread"]);
  });

  test("are judged by their own language", async () => {
    const values = base({ people });
    const { state, asks } = await simulate(workflow, values, { write: write(translated) });
    const step = asks.find(({ parts }) => parts.some(({ section }) => section === "translations"));
    if (!step) throw new Error("nobody was asked");
    const codes = (texts: { id: string; text: string }[]) => {
      const next = workflow.acceptAnswer(values, contextOf("en"), state, step, { translations: texts });
      return workflow.validate(values, contextOf("en"), next, step).errors.map(({ code, at }) => `${code} ${at}`);
    };
    expect(codes(translated)).toEqual([]);
    expect(codes([{ id: "fr", text: german }, translated[1] ?? { id: "de", text: "" }])).toEqual([
      "wrongLanguage translations/fr",
    ]);
  });

  test("are a gap without a writer, and absent when everybody reads the document's", async () => {
    expect(textOf(await documentOf({ people }), "translations")).toContain(
      "Translate the invitation into French for Tom Berg.",
    );
    expect(textOf(await documentOf(), "translations")).toBe("[]");
  });
});

test("a document without a time says what would help, and suggests nothing", async () => {
  const people = example(today, "en").people.map((one) => ({ ...one, zone: "America/Los_Angeles" }));
  const document = await documentOf({ people });
  expect(document.proposals).toEqual([]);
  expect(textOf(document, "advice")).toMatch(/don’t share 60 minutes of working time.*come closest/);
  expect(document.summary).toContain("No time found yet");
});

test("a change of clocks before the meeting is told", async () => {
  const people = [
    { ...example(today, "en").people[0], name: "Ann", zone: "America/New_York", from: "06:00", to: "17:00" },
  ];
  const window = { from: "2027-03-15", to: "2027-03-19" };
  const document = await documentOf({ people, window } as Partial<Form>);
  expect(textOf(document, "advice")).toContain("Ann: 5 hours behind you on that day, 6 hours behind you today.");
});

test("items that are longer than the meeting are shortened to it", async () => {
  const write: Writer = (step) => {
    const given = good(step) as { agenda?: { minutes: number }[] };
    return given.agenda ? { ...given, agenda: given.agenda.map((row) => ({ ...row, minutes: 60 })) } : given;
  };
  expect(textOf(await documentOf({}, write), "agenda")).toContain("shortened to 60");
});

test("a writer can give tasks to nobody who was not named", async () => {
  const write: Writer = (step) => {
    const given = good(step) as { preparation?: object[] };
    return given.preparation ? { preparation: given.preparation.map((row) => ({ ...row, who: ["p9", "me"] })) } : given;
  };
  const document = await documentOf({}, write);
  expect(textOf(document, "preparation")).not.toContain("p9");
});

test("1,000 random forms become drafts whose suggestions the calendar takes", { timeout: 240_000 }, async () => {
  const inputs = (["en", "de"] as const).flatMap((language) => [
    example(today, language),
    ...inputsOf("appointmentPlanner", language),
  ]) as Partial<Form>[];
  const time = fc
    .integer({ min: 0, max: 95 })
    .map((at) => `${String(at >> 2).padStart(2, "0")}:${["00", "15", "30", "45"][at % 4]}`);
  const busy = fc.constantFrom(
    "",
    "Mondays",
    "me: 26 Nov 9-12",
    "x",
    "Fri ab 14 Uhr\nUli: Mi",
    "BEGIN:VEVENT\nDTSTART:20261126T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY\nEND:VEVENT",
  );
  const changes = fc.record(
    {
      minutes: fc.constantFrom(10, 25, 60, 200, 480),
      days: fc.integer({ min: 0, max: 6 }),
      zone: fc.constantFrom("", "Asia/Kathmandu", "America/New_York", "Pacific/Auckland"),
      fromTime: time,
      toTime: time,
      where: fc.constantFrom("online", "onSite", "phone"),
      travel: fc.constantFrom(0, 45, 300),
      mode: fc.constantFrom("direct", "poll"),
      repeat: fc.constantFrom("once", "daily", "weekly", "fortnightly", "monthly"),
      until: fc.constantFrom("", "2027-03-31"),
      meetings: fc.integer({ min: 2, max: 4 }),
      count: fc.integer({ min: 1, max: 10 }),
      weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
      buffer: fc.constantFrom(0, 15, 120),
      country: fc.constantFrom("none", "DE", "GB", "US"),
      location: fc.string({ maxLength: 40 }).filter((value) => value.isWellFormed() && !/[\0{]/.test(value)),
      agenda: fc.array(fc.constantFrom("One", "Two", "Price"), { maxLength: 4 }),
      busy,
    },
    { requiredKeys: ["days", "meetings"] },
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...inputs), changes, async (input, { days, ...rest }) => {
      const from = input.window?.from ?? today;
      const last = new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10);
      const values = form.parse({ ...input, ...rest, window: { from, to: last } });
      const { state } = await simulate(workflow, values);
      const { proposals, sections } = workflow.assemble(values, contextOf(values.goalLanguage), state, {
        isDraft: true,
      });
      expect(JSON.stringify(sections)).not.toMatch(/undefined|NaN|Invalid|\{\w+\}/);
      for (const { kind, payload } of proposals)
        if (kind === "calendarEntry") expect(newEntry.safeParse(payload).error).toBeUndefined();
      const [next] = proposals.filter(({ kind }) => kind === "project");
      const transcript = "Ann: Yes.";
      if (next)
        expect(
          transcriptForm.safeParse({ ...(next.payload["formValues"] as object), transcript }).error,
        ).toBeUndefined();
    }),
    { numRuns: 1000 },
  );
});

test("the minutes go on with the day, the people and the kind of the meeting", async () => {
  const document = await documentOf({ kind: "interview" });
  const [option] = spansOf(document);
  const { name, formValues } = payloadOf(document, "next:audioTranscriber");
  expect(name).toBe("Minutes: Results of the measuring day");
  expect(transcriptForm.parse({ ...(formValues as object), transcript: "Tom: Yes." })).toMatchObject({
    purpose: "interview",
    heldOn: new Date(option?.start ?? 0).toISOString().slice(0, 10),
    attendees: [
      { name: "Tom Berg", email: "tom.berg@nordhaus.example" },
      { name: "Selin Kaya", email: "selin.kaya@nordhaus.example" },
      { name: "Peter Lund", email: "peter@lund-lofter.example" },
    ],
  });
  // Which of the options it will be, nobody knows before the vote.
  const poll = payloadOf(await documentOf({ mode: "poll" }), "next:audioTranscriber");
  expect(poll["formValues"]).toMatchObject({ purpose: "minutes" });
  expect(poll["formValues"]).not.toHaveProperty("heldOn");
});
