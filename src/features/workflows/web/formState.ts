import type { FormSchema } from "./formSchema.ts";
import { emptyValue, type FormField, type FormValues } from "./formModel.ts";
import { errorTree, problemsOf, type FormProblem, type ErrorTree } from "./formProblems.ts";

export type Checked = { ok: true } | { ok: false; problems: FormProblem[]; errors: ErrorTree };

/**
 * Judges values by the rules of the workflow. `sentence` words a problem for the page.
 * @param withRefusedFiles names of fields that show files the server did not take: no rule sees those in the values
 */
export function checkForm(
  schema: FormSchema,
  values: FormValues,
  sentence: (problem: FormProblem) => string,
  withRefusedFiles: Iterable<string> = [],
): Checked {
  const parsed = schema.safeParse(values);
  const refused = [...withRefusedFiles].map((name): FormProblem => ({ path: [name], key: filesRefused, params: {} }));
  if (parsed.success && refused.length === 0) return { ok: true };
  const problems = [...refused, ...(parsed.success ? [] : problemsOf(parsed.error.issues, values))];
  return { ok: false, problems, errors: errorTree(problems, sentence, values) };
}

const filesRefused = "form.filesRefused";

/** Fields that an empty form is refused for. */
export function requiredNames(schema: FormSchema, fields: readonly FormField[]): Set<string> {
  const empty = Object.fromEntries(
    fields.map((field) => [field.name, field.kind === "string" && field.options.length === 0 ? "" : emptyValue(field)]),
  );
  const parsed = schema.safeParse(empty);
  return new Set(parsed.success ? [] : parsed.error.issues.map(({ path }) => String(path[0] ?? "")));
}

/** Places of a refused request that lie in the form: `enData.formValues.goal` → `goal`. */
export function refusedPlaces(
  fields: readonly { path: string; message: string; messageKey?: string | undefined; words?: string | undefined }[],
): FormProblem[] {
  return fields.flatMap(({ path, messageKey, words }) => {
    const inside = /(?:^|\.)formValues\.(.+)$/s.exec(path)?.[1];
    if (inside === undefined) return [];
    return [
      {
        path: inside.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
        key: words ?? messageKey ?? "validation.invalid",
        params: {},
      },
    ];
  });
}
