/** What is wrong with a typed date: a key of `common:validation` and what fills it. */
export type DateProblem =
  | { key: "date" | "dateMonth" | "dateYear" }
  | { key: "dateDay"; month: number; year: number; count: number };

export type TypedDate = { ok: true; value: string } | { ok: false; problem: DateProblem };

const pad = (value: number, length: number): string => String(value).padStart(length, "0");

/** Days of a month, 1 to 12, in the Gregorian calendar. */
export const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/**
 * Reads a date as people type it: `1.2.2027`, `01.02.27`, `1/2/2027` (day first), `01022027`, `2027-02-01`.
 * Years 1900 to 2200 as in the product's date schema; two digits mean this century.
 */
export function parseTypedDate(typed: string): TypedDate {
  const text = typed.trim();
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
