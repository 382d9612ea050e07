/** The code of an error, of the system, of PostgreSQL or of a library; undefined for one without. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error ? String(error.code) : undefined;

/** An error, its causes and the parts of an AggregateError, down to the fifth below it. */
export function causesOf(error: unknown, depth = 0): Error[] {
  if (!(error instanceof Error) || depth > 5) return [];
  const parts: unknown[] = error instanceof AggregateError ? error.errors : [];
  return [error, ...[...parts, error.cause].flatMap((part) => causesOf(part, depth + 1))];
}
