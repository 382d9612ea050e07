/*
 * Tables as spreadsheets, trackers and mail exchange them: RFC 4180, and what programs write in its place (semicolons
 * and tabs between cells, bare line feeds between rows).
 */

const separators = [",", ";", "\t"] as const;

/** Separator of a table: the most frequent candidate outside of quotes in the first row. */
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
 * Parses rows with quoted cells, doubled quotes and line breaks in cells. Blank rows are left out. An unclosed quote
 * extends to the end of the text, as in other parsers; never throws.
 * @param separator of cells; by default the most frequent one of comma, semicolon and tab in the first row
 */
export function readCsv(text: string, separator = separatorOf(text)): string[][] {
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

/** What a spreadsheet runs: `=`, `+`, `-`, `@` or a tab at the start, also behind blanks, which imports trim. */
const formulaStart = /^\s*[=+\-@\t\r]/;

/** True for a cell that a spreadsheet would evaluate in place of showing it. */
export const isFormula = (cell: string): boolean => formulaStart.test(cell);

/** One cell, always quoted; an apostrophe keeps a formula text. */
const quotedCell = (value: string): string => `"${(isFormula(value) ? `'${value}` : value).replace(/"/g, '""')}"`;

/** A table as RFC 4180 writes it, every cell quoted, with a byte order mark by which spreadsheets know UTF-8. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(quotedCell).join(",")).join("\r\n")}\r\n`;
