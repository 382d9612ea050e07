import { checkBy } from "#src/ui/forms/checkBy.ts";
import { type Checked, ownProblem } from "#src/ui/forms/problems.ts";
import type { CommonForm } from "../workflow.ts";
import type { FormSchema } from "./formSchema.ts";
import { emptyValue, type FormField, type FormValues } from "./formModel.ts";

/**
 * Judges values by the rules of the workflow.
 * @param withRefusedFiles names of fields that show files the server did not take: no rule sees those in the values
 */
export const checkForm = (
  schema: Pick<FormSchema, "safeParse">,
  values: FormValues,
  withRefusedFiles: Iterable<string> = [],
): Checked<CommonForm> =>
  checkBy(
    schema,
    values,
    [...withRefusedFiles].map((name) => ownProblem(name, "form.filesRefused")),
  );

/** Fields that an empty form is refused for. */
export function requiredNames(schema: Pick<FormSchema, "safeParse">, fields: readonly FormField[]): Set<string> {
  const empty = Object.fromEntries(
    fields.map((field) => [field.name, field.kind === "string" && field.options.length === 0 ? "" : emptyValue(field)]),
  );
  const parsed = schema.safeParse(empty);
  return new Set(parsed.success ? [] : parsed.error.issues.map(({ path }) => String(path[0] ?? "")));
}
