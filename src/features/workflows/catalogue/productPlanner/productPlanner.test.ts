import { describe, expect, test } from "vitest";
import { z } from "zod";
import { readCsv } from "#src/kit/csv.ts";
import { newEntry } from "#src/features/calendar/contract.ts";
import { emptyState, wideRoom } from "../../kit/state.ts";
import {
  contextOf,
  fromSample,
  sampleOf,
  simulate,
  sourceText,
  today,
  type Writer,
} from "#src/testing/simulatedRun.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { form as storyForm } from "../userStoryWriter/form.ts";
import { userStoryWriter } from "../userStoryWriter/workflow.ts";
import { factsOf } from "./facts.ts";
import { example, form, type Form } from "./form.ts";
import { productPlanner as workflow } from "./workflow.ts";

type Language = "en" | "de";
type Sample = Record<string, unknown[]>;
type Idea = Form["ideas"][number];

const idea = (title: string, changes: Partial<Idea> = {}): Idea => ({
  title,
  what: "",
  reach: 100,
  impact: 1,
  confidence: 100,
  urgency: 1,
  effort: 4,
  rank: "should",
  kano: "unknown",
  after: "",
  ...changes,
});
const least = { requirementTitle: "Plan", product: "Box", problem: "Parcels get lost.", startOn: "2027-01-04" };
/** One person-week a week. */
const team = [{ role: "dev", people: 2, share: 50 }];
const filled = (changes: Record<string, unknown>): Form => form.parse({ ...least, team, focus: 100, ...changes });
const draft = async (changes: Record<string, unknown>, language: Language = "en") => {
  const values = filled({ goalLanguage: language, ...changes });
  const { state } = await simulate(workflow, values);
  return workflow.assemble(values, contextOf(language), state, { isDraft: true });
};
const exampleRun = async (language: Language, write: Writer, changes: Partial<Form> = {}) => {
  const values = { ...form.parse(example(today, language)), ...changes };
  const { state, asks } = await simulate(workflow, values, { write });
  const context = contextOf(language);
  const issues = asks.flatMap((step) => workflow.validate(values, context, state, step).errors);
  return { values, context, state, issues, document: workflow.assemble(values, context, state) };
};
const sample = (language: Language): Sample => sampleOf("productPlanner", language) as Sample;
const changedRows = (section: string, change: (row: object, at: number) => object): Writer => {
  const all = sample("en");
  return fromSample({ ...all, [section]: (all[section] ?? []).map((row, at) => change(Object(row), at)) });
};
type Document = Awaited<ReturnType<typeof draft>>;
const sectionText = (document: Document, key: string): string =>
  JSON.stringify(document.sections.find((section) => section.key === key) ?? "");
const tableOf = (document: Document, key: string): string[][] =>
  document.sections
    .find((section) => section.key === key)
    ?.blocks.flatMap((block) => (block.type === "table" ? block.rows : [])) ?? [];
const codes = (issues: readonly { code: string }[]): string[] => [...new Set(issues.map(({ code }) => code))];

describe("the form", () => {
  test("requires title, product, problem and start, and no more", () => {
    expect(z.toJSONSchema(form, { io: "input" }).required?.toSorted()).toEqual([
      "problem",
      "product",
      "requirementTitle",
      "startOn",
    ]);
    expect(form.parse(least)).toMatchObject({ quarters: 2, focus: 70, method: "rice", ideas: [], currency: "EUR" });
  });

  test("refuses a feature that is listed twice or needs itself, and takes one that needs another", () => {
    const issue = (ideas: Idea[]) => form.safeParse({ ...least, ideas }).error?.issues[0];
    expect(issue([idea("Pay"), idea(" pay")])).toMatchObject({ path: ["ideas", 1, "title"] });
    expect(issue([idea("Pay", { after: "PAY " })])).toMatchObject({ path: ["ideas", 0, "after"] });
    expect(issue([idea("Pay", { after: "Sign in" }), idea("Sign in")])).toBeUndefined();
  });
});

describe("a computed plan", () => {
  test("has the capacity, dates and cost that a person computes", async () => {
    const { document } = await exampleRun("en", fromSample(sample("en")));
    const numbers = document.sections.find(({ key }) => key === "numbers")?.blocks[0];
    // (2 × 100 % + 60 % + 50 %) × 70 % = 2.17 a week; × 26 weeks; 37 × 2,400.
    expect(numbers).toMatchObject({
      items: [
        { value: "37 person-weeks", note: "2 + 8 + 3 + 6 + 4 + 9 + 5" },
        { value: "56.4 person-weeks", note: "2.17 person-weeks per week × 13 weeks × 2 quarters" },
        { value: "12 Mar 2027" },
        { value: "88,800\u00a0€" },
      ],
    });
    expect(tableOf(document, "numbers").map((row) => row.at(-1))).toEqual(["1.40", "0.42", "0.35"]);
    expect(tableOf(document, "roadmap").slice(0, 2)).toEqual([
      ["Now", "1", "Proof that no speech is stored", "Mon 11 Jan 2027", "Fri 15 Jan 2027", "2"],
      ["Now", "1", "Live level of each room", "Mon 18 Jan 2027", "Fri 12 Feb 2027", "8"],
    ]);
    expect(tableOf(document, "metric").map((row) => row.at(-1))).toEqual(["20 %", "27.5 %", "35 %"]);
    expect(document.summary).toBe("Klangraum Live: 7 features, first release on 12 Mar 2027.");
  });

  test("follows the form after the texts were written: names of figures are filled in again", async () => {
    const run = await exampleRun("en", fromSample(sample("en")));
    const changed = { ...run.values, focus: 60 };
    const brief = sectionText(workflow.assemble(changed, run.context, run.state), "brief");
    expect(brief).not.toContain("12 Mar 2027");
    // 19 of 37 weeks at 1.86 a week: 10.2 weeks.
    expect(brief).toContain("23 Mar 2027");
  });

  test("puts what others need first and says how firm the order is", async () => {
    const document = await draft({
      ideas: [idea("Pay", { reach: 500, after: "Sign in" }), idea("Sign in"), idea("Export", { reach: 110 })],
    });
    // 500 ÷ 4 = 125; 100 ÷ 4 = 25; 110 ÷ 4 = 27.5.
    expect(tableOf(document, "ranking")).toEqual([
      ["1", "Sign in", "should", "25.0", "0", "1", "1"],
      ["2", "Pay", "should", "125.0", "0", "2", "2"],
      ["3", "Export", "should", "27.5", "0", "3", "3"],
    ]);
    expect(sectionText(document, "ranking")).toContain(
      "What other features depend on comes before them, whatever its score.",
    );
  });

  test("has no column for the confidence where the score has none", async () => {
    const ideas = [idea("Pay"), idea("Export")];
    const columns = async (method: string) => tableOf(await draft({ method, ideas }), "ranking")[0]?.length;
    expect([await columns("rice"), await columns("wsjf"), await columns("moscow")]).toEqual([7, 6, 7]);
  });

  test("says what does not fit, what that costs, and leaves out what has no effort", async () => {
    const document = await draft({
      ideas: [
        idea("Pay", { effort: 10, rank: "must" }),
        idea("Export", { effort: 10, rank: "must" }),
        idea("Unsized", { effort: 0, rank: "must" }),
      ],
      quarters: 1,
      weekCost: 1000,
      budget: 15_000,
      currency: "USD",
    });
    const text = sectionText(document, "numbers");
    expect(text).toContain("1 feature doesn’t fit into 1 quarter.");
    expect(text).toContain("Done in time, in this order: “Pay”.");
    expect(text).toContain("Everything is a “must”");
    expect(text).toContain("The cost exceeds the budget of $15,000 by $5,000.");
    expect(tableOf(document, "roadmap").map(([when, , title]) => [when, title])).toEqual([
      ["Now", "Pay"],
      ["Later", "Export"],
    ]);
    expect(tableOf(document, "ranking").map(([place, title, , score]) => [place, title, score])).toEqual([
      ["1", "Pay", "10.0"],
      ["2", "Export", "10.0"],
      ["3", "Unsized", "–"],
    ]);
    // The last sized must ends after 20 weeks; beyond the plan there are no gates.
    expect(document.summary).toContain("21 May 2027");
    expect(tableOf(document, "gates")).toEqual([]);
    expect(document.openQuestions).toContain("How many person-weeks are needed for “Unsized”?");
    expect(document.openQuestions).toContain("1 feature doesn’t fit into 1 quarter: what can wait, or who can help?");
  });

  test("names the earlier release that every must first would bring", async () => {
    const document = await draft({
      ideas: [idea("Nice", { reach: 900 }), idea("Needed", { rank: "must" })],
    });
    expect(sectionText(document, "numbers")).toContain(
      "If every “must” comes first, the first release is ready on 29 Jan 2027 instead of 26 Feb 2027.",
    );
  });

  test("has no dates without a team, and marks steps that are past", async () => {
    const without = await draft({ ideas: [idea("Pay", { rank: "must" })], team: [] });
    expect(without.sections.map(({ key }) => key)).not.toContain("roadmap");
    expect(without.summary).toBe("Box: 1 feature, no date yet.");
    const late = await draft({ ideas: [idea("Pay", { rank: "must", effort: 3 })], startOn: "2026-11-23" });
    expect(tableOf(late, "gates").map(([, day]) => day?.includes("already past"))).toEqual([true, true, false, false]);
    expect(late.proposals.map(({ key }) => key).filter((key) => key.startsWith("gate:"))).toEqual([
      "gate:decide",
      "gate:release",
    ]);
  });

  test.each([
    ["en", "This plan starts on 2 Feb 2026, a date in the past."],
    ["de", "Dieser Plan beginnt am 02.02.2026, also in der Vergangenheit."],
  ] as const)("says that its first day is past (%s)", async (language, sentence) => {
    const numbers = async (startOn: string) =>
      sectionText(await draft({ ideas: [idea("Pay", { rank: "must" })], startOn }, language), "numbers");
    expect(await numbers("2026-02-02")).toContain(sentence);
    expect(await numbers(addDays(today, -1))).toContain(sentence.slice(0, 20));
    for (const day of [today, addDays(today, 1)]) expect(await numbers(day)).not.toContain(sentence.slice(0, 20));
  });

  test("asks about circles and about what is not in the list", async () => {
    const { openQuestions } = await draft({
      ideas: [idea("A1", { after: "B1" }), idea("B1", { after: "A1" }), idea("C1", { after: "Lake" })],
    });
    expect(openQuestions).toContain("“A1” and “B1” depend on each other: which one works on its own?");
    expect(openQuestions).toContain("“C1” needs “Lake”, which is not in the list: what is it?");
  });
});

describe("voices", () => {
  const ideas = [idea("Export"), idea("Payment")];
  const feedback = "- the export is slow\n- nobody answers the phone";

  test("belong to features by their words until somebody has read them", async () => {
    const document = await draft({ ideas, feedback });
    expect(tableOf(document, "features")).toEqual([
      ["Export", "–", "“the export is slow”"],
      ["Payment", "–", "–"],
    ]);
    expect(tableOf(document, "silence")).toEqual([["2", "nobody answers the phone"]]);
    expect(sectionText(document, "silence")).toContain("please check");
    const read = { features: [{ id: "f2", why: "Because.", said: ["v2"] }], missing: [] };
    expect(factsOf(filled({ ideas, feedback }), contextOf("en"), read).unanswered).toEqual(["v1"]);
    const added = { ...read, missing: [{ said: ["v1"] }] };
    expect(factsOf(filled({ ideas, feedback }), contextOf("en"), added).unanswered).toEqual([]);
  });

  test("come from attached files too, never from web pages", () => {
    const sources = [
      sourceText("s1", "the box is too small", "file:1"),
      sourceText("s2", "a web page", "https://a.example"),
    ];
    const { voices } = factsOf(
      filled({ ideas, feedback }),
      { ...contextOf("en"), sources },
      { features: [], missing: [] },
    );
    expect(voices.map(({ id, text }) => `${id} ${text}`)).toEqual([
      "v1 the export is slow",
      "v2 nobody answers the phone",
      "v3 the box is too small",
    ]);
  });
});

describe("a draft", () => {
  test("has the person's own words in their sections, and one question for each gap", async () => {
    const document = await draft({
      vision: "No parcel is lost.",
      users: [{ name: "Courier", goal: "" }],
      ideas: [idea("Locker", { what: "Opens by code" }), idea("Drones", { rank: "wont" })],
      constraints: "City permits\nNo cash",
      competitors: "Post office",
      metric: "Lost parcels",
    });
    expect(sectionText(document, "brief")).toContain("Parcels get lost.");
    expect(sectionText(document, "brief")).toContain("No parcel is lost.");
    expect(tableOf(document, "users")).toEqual([["Courier", "–"]]);
    expect(document.sections.find(({ key }) => key === "frame")?.blocks).toEqual([
      { type: "h", text: "Constraints" },
      { type: "list", ordered: false, items: ["City permits", "No cash"] },
      { type: "h", text: "What users do instead today" },
      { type: "list", ordered: false, items: ["Post office"] },
    ]);
    expect(tableOf(document, "features")).toEqual([["Locker", "Opens by code"]]);
    expect(sectionText(document, "outside")).toContain("Drones");
    expect(document.openQuestions).toEqual([
      "What is the one bet behind this plan, and what would prove it wrong?",
      "What will users do differently, and where can you measure it?",
      "Which two priorities compete in this product, and which one wins?",
      "1 feature lacks a reason, a “done when”, a bet or a test.",
      "The next features: who acts first, what happens, and what must never happen?",
      "What could sink this plan: no demand, hard to use, not feasible, not allowed?",
      "What have users said, word for word? Five lines are a start.",
      "Where is the success metric today, and where should it be?",
    ]);
  });
});

describe("an answer", () => {
  const refused = async (write: Writer, language: Language = "en") => codes((await exampleRun(language, write)).issues);

  test("of the sample is accepted", async () => {
    expect(await refused(fromSample(sample("en")))).toEqual([]);
    expect(await refused(fromSample(sample("de")), "de")).toEqual([]);
  });

  test("of one word in place of texts is refused", async () => {
    expect(await refused(changedRows("features", (row) => ({ ...row, why: "Ok.", done: "Ok." })))).toContain(
      "cellTooShort",
    );
    expect(await refused(fromSample({ ...sample("en"), brief: ["Ok."] }))).toContain("tooShort");
  });

  test("with one text in every row is refused, whatever the column", async () => {
    for (const column of ["done", "bet", "test"])
      expect(
        await refused(changedRows("features", (row) => ({ ...row, [column]: "A customer agrees with it." }))),
      ).toEqual(["repeated"]);
    expect(
      await refused(changedRows("specs", (row) => ({ ...row, flow: "A customer opens the page and reads it." }))),
    ).toEqual(["repeated"]);
  });

  test("in English to a German form is refused", async () => {
    expect(await refused(fromSample(sample("en")), "de")).toContain("wrongLanguage");
  });

  test("with an invented figure or a date of its own is refused", async () => {
    const invented = changedRows("risks", (row) => ({ ...row, sign: "Fewer than 4,300 customers after the pilot" }));
    expect(await refused(invented)).toContain("figureUnproven");
  });

  test("that names voices and features that do not exist loses the names", async () => {
    const write = changedRows("outcomes", (row) => ({ ...row, by: ["f1", "f99"] }));
    const { state } = await exampleRun("en", write);
    expect((state.answer["outcomes"] as { by: string[] }[]).map(({ by }) => by)).toEqual([["f1"], ["f1"], ["f1"]]);
  });

  test("without a kind of risk is shown to the person", async () => {
    const one = changedRows("risks", (row) => ({ ...row, kind: "value" }));
    const { document } = await exampleRun("en", one);
    expect(document.issues).toMatchObject([{ code: "riskKinds", text: "Types of risk without an entry: 3." }]);
  });
});

describe("suggestions", () => {
  test.each(["en", "de"] as const)(
    "are valid entries, and projects that open in the user story writer (%s)",
    async (language) => {
      const { document } = await exampleRun(language, fromSample(sample(language)));
      const entries = document.proposals.filter(({ kind }) => kind === "calendarEntry");
      expect(entries.map(({ key }) => key)).toEqual([
        "gate:scope",
        "gate:pilot",
        "gate:decide",
        "gate:release",
        "review:1",
        "review:2",
      ]);
      for (const { payload } of entries) expect(newEntry.safeParse(payload).error?.issues).toBeUndefined();
      const projects = document.proposals.filter(({ kind }) => kind === "project");
      expect(projects.map(({ key }) => key)).toEqual(["stories:f4", "stories:f1", "stories:f2"]);
      for (const { payload } of projects) {
        const values = storyForm.parse(payload["formValues"]);
        const { state } = await simulate(userStoryWriter, values);
        // Feature and four steps of its flow.
        expect(state.answer["stories"]).toHaveLength(5);
        expect(JSON.stringify(payload)).not.toMatch(/\[form\]|\{\w+\}/);
      }
    },
  );

  test("hand over what the story form takes, whatever the lengths and names", async () => {
    const document = await draft({
      problem: "p".repeat(3000),
      constraints: "c".repeat(3000),
      users: [" Courier", "courier ", ...Array.from({ length: 6 }, (_, at) => `${at}${"x".repeat(75)}`)].map(
        (name) => ({
          name,
          goal: "",
        }),
      ),
      ideas: [idea("X")],
      feedback: Array.from({ length: 300 }, (_, at) => `X is what I want, voice ${at}`).join("\n"),
    });
    const [project] = document.proposals.filter(({ kind }) => kind === "project");
    expect(storyForm.safeParse(project?.payload["formValues"]).error?.issues).toBeUndefined();
  });

  test("leave out reviews that are past and those of a plan without features", async () => {
    const keys = async (changes: Record<string, unknown>) =>
      (await draft(changes)).proposals.map(({ key }) => key).filter((key) => key.startsWith("review:"));
    expect(await keys({ ideas: [idea("Pay")], startOn: "2026-07-06" })).toEqual(["review:2"]);
    expect(await keys({ ideas: [] })).toEqual([]);
  });
});

test("the prompt names every feature and voice once and the metric with its values", () => {
  const values = form.parse(example(today, "en"));
  const [step] = workflow.planSteps(values, contextOf("en"), emptyState(wideRoom)).steps;
  if (step?.kind !== "ask") throw new Error("no question");
  const { user } = step.prompt;
  expect(user.match(/Sensor sends the level/g)).toHaveLength(1);
  expect(user.match(/Batteries: nobody/g)).toHaveLength(1);
  expect(user).toContain("f8 = Who is loud?: Tells voices apart (not now)");
  expect(user).toContain("within three months of measuring; today 20 %; goal 35 %");
  expect(user).not.toContain("2400");
});

test.each(["en", "de"] as const)("its features leave as tables for Jira, GitHub and Linear (%s)", async (language) => {
  const { values, document } = await exampleRun(language, fromSample(sample(language)));
  const files = document.files ?? [];
  expect(files.map(({ name }) => name)).toEqual(["jira.csv", "github.csv", "linear.csv"]);
  const [jira, github, linear] = files.map(({ text }) => readCsv(text, ","));
  const titles = values.ideas.filter(({ rank }) => rank !== "wont").map(({ title }) => title);
  const column = (rows: string[][] | undefined, name: string): string[] => {
    const at = rows?.[0]?.indexOf(name) ?? -1;
    return (rows ?? []).slice(1).map((row) => row[at] ?? "");
  };
  // The row of the epic stands above those of the features.
  expect(column(jira, "Summary")).toEqual([values.product, ...column(linear, "Title")]);
  expect(new Set(column(github, "title"))).toEqual(new Set(titles));
  expect(new Set(column(linear, "Title"))).toEqual(new Set(titles));
  expect(column(linear, "Description").every((text) => text.length > 40)).toBe(true);
  expect(column(jira, "Description").join()).not.toMatch(/\[(?:form|s\d+)\]|\{\w+\}/);
  expect((await draft({ ideas: [] })).files ?? []).toEqual([]);
});

test.each(["en", "de"] as const)(
  "names its principles, what comes second to each, and its words (%s)",
  async (language) => {
    const { document } = await exampleRun(language, fromSample(sample(language)));
    for (const key of ["principles", "glossary"]) {
      const cells = tableOf(document, key);
      expect(cells.length).toBeGreaterThanOrEqual(3);
      expect(cells.flat().every((cell) => cell !== "")).toBe(true);
    }
  },
);

test("by Kano, the order shows the kind of each feature", async () => {
  const ideas = [idea("Confetti", { kano: "delight", reach: 900 }), idea("Sign-in", { kano: "basic" })];
  const document = await draft({ ideas, method: "kano" });
  expect(tableOf(document, "ranking").map((row) => row.slice(0, 3))).toEqual([
    ["1", "Sign-in", "expected"],
    ["2", "Confetti", "delights"],
  ]);
  expect(sectionText(document, "ranking")).toContain("First what users expect");
});
