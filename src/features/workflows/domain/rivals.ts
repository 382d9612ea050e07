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

/** Where one stands with a demand, against those of whom something is known. */
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

/** Prices of a text. Only amounts beside a currency count; the unit is what follows, or else the one of the sentence. */
export function pricesIn(text: string, language: string): FoundPrice[] {
  return sentences(text, language).flatMap((sentence) => {
    const found = [...sentence.matchAll(amountPattern)].flatMap(({ 0: raw, index }) => {
      const end = index + raw.length;
      const behind = sentence.slice(end, end + unitLength);
      const isPrice =
        signBefore.test(sentence.slice(Math.max(0, index - signLength), index)) || signBehind.test(behind);
      return isPrice && !scaleBehind.test(behind) ? [{ index, behind, price: amountOf(raw) }] : [];
    });
    return found.map(({ index, behind, price }, at): FoundPrice => {
      // What stands behind the next price belongs to that one.
      const next = found[at + 1];
      const own = next === undefined ? behind : behind.slice(0, Math.max(0, next.index - index));
      const unit = unitIn(own) ?? (found.length === 1 ? unitIn(sentence) : null) ?? "once";
      return { price, unit, words: sentence };
    });
  });
}

/** Words that are in every offer and tell no firm from another. */
const plainWords = /^(?:euros?|three|drei|years?|jahre?n?|website|angebote?|offers?|kunden|customers?)$/iu;
const shortestWord = 5;
/** Competitors whose words say anything together. */
const fewestTexts = 3;
const mostWords = 12;

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
  if (others.length < fewestTexts) return { both: [], theirs: [], ownOnly: [] };
  const lists = others.map((text) => new Map(keywords(text, language, 60).map((word) => [word.toLowerCase(), word])));
  const mine = keywords(own, language, 40);
  const lower = new Set(mine.map((word) => word.toLowerCase()));
  const isTelling = (word: string): boolean => word.length >= shortestWord && !plainWords.test(word);
  const count = (word: string): number => lists.filter((list) => list.has(word)).length;
  const shown = new Map(lists.flatMap((list) => [...list]));
  const common = [...shown].filter(([word]) => isTelling(word) && count(word) * 3 >= lists.length * 2);
  return {
    both: common.flatMap(([word, text]) => (lower.has(word) ? [text] : [])).slice(0, mostWords),
    theirs: common.flatMap(([word, text]) => (lower.has(word) ? [] : [text])).slice(0, mostWords),
    ownOnly: mine.filter((word) => isTelling(word) && count(word.toLowerCase()) === 0).slice(0, mostWords),
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
