import { type Loan, type Month, type Plan, type PlanInput, serviceOf } from "./finance.ts";

/*
 * What readers of a plan look for beyond its months: sums of each year, what the capital is needed for, whether loans
 * can be served, and when losses are made up. Everything is summed from whole amounts of the plan, so tables add up.
 */

const sumOf = (months: readonly Month[], amountOf: (month: Month) => number): number =>
  months.reduce((sum, month) => sum + amountOf(month), 0);

/** Calendar month of a month of the plan, `YYYY-MM`. @param number 1 for the month in which `startOn` lies */
export function calendarMonthOf(startOn: string, number: number): string {
  const months = Number(startOn.slice(0, 4)) * 12 + Number(startOn.slice(5, 7)) - 1 + number - 1;
  return `${String(Math.floor(months / 12)).padStart(4, "0")}-${String((months % 12) + 1).padStart(2, "0")}`;
}

export interface YearTable extends Omit<Month, "cash" | "receivables" | "assets" | "debt" | "equity"> {
  /** Revenue less the cost of what was sold. */
  margin: number;
  net: number;
  /** Cash at the beginning. */
  opening: number;
  /** Costs that were paid: goods, wages and fixed costs. */
  running: number;
  /** Lowest cash at the end of one of its months. */
  lowest: number;
  /** Balance at the end of the year; what is owned equals debt and equity. */
  end: Pick<Month, "cash" | "receivables" | "assets" | "debt" | "equity">;
  /** What interest and repayment can be paid from: result before interest and depreciation, less tax and withdrawals. */
  available: number;
  debtService: number;
  /** Revenue a month that covers costs and withdrawals, before tax; null when no revenue would. */
  coverRevenue: number | null;
  /** `available` over `debtService`; null when nothing is to be served. */
  coverage: number | null;
}

/** Sums and year-end values of each year of the plan; the last one may be shorter. */
export function yearTablesOf({ opening, months }: Plan): YearTable[] {
  return Array.from({ length: Math.ceil(months.length / 12) }, (_, year): YearTable => {
    const own = months.slice(year * 12, year * 12 + 12);
    const names = [
      "revenue",
      "goods",
      "staff",
      "fixed",
      "depreciation",
      "interest",
      "profit",
      "tax",
      "paidIn",
      "paidOut",
      "invested",
      "repaid",
      "withdrawn",
    ] as const;
    const sums = Object.fromEntries(names.map((name) => [name, sumOf(own, (month) => month[name])])) as Record<
      (typeof names)[number],
      number
    >;
    const { cash = opening, receivables = 0, assets = 0, debt = 0, equity = 0 } = own.at(-1) ?? {};
    const available = sums.profit + sums.interest + sums.depreciation - sums.tax - sums.withdrawn;
    const debtService = sums.interest + sums.repaid;
    const margin = sums.revenue - sums.goods;
    return {
      ...sums,
      margin,
      net: sums.profit - sums.tax,
      opening: months[year * 12 - 1]?.cash ?? opening,
      running: sums.goods + sums.staff + sums.fixed,
      lowest: Math.min(...own.map((month) => month.cash)),
      end: { cash, receivables, assets, debt, equity },
      available,
      debtService,
      coverRevenue:
        margin > 0
          ? Math.ceil(((margin - sums.profit + sums.withdrawn) / own.length) * (sums.revenue / margin) - 1e-9)
          : null,
      coverage: debtService > 0 ? available / debtService : null,
    };
  });
}

export interface CapitalUse {
  /** Month of lowest cash, up to which everything is summed. */
  month: number;
  invested: number;
  /** Costs (without depreciation) less revenue; below zero when sales have already earned more. */
  shortfall: number;
  /** Invoices that customers have not paid yet. */
  receivables: number;
  repaid: number;
  withdrawn: number;
  tax: number;
  /** Sum of the six; equals the capital need unless that is zero. */
  total: number;
}

/** What the capital is needed for, up to the month in which cash is lowest. */
export function capitalUseOf({ months, lowest }: Plan): CapitalUse {
  const until = months.slice(0, lowest.month);
  const invested = sumOf(until, (month) => month.invested);
  const shortfall = sumOf(until, (month) => -month.profit - month.depreciation);
  const receivables = until.at(-1)?.receivables ?? 0;
  const repaid = sumOf(until, (month) => month.repaid);
  const withdrawn = sumOf(until, (month) => month.withdrawn);
  const tax = sumOf(until, (month) => month.tax);
  return {
    month: lowest.month,
    invested,
    shortfall,
    receivables,
    repaid,
    withdrawn,
    tax,
    total: invested + shortfall + receivables + repaid + withdrawn + tax,
  };
}

/** First month (1 …) from which all results since the start never sum to a loss again; null when there is none. */
export function recoveredOf({ months }: Plan): number | null {
  let sum = 0;
  const sums = months.map(({ profit }) => (sum += profit));
  const last = sums.findLastIndex((value) => value < 0);
  return last === sums.length - 1 ? null : last + 2;
}

/** Units sold in each year of the plan, season included; rounded once a year. */
export function unitsOf(offer: PlanInput["offers"][number], input: PlanInput): number[] {
  const years = Array.from({ length: Math.ceil(input.months / 12) }, () => 0);
  for (let at = 0; at < input.months; at += 1) {
    const season = input.seasonality[(input.firstMonth - 1 + at) % 12] ?? 1;
    const year = Math.floor(at / 12);
    years[year] = (years[year] ?? 0) + offer.units * (1 + offer.growth / 100) ** at * season;
  }
  return years.map(Math.round);
}

/** Interest, repayment and what is owed at its end, for each year. */
export function loanYearsOf(loan: Loan, months: number): { interest: number; repaid: number; debt: number }[] {
  const service = serviceOf(loan, months);
  return Array.from({ length: Math.ceil(months / 12) }, (_, year) => {
    const own = service.slice(year * 12, year * 12 + 12);
    return {
      interest: own.reduce((sum, { interest }) => sum + interest, 0),
      repaid: own.reduce((sum, { repaid }) => sum + repaid, 0),
      debt: own.at(-1)?.debt ?? 0,
    };
  });
}
