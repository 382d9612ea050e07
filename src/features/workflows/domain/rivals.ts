import { keywords, sentences } from "#src/kit/text.ts";

/*
 * What can be said of competitors without judging them: who meets which demand, prices by unit, orders won and lost,
 * words that all of them use.
 */

/** What a finding is worth. That something is mentioned says neither yes nor no, and counts for nothing. */
export const worth = { said: 0, no: 0, partly: 0.5, yes: 1 } as const;
export type Has = keyof typeof worth;
export interface Demand {
  id: string;
  name: string;
  /** 1 to 5. */
  weight: number;
  own: Has | "open";
}
export interface Finding {
  id: string;
  rival: string;
  demand: string;
  has: Has;
  /** The sentence that says so. */
  words: string;
}

/** What is known of a competitor and a demand: what says most outranks what says less. */
export const findingOf = (findings: readonly Finding[], rival: string, demand: string): Finding | undefined =>
  findings
    .filter((one) => one.rival === rival && one.demand === demand)
    .toSorted((a, b) => worth[b.has] - worth[a.has] || Number(a.has === "said") - Number(b.has === "said"))[0];

/** Weighted share of the demands met, in percent, among those of which something is known; null for none. */
export function coverageOf(
  demands: readonly Demand[],
  of: (demand: Demand) => Has | "open" | undefined,
): number | null {
  let met = 0;
  let all = 0;
  for (const demand of demands) {
    const found = of(demand);
    if (found === undefined || found === "open" || found === "said") continue;
    met += worth[found] * demand.weight;
    all += demand.weight;
  }
  return all === 0 ? null : (met / all) * 100;
}

export type Standing = "open" | "lead" | "level" | "behind";

/** Position on a demand compared with the competitors of whom something is known. */
export function standingOf(own: Has | "open", others: readonly Has[]): Standing {
  const known = others.filter((one) => one !== "said");
  if (own === "open" || own === "said" || known.length === 0) return "open";
  const best = Math.max(...known.map((one) => worth[one]));
  return worth[own] > best ? "lead" : worth[own] < best ? "behind" : "level";
}

export type PriceUnit = "once" | "month" | "year" | "day" | "hour" | "piece";

/** A word that makes a price one of a unit, with what joins it to the price. */
const unitSigns: readonly (readonly [unit: PriceUnit, sign: RegExp])[] = [
  [
    "month",
    /(?:\bper |\/ ?|\ba |\beach |\bje |\bpro |\bim )(?:month|mo|monat)\b|\bmonatlich|\bmonthly\b|\bp\.\s?m\./iu,
  ],
  ["year", /(?:\bper |\/ ?|\ba |\beach |\bje |\bpro |\bim )(?:year|yr|jahr)\b|\bjährlich|\byearly\b|\bp\.\s?a\./iu],
  ["hour", /(?:\bper |\/ ?|\ban |\beach |\bje |\bpro |\bdie )(?:hour|hr|h|stunde|std)\b|\bhourly\b/iu],
  ["day", /(?:\bper |\/ ?|\ba |\beach |\bje |\bpro |\bam )(?:day|tag)\b|\bdaily\b|\btäglich/iu],
  [
    "piece",
    /(?:\bper |\/ ?|\ba |\beach |\bje |\bpro )(?:piece|unit|m²|m2|qm|sqm|sq|square|stück|quadratmeter)|\bapiece\b/iu,
  ],
];
/** Anything else that a price is for one of, behind the price alone: `£3.80 per loaf`. The name of a plan is none. */
const perThing = /(?:\b[Pp]er |\/ ?|\b[Jj]e |\bpro )\p{L}|\beach\b/u;
const unitIn = (text: string): PriceUnit | null => unitSigns.find(([, sign]) => sign.test(text))?.[0] ?? null;

const amountPattern = /\d(?:[\d.,'’]*\d)?/g;
const signBefore = /(?:[€$£]|\b(?:EUR|USD|GBP|CHF|Fr\.))[ \u00a0\u202f]?$/iu;
const signBehind = /^[ \u00a0\u202f]?(?:[€$£]|(?:euros?|EUR|USD|dollars?|GBP|pounds?|CHF|Franken)(?!\p{L}))/iu;
/** `€2 million` is no price that a customer pays. */
const scaleBehind = /^[ \u00a0\u202f-]?(?:million|billion|mio|mrd|mn|bn|tsd|thousand|milliard)/iu;
/** Signs to the left and right of an amount that can belong to its currency, or name its unit. */
const [signLength, unitLength] = [5, 40];

/** `1,240.50`, `1.240,50`, `1’240.5` are the same amount; three digits behind a mark are thousands. */
function amountOf(raw: string): number {
  const parts = raw.replace(/['’]/g, "").split(/[.,]/);
  const last = parts.at(-1) ?? "";
  const isWhole = parts.length === 1 || last.length === 3;
  return Number(isWhole ? parts.join("") : `${parts.slice(0, -1).join("")}.${last}`);
}

export interface FoundPrice {
  price: number;
  unit: PriceUnit;
  /** The sentence that names it. */
  words: string;
}

/**
 * Prices of a text. Only amounts beside a currency count; the unit is what follows, or else the one of the sentence.
 */
export function pricesIn(text: string, language: string): FoundPrice[] {
  return sentences(text, language).flatMap((sentence) => {
    const found = [...sentence.matchAll(amountPattern)].flatMap(({ 0: raw, index }) => {
      const end = index + raw.length;
      const behind = sentence.slice(end, end + unitLength);
      const isPrice =
        signBefore.test(sentence.slice(Math.max(0, index - signLength), index)) || signBehind.test(behind);
      return isPrice && !scaleBehind.test(behind) ? [{ index, end, price: amountOf(raw) }] : [];
    });
    const cuts = found.slice(1).map(({ index }, at) => cutBetween(sentence, found[at]?.end ?? 0, index));
    return found.map(({ end, price }, at): FoundPrice => {
      // What follows the next cut or price belongs to that one.
      const until = cuts[at]?.end ?? found[at + 1]?.index ?? sentence.length;
      const behind = sentence.slice(end, Math.min(until, end + unitLength));
      const unit =
        unitIn(behind) ?? (found.length === 1 ? unitIn(sentence) : null) ?? (perThing.test(behind) ? "piece" : "once");
      return { price, unit, words: clauseAt(sentence, cuts, at) };
    });
  });
}

type Cut = { end: number; next: number } | null;

/** Where the words of one price end and those of the next begin; null where nothing separates them. */
function cutBetween(sentence: string, from: number, to: number): Cut {
  const between = sentence.slice(from, to);
  const mark = Math.max(between.lastIndexOf(", "), between.lastIndexOf("; "));
  if (mark >= 0) return { end: from + mark, next: from + mark + 2 };
  const word = / (?:and|und|or|oder) /iu.exec(between);
  return word === null ? null : { end: from + word.index, next: from + word.index + word[0].length };
}

/** Words of one of several prices of a sentence: from the cut before it to the cut behind it. */
function clauseAt(sentence: string, cuts: readonly Cut[], at: number): string {
  const before = cuts.slice(0, at).findLast((cut) => cut !== null);
  const behind = cuts.slice(at).find((cut) => cut !== null);
  return sentence.slice(before?.next ?? 0, behind?.end).trim();
}

const negator = /^(?:no|not|never|without|kein(?:e[mnrs]?)?|nicht|nie|niemals|ohne)$/u;
/** Behind these a denied word is none: `not only`, `nicht nur`. */
const softener = /^(?:only|just|nur|bloß)$/u;
const included = /^(?:included|available|offered|possible|inklusive|enthalten|dabei|verfügbar|möglich|vorhanden)$/u;
/** What is not needed is not refused. */
const needless = /^(?:needed|required|necessary|nötig|notwendig|erforderlich)$/u;
const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
/** Words between a denial and what it denies: `never work on Saturdays`. */
const denialReach = 3;
/** Letters by which two forms of a word are the same. */
const stemLength = 5;
const isSameWord = (one: string, other: string): boolean =>
  one === other ||
  (Math.min(one.length, other.length) >= stemLength && one.slice(0, stemLength) === other.slice(0, stemLength));

/** Whether a sentence says that a demand is not met: `No gluten-free bread`. In doubt it doesn't. */
export function isDenied(demand: string, sentence: string): boolean {
  const wanted = wordsIn(demand);
  if (wanted.some((word) => negator.test(word))) return false;
  const telling = wanted.filter((word) => word.length > 3 && !included.test(word));
  return sentence.split(/[,;:.!?()–—]/).some((clause) => {
    const words = wordsIn(clause);
    const denials = words.flatMap((word, at) => (negator.test(word) ? [at] : []));
    const [denial = 0] = denials;
    // Two denials may say yes.
    if (denials.length !== 1 || words.some((word) => needless.test(word)) || softener.test(words[denial + 1] ?? ""))
      return false;
    const first = words.findIndex((word) => telling.some((one) => isSameWord(one, word)));
    if (first < 0) return false;
    return first > denial ? first - denial <= denialReach : included.test(words[denial + 1] ?? "");
  });
}

/** Words that are in every offer and tell no firm from another. */
const plainWords = /^(?:euros?|three|drei|years?|jahre?n?|website|angebote?|offers?|kunden|customers?)$/iu;
const shortestWord = 5;
/** Competitors whose words say anything together. */
const minTexts = 3;
const maxWords = 12;

export interface SharedWords {
  /** Words that two thirds of the others use and one uses oneself. */
  both: string[];
  /** Words that two thirds of the others use and one does not. */
  theirs: string[];
  /** Words that one uses alone. */
  ownOnly: string[];
}

/** Words that most competitors use, set against one's own. Empty for fewer than three of them. */
export function sharedWords(own: string, others: readonly string[], language: string): SharedWords {
  if (others.length < minTexts) return { both: [], theirs: [], ownOnly: [] };
  const lists = others.map((text) => new Map(keywords(text, language, 60).map((word) => [word.toLowerCase(), word])));
  const mine = keywords(own, language, 40);
  const lower = new Set(mine.map((word) => word.toLowerCase()));
  const isTelling = (word: string): boolean => word.length >= shortestWord && !plainWords.test(word);
  const count = (word: string): number => lists.filter((list) => list.has(word)).length;
  const shown = new Map(lists.flatMap((list) => [...list]));
  const common = [...shown].filter(([word]) => isTelling(word) && count(word) * 3 >= lists.length * 2);
  return {
    both: common.flatMap(([word, text]) => (lower.has(word) ? [text] : [])).slice(0, maxWords),
    theirs: common.flatMap(([word, text]) => (lower.has(word) ? [] : [text])).slice(0, maxWords),
    ownOnly: mine.filter((word) => isTelling(word) && count(word.toLowerCase()) === 0).slice(0, maxWords),
  };
}

export interface Deal {
  against: string;
  result: "won" | "lost";
  reason: string;
}
export interface DealCount {
  against: string;
  won: number;
  lost: number;
  /** The reason heard most often for a lost one; of two as frequent, the first. */
  reason: string;
}

/** Orders won and lost against each competitor, the most frequent first; spelling decides but for case and blanks. */
export function dealsOf(deals: readonly Deal[]): DealCount[] {
  const groups = Map.groupBy(deals, ({ against }) => against.trim().toLowerCase());
  return [...groups.values()]
    .map((group): DealCount => {
      const lost = group.filter(({ result }) => result === "lost");
      const reasons = Map.groupBy(
        lost.filter(({ reason }) => reason.trim() !== ""),
        ({ reason }) => reason.trim().toLowerCase(),
      );
      const [most] = [...reasons.values()].toSorted((a, b) => b.length - a.length);
      return {
        against: group[0]?.against.trim() ?? "",
        won: group.length - lost.length,
        lost: lost.length,
        reason: most?.[0]?.reason.trim() ?? "",
      };
    })
    .toSorted((a, b) => b.won + b.lost - (a.won + a.lost));
}
