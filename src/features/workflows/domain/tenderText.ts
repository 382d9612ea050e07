import { oneLine } from "./wording.ts";

/*
 * Tender documents in passages: paragraphs, items of lists and rows of tables, each with its printed number, the
 * section that it is in, and the page where the document prints one.
 */

export interface TenderFile {
  id: string;
  title: string;
  text: string;
}

export interface Passage {
  /** Words of the document on one line; a word that was divided at the end of a line is whole again. */
  text: string;
  /** As it is printed, `4.2` or `R7`; empty without one. */
  no: string;
  /** Heading of the section with its number; empty before the first one. */
  section: string;
  /** Null where the document prints no page numbers. */
  page: number | null;
  isHeading: boolean;
  isItem: boolean;
  /** Cells of the row of a table; empty for running text. */
  cells: string[];
  /** The sentence with a colon that a list hangs on. */
  lead: string;
}

const outline = /^(?:[1-9]\d?(?:\.\d{1,2}){1,5}\.?|[1-9]\d?\.)(?=\s)/;
const labelled = /^(?:[A-Z]{1,3}[-.]?\d{1,3}(?:\.\d{1,2})?|§ ?\d{1,3}[a-z]?):?(?=\s)/;
const bullet = /^(?:[-–•*▪]|\(?[a-z]\)|\(?\d{1,2}\))(?=\s)/;
const bareNumber = /^([1-9]\d?)\s+(?=\p{Lu})/u;
const monthName =
  /^(?:Jan|Feb|Mar|Mär|Apr|Mai|May|Jun|Jul|Aug|Sep|Okt|Oct|Nov|Dez|Dec)[a-zä]{0,6}(?![\p{L}])|^Uhr(?![\p{L}])/u;
const pageLine = /^(?:Page|Seite)\s+(\d{1,4})(?:\s?(?:of|von|\/)\s?\d{1,4})?$/i;
/** Verbs that make a line a demand and no heading. */
const finiteModal = /(?:^|\s)(?:must|shall|muss|müssen|has to|have to|will|wird|werden|ist|sind|is|are)(?=\s|$)/i;
const sentenceEnd = /[.!?:;]$/;

/** Longest heading in characters and in words; longest unnumbered one in words. */
const heading = { characters: 90, words: 10, bareWords: 6 } as const;
/** A shorter line ended because its author ended it, not because the page did. */
const shortLine = 55;

interface Mark {
  no: string;
  rest: string;
  kind: "outline" | "label" | "bullet";
}

/**
 * The number or bullet with which a line begins.
 * @param lastNumber of the last heading of the first level
 * @param isFirst no line directly precedes it
 */
function markOf(line: string, lastNumber: number, isFirst = false): Mark | null {
  const numbered = outline.exec(line)?.[0];
  if (numbered !== undefined) {
    const rest = line.slice(numbered.length).trim();
    return monthName.test(rest) ? null : { no: numbered.replace(/\.$/, ""), rest, kind: "outline" };
  }
  const label = labelled.exec(line)?.[0];
  if (label !== undefined) return { no: label.replace(/:$/, ""), rest: line.slice(label.length).trim(), kind: "label" };
  const sign = bullet.exec(line)?.[0];
  if (sign !== undefined)
    return {
      no: /[a-z\d]/.test(sign) ? sign : "",
      rest: line.slice(sign.length).trim(),
      kind: "bullet",
    };
  // A number alone could be an amount: it counts when it continues the numbering, or begins an excerpt.
  const bare = bareNumber.exec(line)?.[1];
  const isNext = Number(bare) === lastNumber + 1 || (isFirst && lastNumber === 0);
  if (bare === undefined || !isNext || !isShort(line) || monthName.test(line.slice(bare.length).trim())) return null;
  return { no: bare, rest: line.slice(bare.length).trim(), kind: "outline" };
}

const isShort = (line: string): boolean =>
  line.length <= heading.characters && line.split(" ").length <= heading.words && !sentenceEnd.test(line);
const isHeadingText = (rest: string): boolean => rest !== "" && isShort(rest) && !finiteModal.test(rest);

const cellsOf = (line: string): string[] =>
  /\t| \| /.test(line)
    ? line
        .split(/\t| \| /)
        .map((cell) => cell.replace(/^\|/, "").replace(/\|$/, "").trim())
        .filter(Boolean)
    : [];

/** Two lines of a paragraph as one; a hyphen before a small letter divided a word, but not in “Vor- und”. */
function joined(before: string, next: string): string {
  const isDivided = /\p{L}-$/u.test(before) && /^\p{Ll}/u.test(next) && !/^(?:und|oder|and|or)(?!\p{L})/u.test(next);
  return isDivided ? before.slice(0, -1) + next : `${before} ${next}`;
}

/** Whether page numbers are at the foot of their pages: then they belong to the text before them. */
function hasFooters(lines: readonly string[]): boolean {
  const at = lines.findIndex((line) => pageLine.test(line));
  return lines.slice(0, Math.max(0, at)).filter((line) => line !== "").length > 1;
}

/**
 * All passages of a document in their order; nothing of its words is lost but page numbers, marks and headings’
 * numbers.
 */
export function passagesIn(text: string): Passage[] {
  const lines = text.split("\n").map((line) => line.trim());
  const atFoot = hasFooters(lines);
  const passages: Passage[] = [];
  let open: Passage | null = null;
  let openLine = "";
  let section = "";
  let lastNumber = 0;
  let lead = "";
  let page: number | null = atFoot && lines.some((line) => pageLine.test(line)) ? 1 : null;

  const begin = (passage: Omit<Passage, "section" | "page" | "lead">, line: string): void => {
    open = { ...passage, section, page, lead: passage.isItem ? lead : "" };
    openLine = line;
    passages.push(open);
  };
  const end = (): void => {
    if (open !== null && !open.isItem && !open.isHeading) lead = open.text.endsWith(":") ? open.text : "";
    open = null;
  };

  for (const [at, raw] of lines.entries()) {
    const printed = pageLine.exec(raw)?.[1];
    if (printed !== undefined) {
      page = atFoot ? Number(printed) + 1 : Number(printed);
      continue;
    }
    if (raw === "") {
      end();
      continue;
    }
    const cells = cellsOf(raw);
    if (cells.length > 1) {
      end();
      const mark = markOf(`${cells[0] ?? ""} x`, -1);
      const isNumbered = mark !== null && mark.rest === "x" && mark.kind !== "bullet";
      begin(
        {
          text: oneLine(cells.slice(isNumbered ? 1 : 0).join(" | ")),
          no: isNumbered ? mark.no : "",
          isHeading: false,
          isItem: true,
          cells: cells.slice(isNumbered ? 1 : 0),
        },
        raw,
      );
      end();
      continue;
    }
    const mark = markOf(raw, lastNumber, (lines[at - 1] ?? "") === "");
    if (mark !== null) {
      end();
      const isHeading = mark.kind === "outline" && isHeadingText(mark.rest);
      if (isHeading) {
        section = oneLine(`${mark.no} ${mark.rest}`);
        if (/^\d+$/.test(mark.no)) lastNumber = Number(mark.no);
        lead = "";
      }
      begin({ text: oneLine(mark.rest), no: mark.no, isHeading, isItem: mark.kind !== "outline", cells: [] }, raw);
      if (isHeading) end();
      continue;
    }
    const isAlone = open === null && (lines[at + 1] ?? "") === "";
    if (isAlone && isHeadingText(raw) && !/\d/.test(raw) && raw.split(" ").length <= heading.bareWords) {
      section = oneLine(raw);
      lead = "";
      begin({ text: section, no: "", isHeading: true, isItem: false, cells: [] }, raw);
      end();
      continue;
    }
    const current = open as Passage | null;
    const endedBefore = openLine.length < shortLine && /^[\p{Lu}\d]/u.test(raw);
    if (current === null || endedBefore) {
      end();
      begin({ text: oneLine(raw), no: "", isHeading: false, isItem: false, cells: [] }, raw);
    } else {
      current.text = joined(current.text, oneLine(raw));
      openLine = raw;
    }
  }
  return passages.filter((passage) => passage.text !== "");
}

/** Where a passage stands, `4.2`, `section 4`, page: what a reader needs to find it. */
export interface PassageLocation {
  file: string;
  no: string;
  section: string;
  page: number | null;
}
export const locationOf = (file: TenderFile, { no, section, page }: Passage): PassageLocation => ({
  file: file.title,
  no,
  section,
  page,
});
