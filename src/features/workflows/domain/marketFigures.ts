import { normalize } from "#src/kit/normalize.ts";
import type { Currency } from "./currencies.ts";
import type { Unit } from "./marketSize.ts";
import { monthNamed } from "./monthNames.ts";
import { marksOf, valueOf } from "./numberMarks.ts";
import { oneLine } from "./wording.ts";

/* Figures that sources name: whether a value is in its quote, series by year, prices. */

/** Words behind a number, or in the head of a table, that multiply it. A letter alone has to touch the number. */
const scales: readonly (readonly [pattern: RegExp, times: number])[] = [
  [/^[\s-]*(?:trillions?|billionen)(?!\p{L})/iu, 1e12],
  // "2.500 Bio-Höfe" and "2.500 Bio Höfe" are organic: the short form stands before a currency, or alone.
  [/^[\s-]*bio(?![\p{L}\u2010\u2011-]|\s(?!eur|us|chf|dollar|franken|pfund)\p{L})/iu, 1e12],
  [/^[\s-]*(?:billions?|bn|milliarden?|mrd|mia)(?!\p{L})/iu, 1e9],
  [/^(?:[\s-]*(?:millions?|mn|mio|mill|millionen)|m)(?![\p{L}²³])/iu, 1e6],
  [/^(?:[\s-]*(?:thousands?|tausend|tsd)|k)(?!\p{L})/iu, 1e3],
];
const scaleAt = (text: string): number | null => scales.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/**
 * What a group of digits and marks can mean: `1.204` is 1204 or 1.204, as three digits behind a lone mark may be a
 * group. Any other number says which of its marks begins the decimals, `9,46` as well as `1.204,50`.
 */
function readings(raw: string): number[] {
  const plain = raw.replace(/[\s'’]/g, "");
  const own = marksOf(plain);
  if (own === "invalid") return [];
  if (own === "either") return [valueOf(plain, "."), valueOf(plain, ",")];
  return [valueOf(plain, own === "none" ? "." : own)];
}

const numberPattern = /\d(?:[\d.,\u00a0\u202f'’]*\d)?/g;
/** `212 300`, which may be two numbers as well. */
const spacedPattern = /(?<!\d)\d{1,3}(?: \d{3})+(?!\d)/g;
const headPattern =
  /(?:\bin|€|\beur|\$|£) ?(millions?|billions?|thousands?|mio|mrd|tsd|tausend|millionen|milliarden)(?!\p{L})/iu;

/** Amounts that a text names, in full units: `212 million` is 212,000,000 and nothing else. */
export function amountsIn(text: string): number[] {
  const found = [...text.matchAll(numberPattern), ...text.matchAll(spacedPattern)].map((match) => ({
    values: readings(match[0]),
    scale: scaleAt(text.slice(match.index + match[0].length)),
  }));
  // The head of a table: "in million euros", once for all of its numbers.
  const head = headPattern.exec(text)?.[1];
  const common = head === undefined || found.some(({ scale }) => scale !== null) ? null : scaleAt(head);
  return found.flatMap(({ values, scale }) => values.map((value) => value * (scale ?? common ?? 1)));
}

const tolerance = 1e-6;
/** Whether a value occurs in a text. */
export const isNamedIn = (value: number, text: string): boolean =>
  amountsIn(text).some((one) => Math.abs(one - value) <= Math.abs(value) * tolerance);

const currencySigns: Readonly<Record<Currency | "other", RegExp>> = {
  EUR: /€|\bEUR\b|\beuros?\b/iu,
  USD: /(?<![A-Z])US\$|(?<![A-Z])\$|\bUSD\b|\bdollars?\b/iu,
  GBP: /£|\bGBP\b|\bpounds?\b|\bpfund\b/iu,
  CHF: /\bCHF\b|\bSFr\b|\bfranken\b|\bswiss francs?\b/iu,
  other: /¥|₹|₩|\b(?:JPY|CNY|RMB|INR|PLN|SEK|NOK|DKK|CZK|HUF|yen|yuan|zloty|kronor|kroner)\b/iu,
};
/** Currencies that a text names. */
export const currenciesIn = (text: string): (Currency | "other")[] =>
  (Object.keys(currencySigns) as (Currency | "other")[]).filter((one) => currencySigns[one].test(text));

export type FigureKind = "other" | "series" | "price";
export interface Datum {
  id: string;
  what: string;
  value: number;
  unit: Unit;
  year: number | null;
  kind: FigureKind;
  /** Where it comes from, in words. */
  origin: string;
  /** Words of the source; empty for a figure of the person. */
  quote: string;
  /** Why it is shown and not computed with; null: nothing speaks against it. */
  doubt: Doubt | null;
}
export type Doubt = "notInQuote" | "noPercent" | "otherCurrency" | "noCurrency";

/** What speaks against computing with a figure of a source, given the words it was taken from. */
export function doubtOf(figure: { value: number; unit: Unit; quote: string }, currency: Currency): Doubt | null {
  const { value, unit, quote } = figure;
  if (!isNamedIn(value, quote)) return "notInQuote";
  if (unit === "percent") return /%|\bper ?cent\b|\bprozent\b|\bpercentage\b/iu.test(quote) ? null : "noPercent";
  if (unit !== "money") return null;
  const named = currenciesIn(quote);
  if (named.length === 0) return "noCurrency";
  return named.length === 1 && named[0] === currency ? null : "otherCurrency";
}

export interface Point {
  year: number;
  value: number;
}
export interface Series {
  what: string;
  unit: Unit;
  /** Oldest first, one for each year. */
  points: Point[];
  /** Percent a year between the first and the last point. */
  growth: number;
}

/** Yearly growth in percent that leads from the first point to the last; null when it says nothing. */
export function growthOf(points: readonly Point[]): number | null {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last || last.year <= first.year || first.value <= 0 || last.value <= 0) return null;
  return ((last.value / first.value) ** (1 / (last.year - first.year)) - 1) * 100;
}

/** Figures of one name over several years. Of two for the same year the later one in the list counts. */
export function seriesOf(data: readonly Datum[]): Series[] {
  const groups = Map.groupBy(
    data.filter(({ kind, year, doubt }) => kind === "series" && year !== null && doubt === null),
    ({ what, unit }) => `${what.trim().toLowerCase()} ${unit}`,
  );
  return [...groups.values()].flatMap((group): Series[] => {
    const points = [...new Map(group.map(({ year, value }) => [year ?? 0, value]))]
      .map(([year, value]) => ({ year, value }))
      .toSorted((a, b) => a.year - b.year);
    const growth = growthOf(points);
    const [any] = group;
    return any && growth !== null ? [{ what: any.what, unit: any.unit, points, growth }] : [];
  });
}

/** Change of each point against the one before, in percent of a year; null for the first and after a 0. */
export const changesOf = (points: readonly Point[]): (number | null)[] =>
  points.map((point, at) => {
    const before = points[at - 1];
    return before ? growthOf([before, point]) : null;
  });

/** The middle value; the mean of the two middle ones of an even number; null for none. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const below = sorted[Math.floor((sorted.length - 1) / 2)];
  const above = sorted[Math.ceil((sorted.length - 1) / 2)];
  return below === undefined || above === undefined ? null : (below + above) / 2;
}

/** Whole months from one date to another, `YYYY-MM-DD`. */
export const monthsBetween = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));

const datePatterns = [
  /(?<!\d)(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?!\d)/gu,
  /(?<!\d)(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4})(?!\d)/gu,
  /(?<!\d)(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})(?!\d)/gu,
  /(?<!\d)(?<day>\d{1,2})(?:st|nd|rd|th|\.)? (?:of )?(?<name>\p{L}{3,9})\.?,? (?<year>\d{4})(?!\d)/gu,
  /(?<!\p{L})(?<name>\p{L}{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})(?!\d)/gu,
  // "From July 2027" is its first day.
  /(?<!\p{L})(?<name>\p{L}{3,9})\.? (?<year>\d{4})(?!\d)/gu,
];

/** Whether a text names a date, `YYYY-MM-DD`: in figures or with the month in English or German. */
export function isDateIn(date: string, text: string): boolean {
  const [year, month, day] = date.split("-").map(Number);
  const line = oneLine(normalize(text, "NFC"));
  return datePatterns.some((pattern) =>
    [...line.matchAll(pattern)].some(({ groups = {}, index }) => {
      // "11 July 2027" and "11th of July 2027" are not "July 2027".
      const before = line.slice(Math.max(0, index - 8), index);
      if (groups["day"] === undefined && /\d\S{0,2} (?:of )?$/u.test(before)) return false;
      const named = groups["name"] === undefined ? Number(groups["month"]) : monthNamed(groups["name"]);
      return named === month && Number(groups["day"] ?? 1) === day && Number(groups["year"]) === year;
    }),
  );
}
