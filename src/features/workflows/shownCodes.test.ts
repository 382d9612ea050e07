import { describe, expect, test } from "vitest";
import { contextOf, inputsOf, simulate } from "#src/testing/simulatedRun.ts";
import { blockTexts } from "#src/features/documents/blockTexts.ts";
import type { Block, Proposal } from "#src/features/documents/document.ts";
import { cardNamed } from "./catalogue/cards.ts";
import { loadWorkflow, workflowLoaders } from "./catalogue/registry.ts";
import { exampleRun } from "./server/exampleResult.ts";

/* Ids by which writers name rows, `i001`, `s-2`, `v4`, are for them alone: people read names and numbers. */

interface Shown {
  title: string;
  summary: string;
  sections: readonly { title: string; blocks: readonly Block[] }[];
  issues: readonly { text?: string | undefined }[];
  assumptions: readonly string[];
  openQuestions: readonly string[];
}

/** What a suggestion shows of its record; keys and kinds are for the code. */
const shownFields = ["title", "name", "brief", "notes", "message", "subject"] as const;

const textsOf = (document: Shown, proposals: readonly Proposal[]): string[] => [
  document.title,
  document.summary,
  ...document.sections.flatMap(({ title, blocks }) => [title, ...blocks.flatMap(blockTexts)]),
  ...document.sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === "table" ? block.columns : [])),
  ),
  ...document.issues.map(({ text = "" }) => text),
  ...document.assumptions,
  ...document.openQuestions,
  ...proposals.flatMap(({ payload }) =>
    shownFields.flatMap((field) => {
      const value: unknown = Reflect.get(payload, field);
      return typeof value === "string" ? [value] : [];
    }),
  ),
];

/** Small letters and a number by themselves, which neither an address nor the person's own words have. */
function codesIn(texts: readonly string[], own: string): string[] {
  const found = texts.flatMap(
    (text) =>
      text.replace(/https?:\/\/\S+/g, "").match(/(?<![\p{L}\d_.@/=-])[a-z]{1,2}-?\d{1,3}(?![\p{L}\d_])/gu) ?? [],
  );
  return [...new Set(found)].filter((code) => !own.includes(code));
}

describe.each(Object.keys(workflowLoaders))("%s shows no ids of rows", (key) => {
  test.each(["en", "de"] as const)("in the result of its example and in drafts (%s)", async (language) => {
    const example = await exampleRun(cardNamed(key).workflowName, language);
    expect(codesIn(textsOf(example.document, example.proposals), JSON.stringify(example.form))).toEqual([]);
    const workflow = await loadWorkflow(cardNamed(key).workflowName);
    if (!workflow) throw new Error("no such workflow");
    for (const input of inputsOf(key, language)) {
      const form = workflow.form.parse(input);
      const { state } = await simulate(workflow, form);
      const draft = workflow.assemble(form, contextOf(form.goalLanguage), state, { isDraft: true });
      expect(codesIn(textsOf(draft, draft.proposals), JSON.stringify(input))).toEqual([]);
    }
  });
});
