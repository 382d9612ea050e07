import type { FieldErrors, FieldError } from "react-hook-form";

/** First sentence below a place of the form's errors: of the field, of one of its rows, of the whole list. */
export function firstProblem(errors: unknown): string | undefined {
  if (typeof errors !== "object" || errors === null) return undefined;
  const own = (errors as Partial<FieldError>).message;
  if (typeof own === "string" && own !== "") return own;
  for (const [name, inner] of Object.entries(errors)) {
    if (name === "ref" || name === "types") continue;
    const found = firstProblem(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Errors at a dotted path. */
export function problemsAt(errors: FieldErrors, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((at, part) => (typeof at === "object" && at !== null ? Reflect.get(at, part) : undefined), errors);
}

/** Sentence about a list or an object as a whole, not about one of its places. */
export function ownProblem(errors: unknown): string | undefined {
  if (typeof errors !== "object" || errors === null) return undefined;
  const { message, root } = errors as { message?: unknown; root?: { message?: unknown } };
  const own = message ?? root?.message;
  return typeof own === "string" && own !== "" ? own : undefined;
}
