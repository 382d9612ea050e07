/*
 * Tables as spreadsheets, trackers and mail exchange them: RFC 4180, and what programs write in its place (semicolons
 * and tabs between cells, bare line feeds between rows).
 */

/** By how rarely they stand inside of cells. */
const separators: readonly string[] = ["\t", ";", ","];

/** Rows by which a separator is known. */
const sampleSize = 10;

/** How often each separator stands outside of quotes, in each of the first rows that has one. */
function countsOf(text: string): number[][] {
  const rows: number[][] = [];
  let counts = separators.map(() => 0);
  let isQuoted = false;
  const endRow = (): void => {
    if (counts.some((count) => count > 0)) rows.push(counts);
    counts = separators.map(() => 0);
  };
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (letter === "\n" || letter === "\r") {
      endRow();
      if (rows.length === sampleSize) return rows;
    } else if (separators.includes(letter))
      counts = counts.map((count, at) => (separators[at] === letter ? count + 1 : count));
  }
  endRow();
  return rows;
}

/**
 * Separator of a table: what stands in most rows as often as in the first. Among equals it is the one that is rarer in
 * cells, and where no row is like the first, the most frequent one.
 */
function separatorOf(text: string): string {
  const [first = [], ...others] = countsOf(text);
  const ranked = separators.map((separator, at) => {
    const count = first[at] ?? 0;
    return { separator, count, alike: count === 0 ? 0 : others.filter((row) => row[at] === count).length };
  });
  const most = Math.max(...ranked.map(({ alike }) => alike));
  const likely = ranked.filter(({ alike }) => alike === most);
  if (most > 0) return likely[0]?.separator ?? ",";
  return likely.reduce((best, one) => (one.count >= best.count ? one : best)).separator;
}

/**
 * Parses rows with quoted cells, doubled quotes and line breaks in cells. Blank rows are left out. An unclosed quote
 * extends to the end of the text, as in other parsers; never throws.
 * @param separator of cells; by default the one that a first line such as `sep=;` names, else comma, semicolon or tab,
 * whichever the first rows have
 */
export function readCsv(text: string, separator?: string): string[][] {
  const clean = text.replace(/^\uFEFF/, "");
  if (separator !== undefined) return rowsOf(clean, separator);
  const [line = "", named] = /^sep=([^"\r\n])(?:\r\n?|\n)/i.exec(clean) ?? [];
  return rowsOf(clean.slice(line.length), named ?? separatorOf(clean));
}

function rowsOf(clean: string, separator: string): string[][] {
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

/** The value of a cell before which an apostrophe keeps a formula text. */
export const withoutApostrophe = (cell: string): string =>
  cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell;

/** One cell, always quoted; an apostrophe keeps a formula text. */
const quotedCell = (value: string): string => `"${(isFormula(value) ? `'${value}` : value).replace(/"/g, '""')}"`;

/** A table as RFC 4180 writes it, every cell quoted, with a byte order mark by which spreadsheets know UTF-8. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(quotedCell).join(",")).join("\r\n")}\r\n`;
