import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newLead } from "#src/features/leads/contract.ts";
import { effects } from "#src/server/features.ts";
import {
  contextOf,
  fromPages,
  fromSample,
  type Reader,
  sampleOf,
  samplePagesOf,
  simulate,
  sourceText,
  today,
} from "#src/testing/simulatedRun.ts";
import { dropInvalid } from "#src/features/runs/server/proposals.ts";
import { example, form, type Form, hasContext } from "./form.ts";
import { leadsListProvider as workflow } from "./workflow.ts";

type Language = "en" | "de";
const least = { requirementTitle: "Leads", whatYouSell: "office plants", goalLanguage: "en" };
const filled = (changes: Record<string, unknown>): Form => form.parse({ ...least, ...changes });
const searching = (changes: Record<string, unknown> = {}) =>
  filled({ research: "web", branches: ["bakery"], place: "Leipzig", country: "DE", ...changes });

const list = (records: readonly unknown[]): string => JSON.stringify(records);
const place = {
  name: "Leipzig",
  label: "Leipzig, Sachsen",
  lat: 51.34,
  lon: 12.37,
  country: "DE",
  region: "",
  type: "city",
  box: [51.2, 51.5, 12.2, 12.5],
};
const shop = (id: number, tags: Record<string, string> = {}) => ({
  id: `n${id}`,
  lat: 51.34 + id / 10_000,
  lon: 12.37,
  tags: { name: `Backstube ${String.fromCharCode(65 + (id % 26))}${id}`, shop: "bakery", ...tags },
});
/** Answers of the services by name, and pages by address. */
const answering =
  (answers: Readonly<Record<string, readonly unknown[]>>, pages: Readonly<Record<string, string>> = {}): Reader =>
  (json) => {
    const request = JSON.parse(json) as { kind: string; api?: string; url?: string };
    const records =
      request.kind === "leads" ? answers["leads"] : request.kind === "api" ? answers[request.api ?? ""] : undefined;
    const page = pages[request.url ?? ""];
    return records ? [{ text: list(records) }] : page === undefined ? [] : [{ text: page, url: request.url ?? "" }];
  };

async function drafted(values: Form, read: Reader = () => []) {
  const { state, requests, rounds } = await simulate(workflow, values, { read });
  return {
    state,
    requests,
    rounds,
    document: workflow.assemble(values, contextOf(values.goalLanguage), state, { isDraft: true }),
  };
}
type Document = Awaited<ReturnType<typeof drafted>>["document"];
const blocksOf = ({ sections }: Document, key: string) => sections.find((one) => one.key === key)?.blocks ?? [];
const rowsOf = (document: Document, key: string): string[][] =>
  blocksOf(document, key).flatMap((block) => (block.type === "table" ? block.rows : []));
const textOf = (document: Document, key: string): string => JSON.stringify(blocksOf(document, key));

async function written(language: Language) {
  const values = form.parse(example(today, language));
  const { state, asks, requests } = await simulate(workflow, values, {
    write: fromSample(sampleOf("leadsListProvider", language)),
    read: fromPages(samplePagesOf("leadsListProvider", language)),
  });
  return { values, state, asks, requests, document: workflow.assemble(values, contextOf(language), state) };
}

test.each([
  [
    "en",
    "No email, phone or address: Bean There.",
    "No email or phone; write a letter or visit: Hub.",
    "Without email or phone",
  ],
  [
    "de",
    "Ohne E-Mail, Telefon und Adresse: Bean There.",
    "Weder E-Mail noch Telefon, nur per Brief oder Besuch erreichbar: Hub.",
    "Ohne E-Mail und Telefon",
  ],
] as const)("nobody is to be visited without an address (%s)", async (goalLanguage, lost, visited, segment) => {
  const industryList = "Name;Email;Street;City\nBean There;;;\nHub;;Markt 3;Leipzig\nLoft;a@loft.example;;";
  const { document } = await drafted(filled({ goalLanguage, industryList }));
  expect(textOf(document, "coverage")).toContain(lost);
  expect(textOf(document, "coverage")).toContain(visited);
  const text = JSON.stringify(document.sections);
  expect(text).toContain(segment);
  expect(text).not.toMatch(/visit only|oder Besuch"/);
});

test.each([
  ["en", "Added to the list", "Your own list adds"],
  ["de", "In der Liste", "Aus Ihrer eigenen Liste kommen"],
] as const)("the table of industries says whom it counts (%s)", async (language, head, more) => {
  const { document } = await written(language);
  const text = textOf(document, "coverage");
  expect(text).toContain(head);
  const table = blocksOf(document, "coverage").find((block) => block.type === "table" && block.columns.includes(head));
  const counted = (table?.type === "table" ? table.rows : []).reduce((sum, row) => sum + Number(row.at(-1)), 0);
  const added = Number(new RegExp(`${more} (\\d+)`).exec(text)?.[1]);
  expect(added).toBeGreaterThan(0);
  expect(counted + added).toBe(document.coverage?.found);
});

describe("a request", () => {
  test("without an industry and a place, and without a list, is refused before anything is paid", () => {
    const refused = { code: "leadsListProvider.noFittingContext" };
    expect(workflow.guard(searching(), [])).toBeNull();
    expect(workflow.guard(searching({ branches: [] }), [])).toMatchObject(refused);
    expect(workflow.guard(searching({ place: "" }), [])).toMatchObject(refused);
    expect(workflow.guard(filled({ industryList: "Hub; info@hub.example" }), [])).toBeNull();
    expect(workflow.guard(filled({ industryList: "???" }), [])).toMatchObject(refused);
    const attached = filled({ attachments: ["01980000-0000-7000-8000-000000000001"] });
    expect(
      workflow.guard(attached, [sourceText("s1", "Name;Email\nHub;a@hub.example\nLoft;b@loft.example")]),
    ).toBeNull();
    expect(
      workflow.guard(attached, [sourceText("s1", "Why did the bicycle fall over? It was two-tired.")]),
    ).toMatchObject(refused);
    const bare = form.parse({ ...example(today, "en"), branches: [], otherBranches: [], place: "", industryList: "" });
    expect(workflow.guard(bare, [])).toMatchObject(refused);
  });

  test("is priced once its form names where leads may come from", () => {
    const attached = filled({ attachments: ["01980000-0000-7000-8000-000000000001"] });
    const named = searching({ branches: [], requirementTitle: "Florists" });
    for (const ready of [searching(), named, attached, filled({ industryList: "???" })])
      expect(hasContext(ready)).toBe(true);
    const open = [searching({ branches: [] }), searching({ place: "" })];
    for (const values of open) {
      expect(hasContext(values)).toBe(false);
      expect(workflow.guard(values, [])).not.toBeNull();
    }
  });

  test("may name its industry in the title alone", async () => {
    const { requests } = await drafted(
      searching({ branches: [], requirementTitle: "Bakeries of Leipzig" }),
      answering({ nominatim: [place] }),
    );
    expect(requests.join()).toContain("shop=bakery");
  });

  test("for nothing from the web and no list is told at the field", () => {
    const { error } = form.safeParse({ ...least, branches: ["bakery"], place: "Leipzig" });
    expect(error?.issues.map(({ path }) => path)).toEqual([["research"]]);
  });
});

describe("reading", () => {
  test("goes from the place to the map and from there to websites, a dozen at a time, and never to a writer", async () => {
    const shops = Array.from({ length: 30 }, (_, at) => shop(at, { website: `https://b${at}.example` }));
    const { rounds, state } = await drafted(
      searching({ depth: "standard" }),
      answering({ nominatim: [place], overpass: shops }),
    );
    const reads = rounds.filter(([key]) => key?.startsWith("read#")).length;
    // Place, map, then 60 pages in five steps.
    expect(reads).toBe(7);
    expect(state.reads.filter(({ request }) => request.includes('"url"'))).toHaveLength(60);
    expect(state.reads.every(({ hidden }) => hidden)).toBe(true);
  });

  test("leaves out the second page where the first gave an address", async () => {
    const shops = [shop(1, { website: "https://a.example" }), shop(2, { website: "https://b.example" })];
    const pages = {
      "https://a.example/impressum": "Mail: brot@a.example",
      "https://b.example/kontakt": "Tel.: 0341 5550199",
    };
    const { requests, document } = await drafted(
      searching(),
      answering({ nominatim: [place], overpass: shops }, pages),
    );
    const urls = requests.map((one) => (JSON.parse(one) as { url?: string }).url).filter(Boolean);
    expect(urls).toEqual(["https://a.example/impressum", "https://b.example/impressum", "https://b.example/kontakt"]);
    expect(rowsOf(document, "allLeads").map((row) => [row[2], row[3], row[6]])).toEqual([
      ["brot@a.example", "–", "OpenStreetMap; email: a.example/impressum"],
      ["–", "+49 341 5550199", "OpenStreetMap; phone: b.example/kontakt"],
    ]);
  });

  test("asks the French register for companies in France, one question for each industry", async () => {
    const company = {
      id: "123456789",
      name: "AU BON PAIN",
      activity: "10.71C",
      employees: "11",
      founded: "2026-01-02",
      isActive: true,
      street: "1 RUE X",
      zip: "75011",
      city: "PARIS",
      country: "FR",
      lat: 51.34,
      lon: 12.37,
      officers: [],
      url: "https://annuaire-entreprises.data.gouv.fr/entreprise/123456789",
    };
    const { requests, document } = await drafted(
      searching({
        country: "FR",
        place: "75011 Paris",
        companySize: "small",
        signals: ["isNew"],
        branches: ["bakery", "butcher"],
      }),
      answering({ nominatim: [{ ...place, country: "FR" }], companiesFr: [company], overpass: [] }),
    );
    expect(requests.filter((one) => one.includes("companiesFr"))).toHaveLength(2);
    expect(rowsOf(document, "top")).toMatchObject([
      [
        "AU BON PAIN (Bakeries)",
        expect.stringContaining("75011 PARIS"),
        "–",
        expect.anything(),
        expect.stringContaining("founded in the last two years"),
      ],
    ]);
    expect(textOf(document, "legal")).toContain("INSEE (Sirene), INPI (RNE), Licence Ouverte 2.0");
  });

  test("without the web touches nothing but the list", async () => {
    const { requests, document } = await drafted(
      filled({ industryList: "Hub; info@hub.example\nLoft; 0341 5550101", place: "Leipzig", branches: ["bakery"] }),
    );
    expect(requests).toEqual(['{"kind":"leads","ids":"all","hidden":true}']);
    expect(document.coverage).toEqual({ found: 2, wanted: 2 });
    expect(textOf(document, "searchLogic")).toContain("Only your own list was used; no search was run.");
  });
});

describe("the place", () => {
  const urlsOf = (requests: readonly string[]) => requests.filter((one) => one.includes('"overpass"'));

  test("is searched whole within its border, however large it is", async () => {
    const large = { ...place, osm: "r62428", box: [47.2, 50.6, 8.9, 13.9] };
    const { requests, document } = await drafted(
      searching({ reach: "whole", place: "Bayern" }),
      answering({ nominatim: [large], overpass: [shop(1)] }),
    );
    expect(urlsOf(requests).map((one) => JSON.parse(one) as object)).toMatchObject([
      { query: { area: 3_600_062_428 } },
    ]);
    expect(textOf(document, "searchLogic")).not.toContain("more than");
  });

  test("without a border is searched by the box around it", async () => {
    const { requests } = await drafted(searching({ reach: "whole" }), answering({ nominatim: [place], overpass: [] }));
    expect(urlsOf(requests).map((one) => JSON.parse(one) as object)).toMatchObject([
      { query: { box: [51.2, 12.2, 51.5, 12.5] } },
    ]);
  });

  test("with more companies than the map gives at once is told as cut", async () => {
    const shops = Array.from({ length: 1000 }, (_, at) => shop(at));
    const { document } = await drafted(
      searching({ readWebsites: false }),
      answering({ nominatim: [place], overpass: shops }),
    );
    expect(textOf(document, "searchLogic")).toContain("The map returns 1,000 entries per query at most");
    const { document: whole } = await drafted(
      searching({ readWebsites: false }),
      answering({ nominatim: [place], overpass: shops.slice(1) }),
    );
    expect(textOf(whole, "searchLogic")).not.toContain("1,000 entries per query at most");
  });
});

describe("the list", () => {
  test("has companies of the French register within the radius alone", async () => {
    const company = (id: string, more: object) => ({
      id,
      name: `BOULANGERIE ${id}`,
      activity: "10.71C",
      employees: "11",
      founded: "",
      isActive: true,
      street: "1 RUE X",
      zip: "75011",
      city: "PARIS",
      country: "FR",
      lat: 51.34,
      lon: 12.37,
      officers: [],
      url: "",
      ...more,
    });
    const { document } = await drafted(
      searching({ country: "FR", place: "Paris", radius: 5 }),
      answering({
        nominatim: [{ ...place, country: "FR" }],
        overpass: [],
        companiesFr: [
          company("near", {}),
          company("far", { lat: 51.44 }),
          company("unplaced", { lat: null, lon: null }),
          company("elsewhere", { lat: null, lon: null, zip: "59000", city: "LILLE" }),
        ],
      }),
    );
    expect(new Set(rowsOf(document, "allLeads").map(([name]) => name))).toEqual(
      new Set(["BOULANGERIE near", "BOULANGERIE unplaced"]),
    );
    expect(rowsOf(document, "searchLogic")[0]).toEqual(["Register", "2", ""]);
  });

  test("keeps leads whose site was not read yet, marked, when an email is asked for", async () => {
    const shops = Array.from({ length: 40 }, (_, at) => shop(at, { website: `https://b${at}.example` }));
    const { document } = await drafted(
      searching({ depth: "quick", maxLeads: 40, mustHave: ["email"] }),
      answering({ nominatim: [place], overpass: shops }),
    );
    const kept = rowsOf(document, "allLeads");
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(40);
    expect(kept.every((row) => row[2] === "website not read")).toBe(true);
    expect(textOf(document, "coverage")).toContain("The websites of these leads weren’t read");
    const [first] = document.proposals.filter(({ kind }) => kind === "lead");
    expect(first?.payload["notes"]).toContain("Website not read; it may list an email address.");
    const off = await drafted(
      searching({ readWebsites: false, mustHave: ["email"] }),
      answering({ nominatim: [place], overpass: shops }),
    );
    expect(rowsOf(off.document, "allLeads")).toEqual([]);
  });

  test("reads the sites of the best leads first", async () => {
    const shops = Array.from({ length: 60 }, (_, at) =>
      shop(at, { website: `https://b${at}.example`, ...(at >= 50 ? { phone: `0341 5553${100 + at}` } : {}) }),
    );
    const { requests } = await drafted(
      searching({ depth: "quick", maxLeads: 20 }),
      answering({ nominatim: [place], overpass: shops }),
    );
    const hosts = new Set(requests.flatMap((one) => /https:\/\/b(\d+)\.example/.exec(one)?.[1] ?? []));
    expect(hosts.size).toBe(24);
    for (let at = 50; at < 60; at += 1) expect(hosts).toContain(String(at));
  });

  test("leaves out the person's own leads, unless they want them", async () => {
    const own = (changes: object) => ({
      name: "",
      email: [],
      phone: [],
      website: "",
      zip: "",
      city: "",
      record: "",
      ...changes,
    });
    const read = answering({
      nominatim: [place],
      overpass: [
        shop(1, { phone: "0341 555011" }),
        shop(2, { email: "b@two.example" }),
        shop(3),
        shop(4, { website: "https://www.four.example/de" }),
        shop(5),
      ],
      leads: [
        own({ name: "x", phone: ["+49 341 555011"] }),
        own({ name: "y", email: ["b@two.example"] }),
        own({ name: "z", record: "n3" }),
        own({ name: "w", website: "https://four.example" }),
      ],
    });
    const names = (document: Document) => rowsOf(document, "allLeads").map(([name]) => name);
    expect(names((await drafted(searching(), read)).document)).toEqual(["Backstube F5"]);
    const all = await drafted(searching({ leaveOutOwn: false }), read);
    expect(names(all.document)).toHaveLength(5);
    expect(all.requests.join()).not.toContain('"leads"');
  });

  test("hands over what the map says of a lead besides", async () => {
    const { document } = await drafted(
      searching(),
      answering({
        nominatim: [place],
        overpass: [shop(1, { opening_hours: "Mo-Fr 07:00-18:00", wheelchair: "yes", phone: "0341 555011" })],
      }),
    );
    const [lead] = document.proposals.filter(({ kind }) => kind === "lead");
    expect(newLead.parse(lead?.payload).osmTags).toEqual({
      shop: "bakery",
      opening_hours: "Mo-Fr 07:00-18:00",
      wheelchair: "yes",
    });
  });

  test("leaves out what is unwanted, and says why", async () => {
    const shops = [
      shop(1, { name: "Backhaus Kette", brand: "Kette" }),
      shop(2, { name: "Fensterbäckerei" }),
      shop(3, { name: "Zu Hause", opening_hours: "closed" }),
      shop(4, { name: "Schon Kunde" }),
      shop(5, { name: "Ohne Telefon" }),
      shop(6, { phone: "0341 555010", name: "Bleibt" }),
    ];
    const { document } = await drafted(
      searching({ exclude: ["fenster"], knownLeads: "schon kunde", mustHave: ["phone"] }),
      answering({ nominatim: [place], overpass: shops }),
    );
    expect(rowsOf(document, "searchLogic")).toEqual([
      ["OpenStreetMap", "6", ""],
      ["Left out: closed", "−1", "Zu Hause"],
      ["Left out: name you excluded", "−1", "Fensterbäckerei"],
      ["Left out: chain", "−1", "Backhaus Kette"],
      ["Left out: you already have it", "−1", "Schon Kunde"],
      ["Left out: required details missing", "−1", "Ohne Telefon"],
      ["In the list", "1", ""],
    ]);
  });

  test("has the best of what was found, no more than was asked for, and its steps add up", async () => {
    const shops = Array.from({ length: 60 }, (_, at) =>
      shop(at, at % 3 === 0 ? { phone: `0341 5552${100 + at}` } : {}),
    );
    const { document } = await drafted(searching({ maxLeads: 10 }), answering({ nominatim: [place], overpass: shops }));
    const counts = rowsOf(document, "searchLogic").map(([, count = ""]) => Number(count.replace("−", "-")));
    expect(counts.at(-1)).toBe(10);
    expect(counts.slice(0, -1).reduce((sum, count) => sum + count, 0)).toBe(10);
    expect(rowsOf(document, "top").every((row) => row[3] !== "–")).toBe(true);
    expect(document.coverage).toEqual({ found: 10, wanted: 10 });
  });

  test("of 300 of a thousand is made in a moment", async () => {
    const shops = Array.from({ length: 1000 }, (_, at) =>
      shop(at, {
        phone: `0341 ${5_000_000 + at}`,
        website: `https://b${at}.example`,
        "addr:street": "Ring",
        "addr:housenumber": String(at),
      }),
    );
    const values = searching({ maxLeads: 300, readWebsites: false, radius: 50 });
    const start = performance.now();
    const { state, document } = await drafted(values, answering({ nominatim: [place], overpass: shops }));
    expect(performance.now() - start).toBeLessThan(4000);
    expect(document.proposals.filter(({ kind }) => kind === "lead")).toHaveLength(300);
    expect(rowsOf(document, "top")).toHaveLength(20);
    const again = performance.now();
    workflow.assemble(values, contextOf("en"), { ...state, answer: { ...state.answer } });
    expect(performance.now() - again).toBeLessThan(500);
  });

  test("follows an edit: a lead that is taken out is in no table, segment or suggestion", async () => {
    const { values, state, document } = await written("en");
    const rows = state.answer["leads"] as { id: string; name: string }[];
    const [gone] = rows;
    const edited = { ...state, answer: { ...state.answer, leads: rows.slice(1) } };
    const after = workflow.assemble(values, contextOf("en"), edited);
    expect(JSON.stringify(document.proposals)).toContain(gone?.name);
    expect(JSON.stringify([after.proposals, after.sections])).not.toContain(gone?.name);
  });

  test("says when the place is unknown, and what was not searched for", async () => {
    const unknown = await drafted(searching());
    expect(textOf(unknown.document, "searchLogic")).toContain("“Leipzig” couldn’t be found on the map");
    expect(unknown.document.coverage?.found).toBe(0);
    const untagged = await drafted(
      searching({ otherBranches: ["harbour pilots"] }),
      answering({ nominatim: [place], overpass: [shop(1)] }),
    );
    expect(untagged.document.openQuestions.join()).toContain("Which OpenStreetMap tag fits harbour pilots?");
  });
});

describe.each(["en", "de"] as const)("the sample, %s", (language) => {
  test("hands over leads with sources, licences and a tag, and time for each block", async () => {
    const { document, values } = await written(language);
    expect(dropInvalid(document.proposals, effects)).toEqual(document.proposals);
    const leads = document.proposals.filter(({ kind }) => kind === "lead").map(({ payload }) => newLead.parse(payload));
    expect(leads).toHaveLength(28);
    for (const lead of leads) {
      expect(lead.tags).toEqual([values.requirementTitle]);
      expect(lead.legalBasis).toBe("none");
      expect(Object.keys(lead.customFields).length).toBeGreaterThan(0);
    }
    const found = leads.find(({ name }) => name === "Apotheke am Weidenhof");
    expect(found).toMatchObject({
      email: ["team@weidenhof-apotheke.example"],
      source: { adapter: "osm", externalId: "n102", licence: "ODbL 1.0", attribution: "© OpenStreetMap contributors" },
    });
    expect(Object.values(found?.customFields ?? {})).toContain("https://weidenhof-apotheke.example/impressum");
    const completed = leads.find(({ name }) => name === "Radboten Nordost");
    expect(completed).toMatchObject({ source: { adapter: "csv", licence: "ODbL 1.0" }, phone: ["+49 341 5550177"] });
    const entries = document.proposals.filter(({ kind }) => kind === "calendarEntry");
    expect(entries.map(({ key, payload }) => [key, payload["type"], String(payload["start"]).slice(0, 10)])).toEqual([
      ["work:1", "4000", "2026-11-23"],
      ["work:2", "4000", "2026-11-24"],
      ["notice", "2000", "2026-12-18"],
    ]);
  });

  test("names the licence of the map, and shows writers no list and no page", async () => {
    const { document, asks } = await written(language);
    expect(textOf(document, "legal")).toContain("© OpenStreetMap contributors, ODbL 1.0");
    const prompts = asks.map(({ prompt }) => prompt.system + prompt.user).join("\n");
    expect(prompts).not.toMatch(/hallo@morgenrot|Impressum|5550177|Lindenapotheke\nKiezkorb/);
    expect(asks[0]?.parts.map(({ section }) => section)).toEqual(["tagged"]);
  });

  test("refuses a first sentence that names one company", async () => {
    const { values, state, asks } = await written(language);
    const step = asks.find(({ parts }) => parts.some(({ section }) => section === "segments"));
    if (!step) throw new Error("no question about segments");
    expect(workflow.validate(values, contextOf(language), state, step).errors).toEqual([]);
    const rows = state.answer["segments"] as { id: string; opener: string }[];
    const spoilt = rows.map((row, at) => (at === 0 ? { ...row, opener: `${row.opener} Lastwerk Kollektiv?` } : row));
    const { errors } = workflow.validate(
      values,
      contextOf(language),
      { ...state, answer: { ...state.answer, segments: spoilt } },
      step,
    );
    expect(errors.map(({ code, at }) => [code, at])).toEqual([["namesLead", `segments/${rows[0]?.id}`]]);
  });
});

test("a lead whose address was edited into none is not suggested, the others are", async () => {
  const { values, state } = await written("en");
  const rows = state.answer["leads"] as { email: string }[];
  const edited = rows.map((row, at) => (at === 0 ? { ...row, email: "none" } : row));
  const { proposals } = workflow.assemble(values, contextOf("en"), {
    ...state,
    answer: { ...state.answer, leads: edited },
  });
  expect(proposals.filter(({ kind }) => kind === "lead")).toHaveLength(27);
});

const cell = fc.constantFrom(
  "",
  "Grünraum GmbH",
  "{name}",
  "a@b.example",
  "x | y",
  "0341 5550101",
  "www.x.example",
  "👩‍👩‍👧",
  "Ring 3",
  "04155 Leipzig",
  "?",
);
const tag = fc.constantFrom(
  "",
  "x | y",
  "{leads:lead|leads}",
  "info@a.example",
  "0341 555010",
  "https://a.example",
  "http://b.example",
  "closed",
);
const anyForm: fc.Arbitrary<Form> = fc
  .record({
    goalLanguage: fc.constantFrom("en", "de", "fr"),
    industryList: fc
      .array(
        fc.array(cell, { maxLength: 4 }).map((cells) => cells.join(";")),
        { maxLength: 8 },
      )
      .map((lines) => lines.join("\n")),
    branches: fc.subarray(["bakery", "dentist"]),
    otherBranches: fc.subarray(["harbour pilots", "shop=boat", "{x} | y"]),
    place: fc.constantFrom("", "Leipzig", "75011 Paris"),
    reach: fc.constantFrom("radius", "whole"),
    country: fc.constantFrom("none", "DE", "FR", "US"),
    maxLeads: fc.integer({ min: 10, max: 300 }),
    mustHave: fc.subarray(["email", "phone"]),
    fitWords: fc.subarray(["Grün", "{x}"]),
    signals: fc.subarray(["delivers", "noHttps", "noWebsite", "isNew"]),
    companySize: fc.constantFrom("any", "small"),
    withChains: fc.boolean(),
    workBlocks: fc.boolean(),
  })
  .map((values) => filled({ ...values, research: "web" }));
const anyShops = fc
  .array(
    fc.record({
      name: cell,
      email: tag,
      phone: tag,
      website: tag,
      brand: tag,
      "addr:postcode": cell,
      opening_hours: tag,
    }),
    { maxLength: 12 },
  )
  .map((all) =>
    all.map((tags, at) => shop(at, Object.fromEntries(Object.entries(tags).filter(([, value]) => value !== "")))),
  );

test("drafts of any form and any answer of the map are whole, valid and speak of nothing that isn't there", async () => {
  await fc.assert(
    fc.asyncProperty(anyForm, anyShops, async (values, shops) => {
      const { document, state } = await drafted(values, answering({ nominatim: [place], overpass: shops }));
      const text = JSON.stringify([document.sections, document.openQuestions, document.summary]);
      const open = text.replaceAll(/\{(?:name|x|leads:lead\|leads)\}/gi, "");
      expect(/.{0,40}(?:\{\w+(?::[^}]*)?\}|undefined|NaN|null|Infinity).{0,20}/.exec(open)?.[0]).toBeUndefined();
      expect(document.issues.filter(({ level }) => level === "error")).toEqual([]);
      expect(dropInvalid(document.proposals, effects)).toEqual(document.proposals);
      const leads = (state.answer["leads"] as unknown[] | undefined)?.length ?? 0;
      expect(leads).toBeLessThanOrEqual(values.maxLeads);
      expect(document.proposals.filter(({ kind }) => kind === "lead")).toHaveLength(leads);
    }),
    { numRuns: 100 },
  );
});
