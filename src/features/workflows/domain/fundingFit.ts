import { keywords, words as wordsOf } from "#src/kit/text.ts";
import type { FundingRecord } from "../apis.ts";
import { dayNumber } from "#src/kit/time/dates.ts";

/* How well open calls fit a project, and what can be checked of them before anyone reads them. */

export type CheckResult = "pass" | "fail" | "unknown";
export type CallCheckCode = "open" | "time" | "place" | "size" | "amount";
export interface CallCheck {
  code: CallCheckCode;
  result: CheckResult;
  /** The words of the call that decide; empty without any. */
  quote: string;
}

export interface FundingWish {
  words: readonly string[];
  idea: string;
  language: string;
  /** Two capital letters each; `EU` for calls of the Union. */
  countries: readonly string[];
  cost: number | null;
  employees: number | null;
  today: string;
}

export interface RankedCall {
  record: FundingRecord;
  api: string;
  /** 0 to 100. Says nothing of the chances. */
  fit: number;
  daysLeft: number | null;
  /** Words of the project that the call uses. */
  shared: string[];
  checks: CallCheck[];
  /** Nothing that could be checked rules it out, and it has words in common. */
  isFit: boolean;
}

/** Days that an application takes at least. */
const minDays = 14;
/** Most points of each part. */
export const callPoints = { words: 60, amount: 20, days: 20 } as const;
const pointsOfWord = 10;

const fold = (text: string): string => text.toLowerCase().normalize("NFC");
/** Letters that two forms of a word share. */
const stem = 7;

const headsLimit =
  /(?:fewer than|less than|under|up to|at most|no more than|weniger als|unter|bis zu|höchstens|maximal)\s(\d{2,4})\s(?:employees|people|staff|persons|beschäftigte\w*|mitarbeit\w*)/i;
const sentencesOf = (text: string): string[] => text.split(/(?<=[.;!?])\s+|\n+/).map((one) => one.trim());

/** Whether a firm is small enough for a sentence with a limit; null where one of both is missing. */
export function isWithinHeads(text: string, employees: number | null): boolean | null {
  const [shown = "", heads] = headsLimit.exec(text) ?? [];
  if (heads === undefined || employees === null) return null;
  return /^(?:fewer|less|under|weniger|unter)/i.test(shown) ? employees < Number(heads) : employees <= Number(heads);
}

function checksOf(record: FundingRecord, wish: FundingWish, daysLeft: number | null): CallCheck[] {
  const check = (code: CallCheckCode, is: boolean | null, quote = ""): CallCheck => ({
    code,
    result: is === null ? "unknown" : is ? "pass" : "fail",
    quote,
  });
  const limited = sentencesOf(record.text).find((one) => headsLimit.test(one)) ?? "";
  return [
    check("open", record.status === "unknown" ? null : record.status !== "closed"),
    check("time", daysLeft === null ? null : daysLeft >= minDays),
    check("place", record.country === "" ? null : wish.countries.includes(record.country)),
    check("size", isWithinHeads(limited, wish.employees), limited),
    // Nobody has to apply for all of it: only a grant far above the whole project is none for it.
    check("amount", record.maxGrant === null || wish.cost === null ? null : record.maxGrant <= wish.cost * 20),
  ];
}

export function rankCall(record: FundingRecord, api: string, wish: FundingWish): RankedCall {
  const text = wordsOf(`${record.title} ${record.programme} ${record.text}`, wish.language).map(fold);
  const wanted = [...new Set([...wish.words, ...keywords(wish.idea, wish.language, 16)])];
  const shared = wanted.filter((word) => {
    const plain = fold(word);
    return (
      plain.length > 3 &&
      text.some((one) => one === plain || (plain.length >= stem && one.startsWith(plain.slice(0, stem))))
    );
  });
  const daysLeft = record.deadline === "" ? null : dayNumber(record.deadline) - dayNumber(wish.today);
  const checks = checksOf(record, wish, daysLeft);
  const share = record.maxGrant === null || wish.cost === null || wish.cost === 0 ? null : record.maxGrant / wish.cost;
  const amount = share === null ? 0.5 : share >= 0.25 && share <= 4 ? 1 : 0;
  const days = daysLeft === null || daysLeft >= 28 ? 1 : daysLeft >= minDays ? 0.5 : 0;
  return {
    record,
    api,
    daysLeft,
    shared: shared.slice(0, 6),
    checks,
    fit: Math.round(
      Math.min(callPoints.words, pointsOfWord * shared.length) + callPoints.amount * amount + callPoints.days * days,
    ),
    isFit: shared.length > 0 && checks.every(({ result }) => result !== "fail"),
  };
}

/** Calls that are not over, each once, the best first: those that nothing rules out before the others. */
export function rankCalls(found: readonly { record: FundingRecord; api: string }[], wish: FundingWish): RankedCall[] {
  const calls = new Map<string, RankedCall>();
  for (const { record, api } of found) {
    const isOver = record.status === "closed" || (record.deadline !== "" && record.deadline < wish.today);
    const key = `${api} ${record.id}`;
    if (!isOver && !calls.has(key)) calls.set(key, rankCall(record, api, wish));
  }
  return [...calls.values()].toSorted(
    (a, b) =>
      Number(b.isFit) - Number(a.isFit) ||
      b.fit - a.fit ||
      (a.record.id < b.record.id ? -1 : Number(a.record.id > b.record.id)),
  );
}
