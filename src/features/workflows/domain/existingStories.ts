import { sheetsIn } from "./sheets.ts";
import { readCsv } from "#src/kit/csv.ts";

/* Stories that exist already, as a pasted list or table. */

/** A story that exists already. */
export interface ExistingStory {
  /** Key of the tracker, or the number of the row. */
  id: string;
  text: string;
}

const titleNames =
  /^(?:summary|title|name|story|user ?story|subject|issue|work item|titel|zusammenfassung|betreff|beschreibung|description|anforderung)$/i;
const idNames = /^(?:id|key|issue ?key|issue ?id|number|nr\.?|no\.?|identifier|schlüssel|vorgangsschlüssel|nummer)$/i;

/** Characters in which the head of a table stands. */
const longestHead = 4000;
/** Most rows that are compared. */
export const maxExisting = 1000;

/**
 * Stories in the text of an attached csv or xlsx, whose sheets begin with `# name`: only of tables with a column that is
 * named as one of stories, since a price list has long texts, too.
 */
export function storiesInTables(text: string): ExistingStory[] {
  return sheetsIn(text)
    .map((sheet) => sheet.text)
    .filter((sheet) => (readCsv(sheet.slice(0, longestHead))[0] ?? []).some((cell) => titleNames.test(cell.trim())))
    .flatMap((sheet) => existingStories(sheet))
    .slice(0, maxExisting);
}

/** Stories of a pasted table: its title column by name, else the column with the longest texts. */
export function existingStories(text: string): ExistingStory[] {
  const rows = readCsv(text);
  const head = (rows[0] ?? []).map((cell) => cell.trim());
  const named = head.findIndex((cell) => titleNames.test(cell));
  const idAt = head.findIndex((cell) => idNames.test(cell));
  const hasHead = named >= 0 || idAt >= 0;
  const body = hasHead ? rows.slice(1) : rows;
  const width = Math.max(0, ...rows.slice(0, 50).map((row) => row.length));
  const lengths = Array.from({ length: width }, (_, at) =>
    body.reduce((sum, row) => sum + (row[at]?.trim().length ?? 0), 0),
  );
  const textAt =
    named >= 0
      ? named
      : lengths.reduce(
          (best, length, at) => (length > (lengths[best] ?? 0) && at !== idAt ? at : best),
          idAt === 0 ? 1 : 0,
        );
  // A line of prose with commas is one story, not a row of cells.
  const isProse = !hasHead && rows.every((row) => row.length === 1 || row.some((cell) => cell.startsWith(" ")));
  return body.slice(0, maxExisting).flatMap((row, index) => {
    const title = (isProse ? row.join(",") : (row[textAt] ?? ""))
      .replace(/\s+/g, " ")
      .trim()
      .replace(/^(?:[-*•]|\d+[.)])\s+/, "");
    const id = (idAt >= 0 ? row[idAt]?.trim() : "") || String(index + 1);
    return /[\p{L}\p{N}]/u.test(title) ? [{ id, text: title.slice(0, 600).toWellFormed() }] : [];
  });
}
