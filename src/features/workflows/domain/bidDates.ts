import { normalize } from "#src/kit/normalize.ts";
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
  ["jan", "jän"],
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
  monthStarts.findIndex((starts) => starts.includes(normalize(word, "NFC").toLowerCase().slice(0, 3))) + 1;

const numericDate = /(?<![\d.])(\d{1,2})[./](\d{1,2})[./](\d{4})(?!\d)/g;
/** Two digits each, and a year near to ours: “4.1.27” and “10.11.12” may be numbers of sections. */
const shortDate = /(?<![\d./])(\d{2})[./](\d{2})[./]([2-4]\d)(?![./]?\d)/g;
const spacedDate = /(?<![\d.])(\d{1,2})\. (\d{1,2})\. (\d{4})(?!\d)/g;
const isoDate = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g;
const wordedDate = /(?<![\d.])(\d{1,2})(?:\.|st|nd|rd|th)? (?:of )?([\p{L}\p{M}]{3,9})\.?,? (\d{4})(?!\d)/gu;
const monthFirstDate = /(?<![\p{L}\p{M}])([\p{L}\p{M}]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)/gu;

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
  for (const match of text.matchAll(shortDate)) add(match, `20${match[3]}`, match[2], match[1]);
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

/**
 * Times of day: `10:30`, `10.30 Uhr`, `um 10.30`, `2 p.m.`, `10 Uhr 30`. Two numbers with a point between them may be
 * the number of a section, a date or a price: only words next to them make them a time.
 */
const timeForms: readonly RegExp[] = [
  /(?<![\d.:])(?<hour>[01]?\d|2[0-4]):(?<minute>[0-5]\d)(?!\d|\.\d)(?:\s?(?<half>[ap])\.?\s?m(?!\p{L}))?/iu,
  /(?<![\d.:])(?<hour>[01]?\d|2[0-4])\.(?<minute>[0-5]\d)(?=(?:\s?(?:[-–]|bis|to)\s?\d{1,2}[.:]\d\d)?\s?(?:uhr|(?<half>[ap])\.?\s?m)(?!\p{L}))/iu,
  /(?<=(?<!\p{L})(?:um|bis|at|by|until) )(?<hour>[01]?\d|2[0-4])\.(?<minute>[0-5]\d)(?!\d|\.\s?\S|\s?[%€£$])/iu,
  /(?<![\d.:])(?<hour>[01]?\d|2[0-4])\s?(?:(?<half>[ap])\.?\s?m|uhr(?:\s(?<minute>[0-5]\d)(?![\d:/]|\.\s?[\p{L}\d]))?)(?!\p{L})/iu,
];

/** The first time of day in a text as `HH:mm`, and the end of a day as its last minute; empty without one. */
function timeIn(text: string): string {
  if (/\bnoon\b|\b12 uhr mittags/i.test(text)) return "12:00";
  const found = timeForms.map((form) => form.exec(text)).filter((match) => match !== null);
  const first = found.toSorted((a, b) => a.index - b.index)[0]?.groups;
  if (first === undefined) return "";
  const { minute = "00", half = "" } = first;
  const number = Number(first["hour"]);
  if (number === 24) return minute === "00" ? "23:59" : "";
  const isAfternoon = half.toLowerCase() === "p";
  const shown = isAfternoon && number < 12 ? number + 12 : half !== "" && !isAfternoon && number === 12 ? 0 : number;
  return `${padded(shown)}:${minute}`;
}

/** Characters behind and before a date in which its time of day stands. */
const timeReach = { behind: 40, before: 25 } as const;

/** The time of day of a date: right behind it, else before it. */
function timeAround(before: string, behind: string): string {
  // A word that the reach cuts is left out: half of “12:00” would be another time.
  const isCut = before.length > timeReach.before;
  const near = isCut ? before.slice(-timeReach.before - 1).replace(/^\S+/, "") : before;
  return timeIn(behind.slice(0, timeReach.behind)) || timeIn(near);
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

const beginsLikeDate = /^(?:\d|J[aä]n|Feb|M[aä]r|Apr|Ma[iy]|Jun|Jul|Aug|Sep|O[ck]t|Nov|De[cz])/;

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
    for (const passage of passagesIn(normalize(file.text, "NFC")))
      for (const text of sentencesOf(passage.text)) {
        const found = datesOf(text);
        for (const [index, { date, at, end }] of found.entries()) {
          const from = found[index - 1]?.end ?? 0;
          const to = found[index + 1]?.at ?? text.length;
          const [before, behind] = [text.slice(from, at), text.slice(end, to)];
          const kind = kindOf(before, behind, index < found.length - 1, passage.lead, passage.section);
          const time = timeAround(before, behind);
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
