import { describe, expect, test } from "vitest";
import { z } from "zod";
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
  type Writer,
} from "#src/testing/simulatedRun.ts";
import { dropInvalid } from "#src/features/runs/server/proposals.ts";
import { recordsText } from "../../apis.ts";
import { form as planForm } from "../businessPlanner/form.ts";
import { form as groupsForm } from "../targetGroupsAnalyser/form.ts";
import { countryNamed } from "./countries.ts";
import { emptyState, wideRoom } from "../../kit/state.ts";
import { example } from "./example.ts";
import { form, type Form } from "./form.ts";
import { statisticsRequests } from "./statistics.ts";
import { marketAnalyser as workflow } from "./workflow.ts";

type Language = "en" | "de";
type Rows = Record<string, { id?: string }[]>;
const attachments = ["01980000-0000-7000-8000-000000000001"];
const least = { requirementTitle: "Carousels", product: "We repair carousels." };
const filled = (changes: Record<string, unknown>): Form => form.parse({ ...least, ...changes });
const issuesOf = (changes: Record<string, unknown>) => form.safeParse({ ...least, ...changes }).error?.issues ?? [];

async function draft(changes: Record<string, unknown>, read?: Reader) {
  const values = filled(changes);
  const { state, requests } = await simulate(workflow, values, read ? { read } : {});
  return { requests, ...workflow.assemble(values, contextOf(values.goalLanguage), state, { isDraft: true }) };
}
async function written(language: Language, change: (sample: Rows) => Rows = (sample) => sample, changes: object = {}) {
  const values = { ...form.parse(example(today, language)), attachments, ...changes };
  const write: Writer = fromSample(change(structuredClone(sampleOf("marketAnalyser", language)) as Rows));
  const { state, asks } = await simulate(workflow, values, {
    write,
    read: fromPages(samplePagesOf("marketAnalyser", language)),
  });
  const context = contextOf(language);
  const codes = asks.flatMap((step) =>
    workflow.validate(values, context, state, step).errors.map(({ code, at }) => `${code} ${at}`),
  );
  return { asks, codes, document: workflow.assemble(values, context, state) };
}
type Document = Pick<Awaited<ReturnType<typeof draft>>, "sections">;
const blocksOf = ({ sections }: Document, key: string) => sections.find((one) => one.key === key)?.blocks ?? [];
const rowsOf = (document: Document, key: string): string[][] =>
  blocksOf(document, key).flatMap((block) => (block.type === "table" ? block.rows : []));
const textOf = (document: Document, key: string): string => JSON.stringify(blocksOf(document, key));
const changed =
  (section: string, id: string, change: object) =>
  (sample: Rows): Rows => ({
    ...sample,
    [section]: (sample[section] ?? []).map((row, at) => ((row.id ?? String(at)) === id ? { ...row, ...change } : row)),
  });

const buyers = { label: "Fairs", level: "tam", value: 400, unit: "count", spread: 0, origin: "list" };
const price = { label: "Repair", level: "tam", value: 900, unit: "money", spread: 0, origin: "books" };
const share = { label: "near us", level: "sam", value: 50, unit: "percent", spread: 0, origin: "" };
const won = { label: "signing", level: "som", value: 10, unit: "percent", spread: 50, origin: "" };

describe("the form", () => {
  test("requires title and product, and no more", () => {
    expect(z.toJSONSchema(form, { io: "input" }).required?.toSorted()).toEqual(["product", "requirementTitle"]);
  });

  test("refuses formulas that are none, and codes that are no NACE codes", () => {
    expect(issuesOf({ chain: [share] })).toMatchObject([{ path: ["chain"] }]);
    expect(issuesOf({ chain: [price, price] })).toMatchObject([{ path: ["chain"] }]);
    expect(issuesOf({ topDown: [price, price].map(({ level: _, ...row }) => row) })).toMatchObject([
      { path: ["topDown"] },
    ]);
    expect(issuesOf({ nace: ["J62", "47.91", "C", "software"] })).toMatchObject([{ path: ["nace", 3] }]);
  });
});

describe("the size", () => {
  test("is shown level by level with ranges and what stands behind each value", async () => {
    const document = await draft({ chain: [buyers, price, share, won] });
    expect(rowsOf(document, "size")).toEqual([
      ["Fairs", "400", "", "", "yours: list"],
      ["Repair", "900\u00a0€", "", "", "yours: books"],
      ["= Total market (TAM)", "360,000\u00a0€", "", "", ""],
      ["near us", "50\u00a0%", "", "", "yours, without a source"],
      ["= Reachable market (SAM)", "180,000\u00a0€", "", "", ""],
      ["signing", "10\u00a0%", "5\u00a0% – 15\u00a0%", "", "yours, without a source"],
      ["= Winnable market (SOM)", "18,000\u00a0€", "9,000\u00a0€ – 27,000\u00a0€", "", ""],
    ]);
    expect(rowsOf(document, "levers")).toEqual([
      ["signing", "9,000\u00a0€ (−50\u00a0%)", "27,000\u00a0€ (+50\u00a0%)", "100\u00a0%"],
    ]);
    expect(document.summary).toBe("Reachable: 180,000\u00a0€ a year; winnable: 18,000\u00a0€.");
  });

  test("is set against goal and capacity", async () => {
    const size = textOf(await draft({ chain: [buyers, price, share, won], goal: 90_000, capacity: 15 }), "size");
    expect(size).toContain("you need 100 orders a year, 50\u00a0% of “Reachable market (SAM)”");
    expect(size).toContain("The goal requires 100 orders a year, but you can only deliver 15.");
    expect(size).toContain("You can win 20 orders a year and deliver 15: your capacity is the limit, not the market");
    expect(textOf(await draft({ chain: [buyers, price], capacity: 15 }), "size")).toContain(
      "The total market is 400 orders a year; you can deliver 15.",
    );
  });

  test("says what an open factor would have to be, and when that cannot be", async () => {
    const open = { ...won, value: null };
    const needed = async (goal: number) => textOf(await draft({ chain: [buyers, price, share, open], goal }), "size");
    expect(await needed(90_000)).toContain("requires at least 50\u00a0% for “signing”");
    expect(await needed(360_000)).toContain(
      "is out of reach with this formula: it would take 200\u00a0% for “signing”",
    );
    const both = await draft({ chain: [buyers, price, { ...share, value: null }, open], goal: 720_000 });
    expect(textOf(both, "size")).toContain(
      "“near us” and “signing” multiplied together would have to come to 200\u00a0%.",
    );
    const document = await draft({ price: 900, goal: 90_000 });
    expect(textOf(document, "size")).toContain("the 5 open factors multiplied together must come to at least 100");
    expect(document.openQuestions.join()).toContain("What is your best estimate for “Orders per buyer per year”");
  });

  test("is checked from above, and the gap is named with what it means", async () => {
    const above = (value: number) => [
      { label: "All repairs", value, unit: "money", spread: 10, origin: "association" },
      { label: "share here", value: 20, unit: "percent", spread: 0, origin: "census" },
    ];
    const size = async (value: number) =>
      textOf(await draft({ chain: [buyers, price], topDown: above(value) }), "size");
    // 360,000 from below
    expect(await size(1_900_000)).toContain(
      "The top-down result is 380,000\u00a0€, 6\u00a0% above the bottom-up result. The ranges overlap",
    );
    expect(await size(9_000_000)).toContain("400\u00a0% above the bottom-up result, and the ranges don’t overlap");
    expect(await size(1_750_000)).toContain("3\u00a0% below the bottom-up result. The ranges overlap");
    expect(await size(1_800_000)).toContain("level with the bottom-up result. The ranges overlap");
    const pieces = { chain: [buyers], topDown: above(1_900_000) };
    expect(textOf(await draft(pieces), "size")).toContain("The two methods can’t be compared");
  });

  test("warns of shares above 100 %, of a price that differs, and of growth that nobody has", async () => {
    const document = await draft({
      chain: [buyers, price, { ...share, value: 130 }],
      price: 800,
      growth: 80,
    });
    expect(textOf(document, "size")).toContain("“near us” is 130\u00a0%: a share above 100 %");
    expect(textOf(document, "size")).toContain("The formula uses 900\u00a0€ per order, the form says 800\u00a0€.");
    expect(textOf(document, "growth")).toContain("At +80\u00a0% a year, this market doubles every 1.2 years");
  });
});

describe("figures of sources", () => {
  test("fill open factors with the value of their quote, and both ways meet", async () => {
    const { document, codes } = await written("en");
    expect(codes).toEqual([]);
    // 9,800 × 62 % × 9 % × 14,600 € and 212 m € × 14.5 % × 38 %
    expect(rowsOf(document, "size").map(([name, value]) => [name, value])).toEqual(
      expect.arrayContaining([
        ["Offices with 30 to 300 desks", "9,800"],
        ["= Total market (TAM)", "7,980,000\u00a0€"],
        ["= Total market, top-down", "11,700,000\u00a0€"],
      ]),
    );
    const quotes = document.claims.filter(({ check }) => check === "quoteFound").map(({ quote }) => quote);
    expect(quotes).toContain("In 2025 there were 9,800 offices with 30 to 300 desks.");
    expect(document.summary).toBe("Reachable: 4,390,000\u00a0€ a year; winnable: 237,000\u00a0€.");
  });

  test("that their quote does not carry are shown, and never computed with", async () => {
    const { document, codes } = await written("en", changed("numbers", "0", { value: 98_000 }));
    expect(rowsOf(document, "evidence")[0]?.at(-1)).toBe("no: not in the quote");
    expect(codes).toContain("figureDoubtful filled/f1");
    expect(document.summary).toBe("1 factor is still missing to calculate the market size.");
    expect(document.issues.map(({ text }) => text)).toContainEqual(
      expect.stringContaining("1 figure is shown but not used"),
    );
  });

  test("in another currency than the form's are not converted", async () => {
    const { document } = await written("en", undefined, { currency: "USD" });
    expect(rowsOf(document, "evidence").flatMap((row) => row.at(-1))).toContain("no: different currency");
    expect(rowsOf(document, "price").map(([name]) => name)).toEqual(["Stillwerk", "You"]);
  });

  test("with another unit than the factor are refused", async () => {
    const { codes, document } = await written("en", changed("filled", "f1", { figure: ["s2.1-1"] }));
    expect(codes).toEqual(["unitDiffers filled/f1"]);
    expect(rowsOf(document, "size")[0]).toEqual(["Offices with 30 to 300 desks", "[to fill in]", "", "", "open"]);
  });

  test("that the formula uses are no second way", async () => {
    const { codes } = await written("en", changed("fromAbove", "1", { figure: ["s2.1-1"] }));
    expect(codes).toEqual(["notIndependent fromAbove/f-2"]);
  });

  test("lose a year that their source does not name", async () => {
    const { document } = await written("en", changed("numbers", "0", { year: 2019 }));
    expect(rowsOf(document, "evidence")[0]?.[2]).toBe("–");
  });
});

describe("evidence", () => {
  test("“backed by a source” takes a source", async () => {
    const { codes } = await written("en", changed("answers", "q2", { answer: "It does not. Fewer people talk more." }));
    expect(codes).toEqual(["shownWithoutSource answers/q2"]);
  });

  test("dates of rules stand in a source, or there are none", async () => {
    expect((await written("en", changed("rules", "0", { day: "2027-08-01" }))).codes).toEqual([
      "dateNotInSource rules/r-1",
    ]);
    expect((await written("en", changed("rules", "0", { day: "" }))).codes).toEqual([]);
  });

  test("ranks opportunities, and what no source shows counts 1", async () => {
    const { document } = await written("en", changed("chances", "0", { why: "Everybody says so." }));
    expect(rowsOf(document, "chances").map(([, name, points]) => [name, points])).toEqual([
      ["Acoustic check within 30 days of moving in", "3 × 2 = 6"],
      ["Measuring record for the rule of 1 July 2027, sold through safety engineers", "3 × 1 = 3"],
      ["Second opinion on panels that did not help", "1 × 2 = 2"],
    ]);
  });

  test("of each force is named: a source or a judgement", async () => {
    const { document } = await written("de");
    expect(rowsOf(document, "porter").map(([force, , , basis]) => [force, basis])).toEqual([
      ["Rivalität", "Einschätzung"],
      ["Neue Anbieter", "Einschätzung"],
      ["Ersatzprodukte", "Quelle"],
      ["Macht der Käufer", "Einschätzung"],
      ["Macht der Lieferanten", "Einschätzung"],
    ]);
  });
});

describe("official statistics", () => {
  // Made-up values.
  const record = {
    title: "Series",
    geo: "DE",
    geoName: "Germany",
    unit: "",
    about: {},
    updated: "2026-06-01",
    url: "https://statistics.example/series",
  };
  const turnover = {
    ...record,
    id: "sbs_ovw_act.A.J62.NETTUR_MEUR.DE",
    about: { nace_r2: "Computer programming", indic_sbs: "Net turnover" },
    points: [
      { time: "2022", value: 1000, note: "" },
      { time: "2024", value: 1210, note: "p" },
    ],
  };
  const growthRate = {
    ...record,
    id: "NY.GDP.MKTP.KD.ZG.DE",
    points: [
      { time: "2024", value: -0.5, note: "" },
      { time: "2025", value: 1.25, note: "" },
      { time: "2025-Q1", value: 9, note: "" },
    ],
  };
  const read: Reader = (request) => {
    const { api, query } = JSON.parse(request);
    if (api === "eurostat") return [{ text: recordsText([turnover]) }];
    return query?.indicator === "NY.GDP.MKTP.KD.ZG" ? [{ text: recordsText([growthRate]) }] : [];
  };
  const asked = { research: "web", countries: ["DE"], nace: ["62"] };

  test("are asked for countries and industry only when the web may be searched", async () => {
    const wanted = (changes: Record<string, unknown>) =>
      statisticsRequests(filled(changes)).map((request) =>
        request.kind === "api" ? `${request.api} ${JSON.stringify(request.query)}` : "",
      );
    expect(wanted({ ...asked, research: "myFilesOnly" })).toEqual([]);
    expect(wanted({ ...asked, countries: [] })).toEqual([]);
    expect(wanted(asked)).toEqual([
      'eurostat {"dataset":"sbs_ovw_act","filters":{"nace_r2":["J62"],"indic_sbs":["ENT_NR","EMP_NR","NETTUR_MEUR"],"geo":["DE"]},"language":"en"}',
      'worldBank {"indicator":"NY.GDP.MKTP.KD.ZG","countries":["DE"]}',
      'worldBank {"indicator":"FP.CPI.TOTL.ZG","countries":["DE"]}',
    ]);
    // Eurostat has Greece under a name of its own, and nothing of the United States.
    expect(wanted({ research: "web", places: ["Greece", "USA", "Bath"], buyers: "b2c" })).toEqual([
      'eurostat {"dataset":"ilc_di03","filters":{"age":["TOTAL"],"sex":["T"],"indic_il":["MED_E"],"unit":["EUR"],"geo":["EL"]},"language":"en"}',
      'worldBank {"indicator":"NY.GDP.MKTP.KD.ZG","countries":["GR","US"]}',
      'worldBank {"indicator":"FP.CPI.TOTL.ZG","countries":["GR","US"]}',
      'worldBank {"indicator":"SP.POP.TOTL","countries":["GR","US"]}',
    ]);
    expect(wanted({ research: "web", countries: ["US"], buyers: "b2g" }).join()).not.toContain("eurostat");
  });

  test("are shown unchanged, with source, and carry the growth when nothing better does", async () => {
    const document = await draft({ ...asked, chain: [buyers, price] }, read);
    expect(rowsOf(document, "statistics")).toEqual([
      [
        "Net turnover, Computer programming",
        "Germany",
        "2024",
        "1,210\u00a0m\u00a0€",
        "+10\u00a0% (2022–2024)",
        "Eurostat, sbs_ovw_act",
      ],
      ["Economic growth", "Germany", "2025", "1.3\u00a0%", "–", "World Bank, NY.GDP.MKTP.KD.ZG"],
    ]);
    expect(textOf(document, "growth")).toContain("the growth rate of the whole industry’s revenue");
    expect(textOf(document, "unknown")).toContain("1 query to Eurostat and the World Bank returned no data.");
  });

  test("are no sources for a writer to quote, and figures that a text may name", async () => {
    const values = filled({ ...asked, chain: [buyers, price] });
    const write: Writer = fromSample({ ...sampleOf("marketAnalyser", "en"), inShort: ["Growth is {o2}."] });
    const { asks, state } = await simulate(workflow, values, { write, read });
    const { claims } = workflow.assemble(values, contextOf("en"), state);
    expect(asks[0]?.prompt.user).not.toContain("statistics.example");
    expect(asks[0]?.prompt.system).toContain("{o2} = Economic growth, Germany, 2025: 1.3\u00a0%");
    expect(claims).toContainEqual(
      expect.objectContaining({ check: "computed", computation: "World Bank, NY.GDP.MKTP.KD.ZG, 2025" }),
    );
  });

  test("know countries by their names in both languages", () => {
    expect(["germany", "Deutschland ", "UK", "Bremen", "constructor"].map(countryNamed)).toEqual([
      "DE",
      "DE",
      "GB",
      null,
      null,
    ]);
  });
});

describe("suggestions", () => {
  test("are a check, dates of rules, a look every quarter, and the next workflows", async () => {
    const { document } = await written("en");
    expect(dropInvalid(document.proposals, effects)).toEqual(document.proposals);
    const of = (key: string) => document.proposals.find((one) => one.key === key)?.payload;
    expect(of("lever")).toMatchObject({ type: "2000", start: "2026-11-30T08:00:00.000Z" });
    expect(of("rule:r-1")).toMatchObject({ type: "2000", start: "2027-07-01T07:00:00.000Z" });
    expect(of("watch")).toMatchObject({
      type: "8000",
      start: "2027-02-22T08:00:00.000Z",
      rrule: "FREQ=MONTHLY;INTERVAL=3;COUNT=4",
    });
    const groups = groupsForm.parse(of("next:targetGroupsAnalyser")?.["formValues"]);
    expect(groups.hypotheses).toContain("Just moved: Who spends on acoustics");
    // The plan asks for a start date and offers, which no market knows.
    const plan = planForm.safeParse(of("next:businessPlanner")?.["formValues"]);
    expect(plan.error?.issues.map(({ path }) => path[0])).toEqual(["startOn"]);
    expect(of("next:businessPlanner")?.["formValues"]).toMatchObject({
      market: expect.stringContaining("Reachable market (SAM): 4,390,000\u00a0€"),
    });
  });

  test("leave out what was not wanted or has nothing to say", async () => {
    const keys = async (changes: object) => (await draft({ ...changes })).proposals.map(({ key }) => key);
    expect(await keys({ watch: false, buyers: "b2g" })).toEqual(["lever", "next:companionsAnalyser"]);
  });
});

test("a figure of the person that has several years is a series", async () => {
  const figures = [2023, 2025].map((year, at) => ({
    what: "Fairs",
    value: 400 + at * 84,
    unit: "count",
    year,
    origin: "",
  }));
  const document = await draft({ figures, chain: [buyers, price] });
  expect(textOf(document, "growth")).toContain("Fairs: +10\u00a0% a year");
});

test.each([
  [12, "year"],
  [36, undefined],
])("a search for sources of %i months asks for pages of: %s", async (freshness, wanted) => {
  const { requests } = await draft({ freshness, research: "web" }, () => []);
  const searches = requests
    .map((request): { kind: string; freshness?: string } => JSON.parse(request))
    .flatMap(({ kind, freshness: of }) => (kind === "search" ? [of] : []));
  expect(searches.length).toBeGreaterThan(0);
  expect(new Set(searches)).toEqual(new Set([wanted]));
});

test("sources older than asked for are marked", async () => {
  const values = filled({ freshness: 12 });
  const sources = ["2026-03-01T00:00:00.000Z", "2024-03-01T00:00:00.000Z", null].map((publishedAt, at) => {
    const { source, text } = sourceText(`s${at + 1}`, "We know.");
    return { text, source: { ...source, publishedAt } };
  });
  const start = { ...emptyState(wideRoom), reads: [{ request: "pages", hidden: false, sources }] };
  const { state } = await simulate(workflow, values, { start });
  const document = workflow.assemble(values, contextOf("en"), state, { isDraft: true });
  expect(rowsOf(document, "method").map((row) => row.at(-1))).toEqual([
    "1 Mar 2026",
    "1 Mar 2024 (older than you asked for)",
    "no date",
  ]);
});

test("a quote stays a quote when its amount reads like a computed figure", async () => {
  const values = filled({
    competitors: [{ name: "Rival", price: 11_900 }],
    price: 9000,
    currency: "GBP",
    research: "web",
  });
  const words = "Our service costs £11,900.";
  const row = { words, what: "Service of another firm [s1]", value: 11_900, unit: "money", year: null, kind: "price" };
  const write: Writer = ({ parts }) =>
    Object.fromEntries(parts.map(({ section }) => [section, section === "numbers" ? [row] : []]));
  const { state } = await simulate(workflow, values, {
    write,
    read: (request) => (JSON.parse(request).kind === "search" ? [{ text: `${words} Delivery takes a week.` }] : []),
  });
  const document = workflow.assemble(values, contextOf("en"), state);
  expect(rowsOf(document, "evidence")[0]).toEqual(["Service of another firm", "£11,900", "–", "s1", words, "yes"]);
});

test("searches with the words of the product and its competitors, not with the title of the project", async () => {
  const values = filled({
    requirementTitle: "Project Bluebird",
    product: "Rental of folding bikes to hotel guests. One order is three days.",
    competitors: [{ name: "Faltrad Elster" }, { name: "Hotelvelo" }],
    places: ["Bath"],
    research: "web",
  });
  const { requests } = await simulate(workflow, values);
  const queries = requests.flatMap((one) => (JSON.parse(one) as { query?: string }).query ?? []);
  const searched = queries.filter((query) => typeof query === "string");
  expect(searched.join("\n")).not.toContain("Bluebird");
  expect(searched[0]).toBe("Rental of folding bikes to hotel guests market size Bath");
  expect(searched).toContain("Faltrad Elster Hotelvelo Rental of folding bikes to hotel guests");
});
