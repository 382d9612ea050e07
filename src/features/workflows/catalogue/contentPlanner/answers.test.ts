import { describe, expect, test } from "vitest";
import { characterLimit } from "#src/features/outcomes/rules.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { graphemeCount } from "#src/kit/text.ts";
import { emptyState, type RunState, wideRoom } from "../../kit/state.ts";
import type { AskStep } from "../../kit/workflowSpec.ts";
import {
  contextOf,
  fromPages,
  fromSample,
  sampleOf,
  samplePagesOf,
  simulate,
  today,
  type Writer,
} from "#src/testing/simulatedRun.ts";
import { factsOf } from "./facts.ts";
import { example, type Form, form } from "./form.ts";
import { contentPlanner } from "./workflow.ts";

const file = "01980000-0000-7000-8000-000000000001";
const exampleForm = (language: AppLanguage = "en"): Form => form.parse(example(today, language));
const short = { requirementTitle: "Short", goal: "Sell more", period: { from: "2027-02-01", to: "2027-02-28" } };
const slotsOf = (values: Form) => factsOf({ form: values, context: contextOf(values.goalLanguage) }).slots;

async function draftOf(values: Form) {
  const { state } = await simulate(contentPlanner, values);
  return contentPlanner.assemble(values, contextOf(values.goalLanguage), state, { isDraft: true });
}
const plannedAts = (document: Awaited<ReturnType<typeof draftOf>>): string[] =>
  document.proposals.filter(({ kind }) => kind === "outcome").map(({ payload }) => String(payload["plannedAt"]));

describe("answers to the content planner", () => {
  const withFile = { ...exampleForm(), attachments: [file] };
  const context = contextOf("en");
  const sample = sampleOf("contentPlanner", "en") as Record<string, { id: string }[]>;
  const pages = samplePagesOf("contentPlanner", "en");
  const changed =
    (section: string, change: (row: Record<string, string>, at: number) => Record<string, string>): Writer =>
    (step) => {
      const given = fromSample(sample)(step) as Record<string, Record<string, string>[]>;
      return section in given ? { ...given, [section]: given[section]?.map(change) } : given;
    };
  /** Codes and places of what is wrong with an answer. */
  async function judged(write: Writer, values: Form = withFile) {
    const { state, asks } = await simulate(contentPlanner, values, { write, read: fromPages(pages) });
    const verdicts = asks.map((step: AskStep) => contentPlanner.validate(values, context, state, step));
    return {
      state,
      errors: verdicts.flatMap(({ errors }) => errors.map(({ code, at }) => `${code} ${at}`)),
      warnings: verdicts.flatMap(({ warnings }) => warnings.map(({ code, at }) => `${code} ${at}`)),
    };
  }

  test("an excellent one passes", async () => {
    const { errors, warnings } = await judged(fromSample(sample));
    expect([errors, warnings]).toEqual([[], []]);
  });

  test("are refused when briefs repeat", async () => {
    const { errors } = await judged(
      changed("items", (row) => ({ ...row, brief: "The same brief for everyone who writes." })),
    );
    expect(errors).toContain("briefRepeated items/i002/brief");
    expect(errors).not.toContain("briefRepeated items/i001/brief");
  });

  test("are refused when a word stands for a text, in English for a German form, with invented figures", async () => {
    const words = await judged(changed("items", (row) => ({ ...row, hook: "Post", brief: "Write it." })));
    expect(words.errors).toContain("cellTooShort items/i001/hook");
    expect(words.errors).toContain("cellTooShort items/i001/brief");
    const figures = await judged(
      changed("items", (row, at) => (at === 0 ? { ...row, brief: `${row["brief"]} We helped 4,711 firms.` } : row)),
    );
    expect(figures.errors).toContain("figureUnproven items/i001/brief");
    const german = { ...exampleForm("de"), attachments: [file] };
    expect((await judged(fromSample(sample), german)).errors).toContain("wrongLanguage items");
  });

  test("keep a call to action within what a short network leaves", async () => {
    const values = form.parse({
      ...short,
      channels: [{ platform: "X (Twitter)", postsPerWeek: 1, contentTypes: [3] }],
    });
    const write =
      (length: number): Writer =>
      ({ parts }) =>
        Object.fromEntries(
          parts.map(({ section, ids }) => [
            section,
            ids.map((id) => ({
              id,
              hook: "A first line",
              brief: "A brief that is long enough.",
              cta: "c".repeat(length),
            })),
          ]),
        );
    const found = async (length: number): Promise<string[]> => (await judged(write(length), values)).errors;
    expect((await found(81)).filter((one) => one.endsWith("/cta"))).toContain("cellTooLong items/i001/cta");
    expect((await found(80)).filter((one) => one.endsWith("/cta"))).toEqual([]);
  });

  test("warn of a proof without a mark", async () => {
    const { state } = await judged(changed("messageHouse", (row) => ({ ...row, proof: "Customers love us" })));
    const { issues } = contentPlanner.assemble(withFile, context, state);
    expect(issues.filter(({ code }) => code === "proofUnmarked").map(({ at }) => at)).toEqual([
      "messageHouse/w1/proof",
      "messageHouse/w2/proof",
      "messageHouse/w3/proof",
      "messageHouse/w4/proof",
    ]);
    expect(issues[0]?.text).toContain("names no source");
  });

  test("cannot move, add or turn items into others", async () => {
    const forged = changed("items", (row, at) =>
      at === 1 ? { ...row, id: "i999" } : { ...row, date: "2031-01-01", platform: "MySpace" },
    );
    const { state } = await judged(forged);
    const document = contentPlanner.assemble(withFile, context, state);
    const plain = await draftOf(exampleForm());
    expect(plannedAts(document)).toEqual(plannedAts(plain));
    expect(document.proposals.map(({ key }) => key)).toEqual(plain.proposals.map(({ key }) => key));
    expect(JSON.stringify(document.sections)).not.toMatch(/MySpace|2031|i999/);
    expect(document.openQuestions.join()).toContain("5 items have no text yet");
  });

  test("posts fit their network with hashtags and link", async () => {
    const values = form.parse({
      ...short,
      hashtagPolicy: "many",
      brandHashtags: ["#AVeryLongHashtagOfTheBrand", "#AnotherLongHashtagOfThem"],
      link: "https://example.org/somewhere",
      channels: [
        { platform: "X (Twitter)", postsPerWeek: 3 },
        { platform: "Bluesky", postsPerWeek: 3 },
      ],
    });
    const answer = {
      items: slotsOf(values).map(({ id }) => ({
        id,
        hook: `${id} ${"h".repeat(115)}`,
        brief: "b",
        cta: "c".repeat(80),
      })),
    };
    const state: RunState = { ...emptyState(wideRoom), answer };
    const outcomes = contentPlanner.assemble(values, context, state).proposals.filter(({ kind }) => kind === "outcome");
    expect(outcomes.length).toBeGreaterThan(20);
    for (const { payload } of outcomes) {
      const tags = String(payload["brief"]).match(/^#.*$/m)?.[0] ?? "";
      const frame = graphemeCount([payload["title"], "c".repeat(80), tags].filter(Boolean).join("\n\n")) + 25;
      expect(frame).toBeLessThanOrEqual(characterLimit[payload["platform"] as "Bluesky"]);
    }
  });

  test("are shown facts under the name of their file", async () => {
    const { asks } = await simulate(contentPlanner, withFile, { write: fromSample(sample), read: fromPages(pages) });
    const [first] = asks;
    expect(first?.prompt.user).toContain('label="source s1"');
    const items = asks.find(({ parts }) => parts.some(({ section }) => section === "items"));
    expect(items?.prompt.user).toContain("Seven of these 41 bikes had a bent rotor [s1]");
    expect(items?.prompt.user.match(/^i\d{3} \| /gm)?.length).toBeGreaterThan(10);
  });

  test("files without a writer leave a question about their words", async () => {
    const { state } = await simulate(contentPlanner, withFile, {
      read: () => [{ text: "Brakes squeal. Brakes wear. Chains rust.", title: "Workshop log" }],
    });
    const { openQuestions } = contentPlanner.assemble(withFile, context, state, { isDraft: true });
    expect(openQuestions.join("\n")).toMatch(/“Workshop log” is mostly about Brakes, /);
  });

  test("the season of an attached sheet counts when none was typed", async () => {
    const values = { ...withFile, season: "" };
    const { state } = await simulate(contentPlanner, values, { read: fromPages(pages) });
    const { sections } = contentPlanner.assemble(values, context, state, { isDraft: true });
    expect(JSON.stringify(sections.find(({ key }) => key === "season"))).toContain(
      "62.1\u00a0% of the year’s demand (Workshop log 2026.xlsx).",
    );
  });
});
