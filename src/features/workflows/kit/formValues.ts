import type { z } from "zod";
import { badRequest, type FieldIssue } from "#src/kit/errors.ts";
import type { CompiledWorkflow } from "./workflowSpec.ts";
import type { CommonForm } from "../workflow.ts";

/** What a broken rule says of itself: the key of its sentence, or the sentence in both languages. */
const messageOf = (issue: z.core.$ZodIssue): Pick<FieldIssue, "messageKey" | "words"> => {
  const { messageKey, words } = (issue.code === "custom" ? issue.params : undefined) ?? {};
  return {
    ...(typeof messageKey === "string" ? { messageKey } : {}),
    ...(typeof words === "string" ? { words } : {}),
  };
};

/**
 * Parses form values by the workflow's schema and fills in defaults.
 * @param at path of the values in the request, as prefix of field paths
 * @throws ProductError 400 with the invalid fields
 */
export function parseForm(workflow: CompiledWorkflow, values: unknown, at: string): CommonForm {
  const parsed = workflow.form.safeParse(values);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.slice(0, 50).map((issue): FieldIssue => ({
    path: [at, ...issue.path.map(String)].join("."),
    message: issue.message,
    ...messageOf(issue),
  }));
  throw badRequest("The form does not fit", fields);
}
