import { describe, expect, it } from "vitest";
import { leverPlansOf, type PlanInput, planOf, sensitivityOf } from "./finance.ts";
import { calendarMonthOf, capitalUseOf, loanYearsOf, recoveredOf, unitsOf, yearTablesOf } from "./financeTables.ts";

/** Sells 10 pieces a month for 100, bought at 40; rent 200; customers pay a month later. */
const input: PlanInput = {
  months: 24,
  firstMonth: 3,
  offers: [{ name: "piece", price: 100, unitCost: 40, units: 10, growth: 0 }],
  seasonality: [],
  staff: [],
  fixed: [{ name: "rent", amount: 200 }],
  investments: [{ name: "oven", amount: 1200, month: 2, years: 1 }],
  loans: [{ name: "bank", amount: 2400, rate: 6, months: 24, grace: 0 }],
  ownCapital: 1000,
  withdrawals: 50,
  taxRate: 0,
  paidAfter: 30,
  wageExtra: 0,
};

describe("months and units", () => {
  it("counts months over the end of the year", () => {
    expect([1, 10, 11, 23].map((month) => calendarMonthOf("2027-03-15", month))).toEqual([
      "2027-03",
      "2027-12",
      "2028-01",
      "2029-01",
    ]);
  });

  it("counts what is sold with its season and growth", () => {
    const [offer] = input.offers;
    if (!offer) throw new Error("no offer");
    // March to February: ten months at 1, January and February at 0.
    const seasonality = [0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
    expect(unitsOf(offer, { ...input, seasonality })).toEqual([100, 100]);
    // March at 1, April at 0.
    const noApril = Array.from({ length: 12 }, (_, month) => (month === 3 ? 0 : 1));
    expect(unitsOf(offer, { ...input, seasonality: noApril, months: 2 })).toEqual([10]);
    // 10 + 20 + 40
    expect(unitsOf({ ...offer, growth: 100 }, { ...input, months: 3 })).toEqual([70]);
  });
});

describe("tables of the years", () => {
  const plan = planOf(input);
  const years = yearTablesOf(plan);

  it("adds up each year", () => {
    expect(years[0]).toMatchObject({
      revenue: 12_000,
      goods: 4800,
      margin: 7200,
      fixed: 2400,
      // Bought in month 2 and used for a year: 11 of 12 parts in the first one.
      depreciation: 1100,
      opening: 3400,
      // Twelve months sold, eleven paid.
      paidIn: 11_000,
      running: 7200,
      invested: 1200,
      repaid: 1200,
      withdrawn: 600,
      net: years[0]?.profit,
    });
    expect(years[1]).toMatchObject({ depreciation: 100, paidIn: 12_000, opening: years[0]?.end.cash });
  });

  it("explains cash and balances the year", () => {
    for (const year of years) {
      const { opening, paidIn, running, interest, invested, repaid, tax, withdrawn, end } = year;
      expect(opening + paidIn - running - interest - invested - repaid - tax - withdrawn).toBe(end.cash);
      expect(end.cash + end.receivables + end.assets).toBe(end.debt + end.equity);
    }
  });

  it("says whether loans can be served", () => {
    const [first] = years;
    // 7,200 margin less 2,400 rent less 600 withdrawals.
    expect(first?.available).toBe(4200);
    expect(first?.debtService).toBe(1200 + (first?.interest ?? 0));
    expect(first?.coverage).toBeCloseTo(4200 / (first?.debtService ?? 1));
    expect(yearTablesOf(planOf({ ...input, loans: [] }))[0]?.coverage).toBeNull();
  });

  it("finds the revenue that also covers withdrawals", () => {
    const free = yearTablesOf(planOf({ ...input, loans: [], investments: [] }));
    // (200 rent + 50) over 60 % of revenue.
    expect(free[0]?.coverRevenue).toBe(417);
    const dear = { ...input, offers: input.offers.map((one) => ({ ...one, unitCost: 100 })) };
    expect(yearTablesOf(planOf(dear))[0]?.coverRevenue).toBeNull();
  });
});

describe("capital", () => {
  it("explains the need up to the month of lowest cash", () => {
    const plan = planOf(input);
    const use = capitalUseOf(plan);
    expect(use).toMatchObject({ month: 2, invested: 1200, receivables: 1000, repaid: 200, withdrawn: 100 });
    // Two months with 400 left after rent, less interest of 12 each (11.5 is rounded).
    expect(use.shortfall).toBe(-776);
    expect(use.total).toBe(plan.need);
  });

  it("says from when losses are made up", () => {
    const bare = { ...input, loans: [], investments: [] };
    const growing = { ...bare, offers: input.offers.map((one) => ({ ...one, units: 2, growth: 20 })) };
    // Results of −80, −56, −27, 7, 49 and 99 sum to −8; 158 more make it a profit.
    expect(recoveredOf(planOf(growing))).toBe(7);
    // A result of exactly nothing is no loss.
    expect(recoveredOf(planOf({ ...bare, fixed: [{ name: "rent", amount: 600 }] }))).toBe(1);
    expect(recoveredOf(planOf({ ...input, offers: [] }))).toBeNull();
    expect(recoveredOf(planOf(bare))).toBe(1);
  });

  it("sums a loan by years", () => {
    const [loan] = input.loans;
    if (!loan) throw new Error("no loan");
    const [first, second] = loanYearsOf(loan, 24);
    expect(first).toMatchObject({ repaid: 1200, debt: 1200 });
    expect(second).toMatchObject({ repaid: 1200, debt: 0 });
    // 0.5 % of 2,400, 2,300 … 1,300 = 111, rounded month by month.
    expect(first?.interest).toBeCloseTo(111, -1);
  });

  it("has the plans behind the sensitivity", () => {
    const { cash } = planOf(input).lowest;
    expect(leverPlansOf(input).map(({ lever, plan }) => ({ lever, change: plan.lowest.cash - cash }))).toEqual(
      sensitivityOf(input),
    );
  });
});
