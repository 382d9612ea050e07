import { normalize } from "#src/kit/normalize.ts";
import { slug, sentences, words } from "#src/kit/text.ts";
import type { Bilingual } from "../kit/bilingual.ts";
import { isSecrecyHeading, secrecyAt, secrecyLabelAt } from "./secrecy.ts";
import { largestRemainder } from "./shares.ts";
import { oneLine } from "./wording.ts";

/*
 * What can be said of an article before it is written: the author's notes and what must not be printed of them, the
 * questions of its kind, its budget of words, its address and its links.
 */

/** `check`: not certain; `private`: names a person or is internal. */
export type NoteFlag = "check" | "private";

export interface Note {
  /** `n1` … in the author's order. */
  id: string;
  text: string;
  /** Heading that the author has put above it; empty for most. */
  under: string;
  flag: NoteFlag | null;
}

/** Label of a note that may not be printed as it is, and what is asked about it (`no`, `text`). */
export const flagWords = {
  check: {
    label: "uncertain | nicht gesichert",
    question:
      "Note {no} is uncertain. What is correct, and where is it documented? “{text}” | Notiz {no} ist nicht gesichert. Was stimmt, und wo ist es belegt? „{text}“",
  },
  private: {
    label: "private or internal? | privat oder intern?",
    question:
      "Note {no} sounds private, internal or not meant for readers. May it appear, and how should it be worded? “{text}” | Notiz {no} klingt privat, intern oder nicht für Leser bestimmt. Darf sie erscheinen, und in welcher Fassung? „{text}“",
  },
} as const satisfies Readonly<Record<NoteFlag, Readonly<Record<"label" | "question", Bilingual>>>>;

/** Said once, above the notes that stay out. */
export const flagNote: Bilingual =
  "Notes that are uncertain, private or internal, or that say what not to print, stay out of the article until you reword them. | Notizen, die unsicher, privat oder intern sind oder sagen, was nicht erscheinen soll, kommen erst in den Artikel, wenn Sie sie umformulieren.";

/** Words of doubt, and requests to look something up. */
const unsure =
  /\b(i think|i guess|maybe|probably|not sure|please check|check (this|it|before)|tbc|tbd|glaube|vermutlich|wahrscheinlich|nicht sicher|bitte prüfen|vor (dem )?druck prüfen|noch (klären|prüfen)|evtl|eventuell)\b|\?\?/i;

/**
 * What must not be printed without a question, a pattern each: people by title, patients and clients, e-mail addresses,
 * IBANs, telephone numbers, and requests not to name something.
 */
const personal: readonly RegExp[] = [
  /\b(mr|mrs|ms|herrn?|frau)\.? \p{Lu}\p{L}+/iu,
  /\b(patient(in)?|mandant(in)?|client named)\b/iu,
  /[\w.+-]@[\w-]+\.\w/u,
  /\b[A-Z]{2}\d{2}(?: ?\d{4}){3}/iu,
  /\+\d[\d /-]{7}/u,
  /\b(tel|call|phone|anrufen)\W{0,3}\d[\d /-]{5}/iu,
  /\b(don'?t|do not|not|nicht|keine?n?) (\p{L}+ )?(write|mention|name|print|nennen|erwähnen|schreiben)\b/iu,
];

/** What has to be cleared up before a text may be printed; privacy goes before doubt. */
export function flagOf(text: string): NoteFlag | null {
  if (secrecyAt(text) >= 0 || personal.some((pattern) => pattern.test(text))) return "private";
  return unsure.test(text) ? "check" : null;
}

/** Most notes that are numbered; more material than that is read as a file, not as notes. */
export const maxNotes = 120;

/** A line longer than this, in characters, is pasted prose and not one note. */
const longestNote = 220;

/** Shorter sentences, in characters, stay with their neighbour: “Yes.” says nothing alone. */
const shortestNote = 28;

const withoutMark = (line: string): string => oneLine(line.replace(/^\s*(?:[-*•–]|\d{1,2}[.)])\s+/, ""));
const isHeading = (line: string): boolean => /^#+\s/.test(line) || (line.endsWith(":") && line.length <= 60);
const titleOf = (heading: string): string => heading.replace(/^#+\s*|:$/g, "");

/**
 * Pasted prose falls apart into sentences, so that a doubt keeps out one sentence and not all of them. What stands
 * behind a label like “Internal:” is one note.
 */
function splitProse(line: string, language: string): string[] {
  const hidden = secrecyLabelAt(line);
  if (hidden > 0) return [...splitProse(line.slice(0, hidden).trim(), language), line.slice(hidden)];
  if (hidden === 0) return [line];
  if (line.length <= longestNote) return [line];
  const groups: string[] = [];
  for (const part of sentences(line, language).flatMap((one) => one.split(/(?<=\p{L}\p{L}\p{L}[.!?]|[!?])\s+/u))) {
    const last = groups.at(-1);
    if (last !== undefined && (part.length < shortestNote || last.length < shortestNote))
      groups[groups.length - 1] = `${last} ${part}`;
    else groups.push(part);
  }
  return groups;
}

/**
 * The author's notes one by one, in their order. No text is lost up to `maxNotes`: each line is a note or the heading
 * of those that follow, and a heading without notes below it is a note itself.
 */
export function notesOf(text: string, language: string): Note[] {
  const found: Omit<Note, "id" | "flag">[] = [];
  let under = "";
  /** A heading that has no note yet, as it was written. */
  let bare = "";
  const closeHeading = (): void => {
    if (bare !== "") found.push({ text: bare, under: "" });
    bare = "";
  };
  for (const line of text.split("\n").map(withoutMark).filter(Boolean)) {
    if (isHeading(line)) {
      closeHeading();
      bare = line;
      under = titleOf(line);
    } else {
      bare = "";
      found.push(...splitProse(line, language).map((part) => ({ text: part, under })));
    }
  }
  closeHeading();
  return found.slice(0, maxNotes).map((note, at) => ({
    id: `n${at + 1}`,
    text: note.text,
    under: note.under,
    flag: isSecrecyHeading(note.under) ? "private" : flagOf(note.text),
  }));
}

/** What an editor would ask for each part of a kind of article; stands where the author has named no parts. */
export const frames = {
  howTo: [
    "What goes wrong today, and how does the reader notice? | Was läuft heute schief, und woran merkt man es?",
    "What is needed before the first step? | Was braucht man vor dem ersten Schritt?",
    "Which steps did you take, in which order? | Welche Schritte sind Sie gegangen, und in welcher Reihenfolge?",
    "What went wrong for you, and what have you done differently since? | Was ist Ihnen misslungen, und was machen Sie seitdem anders?",
    "What changed measurably, and from what to what? | Was hat sich messbar geändert, von welchem Wert auf welchen?",
  ],
  list: [
    "How did you choose the entries? | Nach welcher Regel haben Sie die Einträge ausgewählt?",
    "What are the entries, each with an example of your own? | Welche Einträge sind es, jeweils mit einem eigenen Beispiel?",
    "Who is each entry wrong for? | Für wen passt welcher Eintrag nicht?",
    "Which entry would you keep if you could keep only one? | Welchen Eintrag würden Sie behalten, wenn es nur einer sein dürfte?",
  ],
  opinion: [
    "Which claim do you disagree with, and who makes it? | Welcher Aussage widersprechen Sie, und von wem stammt sie?",
    "Which case changed your mind? | Welcher Fall hat Ihre Meinung geändert?",
    "What is the strongest argument against your view? | Was ist das stärkste Argument gegen Ihre Ansicht?",
    "What should the reader do differently on Monday? | Was sollen Leser am Montag anders machen?",
  ],
  comparison: [
    "Which options do you compare, and which did you leave out? | Was vergleichen Sie, und was lassen Sie weg?",
    "Which criteria matter, most important first? | Welche Kriterien entscheiden, das wichtigste zuerst?",
    "How did each option do when you used it yourself? | Wie hat sich jede Möglichkeit bei Ihnen bewährt?",
    "Who should choose which? | Wer sollte was wählen?",
  ],
  news: [
    "What has changed, since when, and who says so? | Was ist neu, seit wann, und wer sagt es?",
    "Who is affected, and from when? | Wen betrifft es, und ab wann?",
    "What are you doing about it yourself? | Was tun Sie selbst deswegen?",
    "What is still undecided? | Was ist noch offen?",
  ],
} as const satisfies Readonly<Record<string, readonly Bilingual[]>>;

/** Share of an article that its opening takes, and its ending. */
const edgeShare = 0.08;

/**
 * Words for the opening and the ending (`edge`, each) and for every part, in tens; a part with more material gets more.
 * The parts sum to what opening and ending leave, rounded to ten.
 * @param weights notes of each part; a part without any still weighs as much as two
 */
export function wordBudget(length: number, weights: readonly number[]): { edge: number; parts: number[] } {
  const edge = Math.round(length * edgeShare);
  const tens = largestRemainder(
    weights.map((weight) => weight + 2),
    Math.max(0, Math.round((length - 2 * edge) / 10)),
  );
  return { edge, parts: tens.map((ten) => ten * 10) };
}

/** End of the address: few words, the search term first. Empty when neither has a letter that fits an address. */
export function addressOf(keyword: string, title: string): string {
  const short = slug(keyword, 60) || slug(title, 60);
  // A cut at 60 characters may leave the beginning of a word.
  return short.length >= 12 ? short : slug(`${keyword} ${title}`, 60).replace(/-[^-]{0,3}$/, "");
}

const fold = (text: string): string => normalize(text, "NFC").toLowerCase();

/**
 * Whether all words of a term occur in a text, in any order and with other endings. Words of up to two letters (`KI`)
 * count only where the term has no longer ones, and then as whole words.
 */
export function namesTerm(text: string, term: string): boolean {
  const parts = fold(term)
    .split(/[\s-]+/)
    .filter(Boolean);
  const long = parts.filter((part) => part.length > 2);
  if (long.length === 0) {
    const all = new Set(words(fold(text)));
    return parts.every((part) => all.has(part));
  }
  const folded = fold(text);
  return long.every((part) => folded.includes(part.slice(0, Math.max(4, part.length - 2))));
}

export interface Page {
  url: string;
  title: string;
}

/** Title of a page that has none: the last part of its path as words. */
const nameInPath = ({ pathname }: URL): string =>
  oneLine((pathname.split("/").filter(Boolean).at(-1) ?? "").replace(/[-_]|\.\w+$/g, " "));

/** Pages of a site map that was read: address and title in a line, with a tab between. Home pages are left out. */
export const pagesOf = (text: string): Page[] =>
  text.split("\n").flatMap((line) => {
    const [address = "", title = ""] = line.split("\t");
    const url = URL.parse(address.trim());
    return url === null || url.pathname === "/"
      ? []
      : [{ url: address.trim(), title: oneLine(title) || nameInPath(url) }];
  });

export interface Link {
  page: Page;
  /** Words of the text, verbatim, that can carry the link. */
  anchor: string;
  /** Heading of the part they are in. */
  heading: string;
}

/** Most links that are proposed, most words of a title that are looked for, and fewest characters of an anchor. */
const [mostLinks, mostAnchorWords, shortestAnchor] = [5, 8, 7];

/** Runs of words of a title, the longest first. */
function runsOf(title: string): { run: string; length: number }[] {
  const all = title.split(/\s+/).slice(0, mostAnchorWords);
  return all.flatMap((_, cut) => {
    const length = all.length - cut;
    return Array.from({ length: cut + 1 }, (_unused, from) => ({
      run: all.slice(from, from + length).join(" "),
      length,
    }));
  });
}

/** Own pages that the text speaks of, those with the longest anchors first; no two share an anchor. */
export function linksFor(pages: readonly Page[], parts: readonly { heading: string; text: string }[]): Link[] {
  const places = parts.map(({ heading, text }) => ({
    heading,
    text: normalize(text, "NFC"),
    folded: fold(text),
  }));
  const candidates = pages.flatMap((page) => {
    for (const { run, length } of runsOf(page.title)) {
      if (run.length < shortestAnchor) continue;
      const wanted = fold(run);
      const place = places.find(({ folded }) => folded.includes(wanted));
      if (!place) continue;
      const at = place.folded.indexOf(wanted);
      const anchor = place.text.slice(at, at + wanted.length);
      // Some capitals have small letters of another length, which moves the place.
      if (fold(anchor) === wanted) return [{ page, anchor, heading: place.heading, length }];
    }
    return [];
  });
  const links: Link[] = [];
  for (const { page, anchor, heading } of candidates.toSorted(
    (a, b) => b.length - a.length || b.anchor.length - a.anchor.length,
  ))
    if (links.length < mostLinks && links.every((link) => fold(link.anchor) !== fold(anchor)))
      links.push({ page, anchor, heading });
  return links;
}
