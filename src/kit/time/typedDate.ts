/** What is wrong with a typed date: a key of `common:validation` and what fills it. */
export type DateProblem =
  | { key: "date" | "dateMonth" | "dateYear" }
  | { key: "dateDay"; month: number; year: number; count: number };

export type TypedDate = { ok: true; value: string } | { ok: false; problem: DateProblem };

const pad = (value: number, length: number): string => String(value).padStart(length, "0");

/** Days of a month, 1 to 12, in the Gregorian calendar. */
export const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Names of months in the languages of the product; both begin with the same letters where they share a place. */
const monthNames = [
  "january januar",
  "february februar",
  "march märz maerz",
  "april",
  "may mai",
  "june juni",
  "july juli",
  "august",
  "september",
  "october oktober",
  "november",
  "december dezember",
].map((names) => names.split(" "));

/** Number of the month whose name begins so, by three letters or more; empty for none. */
function monthNumber(typed: string): string {
  const begin = typed.toLowerCase();
  const at = monthNames.findIndex((names) => names.some((name) => name.startsWith(begin)));
  return at === -1 ? "" : String(at + 1);
}

/** A date whose month is a name, in digits: `1 Feb 2027`, `1. Februar 2027`, `Feb 1, 2027`. */
function inDigits(text: string): string {
  const dayFirst = /^(\d{1,2})\.?\s*(\p{L}{3,9})\.?,?\s*(\d{4}|\d{2})$/u.exec(text);
  const monthFirst = /^(\p{L}{3,9})\.?\s*(\d{1,2}),?\s+(\d{4}|\d{2})$/u.exec(text);
  const [day = "", month = "", year = ""] = dayFirst
    ? dayFirst.slice(1)
    : monthFirst
      ? [monthFirst[2], monthFirst[1], monthFirst[3]]
      : [];
  const number = month === "" ? "" : monthNumber(month);
  return number === "" ? text : `${day}.${number}.${year}`;
}

/**
 * Reads a date as people type it: `1 Feb 2027`, `1.2.2027`, `01.02.27`, `1/2/2027` (day first), `01022027`, `2027-02-01`.
 * Years 1900 to 2200 as in the product's date schema; two digits mean this century.
 */
export function parseTypedDate(typed: string): TypedDate {
  const text = inDigits(typed.trim());
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  const dotted = /^(\d{1,2})[./\s-]+(\d{1,2})[./\s-]+(\d{4}|\d{2})\.?$/.exec(text);
  const run = /^(\d{2})(\d{2})(\d{4})$/.exec(text);
  const [year, month, day] = iso
    ? [iso[1], iso[2], iso[3]]
    : dotted
      ? [dotted[3], dotted[2], dotted[1]]
      : run
        ? [run[3], run[2], run[1]]
        : [];
  if (year === undefined || month === undefined || day === undefined) return { ok: false, problem: { key: "date" } };
  const y = year.length === 2 ? 2000 + Number(year) : Number(year);
  const [m, d] = [Number(month), Number(day)];
  if (m < 1 || m > 12) return { ok: false, problem: { key: "dateMonth" } };
  if (y < 1900 || y > 2200) return { ok: false, problem: { key: "dateYear" } };
  const count = daysInMonth(y, m);
  if (d > count) return { ok: false, problem: { key: "dateDay", month: m, year: y, count } };
  if (d < 1) return { ok: false, problem: { key: "date" } };
  return { ok: true, value: `${pad(y, 4)}-${pad(m, 2)}-${pad(d, 2)}` };
}

/** Days of a period with both ends, or undefined when an end is missing or the order is wrong. */
export function periodDays(from: string, to: string): number | undefined {
  const [a, b] = [parseTypedDate(from), parseTypedDate(to)];
  if (!a.ok || !b.ok || a.value > b.value) return undefined;
  return Math.round((Date.parse(b.value) - Date.parse(a.value)) / 86_400_000) + 1;
}
