import { type Likeness, likenessOf, similarityFrom } from "#src/kit/likeness.ts";
import { memoizeByText } from "#src/kit/memoizeByText.ts";
import { graphemeCount } from "#src/kit/text.ts";
import type { Issue } from "#src/features/documents/document.ts";
import { errorIssue } from "./sections.ts";

/** A text may pass its usual length by this much before it is refused; one with a limit of a platform may not. */
const overLong = 1.5;

/** What is wrong with the length of a written cell. @param given.most limit of this row, in place of the column's */
export function cellIssues(
  at: string,
  column: { kind: string; limits?: { least: number; most: number }; isOptional?: boolean },
  given: { value: string; shown: string; most?: number | undefined },
): Issue[] {
  const { limits, kind } = column;
  if (limits === undefined || !["text", "long"].includes(kind) || given.value === "") return [];
  const found = graphemeCount(given.shown);
  const most = given.most ?? Math.round(limits.most * overLong);
  if (found > most) return [errorIssue("cellTooLong", at, { found, wanted: given.most ?? limits.most })];
  return found < limits.least ? [errorIssue("cellTooShort", at, { found, wanted: limits.least })] : [];
}

/** Two texts that agree to this degree say the same. */
const alike = 0.92;
/** Rows above a row that it is compared with; equal texts are found over any distance. */
const near = 12;
/** Shorter texts are names and labels. */
const shortest = 4;

const likenessOfRow = memoizeByText((text) => likenessOf(text), 2_000);

/**
 * Rows that say the same as another one. When they are more than a fifth of the list they are faults, each at its
 * place; fewer are one warning.
 */
export function likenessIssues(key: string, rows: readonly { id: string; text: string }[]): Issue[] {
  const seen = new Set<string>();
  const above: Likeness[] = [];
  const repeated = rows.filter(({ text }) => {
    const own = likenessOfRow(text);
    const others = above.slice(-near);
    above.push(own);
    const plain = text.trim().toLowerCase();
    if (plain.length < shortest) return false;
    if (seen.has(plain)) return true;
    seen.add(plain);
    return plain.length > 12 && others.some((other) => similarityFrom(other, own, alike) >= alike);
  });
  if (repeated.length === 0) return [];
  if (repeated.length * 5 > rows.length) return repeated.map(({ id }) => errorIssue("alike", `${key}/${id}`));
  return [{ level: "warn", code: "someAlike", params: { count: repeated.length }, at: key }];
}
