import { sentences } from "#src/kit/text.ts";
import { flagOf, type NoteFlag } from "./article.ts";
import { isMarkedFact, isSecrecyHeading, secrecyAt, secrecyLabelAt } from "./secrecy.ts";
import { oneLine } from "./wording.ts";

/* What a person has written down for a post: what may be published, and what has to be asked first. */

export interface BriefNote {
  text: string;
  /** `withheld`: a fact that is not to be published. `request`: what not to say, without saying it. */
  kind: "open" | "withheld" | "request";
  /** Used, but asked about: names of people, doubts. */
  flag: NoteFlag | null;
}

const negations = new Set("don't don’t dont never nicht kein keine keinen nie".split(" "));
const verbs = new Set(
  "mention say tell name print post publish write nennen erwähnen sagen schreiben verraten posten veröffentlichen".split(
    " ",
  ),
);
/** Words between “not” and what is not to be done: “nicht den genauen Preis sagen”. */
const maxBetween = 3;

/** Where a request not to publish something begins; -1 without one. */
function requestAt(text: string): number {
  const words = [...text.matchAll(/[\p{L}'’]+/gu)].map(({ 0: word, index }) => ({ word: word.toLowerCase(), index }));
  const isNegation = (at: number): boolean =>
    negations.has(words[at]?.word ?? "") ||
    (words[at]?.word === "not" && (words[at - 1]?.word === "do" || words[at + 1]?.word === "to"));
  for (const [at, { word, index }] of words.entries()) {
    if (!isNegation(at)) continue;
    let end = index + word.length;
    for (const next of words.slice(at + 1, at + 2 + maxBetween)) {
      // A comma or a figure between them: two thoughts.
      if (next.index !== end + 1 || text[end] !== " ") break;
      if (verbs.has(next.word)) return index;
      end = next.index + next.word.length;
    }
  }
  return secrecyAt(text);
}

/** A request that comes this early, in characters, has no fact before it: “aber nicht den Preis sagen”. */
const latestStart = 12;
/** A request of so few characters is about the sentence before it: “180 €. Nicht sagen!” */
const longestBare = 28;

/** Messages of a pasted chat begin with `[19.11. 18:22] Caro:`; several may have come into one line. */
const chatStart = / ?(?=\[\d[\d.,:/ ]{3,22}\] )/;
const chatMark = /^\[\d[\d.,:/ ]{3,22}\] (?:\p{L}{1,30}: )?/u;

/** A line that ends in a colon and is not longer is the heading of what follows. */
const longestHeading = 60;

/** Notes are not always written with capital letters: “they ban. we sell” are two sentences. */
const looseEnd = /(?<=\p{L}\p{L}\p{L}\.|\d\.|[!?]) (?=\p{Ll})/u;

/** A request that says what it hides: “do not mention that the roof leaks”. */
const namesFact = /(?<!\p{L})(?:that|dass|daß) \p{L}|: ?\p{L}/iu;

function notesOfLine(line: string, language: string): BriefNote[] {
  const hidden = secrecyLabelAt(line);
  // A label applies to the end of its line.
  if (hidden >= 0 && !isSecrecyHeading(line.slice(hidden)))
    return [
      ...notesOfLine(line.slice(0, hidden).trim(), language),
      { text: line.slice(hidden), kind: "withheld", flag: null },
    ];
  const notes: BriefNote[] = [];
  for (const text of sentences(line, language).flatMap((one) => one.split(looseEnd))) {
    const at = requestAt(text);
    const last = notes.at(-1);
    if (at < 0) notes.push({ text, kind: "open", flag: flagOf(text) });
    else if (last && text.length <= longestBare && at <= latestStart && !isMarkedFact(text))
      notes[notes.length - 1] = { text: `${last.text} ${text}`, kind: "withheld", flag: null };
    else {
      const said = text.replace(chatMark, "");
      const start = requestAt(said);
      const isBare =
        start <= latestStart && !/\d/.test(said) && !namesFact.test(said.slice(start)) && !isMarkedFact(said);
      notes.push({ text, kind: isBare ? "request" : "withheld", flag: null });
    }
  }
  return notes;
}

/** Sentences of a brief in their order, line by line. A line like “Internal:” keeps back all down to an empty line. */
export function linesOfBrief(brief: string, language: string): BriefNote[][] {
  let isHidden = false;
  return brief
    .split("\n")
    .flatMap((line) => line.split(chatStart))
    .map((raw): BriefNote[] => {
      const line = oneLine(raw);
      const isHeading = isSecrecyHeading(line);
      isHidden = isHeading || (isHidden && line !== "" && !(line.endsWith(":") && line.length <= longestHeading));
      return isHidden ? [{ text: line, kind: "withheld", flag: null }] : notesOfLine(line, language);
    });
}

/** A brief without some of its notes; as it stands when it has none of them. */
function without(brief: string, language: string, kinds: readonly BriefNote["kind"][]): string {
  const lines = linesOfBrief(brief, language);
  if (!lines.flat().some(({ kind }) => kinds.includes(kind))) return brief.trim();
  return lines
    .flatMap((notes) => {
      const kept = notes.filter(({ kind }) => !kinds.includes(kind)).map(({ text }) => text);
      return notes.length > 0 && kept.length === 0 ? [] : [kept.join(" ")];
    })
    .join("\n")
    .trim();
}

/** The brief as a writer gets it: without what is not to be published. */
export const briefForWriter = (brief: string, { goalLanguage }: { goalLanguage: string }): string =>
  without(brief, goalLanguage, ["withheld"]);

/** The words of the brief that may be in a post. Authors and times of a chat are removed. */
export const publishableBrief = (brief: string, language: string): string =>
  without(brief, language, ["withheld", "request"])
    .split("\n")
    .flatMap((line) => line.split(chatStart))
    .map((line) => line.replace(chatMark, ""))
    .join("\n")
    .trim();

/** Figures as they are written, without times of day. */
const figuresOf = (text: string): string[] => text.replace(/\b\d{1,2}:\d\d\b/g, " ").match(/\d(?:[\d.,]*\d)?/g) ?? [];

/** Figures of two digits and more that occur only in notes that are not to be published. */
export function withheldFigures(brief: string, language: string): string[] {
  const notes = linesOfBrief(brief, language).flat();
  const open = new Set(notes.filter(({ kind }) => kind !== "withheld").flatMap(({ text }) => figuresOf(text)));
  const held = notes.filter(({ kind }) => kind === "withheld").flatMap(({ text }) => figuresOf(text));
  return [...new Set(held)].filter((one) => one.length > 1 && !open.has(one));
}

/** Whether a text has a figure, not as a part of a longer one. */
export const hasFigure = (text: string, wanted: string): boolean => figuresOf(text).includes(wanted);
