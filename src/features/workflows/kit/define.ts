import { z } from "zod";
import { cardNamed } from "../catalogue/cards.ts";
import type { CommonForm } from "../workflow.ts";
import { assembler } from "./assembling.ts";
import { openCore } from "./core.ts";
import { editing } from "./editing.ts";
import { answerValidator } from "./answerValidation.ts";
import { planner } from "./planning.ts";
import { rewriting } from "./rewriting.ts";
import type { Answer } from "./state.ts";
import type { CompiledWorkflow, WorkflowSpec } from "./workflowSpec.ts";

/**
 * Compiles a workflow: from its fields and sections follow the answer schema, the prompts, the skeleton, the document,
 * the checks and the suggestions.
 */
export function defineWorkflow<Form extends CommonForm, Facts>(
  spec: WorkflowSpec<Form, Facts>,
): CompiledWorkflow<Form> {
  const core = openCore(spec);
  const answer = z.looseObject(
    Object.fromEntries(spec.sections.flatMap(({ key, schema }) => (schema ? [[key, schema.optional()]] : []))),
  ) as unknown as z.ZodType<Answer>;
  for (const key of Object.keys(spec.deliverable ?? {}))
    if (!core.section(key)) throw new Error(`${spec.key} hands on “${key}”, which is none of its sections`);
  const shape = spec.shape ?? 1;
  const { mergeAnswer, ...planning } = planner(core);
  const hand = editing(core);
  return {
    card: cardNamed(spec.key),
    version: spec.version,
    shape,
    continues: spec.continues === true,
    readsRecords: (form) => spec.readsRecords?.(form) ?? false,
    form: spec.form,
    example: spec.example,
    answer,
    open(given, from) {
      const parsed = z.looseObject({}).safeParse(given).data;
      if (parsed === undefined) return null;
      const current = from === shape ? parsed : spec.upgrade?.(parsed, from);
      return current === undefined ? null : (answer.safeParse(current).data ?? null);
    },
    guard: (form, files, installed = { transcription: false }, start = {}) =>
      spec.guard?.(form, files, installed, start) ?? null,
    ...planning,
    ...answerValidator(core),
    ...assembler(core, mergeAnswer),
    ...hand,
    ...rewriting(core, hand),
  };
}
