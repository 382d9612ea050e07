import type { z } from "zod";
import { type Checked, type FormProblem, type Path, valueAt } from "./problems.ts";

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
