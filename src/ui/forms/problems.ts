import type { FieldIssue } from "#src/kit/errors.ts";

/** A place in a form: `["channels", 0, "slot"]`. */
export type Path = (string | number)[];

/** What is wrong at one place of a form, and what fills its sentence. */
export interface FormProblem {
  path: Path;
  /** Key of its text (`validation.required`), or the sentence itself in both languages: `English | Deutsch`. */
  key: string;
  params: Record<string, string | number>;
}

/** The value at a place; undefined where there is none. */
export function valueAt(values: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, part) => (typeof at === "object" && at !== null ? Reflect.get(at, part) : undefined),
    values,
  );
}

/** Names that a form has for fields of the contract: `{ lat: "position" }`. */
export type Aliases = Readonly<Record<string, string>>;

/**
 * Where a path of the contract or of a refused request lies in a form. It begins at the first name that the form
 * knows: `enData.leads.0.email.1` is `["email", 1]`.
 * @returns undefined when it lies outside of the form
 */
export function placeIn(form: object, path: readonly PropertyKey[], aliases: Aliases = {}): Path | undefined {
  const parts = path.map(String);
  const nameOf = (part: string): string => (Object.hasOwn(aliases, part) ? (aliases[part] ?? part) : part);
  const start = parts.findIndex((part) => Object.hasOwn(form, nameOf(part)));
  if (start < 0) return undefined;
  const rest = parts.slice(start + 1).map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  return [nameOf(parts[start] ?? ""), ...rest];
}

/** Problems of a refused request that lie in a form. What the server says in English is the parameter `message`. */
export const refusedProblems = (form: object, fields: readonly FieldIssue[] = [], aliases?: Aliases): FormProblem[] =>
  fields.flatMap(({ path, message, messageKey, words }) => {
    const place = placeIn(form, path.split("."), aliases);
    return place ? [{ path: place, key: words ?? messageKey ?? "validation.invalid", params: { message } }] : [];
  });

export type Checked<Value> = { ok: true; value: Value } | { ok: false; problems: FormProblem[] };

/** A problem that only the form can have. */
export const ownProblem = (name: string, key: string, params: FormProblem["params"] = {}): FormProblem => ({
  path: [name],
  key,
  params,
});

/** What a form's own rules say of it, where no schema is needed in the page. */
export const checkOwn = <Values>(
  values: Values,
  ...problems: (FormProblem | false | "" | undefined)[]
): Checked<Values> => {
  const found = problems.filter((problem) => typeof problem === "object");
  return found.length === 0 ? { ok: true, value: values } : { ok: false, problems: found };
};
