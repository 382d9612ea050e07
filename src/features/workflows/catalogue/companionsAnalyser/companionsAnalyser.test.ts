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
import { form as leadsForm } from "../leadsListProvider/form.ts";
import { form as groupsForm } from "../targetGroupsAnalyser/form.ts";
import { example } from "./example.ts";
import { form, type Form } from "./form.ts";
import { companionsAnalyser as workflow } from "./workflow.ts";

type Language = "en" | "de";
const least = { requirementTitle: "Rivals", job: "Repair our carousels." };
const filled = (changes: Record<string, unknown>): Form =>
  form.parse({ ...least, competitors: [{ name: "Carou" }], ...changes });

async function run(values: Form, hands: { write?: Writer; read?: Reader } = {}) {
  const { state, asks, requests } = await simulate(workflow, values, hands);
  const isDraft = hands.write === undefined;
  return { asks, requests, document: workflow.assemble(values, contextOf(values.goalLanguage), state, { isDraft }) };
}
const sampleWriter = (language: Language): Writer => fromSample(sampleOf("companionsAnalyser", language));
const written = (language: Language, write = sampleWriter(language)) =>
  run(form.parse(example(today, language)), {
    write,
    read: fromPages(samplePagesOf("companionsAnalyser", language)),
  });
type Document = Awaited<ReturnType<typeof run>>["document"];
const blocksOf = ({ sections }: Document, key: string) => sections.find((one) => one.key === key)?.blocks ?? [];
const rowsOf = (document: Document, key: string): string[][] =>
  blocksOf(document, key).flatMap((block) => (block.type === "table" ? block.rows : []));

describe("the form", () => {
  test("asks for a competitor unless the web may be searched for some", () => {
    expect(form.safeParse(least).error?.issues.map(({ path }) => path.join("."))).toEqual(["competitors"]);
    expect(form.safeParse({ ...least, research: "web" }).success).toBe(true);
  });
});

describe("the pages", () => {
  test("of competitors on one host are those below their own path, and every one of them is used", async () => {
    const sites = ["https://market.example/acme", "https://market.example/bolt/"];
    const values = filled({
      research: "web",
      competitors: [...sites, "https://solo.example/en"].map((url, at) => ({ name: `Rival ${at}`, url })),
    });
    const { requests, asks } = await run(values, {
      read: (json) => {
        const { url } = JSON.parse(json) as { url?: string };
        return url === undefined
          ? []
          : [{ url, title: url, text: `This page at ${url} names a price of 10 € a month.` }];
      },
      write: sampleWriter("en"),
    });
    const urls = requests.flatMap((one) => (JSON.parse(one) as { url?: string }).url ?? []);
    expect(urls).toEqual([
      "https://market.example/acme",
      "https://market.example/acme/pricing",
      "https://market.example/acme/preise",
      "https://market.example/bolt/",
      "https://market.example/bolt/pricing",
      "https://market.example/bolt/preise",
      "https://solo.example/en",
      "https://solo.example/pricing",
      "https://solo.example/preise",
    ]);
    const prompts = asks.map(({ prompt }) => prompt.user).join("\n");
    for (const url of urls) expect(prompts).toContain(`This page at ${url} names`);
  });
});

describe("the matrix", () => {
  test("says yes, partly and no only with a sentence of the page, and nothing where pages are silent", async () => {
    const { document } = await written("en");
    expect(rowsOf(document, "matrix")).toEqual([
      ["Measurement before and after", "5", "yes", "partly", "no", "no", "you lead"],
      ["Guarantee on the result", "5", "no", "?", "partly", "?", "you are behind"],
      ["Fitting by own staff", "4", "yes", "no", "partly", "yes", "on par"],
      ["Fixed price", "4", "partly", "no", "yes", "yes", "you are behind"],
      ["Answer within ten working days", "3", "no", "yes", "?", "?", "you are behind"],
      ["Online planning", "2", "no", "?", "yes", "?", "you are behind"],
    ]);
    const judged = rowsOf(document, "matrix").flatMap((row) => row.slice(3, 6).filter((cell) => cell !== "?"));
    expect(rowsOf(document, "findings")).toHaveLength(judged.length);
  });

  test("has no word for what a page doesn’t say, whatever a writer claims", async () => {
    const write = sampleWriter("en");
    const { document } = await written("en", (step) => {
      const answer = write(step) as Record<string, unknown>;
      return step.parts.some(({ section }) => section === "findings")
        ? { ...answer, findings: [{ demand: ["d1"], has: "yes", words: "We measure before and after, always." }] }
        : answer;
    });
    expect(rowsOf(document, "matrix")[0]?.[3]).toBe("?");
    expect(JSON.stringify(document.sections)).not.toContain("always");
  });

  test("of a draft says what pages mention, which counts for nothing, and what they plainly deny", async () => {
    const values = form.parse(example(today, "en"));
    const { document } = await run(values, { read: fromPages(samplePagesOf("companionsAnalyser", "en")) });
    const cells = new Set(rowsOf(document, "matrix").flatMap((row) => row.slice(3, 6)));
    expect(cells).toEqual(new Set(["?", "mentioned", "no"]));
    const denials = rowsOf(document, "findings").filter(([, , has]) => has === "no");
    expect(denials).toEqual([["Stillwerk", "Measurement before and after", "no", "They do not measure."]]);
    expect(rowsOf(document, "position").map(([name, , share]) => [name, share])).toEqual([
      ["You", "48\u00a0%"],
      ["Raumton Nord", "?"],
      ["Hallfrei", "?"],
      ["Stillwerk", "0\u00a0%"],
    ]);
  });
});

test.each([
  ["en", "No gluten-free bread. Opens at 6 am, every day.", "gluten-free bread", "no", "Still unclear"],
  ["de", "Keine Kartons. Geöffnet ab 6 Uhr, jeden Tag.", "Kartons", "nein", "Noch unklar"],
] as const)(
  "a denial in notes is a no, in the table and in what is left to find out (%s)",
  async (goalLanguage, notes, name, no, head) => {
    const { document } = await run(
      filled({
        goalLanguage,
        competitors: [{ name: "Crusty", notes }],
        demands: [
          { name, weight: 5, own: "yes" },
          { name: goalLanguage === "en" ? "opens every day" : "jeden Tag geöffnet", weight: 3, own: "no" },
        ],
      }),
    );
    expect(rowsOf(document, "matrix").map((row) => row[3])).toEqual([
      no,
      goalLanguage === "en" ? "mentioned" : "erwähnt",
    ]);
    const unknown = blocksOf(document, "unknown").find(({ type }) => type === "table");
    expect(unknown).toMatchObject({ columns: expect.arrayContaining([head]) });
    // What is only mentioned is still to be found out; what is denied is not.
    expect(rowsOf(document, "unknown").map((row) => row[1])).toEqual([
      goalLanguage === "en" ? "opens every day" : "jeden Tag geöffnet",
    ]);
  },
);

test("each price of a draft has an offer of its own", async () => {
  const { document } = await run(
    filled({
      currency: "GBP",
      competitors: [{ name: "Crusty", notes: "Sourdough £3.80 per loaf, rolls £0.45 each" }],
      offers: [{ plan: "Sourdough", price: 4.2, unit: "piece" }],
    }),
  );
  expect(rowsOf(document, "priceTable").map((row) => [row[1], row[3]])).toEqual([
    ["Sourdough", "per unit"],
    ["Sourdough £3.80 per loaf", "per unit"],
    ["rolls £0.45 each", "per unit"],
  ]);
});

describe("proofs", () => {
  test("can be opened at the sentence of the page, also in a document that nobody wrote", async () => {
    for (const { document } of [
      await written("en"),
      await run(form.parse(example(today, "en")), { read: fromPages(samplePagesOf("companionsAnalyser", "en")) }),
    ]) {
      const claim = document.claims.find(({ id }) => id.startsWith("findings/s3.1"));
      expect(claim).toMatchObject({ kind: "quote", sourceIds: ["s3"], check: "quoteFound" });
      const table = blocksOf(document, "findings").find(({ type }) => type === "table");
      expect(table).toMatchObject({ claimIds: expect.arrayContaining([claim?.id]) });
    }
  });

  test("of one firm’s page never speak for another", async () => {
    const { asks } = await written("en");
    const about = asks.flatMap(({ parts }) => parts.filter(({ section }) => section === "cards"));
    expect(about.map(({ ids }) => ids)).toEqual([["r1"], ["r2"], ["r3"]]);
    expect(about.map(({ about: pages }) => pages?.map(({ id }) => id))).toEqual([["s1", "s2"], ["s3", "s4"], ["form"]]);
  });

  test("of sites on one host stay apart", async () => {
    const values = filled({
      research: "web",
      competitors: [
        { name: "A", url: "https://market.example.org/a" },
        { name: "B", url: "https://market.example.org/b/" },
      ],
      demands: [{ name: "Panoramic lifts" }],
    });
    const read: Reader = (request) =>
      ["a", "b/"].flatMap((path) => {
        const url = `https://market.example.org/${path}`;
        return request.includes(`"${url}"`) ? [{ url, title: path, text: `We build panoramic lifts: ${path}.` }] : [];
      });
    const { document } = await run(values, { read });
    expect(rowsOf(document, "method").map(([name, pages]) => [name, pages])).toEqual([
      ["A", "a"],
      ["B", "b/"],
    ]);
  });
});

describe("prices", () => {
  test("are compared with the offer that contains the same, and units stay apart", async () => {
    const { document } = await written("en");
    expect(rowsOf(document, "priceTable").map((row) => [row[0], row[2], row[3], row[4]])).toEqual([
      ["You", "14,600\u00a0€", "once", ""],
      ["You", "890\u00a0€", "once", ""],
      ["Stillwerk", "11,900\u00a0€", "once", "18\u00a0% below “Project, three rooms”"],
      ["Hallfrei", "13,400\u00a0€", "once", "8\u00a0% below “Project, three rooms”"],
      ["Raumton Nord", "15,900\u00a0€", "once", "9\u00a0% above “Project, three rooms”"],
      ["Hallfrei", "65\u00a0€", "per hour", "–"],
    ]);
    expect(JSON.stringify(blocksOf(document, "inShort"))).toContain("9\u00a0% above the median of 13,400\u00a0€");
  });

  test("in another currency are shown and compared with nothing", async () => {
    const { document } = await run(
      filled({
        offers: [{ plan: "Pro", price: 29, unit: "month" }],
        competitors: [
          { name: "BigCo", notes: "$9 per month" },
          { name: "EuroCo", notes: "Für 19 € im Monat" },
        ],
      }),
    );
    expect(rowsOf(document, "priceTable").map((row) => row.slice(0, 5))).toEqual([
      ["You", "Pro", "29\u00a0€", "per month", ""],
      ["EuroCo", "Für 19 € im Monat", "19\u00a0€", "per month", "34\u00a0% below “Pro”"],
      ["BigCo", "$9 per month", "9", "per month", "another currency"],
    ]);
  });

  test("that their quote doesn’t name are sent back", async () => {
    const values = form.parse(example(today, "en"));
    const context = contextOf("en");
    const sample = sampleOf("companionsAnalyser", "en");
    const prices = sample["prices"] as { plan: string; price: number; unit: string; like: string[]; words: string }[];
    const { state, asks } = await simulate(workflow, values, {
      write: fromSample({
        ...sample,
        prices: prices.map(({ words, ...one }) => ({ ...one, price: one.price + 100, words })),
      }),
      read: fromPages(samplePagesOf("companionsAnalyser", "en")),
    });
    const errors = asks.flatMap((step) => workflow.validate(values, context, state, step).errors);
    expect(errors.filter(({ code }) => code === "priceNotInQuote").map(({ at }) => at)).toEqual(
      expect.arrayContaining(["prices/s2.1-1", "prices/s4.1-1", "prices/s4.1-2", "prices/n3.1-1"]),
    );
  });
});

test("the own website is held against what the person claims", async () => {
  const { document } = await written("de");
  expect(rowsOf(document, "mirror")).toEqual([
    [
      "Messung vorher und nachher",
      "5",
      "Wir messen vorher und nachher: Die zweite Messung zeigt, was die Paneele gebracht haben.",
    ],
    ["Montage durch eigene Leute", "4", "nichts dazu gefunden"],
    ["Festpreis", "4", "nichts dazu gefunden"],
  ]);
});

test("competitors and demands that nobody named are proposed, and said to be proposals", async () => {
  const page = "Lift & Co repairs carousels in Ulm. Repairs within 48 hours. A visit costs 190 €.";
  const values = form.parse({ ...least, research: "web" });
  const write: Writer = fromSample({
    candidates: [{ name: "Lift & Co", url: "https://lift.example.org", words: "Lift & Co repairs carousels in Ulm." }],
    criteria: [
      "Repair within two days",
      "Fixed price",
      "Spare parts in stock",
      "Test certificate",
      "Winter service",
    ].map((name) => ({ name, weight: "high" })),
    findings: [{ demand: ["d1"], has: "yes", words: "Repairs within 48 hours." }],
  });
  const { requests, document } = await run(values, {
    write,
    read: (request) =>
      request.includes('"search"')
        ? [{ url: "https://directory.example.org", title: "Carousels", text: page }]
        : request.includes('"https://lift.example.org"')
          ? [{ url: "https://lift.example.org", title: "Lift & Co", text: page }]
          : [],
  });
  expect(requests.some((request) => request.includes('"url":"https://lift.example.org"'))).toBe(true);
  expect(document.assumptions).toHaveLength(2);
  expect(rowsOf(document, "matrix").map((row) => [row[0], row[3]])).toContainEqual(["Repair within two days", "yes"]);
});

test("nothing that could be read gives the coins back", async () => {
  const { document } = await run(form.parse({ ...least, research: "web" }));
  expect(document.coverage).toEqual({ found: 0, wanted: 1 });
  expect(document.summary).toBe("No competitors yet.");
});

test.each(["en", "de"] as const)(
  "suggests dated moves, a talk, a look every month, and what goes on (%s)",
  async (language) => {
    const { document } = await written(language);
    expect(document.proposals.map(({ key }) => key)).toEqual([
      "play:p-1",
      "play:p-2",
      "play:p-3",
      "play:p-4",
      "review",
      "watch",
      "next:targetGroupsAnalyser",
      "next:leadsListProvider",
      "next:businessPlanner",
    ]);
    expect(dropInvalid(document.proposals, effects)).toEqual(document.proposals);
    const next = document.proposals.find(({ key }) => key === "next:targetGroupsAnalyser")?.payload["formValues"];
    expect(groupsForm.safeParse(next).success).toBe(true);
    const leads = document.proposals.find(({ key }) => key === "next:leadsListProvider")?.payload["formValues"];
    expect(leadsForm.safeParse(leads).error?.issues).toBeUndefined();
    expect(JSON.stringify(document.proposals)).not.toMatch(/\[s\d\]|\[form\]|\{\w+\}/);
  },
);

const odd = fc.constantFrom(
  "",
  "We fit panels for 68 € je m².",
  "x | y",
  "{name}",
  "👩‍👩‍👧‍👦",
  "No panels. $9 per month.",
  "Ärzte",
);
const anyForm: fc.Arbitrary<Form> = fc
  .record({
    goalLanguage: fc.constantFrom("en", "de", "fr"),
    competitors: fc.array(
      fc.record({ name: fc.constantFrom("A", "x | y", "{name}", "Raumton"), url: fc.constant(""), notes: odd }),
      { minLength: 1, maxLength: 5 },
    ),
    demands: fc.array(
      fc.record({
        name: fc.constantFrom("Panels", "Price", "{x}", "a | b"),
        weight: fc.integer({ min: 1, max: 5 }),
        own: fc.constantFrom("open", "no", "partly", "yes"),
      }),
      { maxLength: 5 },
    ),
    offers: fc.array(
      fc.record({
        plan: fc.constantFrom("Pro", "{x} | y"),
        price: fc.option(fc.integer({ min: 0, max: 5000 })),
        unit: fc.constantFrom("once", "month", "piece"),
      }),
      { maxLength: 3 },
    ),
    deals: fc.array(
      fc.record({
        against: fc.constantFrom("A", "a ", "B"),
        result: fc.constantFrom("won", "lost"),
        reason: fc.constantFrom("", "{x}", "price"),
      }),
      { maxLength: 5 },
    ),
    currency: fc.constantFrom("EUR", "CHF", "GBP", "USD"),
  })
  .map((values) => form.parse({ ...least, ...values }));

test("drafts of any form are whole, valid and speak of nothing that isn’t there", async () => {
  await fc.assert(
    fc.asyncProperty(anyForm, async (values) => {
      const { document } = await run(values);
      const text = JSON.stringify([document.sections, document.openQuestions, document.summary]);
      expect(text.replaceAll(/\{(?:name|x)\}/g, "")).not.toMatch(/\{\w+(?::[^}]*)?\}|undefined|NaN|null|Infinity/);
      expect(document.issues.filter(({ level }) => level === "error")).toEqual([]);
      expect(dropInvalid(document.proposals, effects)).toEqual(document.proposals);
    }),
    { numRuns: 150 },
  );
});
