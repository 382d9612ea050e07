import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newEntry } from "#src/features/calendar/contract.ts";
import { effects } from "#src/server/features.ts";
import {
  contextOf,
  fromSample,
  inputsOf,
  sampleOf,
  simulate,
  sourceText,
  today,
  type Writer,
} from "#src/testing/simulatedRun.ts";
import { dropInvalid } from "#src/features/runs/server/proposals.ts";
import { emptyState, wideRoom } from "../../kit/state.ts";
import { form as contentForm } from "../contentPlanner/form.ts";
import { factsOf } from "./facts.ts";
import { example, form, type Form } from "./form.ts";
import { customerJourneyPlanner as workflow } from "./workflow.ts";

type Language = "en" | "de";
type Stage = Form["stages"][number];

const least = { requirementTitle: "Journey", persona: "Lena, baker", scenario: "From advice to the first month." };
const stage = (name: string, changes: Partial<Stage> = {}): Stage => ({
  name,
  does: "",
  touchpoints: "",
  feeling: "open",
  people: null,
  days: null,
  owner: "Ann",
  systems: "",
  ...changes,
});
const filled = (changes: Record<string, unknown>): Form => form.parse({ ...least, ...changes });

async function documentOf(values: Form, write: Writer | null = null, language: Language = "en") {
  const { state } = await simulate(workflow, values, { write });
  return workflow.assemble(values, contextOf(language), state, { isDraft: write === null });
}
const draft = (changes: Record<string, unknown>) => documentOf(filled(changes));
type Document = Awaited<ReturnType<typeof draft>>;
const blocksOf = ({ sections }: Document, key: string) => sections.find((one) => one.key === key)?.blocks ?? [];
const textOf = (document: Document, key: string): string => JSON.stringify(blocksOf(document, key));
const rowsOf = (document: Document, key: string): string[][] =>
  blocksOf(document, key).flatMap((block) => (block.type === "table" ? block.rows : []));
const kpisOf = (document: Document): Record<string, string> =>
  Object.fromEntries(
    blocksOf(document, "numbers").flatMap((block) =>
      block.type === "kpi" ? block.items.map(({ label, value }) => [label, value]) : [],
    ),
  );

const sample = (language: Language = "en") => sampleOf("customerJourneyPlanner", language) as Record<string, object[]>;
const exampleDocument = (write: Writer | null, language: Language = "en") =>
  documentOf(form.parse(example(today, language)), write, language);
const changedRows =
  (section: string, change: (row: object) => object, language: Language = "en"): Writer =>
  (step) =>
    fromSample({ ...sample(language), [section]: (sample(language)[section] ?? []).map(change) })(step);

const noContext = { map: [], ideas: [] };

describe("the form", () => {
  test("requires title, customer and situation, and no stage twice", () => {
    expect(filled({})).toMatchObject({ stages: [], periodDays: 90, currency: "EUR" });
    const twice = form.safeParse({ ...least, stages: [stage("Buys"), stage(" buys")] });
    expect(twice.error?.issues[0]).toMatchObject({ path: ["stages", 1, "name"] });
  });
});

describe("numbers", () => {
  test("are those that a person computes", async () => {
    const document = await exampleDocument(fromSample(sample()));
    expect(kpisOf(document)).toEqual({
      // 19 ÷ 1,900
      "From first stage to payment": "1.0\u00a0%",
      "Largest drop-off": "1,660",
      // 240 ÷ 1,900
      "Lowest stage conversion": "13\u00a0%",
      "Total days": "262",
      // (6 − 3) ÷ 12
      "Net promoter score": "25",
      // 41 × 0.1 × 6,400
      "If 10 more in 100 get there": "26,240\u00a0€ in 90 days",
    });
    expect(rowsOf(document, "numbers")[4]).toEqual(["Decides", "19", "46\u00a0%", "22", "1.0\u00a0%", "75", "3"]);
    // 2 × 16 × (19 ÷ 41 + 0.05) × (1 − 19 ÷ 41 − 0.05) ÷ 0.01, and 800 people at 41 in 90 days
    expect(rowsOf(document, "tests")[3]).toEqual(["Decides", "46\u00a0%", "800", "251", "26,240\u00a0€"]);
    expect(textOf(document, "tests")).toContain("“Asks”, “Measuring day”, “Decides” and “Recommends”: ask people");
  });

  test("follow the form after the texts were written", async () => {
    const values = form.parse(example(today, "en"));
    const { state } = await simulate(workflow, values, { write: fromSample(sample()) });
    const text = textOf(workflow.assemble({ ...values, value: 1000 }, contextOf("en"), state), "story");
    expect(text).toContain("that is worth 4,100\u00a0€ in 90 days");
  });

  test("of stages that nobody counted are left out, and asked for", async () => {
    const document = await draft({ stages: [stage("A", { people: 10 }), stage("B"), stage("C", { people: 4 })] });
    expect(rowsOf(document, "numbers").map(([, people, share, lost]) => [people, share, lost])).toEqual([
      ["10", "–", "–"],
      ["?", "–", "–"],
      ["4", "40\u00a0%", "6"],
    ]);
    expect(document.openQuestions).toContain("How many people get as far as “B”?");
  });

  test("that grow are said not to be of one group, and have no share of the first", async () => {
    const document = await draft({ stages: [stage("A", { people: 10 }), stage("B", { people: 14 })] });
    expect(textOf(document, "numbers")).toContain("More people reach “B” than “A”");
    expect(kpisOf(document)).toEqual({});
    expect(rowsOf(document, "numbers")[1]).toEqual(["B", "14", "140\u00a0%", "0", "0"]);
    expect(document.issues).toMatchObject([{ code: "growing", text: "1 stage has more people than the one before." }]);
  });

  test("pasted or attached fill in the stages, and what doesn't fit is asked about", async () => {
    const document = await draft({
      stages: [stage("Visits", { people: 1000 }), stage("Buys")],
      funnel: "Stage;People\nvisits;1,100\nBuys;80\nReturns;3\nTotal;many",
    });
    expect(rowsOf(document, "numbers").map(([, people]) => people)).toEqual(["1,000", "80"]);
    expect(document.openQuestions.slice(-3)).toEqual([
      "“Visits”: 1,000 people in the table, 1,100 in the pasted numbers. Which is right?",
      "The pasted numbers mention “Returns”, but there is no such stage here: where do they belong?",
      "We found no number in “Total; many”: how many people do you mean?",
    ]);
    const table = sourceText("s1", "Buys,70\nPays,7", "file:1", "funnel.csv");
    const voices = sourceText("s2", "Nobody answered the phone.", "file:2", "talks.txt");
    const page = sourceText("s3", "A web page.", "https://a.example");
    const facts = factsOf(filled({}), { ...contextOf("en"), sources: [table, voices, page] }, noContext);
    expect(facts.stages.map(({ name, people }) => [name, people])).toEqual([
      ["Buys", 70],
      ["Pays", 7],
    ]);
    expect(facts.voices.map(({ text }) => text)).toEqual(["Nobody answered the phone."]);
  });

  test("of money need the stage in which customers pay", async () => {
    const stages = [stage("A", { people: 10 }), stage("B", { people: 4 }), stage("C")];
    const of = (paysIn: string) => draft({ stages, value: 100, paysIn });
    expect(kpisOf(await of("b"))).toMatchObject({ "If 10 more in 100 get there": "100\u00a0€ in 90 days" });
    const last = await of("");
    expect(kpisOf(last)).toMatchObject({ "If 10 more in 100 get there": "100\u00a0€ in 90 days" });
    expect(last.assumptions).toEqual(["Customers pay at “B”, the last stage with a number."]);
    expect((await of("C")).openQuestions).toContain(
      "Customers pay at “C”, but it has no number yet: how many people get that far?",
    );
    expect((await of("Renewal")).openQuestions).toContain(
      "Customers pay at “Renewal”, but there is no such stage here: which one do you mean?",
    );
    // The first counted stage has a number, though nothing is lost before it.
    expect((await of("A")).openQuestions.join()).not.toContain("Customers pay");
  });
});

describe("the emotion curve", () => {
  const feelings = (list: Stage["feeling"][]) => list.map((feeling, at) => stage(`S${at + 1}`, { feeling }));

  test("names peak, every lowest point, the deepest fall and the end", async () => {
    const document = await draft({ stages: feelings(["minus2", "plus1", "minus2", "open", "zero"]) });
    expect(blocksOf(document, "curve")).toMatchObject([
      { type: "chart", points: [{ value: -2 }, { value: 1 }, { value: -2 }, { label: "S5", value: 0 }] },
      {
        items: [
          "Best moment: “S2” (+1)",
          "Lowest point: “S1” and “S3” (−2)",
          "Steepest drop: 3 points, at “S3”",
          "End: “S5” (0)",
        ],
      },
      { tone: "warn" },
      { tone: "info", text: "Not in the curve because the feeling isn’t known: “S4”." },
    ]);
  });

  test("has no peak where everything feels the same, and isn't drawn from one point", async () => {
    expect(textOf(await draft({ stages: feelings(["plus1", "plus1"]) }), "curve")).not.toContain("Best moment");
    expect(blocksOf(await draft({ stages: feelings(["plus1", "open"]) }), "curve")).toEqual([]);
  });

  test("takes feelings from voices only where the form has none, and says so", async () => {
    const values = form.parse(example(today, "en"));
    const stages = values.stages.map((one, at) => (at === 1 ? { ...one, feeling: "open" as const } : one));
    const write = changedRows("map", (row) => ({ ...row, feeling: "plus2" }));
    const document = await documentOf({ ...values, stages }, write);
    const [chart] = blocksOf(document, "curve");
    expect(chart).toMatchObject({ points: [-1, 2, -1, 2, -2, 1, 0].map((value) => ({ value })) });
    expect(textOf(document, "curve")).toContain("Inferred from quotes, not entered: “Compares”.");
  });
});

describe("voices", () => {
  test("stand at their stage, and those without one in a table of their own", async () => {
    const document = await draft({
      stages: [stage("Buys"), stage("Waits")],
      voices: "waits: Nobody called.\nThe shop smells of bread.",
    });
    expect(rowsOf(document, "map")).toEqual([
      ["1", "Buys", "–"],
      ["2", "Waits", "Nobody called."],
    ]);
    expect(rowsOf(document, "silence")).toEqual([["2", "The shop smells of bread."]]);
    expect(document.openQuestions).toContain("Who can you ask about “Buys”? There are no customer quotes yet.");
  });

  test("make a thought; without one it is called a guess", async () => {
    expect(textOf(await exampleDocument(fromSample(sample())), "map")).not.toContain("guess");
    const silent = changedRows("map", (row) => ({ ...row, said: ["v99"] }));
    expect(textOf(await exampleDocument(silent), "map")).toContain("Probably thinks (a guess)");
  });
});

describe("ideas", () => {
  test("are ordered by effect, loss and effort", async () => {
    const document = await exampleDocument(fromSample(sample()));
    const rows = rowsOf(document, "ideas");
    // 3 × 53.7 ÷ 1 twice; 2 × 72.2 ÷ 1; 2 × 53.7 ÷ 2; 1 × 87.4 ÷ 2; 2 × 74.2 ÷ 2.
    expect(rows.map((row) => row.at(-1))).toEqual(["161", "161", "144", "74", "54", "44"]);
    expect(rows.map(([, at]) => at)).toEqual(["Decides", "Decides", "Recommends", "Asks", "Decides", "Compares"]);
  });

  test("of the form stand in the draft as they are, with one question and no empty trial", async () => {
    const document = await draft({ ideas: "- Call on day 2\n\n2) Plain letter" });
    expect(blocksOf(document, "ideas")).toMatchObject([
      { type: "list", items: ["Call on day 2", "Plain letter"] },
      { tone: "gap" },
    ]);
    expect(blocksOf(document, "experiments")).toMatchObject([{ tone: "gap" }]);
    expect(document.proposals.filter(({ key }) => key.startsWith("trial:"))).toEqual([]);
    expect(blocksOf(await draft({}), "experiments")).toEqual([]);
  });

  test("that are judged and name no stage are refused", async () => {
    const values = form.parse(example(today, "en"));
    const write = changedRows("ideas", (row) => ({ ...row, at: ["t99"] }));
    const { state, asks } = await simulate(workflow, values, { write });
    const errors = asks.flatMap((step) => workflow.validate(values, contextOf("en"), state, step).errors);
    expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(["noStage"]));
  });
});

describe("the matrix", () => {
  test("has every stage with all its aspects in one table", async () => {
    const document = await exampleDocument(fromSample(sample("en")));
    const [block, ...others] = blocksOf(document, "matrix");
    expect(others).toEqual([]);
    expect(block?.type === "table" && block.columns).toEqual([
      "Stage",
      "Wants",
      "Does",
      "Touchpoints",
      "Thinks",
      "Feels",
      "Pain point",
      "Opportunity",
      "Responsible",
      "Measured by",
      "Systems",
    ]);
    const rows = rowsOf(document, "matrix");
    expect(rows).toHaveLength(7);
    expect(rows[4]?.[0]).toBe("5. Decides");
    expect(rows[4]?.[8]).toBe("–");
    expect(JSON.stringify(rows)).not.toContain("(a guess)");
    const guessed = await exampleDocument(changedRows("map", (row) => ({ ...row, said: [] })));
    expect(rowsOf(guessed, "matrix")[0]?.[4]).toMatch(/ \(a guess\)$/);
  });

  test("leaves out what no stage has, and is no second table of a draft", async () => {
    const write = changedRows("behind", (row) => ({ ...row, measure: "" }));
    const [block] = blocksOf(await exampleDocument(write), "matrix");
    expect(block?.type === "table" && block.columns).not.toContain("Measured by");
    expect(blocksOf(await exampleDocument(null), "matrix")).toEqual([]);
  });
});

describe("suggestions", () => {
  test.each(["en", "de"] as const)(
    "are trials, tasks of those responsible, a new count and a content plan (%s)",
    async (language) => {
      const document = await exampleDocument(fromSample(sample(language)), language);
      expect(document.proposals.map(({ key }) => key)).toEqual([
        "trial:i-1",
        "trial:i-2",
        "trial:i-5",
        "chance:t1",
        "chance:t2",
        "chance:t3",
        "chance:t4",
        "chance:t6",
        "owners",
        "count",
        "content",
      ]);
      for (const { kind, payload } of document.proposals) {
        if (kind !== "calendarEntry") continue;
        expect(newEntry.safeParse(payload).error?.issues).toBeUndefined();
        expect(payload["type"]).toBe("6000");
      }
      const project = document.proposals.at(-1)?.payload;
      expect(project).toMatchObject({ workflow: "contentPlannerWorkflow" });
      const values = contentForm.parse({
        ...(project?.["formValues"] as object),
        period: { from: "2027-01-04", to: "2027-01-31" },
      });
      expect(values.topics).toHaveLength(7);
      expect(values.audiences).toMatchObject([{ pain: expect.stringMatching(/works council|Betriebsrat/) }]);
      expect(JSON.stringify(project)).not.toMatch(/\[form\]|\{\w+\}/);
    },
  );

  test("name who is responsible for an opportunity, and ask for somebody where nobody is", async () => {
    const { proposals } = await exampleDocument(fromSample(sample("en")));
    const [row] = sample("en")["map"] as { chance: string }[];
    const titles = new Map(proposals.map(({ key, payload }) => [key, payload]));
    expect(titles.get("chance:t1")?.["title"]).toBe(`Marketing: ${row?.chance}`);
    expect(titles.get("chance:t1")?.["notes"]).toContain("Measured by: ");
    expect(titles.get("owners")?.["notes"]).toMatch(/^Decides: /);
  });

  test("begin with talks about the stages that nobody has spoken of", async () => {
    const { proposals } = await draft({ stages: [stage("Buys")], voices: "Nothing to do with it at all." });
    expect(proposals).toMatchObject([
      { key: "talks", payload: { notes: "No customer quotes yet on: Buys", start: "2026-11-30T08:00:00.000Z" } },
    ]);
  });
});

/** Any valid form: stages, numbers, voices and ideas of odd lengths and letters. */
const oddTexts = fc.constantFrom(
  "",
  "Buys",
  "Ruft an",
  "{name} | x",
  "👩‍👩‍👧‍👦",
  "a: b: c",
  "<b>1,900</b>",
  "x".repeat(35),
  "  ",
);
const anyStage = fc.record({
  does: oddTexts,
  touchpoints: oddTexts,
  feeling: fc.constantFrom("open", "minus2", "minus1", "zero", "plus1", "plus2"),
  people: fc.option(fc.oneof(fc.nat(5), fc.nat(100_000_000))),
  days: fc.option(fc.double({ min: 0, max: 900, noNaN: true })),
  owner: oddTexts,
  systems: oddTexts,
});
const anyForm: fc.Arbitrary<Form> = fc
  .record({
    given: fc.record({
      about: oddTexts,
      goalLanguage: fc.constantFrom("en", "de", "fr"),
      periodDays: fc.integer({ min: 1, max: 730 }),
      value: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e8, noNaN: true })),
      currency: fc.constantFrom("EUR", "CHF", "GBP", "USD"),
      nps: fc.constantFrom("", "9 10 3", "ten, 11", "0"),
      ideas: oddTexts,
      goal: oddTexts,
    }),
    stages: fc.array(anyStage, { maxLength: 10 }),
    names: fc.array(oddTexts, { minLength: 10, maxLength: 10 }),
    pays: fc.nat(12),
    funnel: fc.array(fc.tuple(oddTexts, fc.constantFrom("1", "1.900", "x", "")), { maxLength: 6 }),
    voices: fc.array(fc.tuple(fc.nat(11), oddTexts), { maxLength: 8 }),
    channels: fc.array(fc.constantFrom("Buys", "Ruft", "👩", "phone"), { maxLength: 4 }),
  })
  .map(({ given, stages, names, pays, funnel, voices, channels }) => {
    const nameOf = (at: number): string => `${names[at] ?? ""} ${at + 1}`.trim().slice(0, 40);
    return form.parse({
      ...least,
      ...given,
      stages: stages.map((one, at) => ({ ...one, name: nameOf(at) })),
      paysIn: pays < 10 ? nameOf(pays) : "",
      funnel: funnel.map(([name, people], at) => `${name} ${at + 1};${people};${at}`).join("\n"),
      voices: voices.map(([at, text]) => `${nameOf(at)}: ${text} something said`).join("\n"),
      channels,
    });
  });

test("drafts of any form are whole, valid and speak of nothing that isn't there", async () => {
  await fc.assert(
    fc.asyncProperty(anyForm, async (values) => {
      const document = await documentOf(values, null, values.goalLanguage === "de" ? "de" : "en");
      const shown = [document.sections, document.openQuestions, document.assumptions, document.summary];
      const text = JSON.stringify(shown).replaceAll("{name}", "");
      expect(text).not.toMatch(/\{\w+(?::[^}]*)?\}|undefined|NaN|null|Infinity|“”|„“/);
      expect(text.isWellFormed()).toBe(true);
      expect(document.issues.filter(({ level }) => level === "error")).toEqual([]);
      expect(dropInvalid(document.proposals, effects)).toEqual(document.proposals);
      expect(new Set(document.openQuestions).size).toBe(document.openQuestions.length);
    }),
    { numRuns: 150 },
  );
});

test("drafts of the inputs in the other language are whole, too", async () => {
  for (const language of ["en", "de"] as const)
    for (const input of inputsOf("customerJourneyPlanner", language)) {
      const values = form.parse({ ...(input as object), goalLanguage: language === "en" ? "de" : "en" });
      const document = await documentOf(values, null, language === "en" ? "de" : "en");
      expect(document.sections.length).toBeGreaterThan(3);
    }
});

test("the prompt has every stage and voice once, with what is known of them", () => {
  const values = form.parse(example(today, "en"));
  const [step] = workflow.planSteps(values, contextOf("en"), emptyState(wideRoom)).steps;
  if (step?.kind !== "ask") throw new Error("no question");
  const { user } = step.prompt;
  expect(user).toContain(
    "t5 = Decides: reads the report, asks her boss and the works council (touchpoints: report, offer; feeling: −2 about to give up; 19 people get this far; 46\u00a0% of those before; 75 days; systems: text file, email)",
  );
  expect(user.match(/nobody ever asked me/g)).toHaveLength(1);
  expect(user).toContain("v9 (t7): I would tell others");
});
