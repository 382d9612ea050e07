/*
 * A plan of cash, result and balance month by month. Every amount of a result is a whole unit of the currency: what is
 * rounded is rounded once, where it arises, so that printed rows add up and assets equal liabilities and equity to the
 * unit. Amounts are without VAT. Overdrafts bear no interest: a plan that needs one shows cash below zero.
 */

export interface Investment {
  name: string;
  amount: number;
  /** Month of purchase, 1 for the first of the plan. */
  month: number;
  /** Years of use. */
  years: number;
}

export interface Loan {
  name: string;
  /** Paid out before the first month. */
  amount: number;
  /** Percent a year. */
  rate: number;
  /** Months until all of it is repaid, those of grace included. */
  months: number;
  /** First months that bear interest only. */
  grace: number;
}

/** What a plan is computed from. Amounts in units of the currency, percentages as 21 for 21 %. */
export interface PlanInput {
  /** Length of the plan, usually 36. */
  months: number;
  /** Calendar month of the first month, 1 January … 12 December. */
  firstMonth: number;
  offers: readonly {
    name: string;
    price: number;
    unitCost: number;
    /** Sold in the first month of sales. */
    units: number;
    /** Percent a month. */
    growth: number;
  }[];
  /** Factors of January to December; what is not given is 1. */
  seasonality: readonly number[];
  staff: readonly {
    role: string;
    /** Wage a month without the employer's share. */
    salary: number;
    /** First month on the payroll. */
    from: number;
  }[];
  /** Costs of each month. */
  fixed: readonly { name: string; amount: number }[];
  investments: readonly Investment[];
  loans: readonly Loan[];
  /** Paid in before the first month. */
  ownCapital: number;
  /** What the owners take out each month. It is no cost and lowers no tax. */
  withdrawals: number;
  /** Percent of the taxable result. */
  taxRate: number;
  /** Days until customers pay. */
  paidAfter: number;
  /** Employer's share, percent of wages. */
  wageExtra: number;
}

export interface Month {
  revenue: number;
  /** Cost of what was sold, paid in the month of the sale. */
  goods: number;
  /** Wages with the employer's share. */
  staff: number;
  fixed: number;
  depreciation: number;
  interest: number;
  /** Result before tax: revenue less the five costs above. */
  profit: number;
  /** Booked and paid in the last month of each year of the plan. */
  tax: number;
  /** What customers pay in this month. */
  paidIn: number;
  /** Everything that leaves the account in this month. */
  paidOut: number;
  invested: number;
  repaid: number;
  withdrawn: number;
  /** At the end of the month: `cash + receivables + assets = debt + equity`. */
  cash: number;
  receivables: number;
  /** Book value of investments. */
  assets: number;
  debt: number;
  equity: number;
}

export interface Year {
  revenue: number;
  /** All costs before tax. */
  costs: number;
  profit: number;
  tax: number;
  /** At the end of the year. */
  cash: number;
  /** Revenue a month at which the costs of this year are just covered; null when no revenue would cover them. */
  breakEvenRevenue: number | null;
}

export interface Plan {
  /** Cash before the first month: own capital and loans. */
  opening: number;
  months: Month[];
  /** Lowest cash at the end of a month, and the first month (1 …) that ends with it. */
  lowest: { cash: number; month: number };
  /** First month (1 …) from which every month has a profit; null when there is none, or no year of a season follows. */
  breakEven: number | null;
  /** Of the first year. */
  breakEvenRevenue: number | null;
  /** Capital that has to be there at the start so that cash never falls below zero while these loans are served. */
  need: number;
  years: Year[];
}

/** How reality may differ from the input. */
export interface Scenario {
  /** Factor of all units sold. */
  scale?: number;
  /** Months by which sales begin later. */
  delay?: number;
}

const sumOf = <Item>(list: readonly Item[], amountOf: (item: Item) => number): number =>
  list.reduce((sum, item) => sum + amountOf(item), 0);

const monthsOf = (count: number): number[] => Array.from({ length: Math.max(0, count) }, (_, at) => at);

/** The part of a whole amount that falls on step `at` (0 …) of `steps`: all parts sum to the amount exactly. */
const partOf = (amount: number, at: number, steps: number): number =>
  Math.round((amount * (at + 1)) / steps) - Math.round((amount * at) / steps);

/** Straight-line depreciation of each month, from the month of purchase on (pro rata, as § 7 (1) EStG has it). */
export function depreciationOf({ amount, month, years }: Investment, months: number): number[] {
  const steps = Math.max(1, Math.round(years * 12));
  const whole = Math.round(amount);
  return monthsOf(months).map((at) => {
    const step = at + 1 - month;
    return step < 0 || step >= steps ? 0 : partOf(whole, step, steps);
  });
}

/**
 * Interest and repayment of each month: interest on what is owed at its beginning, equal repayments after the months of
 * grace. A loan whose grace is as long as its term is repaid in the last month of the term.
 */
export function serviceOf(loan: Loan, months: number): { interest: number; repaid: number; debt: number }[] {
  const whole = Math.round(loan.amount);
  const term = Math.max(1, Math.round(loan.months));
  const grace = Math.min(Math.max(0, Math.round(loan.grace)), term - 1);
  let debt = whole;
  return monthsOf(months).map((at) => {
    const interest = Math.round((debt * loan.rate) / 1200);
    const repaid = at < grace || at >= term ? 0 : partOf(whole, at - grace, term - grace);
    debt -= repaid;
    return { interest, repaid, debt };
  });
}

/**
 * What customers pay in each month. Sales of a month are paid `days` later; with 45 days half of them one month later
 * and half of them two, a month having 30 days.
 */
export function paymentsOf(revenue: readonly number[], days: number): number[] {
  const lag = Math.max(0, days) / 30;
  const whole = Math.floor(lag);
  const paid = revenue.map(() => 0);
  for (const [at, amount] of revenue.entries()) {
    const later = Math.round(amount * (lag - whole));
    for (const [month, part] of [
      [at + whole, amount - later],
      [at + whole + 1, later],
    ] as const)
      if (month < paid.length) paid[month] = (paid[month] ?? 0) + part;
  }
  return paid;
}

/**
 * Tax of each month: of a year's result, in its last month, which is also the last month of a plan that ends earlier.
 * Losses are carried forward into later years and never back.
 */
export function taxesOf(profits: readonly number[], rate: number): number[] {
  let ofYear = 0;
  let carriedLoss = 0;
  return profits.map((profit, at) => {
    ofYear += profit;
    if (at % 12 !== 11 && at !== profits.length - 1) return 0;
    const taxable = ofYear - carriedLoss;
    carriedLoss = Math.max(0, -taxable);
    ofYear = 0;
    return Math.round((Math.max(0, taxable) * rate) / 100);
  });
}

/** Revenue and cost of goods of each month. */
function salesOf(input: PlanInput, { scale = 1, delay = 0 }: Scenario): { revenue: number; goods: number }[] {
  return monthsOf(input.months).map((at) => {
    if (at < delay) return { revenue: 0, goods: 0 };
    const season = input.seasonality[(input.firstMonth - 1 + at) % 12] ?? 1;
    const sold = input.offers.map((offer) => ({
      offer,
      count: offer.units * (1 + offer.growth / 100) ** (at - delay) * season * scale,
    }));
    return {
      revenue: Math.round(sumOf(sold, ({ offer, count }) => offer.price * count)),
      goods: Math.round(sumOf(sold, ({ offer, count }) => offer.unitCost * count)),
    };
  });
}

/** @param months of one year */
function yearOf(months: readonly Month[]): Year {
  const revenue = sumOf(months, (month) => month.revenue);
  const goods = sumOf(months, (month) => month.goods);
  const profit = sumOf(months, (month) => month.profit);
  const standing = revenue - goods - profit;
  return {
    revenue,
    costs: revenue - profit,
    profit,
    tax: sumOf(months, ({ tax }) => tax),
    cash: months.at(-1)?.cash ?? 0,
    // Costs that do not grow with sales, over the share of revenue that is left after the goods.
    breakEvenRevenue:
      revenue > goods ? Math.ceil((standing / months.length) * (revenue / (revenue - goods)) - 1e-9) : null,
  };
}

/** Whether months differ by their season. */
const isSeasonal = ({ seasonality }: PlanInput): boolean =>
  new Set(monthsOf(12).map((at) => seasonality[at] ?? 1)).size > 1;

/**
 * Number of the first month from which every month has a profit. With a season a whole year has to follow: the good
 * months at the end of a plan say nothing about the next weak ones.
 */
function breakEvenOf(months: readonly Month[], input: PlanInput): number | null {
  const lastLoss = months.findLastIndex(({ profit }) => profit <= 0);
  const following = months.length - 1 - lastLoss;
  return following === 0 || (following < 12 && isSeasonal(input)) ? null : lastLoss + 2;
}

/** The whole plan. The same input gives the same plan. */
export function planOf(input: PlanInput, scenario: Scenario = {}): Plan {
  const sales = salesOf(input, scenario);
  const payments = paymentsOf(
    sales.map(({ revenue }) => revenue),
    input.paidAfter,
  );
  const wearing = input.investments.map((one) => depreciationOf(one, input.months));
  const services = input.loans.map((one) => serviceOf(one, input.months));
  const fixed = Math.round(sumOf(input.fixed, ({ amount }) => amount));
  const withdrawn = Math.round(input.withdrawals);

  const results = sales.map(({ revenue, goods }, at) => {
    const wages = sumOf(
      input.staff.filter(({ from }) => at + 1 >= from),
      ({ salary }) => salary,
    );
    const staff = Math.round(wages * (1 + input.wageExtra / 100));
    const depreciation = sumOf(wearing, (one) => one[at] ?? 0);
    const interest = sumOf(services, (one) => one[at]?.interest ?? 0);
    const profit = revenue - goods - staff - fixed - depreciation - interest;
    return { revenue, goods, staff, fixed, depreciation, interest, profit };
  });
  const taxes = taxesOf(
    results.map(({ profit }) => profit),
    input.taxRate,
  );

  const owned = Math.round(input.ownCapital);
  const opening = owned + sumOf(input.loans, ({ amount }) => Math.round(amount));
  let balance = { cash: opening, receivables: 0, assets: 0, debt: opening - owned, equity: owned };
  const months = results.map((result, at): Month => {
    const tax = taxes[at] ?? 0;
    const paidIn = payments[at] ?? 0;
    const repaid = sumOf(services, (one) => one[at]?.repaid ?? 0);
    const invested = sumOf(
      input.investments.filter(({ month }) => month === at + 1),
      ({ amount }) => Math.round(amount),
    );
    const costs = result.goods + result.staff + result.fixed + result.interest;
    const paidOut = costs + tax + repaid + invested + withdrawn;
    balance = {
      cash: balance.cash + paidIn - paidOut,
      receivables: balance.receivables + result.revenue - paidIn,
      assets: balance.assets + invested - result.depreciation,
      debt: balance.debt - repaid,
      equity: balance.equity + result.profit - tax - withdrawn,
    };
    return { ...result, tax, paidIn, paidOut, invested, repaid, withdrawn, ...balance };
  });

  const lowestCash = months.length === 0 ? opening : Math.min(...months.map(({ cash }) => cash));
  const years = monthsOf(Math.ceil(input.months / 12)).map((year) => yearOf(months.slice(year * 12, year * 12 + 12)));
  return {
    opening,
    months,
    lowest: { cash: lowestCash, month: months.findIndex(({ cash }) => cash === lowestCash) + 1 },
    breakEven: breakEvenOf(months, input),
    breakEvenRevenue: years[0]?.breakEvenRevenue ?? null,
    need: Math.max(0, opening - lowestCash),
    years,
  };
}

/** What a plan depends on. */
export type Lever = "units" | "price" | "fixed" | "payment";

/** The plan with one lever 10 % worse, or with customers that pay 30 days later. */
export function leverPlansOf(input: PlanInput): { lever: Lever; plan: Plan }[] {
  const planWith = (changed: Partial<PlanInput>, scenario?: Scenario): Plan =>
    planOf({ ...input, ...changed }, scenario);
  return [
    { lever: "units", plan: planWith({}, { scale: 0.9 }) },
    { lever: "price", plan: planWith({ offers: input.offers.map((one) => ({ ...one, price: one.price * 0.9 })) }) },
    { lever: "fixed", plan: planWith({ fixed: input.fixed.map((one) => ({ ...one, amount: one.amount * 1.1 })) }) },
    { lever: "payment", plan: planWith({ paidAfter: input.paidAfter + 30 }) },
  ];
}

/** How lowest cash changes with each lever; below zero is worse. */
export function sensitivityOf(input: PlanInput): { lever: Lever; change: number }[] {
  const { cash } = planOf(input).lowest;
  return leverPlansOf(input).map(({ lever, plan }) => ({ lever, change: plan.lowest.cash - cash }));
}
