import { keywords, trimEndBy, words as wordsOf } from "#src/kit/text.ts";
import type { TenderRecord } from "../apis.ts";
import { daysInclusive } from "#src/kit/time/dates.ts";

/* How far a notice fits what somebody looks for: codes, words, place, value, days left. Every point has a reason. */

export interface TenderWish {
  cpv: readonly string[];
  /** Words of the person; profile words count less. */
  words: readonly string[];
  profile: string;
  language: string;
  /** Two capital letters each. */
  countries: readonly string[];
  /** NUTS codes or names of places. */
  regions: readonly string[];
  /** Words that rule a notice out. */
  without: readonly string[];
  valueFrom: number | null;
  valueTo: number | null;
  currency: string;
  /** Fewer days than these are too few to write a bid. */
  leastDays: number;
  today: string;
}

export type FitCode =
  | "cpvSame"
  | "cpvNear"
  | "cpvFar"
  | "cpvUnknown"
  | "cpvOther"
  | "words"
  | "noWords"
  | "region"
  | "regionUnknown"
  | "regionOther"
  | "countryOther"
  | "valueIn"
  | "valueUnknown"
  | "valueCurrency"
  | "valueLow"
  | "valueHigh"
  | "daysEnough"
  | "daysFew"
  | "daysUnknown"
  | "closed"
  | "excluded";

export interface FitReason {
  code: FitCode;
  /** What it says: for, against, or neither since nothing is known. */
  sign: "for" | "against" | "open";
  points: number;
  detail: string;
}

export interface RankedNotice {
  record: TenderRecord;
  api: string;
  fit: number;
  /** Nothing speaks against it. */
  isFit: boolean;
  /** Null without a deadline. */
  daysLeft: number | null;
  reasons: FitReason[];
}

/** Most points of each part. */
export const fitPoints = { cpv: 40, words: 20, place: 15, value: 15, days: 10 } as const;
const unknownShare = 0.4;

const digits = (code: string): string => code.replace(/\D/g, "").slice(0, 8);
/** Digits that count in a code: trailing zeros name a group. */
const stemOf = (code: string): string => trimEndBy(digits(code), /0/);

/** Leading digits that two codes share, at most those that the wanted one has. */
function sharedDigits(wanted: string, given: string): number {
  const [stem, other] = [stemOf(wanted), digits(given)];
  let at = 0;
  while (at < stem.length && stem[at] === other[at]) at += 1;
  return at === stem.length ? 8 : at;
}

const reason = (code: FitCode, sign: FitReason["sign"], points: number, detail = ""): FitReason => ({
  code,
  sign,
  points: Math.round(points),
  detail,
});

function cpvReason(record: TenderRecord, { cpv }: TenderWish): FitReason[] {
  if (cpv.length === 0) return [];
  if (record.cpv.length === 0) return [reason("cpvUnknown", "open", fitPoints.cpv * unknownShare)];
  const pairs = cpv.flatMap((wanted) => record.cpv.map((given) => ({ given, shared: sharedDigits(wanted, given) })));
  const best = pairs.toSorted((a, b) => b.shared - a.shared)[0] ?? { given: "", shared: 0 };
  if (best.shared >= 8) return [reason("cpvSame", "for", fitPoints.cpv, best.given)];
  if (best.shared >= 4) return [reason("cpvNear", "for", fitPoints.cpv * 0.75, best.given)];
  if (best.shared === 3) return [reason("cpvFar", "open", fitPoints.cpv * 0.5, best.given)];
  return [reason("cpvOther", "against", best.shared === 2 ? fitPoints.cpv * 0.15 : 0, best.given)];
}

const fold = (text: string): string => text.toLowerCase().normalize("NFC");
/** Begins like a word of the text: `Vermessung` is found in `Vermessungsleistungen`. */
const hits = (texts: readonly string[], wanted: readonly string[]): string[] =>
  wanted.filter((word) => {
    const plain = fold(word);
    return plain.includes(" ")
      ? texts.join(" ").includes(plain)
      : texts.some((one) => one.startsWith(plain) || (plain.length > 5 && one.length > 5 && plain.startsWith(one)));
  });

function wordReason(record: TenderRecord, wish: TenderWish): FitReason {
  const { words, profile, language } = wish;
  const text = wordsOf(`${record.title} ${record.summary}`, language).map(fold);
  const own = hits(text, words);
  const known = hits(
    text,
    keywords(profile, language, 24).filter((word) => word.length > 3 && !own.includes(word)),
  );
  const found = [...new Set([...own, ...known])].slice(0, 5);
  if (found.length === 0) return reason("noWords", words.length > 0 ? "against" : "open", 0);
  return reason("words", "for", Math.min(fitPoints.words, own.length * 8 + known.length * 4), found.join(", "));
}

function placeReason(record: TenderRecord, { countries, regions }: TenderWish): FitReason {
  if (countries.length > 0 && record.country !== "" && !countries.includes(record.country))
    return reason("countryOther", "against", 0, record.country);
  if (regions.length === 0) return reason("region", "for", fitPoints.place, record.country);
  if (record.place === "") return reason("regionUnknown", "open", fitPoints.place * unknownShare);
  const found = regions.find((region) => fold(record.place).includes(fold(region)));
  return found === undefined
    ? reason("regionOther", "against", 0, record.place)
    : reason("region", "for", fitPoints.place, found);
}

function valueReason({ value, currency }: TenderRecord, wish: TenderWish): FitReason {
  const { valueFrom, valueTo } = wish;
  if (value === null) return reason("valueUnknown", "open", fitPoints.value * unknownShare);
  if (valueFrom === null && valueTo === null) return reason("valueIn", "for", fitPoints.value);
  if (currency !== "" && currency !== wish.currency)
    return reason("valueCurrency", "open", fitPoints.value * unknownShare, currency);
  if (valueFrom !== null && value < valueFrom) return reason("valueLow", "against", 0);
  if (valueTo !== null && value > valueTo) return reason("valueHigh", "against", 0);
  return reason("valueIn", "for", fitPoints.value);
}

/** Days left, today not counted; null without a deadline. */
export const daysLeftOf = (deadline: string, today: string): number | null =>
  deadline === "" ? null : daysInclusive(today, deadline) - 1;

function dayReason(daysLeft: number | null, { leastDays }: TenderWish): FitReason {
  if (daysLeft === null) return reason("daysUnknown", "open", fitPoints.days * unknownShare);
  if (daysLeft < 0) return reason("closed", "against", 0);
  return daysLeft >= leastDays
    ? reason("daysEnough", "for", fitPoints.days, String(daysLeft))
    : reason("daysFew", "against", (fitPoints.days * daysLeft) / Math.max(1, leastDays) / 2, String(daysLeft));
}

/** Judges one notice. The fit is the share, in percent, of the points that this wish can give. */
export function fitOf(record: TenderRecord, api: string, wish: TenderWish): RankedNotice {
  const daysLeft = daysLeftOf(record.deadline, wish.today);
  const excluded = hits(wordsOf(`${record.title} ${record.summary}`, wish.language).map(fold), wish.without);
  const reasons = [
    ...cpvReason(record, wish),
    wordReason(record, wish),
    placeReason(record, wish),
    valueReason(record, wish),
    dayReason(daysLeft, wish),
    ...(excluded.length > 0 ? [reason("excluded", "against", 0, excluded.join(", "))] : []),
  ];
  const most = Object.entries(fitPoints).reduce(
    (sum, [part, points]) => sum + (part === "cpv" && wish.cpv.length === 0 ? 0 : points),
    0,
  );
  const sum = reasons.reduce((all, { points }) => all + points, 0);
  const isFor = reasons.some(({ code }) => ["cpvSame", "cpvNear", "words"].includes(code));
  const isFit = isFor && reasons.every(({ sign }) => sign !== "against");
  return {
    record,
    api,
    daysLeft,
    isFit,
    fit: excluded.length > 0 || daysLeft === -1 ? 0 : Math.min(100, Math.round((sum / most) * 100)),
    reasons,
  };
}

const plain = (text: string): string => wordsOf(fold(text), "en").join(" ");

interface FoundNotice {
  record: TenderRecord;
  api: string;
}

/** The first notice, completed by the second. */
const merged = ({ record, api }: FoundNotice, { record: other }: FoundNotice): FoundNotice => ({
  api,
  record: {
    ...record,
    ...(record.noticeId === undefined && other.noticeId !== undefined ? { noticeId: other.noticeId } : {}),
    value: record.value ?? other.value,
    currency: record.value === null ? other.currency : record.currency,
    deadline: record.deadline || other.deadline,
    place: record.place || other.place,
  },
});

/** Each notice once: the same by its identifier where both have one, else by title and buyer. */
function withoutDoubles(found: readonly FoundNotice[]): FoundNotice[] {
  const all: FoundNotice[] = [];
  const byName = new Map<string, number[]>();
  const byId = new Map<string, number>();
  for (const one of found) {
    const { noticeId, title, buyer } = one.record;
    const name = `${plain(title)} / ${plain(buyer)}`;
    const named = byName.get(name) ?? [];
    const isSame = (at: number): boolean => noticeId === undefined || all[at]?.record.noticeId === undefined;
    const at = (noticeId === undefined ? undefined : byId.get(noticeId)) ?? named.find(isSame) ?? all.length;
    const known = all[at];
    all[at] = known ? merged(known, one) : one;
    if (!named.includes(at)) byName.set(name, [...named, at]);
    if (noticeId !== undefined) byId.set(noticeId, at);
  }
  return all;
}

/**
 * Notices by fit, the best first; those that fit before those that do not. A notice of two services appears once, with
 * the address of the first, completed by the second.
 */
export function rankNotices(found: readonly FoundNotice[], wish: TenderWish): RankedNotice[] {
  return withoutDoubles(found)
    .map(({ record, api }) => fitOf(record, api, wish))
    .filter(({ daysLeft }) => daysLeft === null || daysLeft >= 0)
    .toSorted(
      (a, b) =>
        Number(b.isFit) - Number(a.isFit) ||
        b.fit - a.fit ||
        (a.daysLeft ?? 9999) - (b.daysLeft ?? 9999) ||
        (a.record.id < b.record.id ? -1 : 1),
    );
}
