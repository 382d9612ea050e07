import { describe, expect, test } from "vitest";
import { z } from "zod";
import { newEntry } from "#src/features/calendar/contract.ts";
import { newOutcome } from "#src/features/outcomes/contract.ts";
import { platforms } from "#src/features/outcomes/rules.ts";
import type { Assembled } from "../../kit/workflowSpec.ts";
import { contextOf, inputsOf, sampleOf, simulate, today } from "#src/testing/simulatedRun.ts";
import type { WorkflowContext } from "../../workflow.ts";
import { blocksOf, assembledDraft, exampleForm, rowsOf, written } from "./articleFixture.ts";
import { factsOf } from "./facts.ts";
import type { Form } from "./form.ts";
import { blogArticleWriter as workflow } from "./workflow.ts";

const contextAt = (now: string, timeZone = "Europe/Berlin"): WorkflowContext => ({ ...contextOf("en"), now, timeZone });

describe("form of an article", () => {
  test("keeps its names, limits and defaults", () => {
    const schema = z.toJSONSchema(workflow.form, { io: "input" });
    expect(schema.required?.toSorted()).toEqual(["experienceNotes", "requirementTitle", "topic"]);
    const least = { requirementTitle: "Blog", topic: "Bees", experienceNotes: "x".repeat(40) };
    expect(workflow.form.parse(least)).toMatchObject({
      articleFormat: "howTo",
      intent: "inform",
      primaryKeyword: "",
      secondaryKeywords: [],
      length: 900,
      sourceUrls: [],
      sitemapUrl: "",
      publishOn: "",
      teaserPlatforms: ["LinkedIn"],
      faq: true,
      outline: "",
      country: "none",
    });
  });

  const problems = (change: object): [string, unknown][] =>
    workflow.form
      .safeParse({ ...workflow.example(today, "en"), ...change })
      .error?.issues.map((issue) => [
        issue.path.join("."),
        "params" in issue ? issue.params?.["keyword"] : undefined,
      ]) ?? [];

  test.each([
    [{ experienceNotes: "Too short." }, "experienceNotes"],
    [{ publishOn: "2026-02-30" }, "publishOn"],
    [{ publishOn: "2200-01-01" }, "publishOn"],
    [{ sitemapUrl: "ftp://x.example" }, "sitemapUrl"],
    [{ length: 299 }, "length"],
    [{ length: 3001 }, "length"],
    [{ secondaryKeywords: ["x".repeat(81)] }, "secondaryKeywords.0"],
    [{ secondaryKeywords: ["echo", "Echo "] }, "secondaryKeywords.1"],
    [{ primaryKeyword: "Notes", secondaryKeywords: ["tasks", " notes"] }, "secondaryKeywords.1"],
    [{ sourceUrls: ["https://a.example/", "https://a.example/"] }, "sourceUrls.1"],
    [{ sourceUrls: ["javascript:alert(1)"] }, "sourceUrls.0"],
    [{ sourceUrls: Array.from({ length: 9 }, (_, at) => `https://a.example/${at}`) }, "sourceUrls"],
    [{ teaserPlatforms: ["LinkedIn", "LinkedIn"] }, "teaserPlatforms"],
    [{ teaserPlatforms: ["MySpace"] }, "teaserPlatforms.0"],
  ])("refuses %j", (change, path) => {
    expect(problems(change).map(([at]) => at)).toEqual([path]);
  });

  test.each([
    { publishOn: "2199-12-31" },
    { secondaryKeywords: ["echo", "absorber"] },
    { primaryKeyword: "", secondaryKeywords: ["notes"] },
    { sourceUrls: ["https://a.example/", "https://a.example/b"] },
    { teaserPlatforms: [...platforms] },
    { teaserPlatforms: [] },
    { length: 300 },
  ])("takes %j", (change) => {
    expect(problems(change)).toEqual([]);
  });

  test("names the term that is there twice", () => {
    expect(problems({ primaryKeyword: "Notes", secondaryKeywords: [" notes"] })).toEqual([
      ["secondaryKeywords.0", "notes"],
    ]);
  });
});

describe("dates", () => {
  const datesOf = (form: Partial<Form>, now = "2026-11-22T09:00:00.000Z", zone = "Europe/Berlin") => {
    const facts = factsOf(exampleForm(form), contextAt(now, zone), [], "");
    return { ...facts, days: Object.fromEntries(facts.steps.map(({ id, date }) => [id, date])) };
  };

  test("of the steps are counted back to working days", () => {
    expect(datesOf({ publishOn: "2026-12-10" }).days).toEqual({
      text: "2026-12-04",
      pictures: "2026-12-04",
      approved: "2026-12-08",
      published: "2026-12-10",
      refresh: "2027-06-08",
    });
  });

  test("avoid the public holidays of the country", () => {
    expect(datesOf({ publishOn: "2027-01-03", country: "DE" }).days["approved"]).toBe("2026-12-31");
    expect(datesOf({ publishOn: "2027-01-03", country: "none" }).days["approved"]).toBe("2027-01-01");
  });

  test("without a day are a week after the run on the person's clock, and teasers follow one a day", () => {
    const facts = datesOf({ publishOn: "", teaserPlatforms: ["LinkedIn", "Bluesky"] }, "2026-10-18T22:30:00.000Z");
    expect(facts.publishOn).toBe("2026-10-26");
    expect(facts.publicationDay).toBe("usual");
    expect(facts.teasers.map(({ date }) => date)).toEqual(["2026-10-27", "2026-10-28"]);
  });

  test("nobody chose are working days", () => {
    // A week after Sunday is a Sunday; after Thursday 25 March 2027 come Good Friday and Easter.
    expect(datesOf({ publishOn: "" }).publishOn).toBe("2026-11-30");
    const easter = datesOf({ publishOn: "2027-03-25", country: "DE", teaserPlatforms: ["LinkedIn", "Bluesky"] });
    expect(easter.teasers.map(({ date }) => date)).toEqual(["2027-03-30", "2027-03-31"]);
    expect(datesOf({ publishOn: "2027-03-28" }).publishOn).toBe("2027-03-28");
  });

  test("in the past are replaced, and it is said", async () => {
    const { issues, assumptions } = await assembledDraft(exampleForm({ publishOn: "2026-01-01" }));
    expect(issues).toContainEqual(
      expect.objectContaining({
        code: "publishPast",
        text: "1 Jan 2026 has passed. Publication is planned for 30 Nov 2026.",
      }),
    );
    expect(assumptions).toEqual([]);
    expect((await assembledDraft(exampleForm({ publishOn: "" }))).assumptions).toHaveLength(1);
  });

  test("on a holiday are pointed out in the language of the document", async () => {
    const form = exampleForm({ publishOn: "2026-12-25" }, "de");
    expect((await assembledDraft(form)).issues.map(({ text }) => text)).toEqual([
      "Der 25.12.2026 ist ein Feiertag: 1. Weihnachtstag.",
    ]);
    expect((await assembledDraft(exampleForm({ publishOn: "2026-12-25", country: "none" }))).issues).toEqual([]);
  });

  test("that have passed are marked and not suggested", async () => {
    const document = await assembledDraft(exampleForm({ publishOn: "2026-11-23" }));
    expect(rowsOf(document, "plan").map(([, date = ""]) => date.includes("already past"))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(document.proposals.map(({ key }) => key)).not.toContain("approved");
  });
});

describe("words of the parts", () => {
  test("follow their notes: 504 words in tens by 5, 3, 5, 5, 3", async () => {
    const { document } = await written(sampleOf("blogArticleWriter", "en"));
    expect(rowsOf(document, "outline").map((row) => row.at(-1))).toEqual(["120", "70", "120", "120", "70"]);
  });
});

describe("an article without a writer", () => {
  const form = exampleForm({
    experienceNotes:
      "# Before\nWe counted 12 mistakes.\nMs Kunze left.\n# After\nNow there are 2.\nWhat about Mondays?",
    questions: "How long does it take?",
  });

  test("puts the person's words where they belong, once", async () => {
    const document = await assembledDraft(form);
    expect(blocksOf(document, "opening")[0]).toEqual({ type: "p", text: form.angle });
    expect(blocksOf(document, "closing")[0]).toEqual({ type: "p", text: form.callToAction });
    expect(blocksOf(document, "parts").slice(0, 3)).toMatchObject([
      { type: "h", text: "Before" },
      { type: "list", ordered: false, items: ["We counted 12 mistakes."] },
      { type: "callout", tone: "gap", text: "Write about 250 words from these notes." },
    ]);
    expect(blocksOf(document, "faq")).toMatchObject([
      { type: "list", ordered: false, items: ["How long does it take?", "What about Mondays?"] },
      { type: "callout", tone: "gap", text: "How do you answer your readers’ open questions, in two sentences each?" },
    ]);
    const question = "Which of your readers’ questions does each part answer?";
    expect(blocksOf(document, "outline").at(-1)).toMatchObject({ type: "callout", tone: "gap", text: question });
    expect(document.openQuestions).toContain(question);
    expect(rowsOf(document, "material").map(([number]) => number)).toEqual(["2"]);
    expect(JSON.stringify(document.sections).split("We counted 12 mistakes.")).toHaveLength(2);
  });

  test("asks what an editor would ask of its format when nothing is sorted", async () => {
    const document = await assembledDraft(exampleForm({ articleFormat: "opinion" }));
    expect(JSON.stringify(blocksOf(document, "parts"))).toContain("What is the strongest argument against your view?");
    expect(rowsOf(document, "material")).toHaveLength(13);
  });

  test("takes own headings without their marks", async () => {
    const document = await assembledDraft(exampleForm({ outline: "# One\n2. Two\n- Three\nThree" }));
    expect(rowsOf(document, "outline").map(([heading]) => heading)).toEqual(["One", "Two", "Three"]);
  });

  test("claims nothing that was measured, linked or answered", async () => {
    const keys = (await assembledDraft(exampleForm())).sections.map(({ key }) => key);
    for (const key of ["quality", "links", "faqData"]) expect(keys).not.toContain(key);
    expect((await assembledDraft(exampleForm({ faq: false }))).sections.map(({ key }) => key)).not.toContain("faq");
    const silent = await assembledDraft(exampleForm({ teaserPlatforms: [] }));
    expect(silent.sections.map(({ key }) => key)).not.toContain("teasers");
    expect(silent.openQuestions.join()).not.toMatch(/teaser/);
  });
});

describe("suggestions", () => {
  const parseAll = ({ proposals }: Assembled) => {
    const keys = new Set(proposals.map(({ key }) => key));
    expect(keys.size).toBe(proposals.length);
    return proposals.map(({ kind, payload: { outcomeKey, ...payload }, requires = [] }) => {
      for (const key of [...requires, ...(outcomeKey === undefined ? [] : [String(outcomeKey)])])
        expect(keys.has(key)).toBe(true);
      return kind === "outcome" ? newOutcome.parse(payload) : newEntry.parse(payload);
    });
  };

  test("are valid records, for every draft and every network", async () => {
    for (const language of ["en", "de"] as const) {
      for (const input of inputsOf("blogArticleWriter", language))
        parseAll(await assembledDraft(workflow.form.parse(input)));
      parseAll((await written(sampleOf("blogArticleWriter", language), exampleForm({}, language))).document);
    }
    const all = await assembledDraft(exampleForm({ teaserPlatforms: [...platforms], publishOn: "2199-12-31" }));
    expect(parseAll(all)).toHaveLength(2 + 2 * platforms.length + 2);
    const types = all.proposals.flatMap(({ payload }) =>
      payload["platform"] ? [[payload["platform"], payload["contentType"], payload["workflow"]]] : [],
    );
    expect(types).toContainEqual(["Instagram", 1, "socialPostWriterWorkflow"]);
    expect(types).toContainEqual(["TikTok", 41, "videoScriptWriterWorkflow"]);
  });

  test.each([
    ["2026-12-10", "Europe/Berlin", "2026-12-10T08:00:00.000Z"],
    ["2027-03-28", "Europe/Berlin", "2027-03-28T07:00:00.000Z"],
    ["2026-12-10", "America/New_York", "2026-12-10T14:00:00.000Z"],
  ])("publish on %s at nine in %s", async (publishOn, timeZone, instant) => {
    const form = exampleForm({ publishOn });
    const { state } = await simulate(workflow, form);
    const { proposals } = workflow.assemble(form, { ...contextOf("en"), timeZone }, state, { isDraft: true });
    expect(proposals[0]).toMatchObject({ key: "article", payload: { plannedAt: instant, timeZone, contentType: 100 } });
    expect(proposals[1]).toMatchObject({ key: "article-entry", requires: ["article"], payload: { start: instant } });
  });

  test("say how far they are: drafted when written, planned on a given day, else an idea", async () => {
    const statusOf = ({ proposals }: Assembled, key: string): unknown =>
      proposals.find((one) => one.key === key)?.payload["status"];
    const { document } = await written(sampleOf("blogArticleWriter", "en"));
    expect([statusOf(document, "article"), statusOf(document, "outcome:t1")]).toEqual(["drafted", "planned"]);
    const open = await assembledDraft(exampleForm({ publishOn: "" }));
    expect([statusOf(open, "article"), statusOf(open, "outcome:t1")]).toEqual(["idea", "idea"]);
    expect(statusOf(await assembledDraft(exampleForm()), "article")).toBe("planned");
  });

  test("ask for approval only when somebody approves", async () => {
    const keysOf = async (approver: string) =>
      (await assembledDraft(exampleForm({ approver }))).proposals.map(({ key }) => key);
    expect(await keysOf("Ole Brandt")).toContain("approved");
    expect(await keysOf("")).not.toContain("approved");
  });
});

test("an article without questions and answers asks for no questions of the readers", async () => {
  const asked = "Which three questions do your readers ask most often?";
  expect((await assembledDraft(exampleForm({ faq: false, questions: "" }))).openQuestions).not.toContain(asked);
  expect((await assembledDraft(exampleForm({ faq: true, questions: "" }))).openQuestions).toContain(asked);
});
