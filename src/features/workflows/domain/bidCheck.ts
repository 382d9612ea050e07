import type { Demand } from "./tenderDemands.ts";

/*
 * What of a tender's demands can be compared with a bidder's facts: turnover, insurance, staff, references by number,
 * value and year, certificates by their last day. What cannot be compared is left to people.
 */

export interface BidderFacts {
  /** Of a year; null while nobody has named it. */
  turnover: number | null;
  /** Sum insured. */
  insurance: number | null;
  staff: number | null;
  /** A value is null while nobody has named it. */
  references: readonly { value: number | null; year: number }[];
  /** `until` is empty when the certificate has no end, or nobody has named it. */
  certificates: readonly { name: string; until: string }[];
}

export type CheckKind = "turnover" | "insurance" | "staff" | "references" | "certificate";
/** `open`: a fact is missing, or people have to judge. */
export type Verdict = "yes" | "no" | "open";

export interface Check {
  kind: CheckKind;
  verdict: Verdict;
  /** Least number that is demanded; for references their number; 0 for a certificate. */
  least: number;
  /** What the bidder has; null while nobody has named it. */
  has: number | null;
  /** Least value and age in years of references; 0 and null without. */
  leastValue: number;
  years: number | null;
  /** The certificate that is demanded, and the last day of the bidder's own. */
  name: string;
  until: string;
  /** Day on which the certificate still has to be valid; empty while nobody knows it. */
  needed: string;
}

/** Days that matter to certificates; empty while nobody knows them. */
export interface BidDays {
  deadline: string;
  /** End of the contract, else its start. */
  contract: string;
}

const multiples: Readonly<Record<string, number>> = {
  billion: 1e9,
  milliarde: 1e9,
  milliarden: 1e9,
  mrd: 1e9,
  bn: 1e9,
  million: 1e6,
  millionen: 1e6,
  mio: 1e6,
  m: 1e6,
  mn: 1e6,
  thousand: 1e3,
  tausend: 1e3,
  k: 1e3,
  teur: 1e3,
  "t€": 1e3,
};
/** Behind these a number is money even without a currency; “m” may be metres. */
const moneyWord = /^(?:billion|milliarden?|mrd|million|millionen|mio)$/i;
const amountPattern =
  /(€|£|\$|EUR|GBP|CHF|USD|TEUR|T€)?\s?(?<!\d)(?<!\d[.,'’])(\d{1,3}(?:[.,'’\s]\d{3})+(?:[.,]\d{1,2})?|\d{1,15}(?:[.,]\d{1,2})?)\s?(billion|milliarden?|mrd|bn|million(?:en)?|mio|mn|m|thousand|tausend|k)?\.?\s?(€|£|\$|EUR|euros?|GBP|pounds?|CHF|USD|TEUR|T€)?(?![\p{L}\d])/giu;

/** `1.200.000`, `1,200,000`, `1'200'000` and `1,5` as numbers: a sign before three digits groups them. */
export const plainNumber = (text: string): number =>
  Number(
    text
      .replace(/['’\s]/g, "")
      .replace(/[.,](?=\d{3}(?!\d))/g, "")
      .replace(",", "."),
  );

/**
 * Amounts of money in a text, in its order. A number without a currency or a multiple is none.
 * @param isAboutMoney then “2m” are two million and no metres
 */
export function amountsIn(text: string, isAboutMoney = false): number[] {
  return [...text.matchAll(amountPattern)].flatMap(([, before = "", number = "", multiple = "", behind = ""]) => {
    const isMoney = before !== "" || behind !== "" || (isAboutMoney ? multiple !== "" : moneyWord.test(multiple));
    if (!isMoney) return [];
    const unit = /^(?:TEUR|T€)$/i.test(before || behind) ? 1e3 : 1;
    return [plainNumber(number) * (multiples[multiple.toLowerCase()] ?? 1) * unit];
  });
}

const numberWords: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  eine: 1,
  einen: 1,
  ein: 1,
  einer: 1,
  zwei: 2,
  drei: 3,
  vier: 4,
  fünf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
  zehn: 10,
  zwölf: 12,
};
const countOf = (word: string): number =>
  numberWords[word.toLowerCase()] ?? (/^(?:\d{1,5}|\d{1,3}[.,'’]\d{3})$/.test(word) ? plainNumber(word) : 0);
const wordList = (text: string): string[] =>
  text.match(/[\p{L}\p{N}]+(?:(?:[-.,]|['’](?=\d))[\p{L}\p{N}]+)*|%/gu) ?? [];

const measure =
  /^(?:%|percent|prozent|years?|months?|weeks?|days?|hours?|wochen?|tagen?|tage|stunden?)$|(?:jahr|monat)(?:en?|e?s)?$/;
/** Whether a number counts time or a share and no things: “5 years”, „fünf (5) Jahre“. */
const isMeasured = (words: readonly string[], at: number): boolean =>
  words.slice(at + 1, at + 3).some((word) => measure.test(word.toLowerCase()));

/** The number that is at most `reach` words before a word of a kind; those that count time or a share are skipped. */
function countBefore(text: string, isThing: (word: string) => boolean, reach: number): number {
  const all = wordList(text);
  for (const [at, word] of all.entries()) {
    if (!isThing(word.toLowerCase())) continue;
    const near = all.slice(Math.max(0, at - reach), at);
    const count = near.map((one, place) => (isMeasured(near, place) ? 0 : countOf(one))).findLast((one) => one > 0);
    if (count !== undefined) return count;
  }
  return 0;
}

const isYears = (word: string): boolean => /^(?:years?|jahren?|jahre|kalenderjahren?|geschäftsjahren?)$/.test(word);
const isReference = (word: string): boolean =>
  /^(?:references?|referenz(?:en|projekte?n?|aufträgen?|liste)?|comparable|vergleichbare[nr]?|projects|projekten?)$/.test(
    word,
  );
const isPerson = (word: string): boolean =>
  /^(?:employees?|staff|people|persons?|technicians?|engineers?|workers?|beschäftigten?|mitarbeitende[rn]?|mitarbeitern?|mitarbeiter(?:innen)?|fachkräften?|personen|arbeitskräften?|vollzeitkräften?)$/.test(
    word,
  );

const about = {
  turnover: /turnover|(?:annual|yearly) revenue|umsatz/i,
  insurance: /insurance|insured|indemnity|haftpflicht|versicherung/i,
  references: /reference|comparable (?:project|contract|service)|referenz|vergleichbare/i,
  certificate:
    /certif|accredit|licen[cs]|qualified to|prequalif|zertifi|bescheinigung|zulassung|präqualif|fachbetrieb|registration|eintragung|nachweis|proof|valid/i,
} as const;

const standard =
  /(?:ISO(?:\/IEC)?|EN|DIN|BS|VdS|PAS)[ -]\d{3,6}(?:-\d{1,3})?(?: EXC ?\d)?|Cyber Essentials(?: Plus)?|EMAS|PQ-VOB|TISAX|SafeContractor|CHAS/g;
const plainName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
/** The number of a standard: `ISO 9001` and `DIN EN ISO 9001:2015` are one. */
const coreOf = (name: string): string => /\d{3,6}(?:-\d{1,3})?/.exec(name)?.[0] ?? plainName(name);
/** Words of a certificate's name that a demand may name it by. */
const isNamedIn = (name: string, text: string): boolean => {
  const plain = plainName(name);
  return plain.length >= 4 && plainName(text).includes(plain);
};

const none = { least: 0, has: null, leastValue: 0, years: null, name: "", until: "", needed: "" };

/** Whether references are enough: those whose year is surely within the period, and those at its edge. */
function referenceCheck(text: string, { references }: BidderFacts, onDay: string): Check | null {
  if (!about.references.test(text)) return null;
  const least = countBefore(text, isReference, 5);
  if (least === 0 || least > 50) return null;
  const years = countBefore(text, isYears, 3) || null;
  const leastValue = amountsIn(text)[0] ?? 0;
  const thisYear = Number(onDay.slice(0, 4));
  const isSure = ({ value, year }: BidderFacts["references"][number]): boolean =>
    (value ?? 0) >= leastValue && (years === null || year > thisYear - years);
  const mayBe = ({ value, year }: BidderFacts["references"][number]): boolean =>
    (value ?? leastValue) >= leastValue && (years === null || year >= thisYear - years);
  const sure = references.filter(isSure).length;
  const possible = references.filter(mayBe).length;
  const verdict: Verdict = references.length === 0 ? "open" : sure >= least ? "yes" : possible >= least ? "open" : "no";
  return { ...none, kind: "references", verdict, least, has: references.length === 0 ? null : sure, leastValue, years };
}

function amountCheck(kind: "turnover" | "insurance", text: string, has: number | null): Check | null {
  const least = about[kind].test(text.replace(/umsatzsteuer/gi, "")) ? Math.max(0, ...amountsIn(text, true)) : 0;
  if (least === 0) return null;
  return { ...none, kind, least, has, verdict: has === null ? "open" : has >= least ? "yes" : "no" };
}

function staffCheck(text: string, has: number | null): Check | null {
  const least = /at least|minimum|no fewer|mindestens|mind\./i.test(text) ? countBefore(text, isPerson, 4) : 0;
  if (least === 0) return null;
  return { ...none, kind: "staff", least, has, verdict: has === null ? "open" : has >= least ? "yes" : "no" };
}

const forContract =
  /throughout|during the (?:whole )?contract|for the (?:term|duration)|(?:während|über) (?:der|die) (?:gesamten?|ganzen?)? ?(?:vertragsl|l)aufzeit|für die dauer|vertragsdauer/i;

/** A list may lack what a drawer has: only a day that is past is certain. */
const certificateVerdict = (until: string, needed: string, deadline: string): Verdict =>
  until === "" ? "open" : until < (needed || deadline) ? "no" : needed === "" ? "open" : "yes";

function certificateChecks(text: string, { certificates }: BidderFacts, days: BidDays): Check[] {
  const isForContract = forContract.test(text);
  const needed = isForContract ? days.contract : days.deadline;
  if (!about.certificate.test(text)) return [];
  const demanded = [...new Set(text.match(standard) ?? [])];
  const named = certificates.filter(
    ({ name }) => isNamedIn(name, text) && !demanded.some((one) => coreOf(one) === coreOf(name)),
  );
  const check = (name: string, own: BidderFacts["certificates"][number] | undefined): Check => ({
    ...none,
    kind: "certificate",
    name,
    until: own?.until ?? "",
    needed,
    has: own === undefined ? 0 : 1,
    least: 1,
    verdict: certificateVerdict(own?.until ?? "", needed, days.deadline),
  });
  return [
    ...demanded.map((name) =>
      check(
        name,
        certificates
          .filter((one) => coreOf(one.name) === coreOf(name))
          .toSorted((a, b) => (a.until < b.until ? 1 : -1))[0],
      ),
    ),
    ...named.map((own) => check(own.name, own)),
  ];
}

/**
 * Compares one demand with a bidder's facts.
 * @param today counts in place of a deadline that nobody knows
 */
export function checksOf(demand: Pick<Demand, "text">, bidder: BidderFacts, days: BidDays, today: string): Check[] {
  const { text } = demand;
  const found = [
    amountCheck("turnover", text, bidder.turnover),
    amountCheck("insurance", text, bidder.insurance),
    referenceCheck(text, bidder, days.deadline || today),
    staffCheck(text, bidder.staff),
  ].filter((one) => one !== null);
  return [...found, ...certificateChecks(text, bidder, days)];
}

/** The worst of several verdicts; null of none. */
export const worstOf = (checks: readonly Check[]): Verdict | null =>
  checks.length === 0
    ? null
    : checks.some(({ verdict }) => verdict === "no")
      ? "no"
      : checks.some(({ verdict }) => verdict === "open")
        ? "open"
        : "yes";
