/*
 * Tables as trackers and spreadsheets exchange them (RFC 4180), and the list of stories that exist already.
 */

const separators = [",", ";", "\t"] as const;

/** Separator of a table: the one that its first row holds most often outside of quotes. */
function separatorOf(text: string): string {
  const counts = new Map<string, number>(separators.map((one) => [one, 0]));
  let isQuoted = false;
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && letter === "\n") {
      if ([...counts.values()].some((count) => count > 0)) break;
    } else if (!isQuoted && counts.has(letter)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  return separators.reduce((best, one) => ((counts.get(one) ?? 0) > (counts.get(best) ?? 0) ? one : best), ",");
}

/**
 * Rows of a table with quoted cells, doubled quotes and line breaks inside of cells. Rows without a letter or digit
 * are left out. A quote that is never closed takes the rest of the text, as every reader of the format does it.
 */
export function parseCsv(text: string, separator = separatorOf(text)): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  /** Asked at each quote: a look at the whole cell each time would cost the square of its length. */
  let isBlank = true;
  let state: "plain" | "quoted" | "after" = "plain";
  const endCell = (): void => {
    row.push(cell);
    cell = "";
    isBlank = true;
    state = "plain";
  };
  const endRow = (): void => {
    endCell();
    if (row.some((one) => one.trim() !== "")) rows.push(row);
    row = [];
  };
  const clean = text.replace(/^\uFEFF/, "");
  for (let at = 0; at < clean.length; at += 1) {
    const letter = clean.charAt(at);
    if (state === "quoted") {
      if (letter !== '"') cell += letter;
      else if (clean.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else state = "after";
    } else if (letter === '"' && isBlank && state === "plain") {
      cell = "";
      state = "quoted";
    } else if (letter === separator) endCell();
    else if (letter === "\n" || letter === "\r") {
      if (letter === "\r" && clean.charAt(at + 1) === "\n") at += 1;
      endRow();
    } else {
      cell += letter;
      isBlank &&= letter.trim() === "";
    }
  }
  if (cell !== "" || row.length > 0) endRow();
  return rows;
}

/** What spreadsheets run as a formula. */
const runs = /^\s*[=+\-@\t\r]/;

/** One cell, always quoted; an apostrophe keeps a formula text. */
const csvCell = (value: string): string => `"${(runs.test(value) ? `'${value}` : value).replace(/"/g, '""')}"`;

/** A table as RFC 4180 writes it, with a byte order mark for spreadsheets. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(csvCell).join(",")).join("\r\n")}\r\n`;

/** A story that exists already. */
export interface ExistingStory {
  /** Key of the tracker, or the number of the row. */
  id: string;
  text: string;
}

const titleNames =
  /^(?:summary|title|name|story|user ?story|subject|issue|work item|titel|zusammenfassung|betreff|beschreibung|description|anforderung)$/i;
const idNames = /^(?:id|key|issue ?key|issue ?id|number|nr\.?|no\.?|identifier|schlüssel|vorgangsschlüssel|nummer)$/i;

/** Most rows that are compared. */
export const mostExisting = 1000;

/** Stories of a pasted table: its title column by name, else the column with the longest texts. */
export function existingStories(text: string): ExistingStory[] {
  const rows = parseCsv(text);
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
  return body.slice(0, mostExisting).flatMap((row, index) => {
    const said = (isProse ? row.join(",") : (row[textAt] ?? ""))
      .replace(/\s+/g, " ")
      .trim()
      .replace(/^(?:[-*•]|\d+[.)])\s+/, "");
    const id = (idAt >= 0 ? row[idAt]?.trim() : "") || String(index + 1);
    return /[\p{L}\p{N}]/u.test(said) ? [{ id, text: said.slice(0, 600).toWellFormed() }] : [];
  });
}
