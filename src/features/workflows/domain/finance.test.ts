import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { depreciationOf, paymentsOf, type PlanInput, planOf, sensitivityOf, serviceOf, taxesOf } from "./finance.ts";

const empty: PlanInput = {
  months: 36,
  firstMonth: 1,
  offers: [],
  seasonality: [],
  staff: [],
  fixed: [],
  investments: [],
  loans: [],
  ownCapital: 0,
  withdrawals: 0,
  taxRate: 0,
  paidAfter: 0,
  wageExtra: 0,
};
const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0);

const money = (max: number) => fc.double({ min: 0, max, noNaN: true });
const investments = fc.record({
  name: fc.constant("Van"),
  amount: money(100_000),
  month: fc.integer({ min: 1, max: 40 }),
  years: fc.integer({ min: 1, max: 12 }),
});
const loans = fc.record({
  name: fc.constant("Bank"),
  amount: money(200_000),
  rate: money(20),
  months: fc.integer({ min: 1, max: 60 }),
  grace: fc.integer({ min: 0, max: 60 }),
});
const inputs: fc.Arbitrary<PlanInput> = fc.record({
  months: fc.integer({ min: 1, max: 48 }),
  firstMonth: fc.integer({ min: 1, max: 12 }),
  offers: fc.array(
    fc.record({
      name: fc.constant("Day"),
      price: money(5_000),
      unitCost: money(5_000),
      units: money(200),
      growth: fc.double({ min: -20, max: 20, noNaN: true }),
    }),
    { maxLength: 3 },
  ),
  seasonality: fc.oneof(fc.constant([]), fc.array(money(3), { minLength: 12, maxLength: 12 })),
  staff: fc.array(
    fc.record({ role: fc.constant("Sales"), salary: money(8_000), from: fc.integer({ min: 1, max: 40 }) }),
    { maxLength: 3 },
  ),
  fixed: fc.array(fc.record({ name: fc.constant("Rent"), amount: money(5_000) }), { maxLength: 3 }),
  investments: fc.array(investments, { maxLength: 3 }),
  loans: fc.array(loans, { maxLength: 3 }),
  ownCapital: money(100_000),
  withdrawals: money(5_000),
  taxRate: money(50),
  paidAfter: fc.integer({ min: 0, max: 120 }),
  wageExtra: money(40),
});
const scenarios = fc.record({ scale: money(2), delay: fc.nat(12) });

describe("a plan of money", () => {
  // One offer of 100 × 50 at a unit cost of 20, a wage of 1,000 plus 20 %, a rent of 300, a car of 3,600 over three
  // years, a loan of 1,200 at 6 % with one month of grace, and customers who pay a month later.
  const example: PlanInput = {
    ...empty,
    months: 12,
    offers: [{ name: "Chair", price: 100, unitCost: 20, units: 50, growth: 0 }],
    staff: [{ role: "Joiner", salary: 1_000, from: 2 }],
    fixed: [{ name: "Rent", amount: 300 }],
    investments: [{ name: "Car", amount: 3_600, month: 2, years: 3 }],
    loans: [{ name: "Bank", amount: 1_200, rate: 6, months: 4, grace: 1 }],
    ownCapital: 1_000,
    withdrawals: 500,
    taxRate: 30,
    paidAfter: 30,
    wageExtra: 20,
  };

  test("is as worked out by hand", () => {
    const plan = planOf(example);
    expect(plan.opening).toBe(2_200);
    expect(plan.months[0]).toEqual({
      revenue: 5_000,
      goods: 1_000,
      staff: 0,
      fixed: 300,
      depreciation: 0,
      interest: 6,
      profit: 3_694,
      tax: 0,
      paidIn: 0,
      paidOut: 1_806,
      invested: 0,
      repaid: 0,
      withdrawn: 500,
      cash: 394,
      receivables: 5_000,
      assets: 0,
      debt: 1_200,
      equity: 4_194,
    });
    expect(plan.months[1]).toEqual({
      revenue: 5_000,
      goods: 1_000,
      staff: 1_200,
      fixed: 300,
      depreciation: 100,
      interest: 6,
      profit: 2_394,
      tax: 0,
      paidIn: 5_000,
      paidOut: 7_006,
      invested: 3_600,
      repaid: 400,
      withdrawn: 500,
      cash: -1_612,
      receivables: 5_000,
      assets: 3_500,
      debt: 800,
      equity: 6_088,
    });
    expect(plan.lowest).toEqual({ cash: -1_612, month: 2 });
    expect(plan.need).toBe(3_812);
    expect(plan.breakEven).toBe(1);
    // Interest of 6, 6, 4 and 2; the wage eleven times; depreciation eleven times 100.
    const profit = 12 * 5_000 - 12 * 1_000 - 11 * 1_200 - 12 * 300 - 11 * 100 - 18;
    expect(plan.years).toEqual([
      {
        revenue: 60_000,
        costs: 60_000 - profit,
        profit,
        tax: Math.round(profit * 0.3),
        cash: 2_200 + 55_000 - 12_000 - 13_200 - 3_600 - 18 - 1_200 - 3_600 - 6_000 - Math.round(profit * 0.3),
        // 17,918 of standing costs a year, 80 % of revenue left after goods.
        breakEvenRevenue: Math.ceil(17_918 / 12 / 0.8),
      },
    ]);
  });

  test("has the balance closed every month, whatever is planned", () => {
    fc.assert(
      fc.property(inputs, scenarios, (input, scenario) => {
        const plan = planOf(input, scenario);
        let before = plan.opening;
        for (const month of plan.months) {
          expect(month.cash).toBe(before + month.paidIn - month.paidOut);
          expect(month.cash + month.receivables + month.assets).toBe(month.debt + month.equity);
          expect(Object.values(month).every(Number.isSafeInteger)).toBe(true);
          expect(month.receivables).toBeGreaterThanOrEqual(0);
          expect(month.debt).toBeGreaterThanOrEqual(0);
          before = month.cash;
        }
        expect(sum(plan.years.map(({ profit }) => profit))).toBe(sum(plan.months.map(({ profit }) => profit)));
        expect(sum(plan.years.map(({ tax }) => tax))).toBe(sum(plan.months.map(({ tax }) => tax)));
      }),
      { numRuns: 1_000 },
    );
  });

  test("with the needed capital at the start never falls below zero, and with less it does", () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const plan = planOf(input);
        const missing = plan.need - plan.opening;
        const own = Math.round(input.ownCapital);
        // Loans alone may be more than is needed: capital cannot be taken out below nothing.
        fc.pre(plan.need > 0 && own + missing > 0);
        expect(planOf({ ...input, ownCapital: own + missing }).lowest.cash).toBe(0);
        expect(planOf({ ...input, ownCapital: own + missing - 1 }).lowest.cash).toBe(-1);
      }),
    );
  });

  test("breaks even in the first month without a later loss", () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { months, breakEven } = planOf(input);
        const good = months.map((_, at) => months.slice(at).every(({ profit }) => profit > 0)).indexOf(true);
        const hasSeason = new Set(input.seasonality).size > 1;
        const isShown = good >= 0 && (!hasSeason || months.length - good >= 12);
        expect(breakEven).toBe(isShown ? good + 1 : null);
      }),
    );
  });

  test("never breaks even in the last good months of a season that loses money each winter", () => {
    const winters = { ...example, months: 36, firstMonth: 4, seasonality: [0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0] };
    const { months, breakEven } = planOf(winters);
    expect(months.at(-1)?.profit).toBeGreaterThan(0);
    expect(months.at(-2)?.profit).toBeLessThan(0);
    expect(breakEven).toBeNull();
    // Twelve equal factors are no season.
    expect(planOf({ ...example, seasonality: Array.from({ length: 12 }, () => 1) }).breakEven).toBe(1);
  });

  test("covers the costs of a year with its revenue at break-even, and not with less", () => {
    const year = planOf(example).years[0];
    const revenue = year?.breakEvenRevenue ?? 0;
    expect(revenue * 0.8 * 12).toBeGreaterThanOrEqual(17_918);
    expect((revenue - 1) * 0.8 * 12).toBeLessThan(17_918);
    const atLoss = { ...example, offers: [{ name: "Chair", price: 20, unitCost: 20, units: 50, growth: 0 }] };
    expect(planOf(atLoss).breakEvenRevenue).toBeNull();
  });

  test("grows each month and follows the season of the calendar", () => {
    const input = {
      ...empty,
      firstMonth: 12,
      offers: [{ name: "Tree", price: 10, unitCost: 0, units: 100, growth: 10 }],
      seasonality: [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3],
    };
    expect(
      planOf(input)
        .months.slice(0, 4)
        .map(({ revenue }) => revenue),
    ).toEqual([3_000, 0, 1_210, 1_331]);
    expect(
      planOf(input, { delay: 2, scale: 0.5 })
        .months.slice(0, 4)
        .map(({ revenue }) => revenue),
    ).toEqual([0, 0, 500, 550]);
  });

  test("shows what weighs most when it gets worse", () => {
    const changes = sensitivityOf({ ...example, months: 36 });
    expect(changes.map(({ lever }) => lever)).toEqual(["units", "price", "fixed", "payment"]);
    expect(changes.every(({ change }) => change <= 0)).toBe(true);
    // Month 2: 10 % of two months' goods saved, and of one month's payments lost; 30 more a month of rent; no payment.
    expect(changes.map(({ change }) => change).slice(1)).toEqual([-500, -60, expect.any(Number)]);
    expect(changes[0]?.change).toBe(-300);
    expect(changes[3]?.change).toBeLessThanOrEqual(-5_000);
  });
});

describe("investments", () => {
  test("are written off from the month of purchase, to nothing", () => {
    fc.assert(
      fc.property(investments, (one) => {
        const all = depreciationOf(one, 40 + 12 * 12);
        expect(sum(all)).toBe(Math.round(one.amount));
        expect(sum(all.slice(0, one.month - 1))).toBe(0);
        expect(sum(all.slice(one.month - 1 + one.years * 12))).toBe(0);
        const monthly = Math.round(one.amount) / (one.years * 12);
        const used = all.slice(one.month - 1, one.month - 1 + one.years * 12);
        expect(used.every((part) => Math.abs(part - monthly) < 1)).toBe(true);
      }),
    );
  });
});

describe("loans", () => {
  test("bear interest on what is owed and are repaid after the months of grace", () => {
    expect(serviceOf({ name: "", amount: 1_000, rate: 12, months: 4, grace: 1 }, 5)).toEqual([
      { interest: 10, repaid: 0, debt: 1_000 },
      { interest: 10, repaid: 333, debt: 667 },
      { interest: 7, repaid: 334, debt: 333 },
      { interest: 3, repaid: 333, debt: 0 },
      { interest: 0, repaid: 0, debt: 0 },
    ]);
    expect(serviceOf({ name: "", amount: 900, rate: 0, months: 2, grace: 12 }, 3).map(({ repaid }) => repaid)).toEqual([
      0, 900, 0,
    ]);
  });

  test("are repaid to nothing by the end of their term", () => {
    fc.assert(
      fc.property(loans, (loan) => {
        const all = serviceOf(loan, 60);
        expect(sum(all.map(({ repaid }) => repaid))).toBe(Math.round(loan.amount));
        expect(all[loan.months - 1]?.debt).toBe(0);
        expect(all.every(({ debt, interest }) => debt >= 0 && interest >= 0)).toBe(true);
      }),
    );
  });
});

describe("payments", () => {
  test("come later by the days that customers take", () => {
    expect(paymentsOf([100, 200, 300, 0], 0)).toEqual([100, 200, 300, 0]);
    expect(paymentsOf([100, 200, 300, 0], 30)).toEqual([0, 100, 200, 300]);
    expect(paymentsOf([100, 200, 300, 0], 45)).toEqual([0, 50, 150, 250]);
  });

  test("sum to the revenue once all of it is paid", () => {
    const months = fc.array(fc.nat(100_000), { minLength: 1, maxLength: 36 });
    fc.assert(
      fc.property(months, fc.integer({ min: 0, max: 120 }), (revenue, days) => {
        expect(sum(paymentsOf([...revenue, 0, 0, 0, 0, 0], days))).toBe(sum(revenue));
        expect(sum(paymentsOf(revenue, days))).toBeLessThanOrEqual(sum(revenue));
      }),
    );
  });
});

describe("tax", () => {
  const year = (profit: number): number[] => Array.from({ length: 12 }, () => profit);

  test("is due on a year's result, after the losses of years before", () => {
    const taxes = taxesOf([...year(-100), ...year(50), ...year(200)], 30);
    expect(taxes.flatMap((tax, at) => (tax === 0 ? [] : [[at, tax]]))).toEqual([[35, 540]]);
    expect(taxesOf([100, 100], 25)).toEqual([0, 50]);
    expect(sum(taxesOf([...year(100), ...year(-100)], 30))).toBe(360);
  });

  test("is never below zero nor above the rate of the profits", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -9_999, max: 9_999 }), { maxLength: 48 }), money(60), (profits, rate) => {
        const taxes = taxesOf(profits, rate);
        expect(taxes.every((tax) => tax >= 0)).toBe(true);
        const gains = sum(profits.filter((profit) => profit > 0));
        expect(sum(taxes)).toBeLessThanOrEqual((gains * rate) / 100 + 2);
      }),
    );
  });
});
