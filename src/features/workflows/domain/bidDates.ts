import { sentences } from "#src/kit/text.ts";
import { date as dateSchema } from "#src/kit/schemas.ts";
import { addDays, daysInclusive } from "#src/kit/time/dates.ts";
import { addWorkdays, type IsWorkday, workdaysUntil } from "./procurementDates.ts";
import { passagesIn, type PassageLocation, locationOf, type TenderFile } from "./tenderText.ts";

/* Dates that bind bidders, as documents state them, and a plan back from the deadline. */

export type BidDateKind =
  | "questions"
  | "deadline"
  | "visit"
  | "opening"
  | "talk"
  | "award"
  | "binding"
  | "start"
  | "end"
  | "other";

export interface BidDate {
  kind: BidDateKind;
  date: string;
  /** `HH:mm`; empty without one. */
  time: string;
  /** The words that state it. */
  text: string;
  place: PassageLocation;
}

const monthStarts: readonly (readonly string[])[] = [
  ["jan"],
  ["feb"],
  ["mar", "mär"],
  ["apr"],
  ["may", "mai"],
  ["jun"],
  ["jul"],
  ["aug"],
  ["sep"],
  ["oct", "okt"],
  ["nov"],
  ["dec", "dez"],
];
/** 1 to 12; 0 for a word that is no month. */
const monthOf = (word: string): number =>
  monthStarts.findIndex((starts) => starts.includes(word.toLowerCase().slice(0, 3))) + 1;

const numericDate = /(?<![\d.])(\d{1,2})[./](\d{1,2})[./](\d{4})(?!\d)/g;
const spacedDate = /(?<![\d.])(\d{1,2})\. (\d{1,2})\. (\d{4})(?!\d)/g;
const isoDate = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g;
const wordedDate = /(?<![\d.])(\d{1,2})(?:\.|st|nd|rd|th)? (?:of )?(\p{L}{3,9})\.? (\d{4})(?!\d)/gu;
const monthFirstDate = /(?<!\p{L})(\p{L}{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)/gu;

const padded = (number: string | number): string => String(number).padStart(2, "0");

interface DateMatch {
  date: string;
  at: number;
  end: number;
}

/** Dates of a text with their places, in their order. What no calendar has is left out. */
export function datesOf(text: string): DateMatch[] {
  const found: DateMatch[] = [];
  const add = (match: RegExpMatchArray, year = "", month: string | number = "", day = ""): void => {
    const date = `${year}-${padded(month)}-${padded(day)}`;
    const at = match.index ?? 0;
    if (dateSchema.safeParse(date).success) found.push({ date, at, end: at + match[0].length });
  };
  for (const match of text.matchAll(isoDate)) add(match, match[1], match[2], match[3]);
  for (const match of text.matchAll(numericDate)) add(match, match[3], match[2], match[1]);
  for (const match of text.matchAll(spacedDate)) add(match, match[3], match[2], match[1]);
  for (const match of text.matchAll(wordedDate)) {
    const month = monthOf(match[2] ?? "");
    if (month > 0) add(match, match[3], month, match[1]);
  }
  for (const match of text.matchAll(monthFirstDate)) {
    const month = monthOf(match[1] ?? "");
    if (month > 0) add(match, match[3], month, match[2]);
  }
  return found.toSorted((a, b) => a.at - b.at);
}

const clock = /(?<![\d.])([01]?\d|2[0-3])[:.]([0-5]\d)(?:\s?(am|pm)\b)?(?![\d.]\d)/i;
const hourOnly = /(?<![\d.])(\d{1,2})\s?(am|pm|uhr)\b/i;

/** The time of day right behind a date, or before it. */
function timeIn(text: string): string {
  if (/\bnoon\b|\b12 uhr mittags/i.test(text)) return "12:00";
  const [, hour, minute = "00", half] = clock.exec(text) ?? [];
  const [, fullHour, word] = hour === undefined ? (hourOnly.exec(text) ?? []) : [];
  const number = Number(hour ?? fullHour);
  if (Number.isNaN(number) || number > 23) return "";
  const suffix = (half ?? word ?? "").toLowerCase();
  const shown = suffix === "pm" && number < 12 ? number + 12 : suffix === "am" && number === 12 ? 0 : number;
  return `${padded(shown)}:${hour === undefined ? "00" : minute}`;
}

const cues: readonly [BidDateKind, RegExp][] = [
  ["questions", /question|clarification|enquir|bieterfrage|rückfrage|fragen|auskünfte/gi],
  ["visit", /site visit|viewing|ortsbesichtigung|ortstermin|begehung|besichtigung/gi],
  ["binding", /binding|remain valid|validity|open for acceptance|bindefrist|gebunden|bindend/gi],
  ["opening", /opening of|opened|öffnung|submissionstermin/gi],
  ["talk", /presentation|interview|negotiation|präsentation|bietergespräch|verhandlung/gi],
  ["award", /award|standstill|zuschlag/gi],
  [
    "end",
    /complet|finish|end of the contract|until the end|fertigstellung|fertiggestellt|abschluss|ausführungsende|vertragsende/gi,
  ],
  ["start", /start|commenc|begin|leistungsbeginn|vertragsbeginn|ausführungsbeginn|beginn/gi],
  [
    "deadline",
    /deadline|submission|submit|closing|closes?\b|due|received|quotes?\b|quotations?\b|return date|tender return|angebotsfrist|abgabe|abzugeben|einreich|einzureichen|eingang|eingehen|einzugehen|einzusenden|hochzuladen|frist|angebotsschluss|einsendeschluss|schlusstermin/gi,
  ],
];

/** The cue that ends last in a text, of two the longer one: “Bindefrist” is no “Frist”. */
function lastCue(text: string): BidDateKind | null {
  const found = cues.flatMap(([kind, pattern]) =>
    [...text.matchAll(pattern)].map(({ 0: word, index }) => ({ kind, end: index + word.length, length: word.length })),
  );
  return found.toSorted((a, b) => b.end - a.end || b.length - a.length)[0]?.kind ?? null;
}

const bidWord =
  /(?<!\p{L})(?:tenders?|bids?|offers?|proposals?|quotes?|quotations?|responses?|angebot|angebote|angeboten|angebots)(?!\p{L})/giu;
const limitWord =
  /(?<!\p{L})(?:by|until|till|before|no later than|not later than|at the latest|bis|spätestens)(?!\p{L})/giu;
const examining = /evaluat|assess|wertung|prüfung/i;
const holding = /gebunden|gültig|bindend|aufrecht|(?:stays?|remains?|kept|held) (?:open|valid|firm)/i;
/** Papers that are handed in after the award. */
const laterPaper = /invoice|rechnung|reports?(?!\p{L})|bericht/iu;
/** Characters between a word like “by” and its date at most: “by 12 noon on Friday, …”. */
const limitReach = 40;
/** Characters behind a date in which its sentence says what is due. */
const clauseReach = 120;

const lastOf = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].at(-1)?.index ?? -1;

/**
 * Limit of a date by the words about bids next to it: “Offers by …”, „Angebote sind bis … zu senden“, „Bis … erwarten
 * wir Ihr Angebot“. Null where no bid or no limit is named.
 */
function limitOfBids(before: string, behind: string, hasNext: boolean): BidDateKind | null {
  const limit = lastOf(before, limitWord);
  if (limit < 0 || before.length - limit > limitReach) return null;
  const clause = behind.slice(0, clauseReach);
  const noun = lastOf(before, bidWord);
  // What follows with a limit of its own belongs to the next date.
  const isOfNext = hasNext && lastOf(clause, limitWord) >= 0;
  const isBid = (noun >= 0 && noun < limit) || (lastOf(clause, bidWord) >= 0 && !isOfNext);
  if (!isBid) return null;
  if (examining.test(before)) return "other";
  return holding.test(before) || (!isOfNext && holding.test(clause)) ? "binding" : "deadline";
}

/**
 * What the words around a date say of it: those before it first, then a bid that it limits, then those behind it, then
 * where it stands.
 */
function kindOf(before: string, behind: string, hasNext: boolean, lead: string, section: string): BidDateKind {
  const kind =
    lastCue(before) ??
    limitOfBids(before, behind, hasNext) ??
    lastCue(behind) ??
    lastCue(lead) ??
    lastCue(section) ??
    "other";
  return kind === "deadline" && laterPaper.test(before) && lastOf(before, bidWord) < 0 ? "other" : kind;
}

const beginsLikeDate = /^(?:\d|Jan|Feb|M[aä]r|Apr|Ma[iy]|Jun|Jul|Aug|Sep|O[ck]t|Nov|De[cz])/;

/** Sentences of a passage; the full stops of a date end none. */
const sentencesOf = (text: string): string[] =>
  sentences(text, "de").reduce<string[]>((all, one) => {
    const last = all.at(-1);
    const isOneDate = last !== undefined && /\d\.\s*$/.test(last) && beginsLikeDate.test(one);
    return isOneDate ? [...all.slice(0, -1), `${last.trim()} ${one}`] : [...all, one];
  }, []);

/** Dates of tender documents in their order; the same date of the same kind once. */
export function bidDatesIn(files: readonly TenderFile[]): BidDate[] {
  const dates = new Map<string, BidDate>();
  for (const file of files)
    for (const passage of passagesIn(file.text))
      for (const text of sentencesOf(passage.text)) {
        const found = datesOf(text);
        for (const [index, { date, at, end }] of found.entries()) {
          const from = found[index - 1]?.end ?? 0;
          const to = found[index + 1]?.at ?? text.length;
          const kind = kindOf(
            text.slice(from, at),
            text.slice(end, to),
            index < found.length - 1,
            passage.lead,
            passage.section,
          );
          const time =
            timeIn(text.slice(end, Math.min(to, end + 40))) || timeIn(text.slice(Math.max(from, at - 25), at));
          const key = `${kind} ${date}`;
          const known = dates.get(key);
          if (!known) dates.set(key, { kind, date, time, text, place: locationOf(file, passage) });
          else if (known.time === "" && time !== "") dates.set(key, { ...known, time });
        }
      }
  return [...dates.values()].toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

export const bidSteps = ["decide", "ask", "proofs", "draft", "price", "review", "sign", "upload"] as const;
export type BidStep = (typeof bidSteps)[number];

/** Working days before the deadline by which a step is done: planning values for a bid of four weeks. */
const workdaysBefore: Readonly<Record<BidStep, number>> = {
  decide: 18,
  ask: 14,
  proofs: 9,
  draft: 7,
  price: 5,
  review: 4,
  sign: 3,
  upload: 1,
};
const usualWorkdays = 20;

export interface PlannedStep {
  id: BidStep;
  date: string;
}
export interface BidPlan {
  steps: PlannedStep[];
  /** Working days from today to the deadline. */
  workdays: number;
  /** There is less time than the steps usually take; they are closer together. */
  isShort: boolean;
}

/**
 * Steps back from a deadline on working days, in their order, none before today. With less time than usual they move
 * together in proportion; questions are never later than their own deadline. Null when the deadline is past.
 * @param questionsUntil last day for questions; empty when nobody has set one
 */
export function bidPlan(today: string, deadline: string, questionsUntil: string, isWorkday: IsWorkday): BidPlan | null {
  if (daysInclusive(today, deadline) < 1) return null;
  const workdays = workdaysUntil(today, deadline, isWorkday);
  const scale = Math.min(1, workdays / usualWorkdays);
  const first = today;
  const dayOf = (before: number): string => {
    if (workdays === 0) return first;
    const day = addWorkdays(addDays(deadline, 1), -1 - before, isWorkday);
    return day < first ? first : day;
  };
  const last = Math.min(workdaysBefore.upload, workdays - 1);
  const planned = bidSteps.map((id): PlannedStep => {
    const date = dayOf(id === "upload" ? last : Math.max(last, Math.round(workdaysBefore[id] * scale)));
    const ownLimit = id === "ask" && questionsUntil >= first && questionsUntil < date ? questionsUntil : date;
    return { id, date: ownLimit };
  });
  const asked = planned.find(({ id }) => id === "ask")?.date ?? deadline;
  return {
    // A question implies the decision to bid.
    steps: planned.map((step) => (step.id === "decide" && step.date > asked ? { ...step, date: asked } : step)),
    workdays,
    isShort: workdays < usualWorkdays,
  };
}
