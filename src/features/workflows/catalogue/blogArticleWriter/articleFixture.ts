import { z } from "zod";
import type { Assembled } from "../../kit/workflowSpec.ts";
import { contextOf, fromSample, type Reader, sampleOf, simulate, today } from "#src/testing/simulatedRun.ts";
import type { Form } from "./form.ts";
import { blogArticleWriter as workflow } from "./workflow.ts";

/* Runs of the article writer for its tests. */

export const exampleForm = (change: Partial<Form> = {}, language: "en" | "de" = "en"): Form =>
  workflow.form.parse({ ...workflow.example(today, language), ...change });
export const blocksOf = (document: Pick<Assembled, "sections">, key: string) =>
  document.sections.find((section) => section.key === key)?.blocks ?? [];
export const rowsOf = (document: Pick<Assembled, "sections">, key: string): string[][] =>
  blocksOf(document, key).flatMap((block) => (block.type === "table" ? block.rows : []));

export async function assembledDraft(form: Form): Promise<Assembled> {
  const { state } = await simulate(workflow, form);
  return workflow.assemble(form, contextOf(form.goalLanguage), state, { isDraft: true });
}

export type Answers = Record<string, unknown>;
export const rowsIn = (answers: Answers, key: string): Record<string, unknown>[] =>
  z.array(z.record(z.string(), z.unknown())).parse(answers[key]);
/** The sample with some cells of some rows put in another way. */
export const sampleWith = (
  key: string,
  change: (row: Record<string, unknown>) => object,
  language: "en" | "de" = "en",
): Answers => {
  const sample = sampleOf("blogArticleWriter", language);
  return { ...sample, [key]: rowsIn(sample, key).map((row) => ({ ...row, ...change(row) })) };
};

export async function written(answers: Answers, form = exampleForm(), read: Reader = () => []) {
  const { state, asks } = await simulate(workflow, form, { write: fromSample(answers), read });
  const context = contextOf(form.goalLanguage);
  const errors = asks.flatMap((step) => workflow.validate(form, context, state, step).errors);
  return { document: workflow.assemble(form, context, state), errors, asks, state };
}
