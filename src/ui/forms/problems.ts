import type { z } from "zod";
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

/** The parts of a Zod issue that say what is wrong. */
interface Issue {
  code?: string | undefined;
  path: PropertyKey[];
  params?: Record<string, unknown> | undefined;
  origin?: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  expected?: string;
  format?: string;
  pattern?: string;
  divisor?: number | bigint;
  errors?: Issue[][];
}

/** The value at a place; undefined where there is none. */
export function valueAt(values: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, part) => (typeof at === "object" && at !== null ? Reflect.get(at, part) : undefined),
    values,
  );
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0);

function plainParams(params: Record<string, unknown> | undefined): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(params ?? {}).flatMap(([name, value]) =>
      name !== "messageKey" && name !== "words" && (typeof value === "string" || typeof value === "number")
        ? [[name, value]]
        : [],
    ),
  );
}

const formats: Record<string, string> = { url: "url", email: "email", date: "date", datetime: "date", time: "time" };
const isClock = (pattern: string | undefined): boolean => pattern !== undefined && pattern.includes(":[0-5]");

function ruleOf(issue: Issue, value: unknown): [key: string, params?: Record<string, string | number>] {
  const ofOrigin = (text: string, list: string, number: string): string =>
    issue.origin === "string" ? text : issue.origin === "array" || issue.origin === "set" ? list : number;
  const own = issue.params?.["words"] ?? issue.params?.["messageKey"];
  // A text that is not there is missing, not short.
  if (isEmpty(value) && (own === undefined || own === "validation.tooShort")) return ["validation.required"];
  if (typeof own === "string") return [own, plainParams(issue.params)];
  switch (issue.code) {
    case "too_small": {
      const min = Number(issue.minimum);
      return [`validation.${ofOrigin("tooShort", "tooFew", "tooSmall")}`, { min }];
    }
    case "too_big": {
      const max = Number(issue.maximum);
      return [`validation.${ofOrigin("tooLong", "tooMany", "tooLarge")}`, { max }];
    }
    case "invalid_type":
      return [
        issue.expected === "int"
          ? "validation.wholeNumber"
          : issue.expected === "number"
            ? "validation.number"
            : "validation.invalid",
      ];
    case "invalid_format":
      return [`validation.${formats[issue.format ?? ""] ?? (isClock(issue.pattern) ? "time" : "invalid")}`];
    case "invalid_value":
      return ["validation.chooseOne"];
    case "not_multiple_of":
      return [Number(issue.divisor) === 1 ? "validation.wholeNumber" : "validation.invalid"];
    case "invalid_union": {
      const telling = issue.errors?.flat().find(({ code }) => code !== "invalid_value" && code !== "invalid_type");
      return telling ? ruleOf(telling, value) : ["validation.chooseOne"];
    }
    default:
      return ["validation.invalid"];
  }
}

/** The first problem of each place, in the order in which the schema found them. */
export function problemsOf(issues: readonly Issue[], values: unknown): FormProblem[] {
  const seen = new Set<string>();
  return issues.flatMap((issue) => {
    const path = issue.path.filter((part): part is string | number => typeof part !== "symbol");
    const place = path.join(".");
    if (seen.has(place)) return [];
    seen.add(place);
    const [key, params = {}] = ruleOf(issue, valueAt(values, path));
    return [{ path, key, params }];
  });
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

/**
 * Judges what a form says by the schema of the contract.
 * @param candidate the form's values in the shape of the contract
 * @param own problems that only the form can have; they go before those of the schema
 * @param place where the contract's paths lie in the form, for a form of another shape
 */
export function checkBy<Value>(
  schema: Pick<z.ZodType<Value>, "safeParse">,
  candidate: unknown,
  own: readonly FormProblem[] = [],
  place: (path: Path) => Path | undefined = (path) => path,
): Checked<Value> {
  const parsed = schema.safeParse(candidate);
  if (parsed.success && own.length === 0) return { ok: true, value: parsed.data };
  const found = parsed.success ? [] : problemsOf(parsed.error.issues, candidate);
  return {
    ok: false,
    problems: [...own, ...found.map((problem) => ({ ...problem, path: place(problem.path) ?? [] }))],
  };
}

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
