import { addDays } from "#src/kit/time/dates.ts";

/* Costs of a funded project in whole euros, by line, package, year and month. Every division adds up to its whole. */

export const costKinds = ["staff", "material", "equipment", "external", "travel", "other"] as const;
export type CostKind = (typeof costKinds)[number];

export interface CostLine {
  kind: CostKind;
  what: string;
  /** Person-months for staff. */
  count: number;
  price: number;
  /** Number of the work package, 0 for none. */
  package: number;
}
export interface WorkPackage {
  title: string;
  from: number;
  to: number;
}
export interface BudgetInput {
  costs: readonly CostLine[];
  packages: readonly WorkPackage[];
  months: number;
  startOn: string;
  /** Flat rate on staff costs, %. */
  overhead: number;
  /** Aid rate, %; null while nobody knows it. */
  rate: number | null;
  maxGrant: number | null;
  ownMoney: number;
  otherMoney: number;
  /** Months from a claim to its payment; claims are made each quarter. */
  paidAfter: number;
}
export interface Budget {
  direct: number;
  overhead: number;
  /** `direct` and `overhead`. */
  total: number;
  lines: (CostLine & { direct: number; overhead: number; no: number })[];
  /** Number 0: lines that name no package, or one that does not exist. */
  byPackage: { no: number; personMonths: number; sum: number }[];
  byYear: { year: string; sum: number }[];
  byMonth: number[];
  personMonths: number;
  grant: number | null;
  /** The call's ceiling cuts the grant. */
  isCapped: boolean;
  /** `total` without the grant. */
  ownShare: number | null;
  /** What neither grant nor own nor other money covers; below zero: a reserve. */
  gap: number | null;
  /** The most that is paid out before grant money arrives, and in which month. */
  prefinance: { amount: number; month: number } | null;
  /** Paid out less received, at the end of each month. */
  outlay: number[];
}

/** `YYYY-MM` of a project month; 1 is the month of the start. */
function monthAt(startOn: string, month: number): string {
  const at = Number(startOn.slice(0, 4)) * 12 + Number(startOn.slice(5, 7)) - 1 + month - 1;
  return `${String(Math.floor(at / 12)).padStart(4, "0")}-${String((at % 12) + 1).padStart(2, "0")}`;
}
/** Last day of a project month. */
export const monthEnd = (startOn: string, month: number): string => addDays(`${monthAt(startOn, month + 1)}-01`, -1);

/** A whole amount in parts that differ by 1 at most and add up to it. */
export const evenly = (amount: number, parts: number): number[] =>
  Array.from({ length: parts }, (_, at) => Math.round((amount * (at + 1)) / parts) - Math.round((amount * at) / parts));

/** Far less than a cent, and more than what binary fractions take away: 33.3 % of 3000 is 999. */
const lost = 1e-6;
const rounded = (value: number): number => Math.round(value + lost);
const roundedDown = (value: number): number => Math.floor(value + lost);

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
const wholeOf = ({ direct, overhead }: { direct: number; overhead: number }): number => direct + overhead;
/** Person-months to a tenth, so that 0.1 and 0.2 are 0.3. */
const tenths = (value: number): number => Math.round(value * 10) / 10;
const monthsOf = (lines: readonly CostLine[]): number =>
  tenths(sumOf(lines.filter(({ kind }) => kind === "staff").map(({ count }) => count)));

/** Months in which a package spends, within the project. */
function spanOf(one: WorkPackage | undefined, length: number): { first: number; last: number } {
  const first = Math.min(one?.from ?? 1, length);
  return { first, last: Math.max(first, Math.min(one?.to ?? length, length)) };
}

/** Months of a claim. */
const quarter = 3;

export function budgetOf(input: BudgetInput): Budget {
  const { packages, months, startOn, rate, maxGrant, paidAfter } = input;
  const lines = input.costs.map((line) => {
    const direct = rounded(line.count * line.price);
    const overhead = line.kind === "staff" ? rounded((direct * input.overhead) / 100) : 0;
    return { ...line, direct, overhead, no: packages[line.package - 1] ? line.package : 0 };
  });
  const byMonth = Array.from({ length: months }, () => 0);
  for (const line of lines) {
    const { first, last } = spanOf(packages[line.no - 1], months);
    for (const [at, part] of evenly(wholeOf(line), last - first + 1).entries())
      byMonth[first - 1 + at] = (byMonth[first - 1 + at] ?? 0) + part;
  }
  const direct = sumOf(lines.map((line) => line.direct));
  const overhead = sumOf(lines.map((line) => line.overhead));
  const total = direct + overhead;
  const wanted = rate === null ? null : roundedDown((total * rate) / 100);
  const grant = wanted === null ? null : Math.min(wanted, maxGrant ?? Infinity);
  const ownShare = grant === null ? null : total - grant;
  const share = grant === null || total === 0 ? 0 : grant / total;
  const outlay = byMonth.map((_, at) => {
    const claimed = Math.floor(Math.max(0, at + 1 - paidAfter) / quarter) * quarter;
    return sumOf(byMonth.slice(0, at + 1)) - roundedDown(share * sumOf(byMonth.slice(0, claimed)));
  });
  const most = Math.max(0, ...outlay);
  const years = [...new Set(byMonth.map((_, at) => monthAt(startOn, at + 1).slice(0, 4)))];
  return {
    direct,
    overhead,
    total,
    lines,
    byPackage: [...packages.map((_, at) => at + 1), 0].flatMap((no) => {
      const own = lines.filter((one) => one.no === no);
      if (no === 0 && own.length === 0) return [];
      return [{ no, personMonths: monthsOf(own), sum: sumOf(own.map(wholeOf)) }];
    }),
    byYear: years.map((year) => ({
      year,
      sum: sumOf(byMonth.filter((_, at) => monthAt(startOn, at + 1).startsWith(year))),
    })),
    byMonth,
    personMonths: monthsOf(lines),
    grant,
    isCapped: wanted !== null && grant !== null && grant < wanted,
    ownShare,
    gap: ownShare === null ? null : ownShare - input.ownMoney - input.otherMoney,
    prefinance: grant === null || total === 0 ? null : { amount: most, month: outlay.indexOf(most) + 1 },
    outlay,
  };
}

/** Most columns of a plan that a page holds. */
const maxColumns = 12;

/** A bar plan: each column covers as many months as it must, so that there are twelve at most. */
export function barPlan(packages: readonly WorkPackage[], months: number): { columns: string[]; bars: boolean[][] } {
  const step = [1, 2, 3, 4, 6].find((size) => months / size <= maxColumns) ?? maxColumns;
  const spans = Array.from({ length: Math.ceil(months / step) }, (_, at) => ({
    from: at * step + 1,
    to: Math.min(months, (at + 1) * step),
  }));
  return {
    columns: spans.map(({ from, to }) => (from === to ? `M${from}` : `M${from}–${to}`)),
    bars: packages.map((one) => spans.map(({ from, to }) => one.from <= one.to && one.from <= to && one.to >= from)),
  };
}
