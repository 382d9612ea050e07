import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FundingRecord } from "../apis.ts";
import { barPlan, budgetOf, costKinds, evenly, monthEnd } from "./fundingBudget.ts";
import { isApplicationPaper, isCallText, readCall } from "./fundingCall.ts";
import { aidCeiling, deMinimisSum, firmSizeOf, threeYearsBefore } from "./fundingFirm.ts";
import { isWithinHeads, rankCalls } from "./fundingFit.ts";

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

const month = fc.integer({ min: 1, max: 60 });
const line = fc.record({
  kind: fc.constantFrom(...costKinds),
  what: fc.string(),
  count: fc.double({ min: 0, max: 500, noNaN: true }),
  price: fc.double({ min: 0, max: 90_000, noNaN: true }),
  package: fc.integer({ min: 0, max: 8 }),
});
const input = fc.record({
  costs: fc.array(line, { maxLength: 20 }),
  packages: fc.array(fc.record({ title: fc.string(), from: month, to: month }), { maxLength: 6 }),
  months: month,
  startOn: fc.constantFrom("2026-12-01", "2027-02-28", "2028-02-29", "2027-12-31"),
  overhead: fc.integer({ min: 0, max: 120 }),
  rate: fc.option(fc.integer({ min: 0, max: 100 })),
  maxGrant: fc.option(fc.integer({ min: 0, max: 500_000 })),
  ownMoney: fc.integer({ min: 0, max: 500_000 }),
  otherMoney: fc.integer({ min: 0, max: 500_000 }),
  paidAfter: fc.integer({ min: 0, max: 12 }),
});

describe("a budget", () => {
  test("has one total by line, package, year and month", () => {
    fc.assert(
      fc.property(input, (given) => {
        const { total, direct, overhead, lines, byPackage, byYear, byMonth } = budgetOf(given);
        expect(direct + overhead).toBe(total);
        expect(sum(lines.map((one) => one.direct + one.overhead))).toBe(total);
        expect(sum(byPackage.map((one) => one.sum))).toBe(total);
        expect(sum(byYear.map((one) => one.sum))).toBe(total);
        expect(sum(byMonth)).toBe(total);
        expect(byMonth).toHaveLength(given.months);
      }),
    );
  });

  test("is paid by grant, own and other money, and the gap", () => {
    fc.assert(
      fc.property(input, (given) => {
        const { total, grant, ownShare, gap, outlay, prefinance } = budgetOf(given);
        if (grant === null || ownShare === null || gap === null) {
          expect(given.rate).toBeNull();
          return;
        }
        expect(grant + ownShare).toBe(total);
        expect(grant + given.ownMoney + given.otherMoney + gap).toBe(total);
        expect(grant).toBeLessThanOrEqual(Math.min(total, given.maxGrant ?? Infinity));
        expect(grant).toBeGreaterThanOrEqual(0);
        // What was paid out in advance is never more than everything, and at the end never less than the own share.
        for (const paid of outlay) expect(paid).toBeLessThanOrEqual(total);
        expect(outlay.at(-1)).toBeGreaterThanOrEqual(ownShare);
        if (prefinance) expect(prefinance.amount).toBe(Math.max(...outlay));
      }),
    );
  });

  test("counts person-months of staff alone", () => {
    fc.assert(
      fc.property(input, (given) => {
        const without = { ...given, costs: given.costs.filter(({ kind }) => kind === "staff") };
        expect(budgetOf(given).personMonths).toBe(budgetOf(without).personMonths);
      }),
    );
  });

  const staff = (count: number, price: number) => ({ kind: "staff" as const, what: "", count, price, package: 0 });
  const plain = { packages: [], months: 12, startOn: "2027-01-01", maxGrant: null, ownMoney: 0, otherMoney: 0 };
  test("has its shares to the euro, also at decimal rates", () => {
    const of = { ...plain, costs: [staff(1, 3000)], overhead: 0, rate: 33.3, paidAfter: 0 };
    expect(budgetOf(of)).toMatchObject({ grant: 999, ownShare: 2001 });
    expect(budgetOf({ ...of, costs: [staff(1, 3001)] })).toMatchObject({ grant: 999, ownShare: 2002 });
    expect(budgetOf({ ...of, costs: [staff(1, 1500)], overhead: 33.3 })).toMatchObject({ overhead: 500 });
    expect(budgetOf({ ...of, costs: [staff(1.15, 4350.0)] }).direct).toBe(5003);
  });

  test("has a rate to a tenth of a percent exactly", () => {
    fc.assert(
      fc.property(fc.nat(2_000_000), fc.integer({ min: 0, max: 1000 }), (price, tenths) => {
        const of = { ...plain, costs: [staff(1, price)], overhead: 0, rate: tenths / 10, paidAfter: 0 };
        expect(budgetOf(of).grant).toBe(Number((BigInt(price) * BigInt(tenths)) / 1000n));
      }),
    );
  });

  test("has no outlay but the own share once all is paid", () => {
    fc.assert(
      fc.property(input, (given) => {
        const { grant, ownShare, outlay } = budgetOf({ ...given, months: 12, paidAfter: 0 });
        if (grant !== null) expect(outlay.at(-1)).toBe(ownShare);
      }),
      { numRuns: 2000 },
    );
  });

  test("splits amounts evenly", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), month, (amount, parts) => {
        const split = evenly(amount, parts);
        expect(sum(split)).toBe(amount);
        expect(Math.max(...split) - Math.min(...split)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("ends months on their last day", () => {
    expect(monthEnd("2027-11-15", 4)).toBe("2028-02-29");
    expect(monthEnd("2027-01-01", 12)).toBe("2027-12-31");
  });
});

test("a bar plan shows each month in one of at most twelve columns", () => {
  fc.assert(
    fc.property(input, ({ packages, months }) => {
      const { columns, bars } = barPlan(packages, months);
      expect(columns.length).toBeLessThanOrEqual(12);
      expect(bars.map((row) => row.length)).toEqual(packages.map(() => columns.length));
      for (const [at, one] of packages.entries())
        expect(bars[at]?.some(Boolean)).toBe(one.from <= Math.min(one.to, months));
    }),
  );
});

describe("aid law", () => {
  test("grows no firm by fewer people or less money", () => {
    const order = ["micro", "small", "medium", "large"];
    const number = fc.integer({ min: 0, max: 100_000_000 });
    const heads = fc.integer({ min: 0, max: 400 });
    fc.assert(
      fc.property(heads, heads, number, number, (a, b, turnover, balance) => {
        const [few, many] = [Math.min(a, b), Math.max(a, b)];
        const rank = (people: number): number => order.indexOf(firmSizeOf(people, turnover, balance));
        expect(rank(few)).toBeLessThanOrEqual(rank(many));
      }),
    );
  });

  test("knows the bounds", () => {
    expect(firmSizeOf(9, 2e6, null)).toBe("micro");
    expect(firmSizeOf(249, 60e6, 43e6)).toBe("medium");
    expect(firmSizeOf(249, 60e6, null)).toBe("unknown");
    expect(firmSizeOf(249, 60e6, 50e6)).toBe("large");
    expect(firmSizeOf(250, null, null)).toBe("large");
    expect(aidCeiling("development", "small", true)).toBe(60);
    expect(aidCeiling("industrial", "small", true)).toBe(80);
    expect(aidCeiling("other", "small", true)).toBeNull();
  });

  test("counts de minimis aid of three years, both ends and undated aid included", () => {
    expect(threeYearsBefore("2026-11-23")).toBe("2023-11-24");
    expect(threeYearsBefore("2028-02-29")).toBe("2025-03-01");
    const aids = ["2023-11-23", "2023-11-24", "2026-11-23", "2026-11-24", ""].map((grantedOn, at) => ({
      grantedOn,
      amount: 10 ** at,
    }));
    expect(deMinimisSum(aids, "2026-11-23")).toBe(10 + 100 + 10_000);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1e6 })), (amounts) => {
        const undated = amounts.map((amount) => ({ grantedOn: "", amount }));
        expect(deMinimisSum(undated, "2027-01-01")).toBe(sum(amounts));
      }),
    );
  });
});

const call = `1.1 Eligible are companies with fewer than 250 employees.
2.1 The grant is a subsidy of up to 45 % of eligible costs.
2.2 The grant is at most 120,000 €.
2.3 The project may have a duration of at most 24 months.
2.4 Overheads are eligible as a flat rate of 25 % on staff costs.
3 Criteria of the assessment:
- Novelty: 60 %
- Market: 40 %
4 The following are to be attached:
- annual accounts
5 Applications must be submitted no later than 31 January 2027.`;

describe("a call", () => {
  const files = (text: string) => [{ id: "t", title: "Call", text }];
  test("says what it demands, with its place, and its terms", () => {
    const { demands, terms, deadlines } = readCall(files(call));
    expect(demands.map(({ kind, weight, place }) => [kind, weight, place.no])).toEqual([
      ["must", null, "1.1"],
      ["must", null, "2.1"],
      ["must", null, "2.2"],
      ["must", null, "2.3"],
      ["must", null, "2.4"],
      ["criterion", 60, expect.any(String)],
      ["criterion", 40, expect.any(String)],
      ["annex", null, expect.any(String)],
      ["must", null, expect.any(String)],
    ]);
    expect(terms).toMatchObject({ rate: { value: 45 }, maxGrant: { value: 120_000 }, maxMonths: { value: 24 } });
    expect(terms.minCost).toBeUndefined();
    expect(deadlines).toEqual(["2027-01-31"]);
  });

  test.each([
    "Antragsschluss ist der 15. Januar 2027.",
    "Annahmeschluss ist am 15.01.2027.",
    "Der Einsendeschluss ist der 15. Januar 2027.",
    "Bewerbungsschluss: 15. Januar 2027",
    "Abgabe der Unterlagen bis zum 15. Januar 2027.",
    "Anträge können bis zum 15. Januar 2027 gestellt werden.",
    "Skizzen nehmen wir bis 15.01.2027 entgegen.",
    "Applications are due on 15 January 2027.",
    "Proposals are due by 15 January 2027.",
    "The closing date is 15 January 2027.",
    "Apply by 15 January 2027.",
    "Applications can be sent until 15 January 2027.",
    "Die Antragsfrist endet am 15. Januar 2027.",
  ])("states its deadline: %s", (text) => {
    expect(readCall(files(text)).deadlines).toEqual(["2027-01-15"]);
  });

  test.each([
    "Der Jahresabschluss zum 31. Dezember 2026 liegt bei.",
    "Der Beschluss vom 15. Januar 2027 gilt.",
    "Im Anschluss findet am 15. Januar 2027 ein Gespräch statt.",
    "The loan payment is due on 15 January 2027.",
    "The rules apply from 15 January 2027.",
  ])("names other days, too: %s", (text) => {
    expect(readCall(files(text)).deadlines).toEqual([]);
  });

  test("is quoted word for word, whatever it says", () => {
    const words = fc.constantFrom(
      "must",
      "only",
      "grant",
      "muss",
      "45 %",
      "Kriterien:",
      "- attach",
      "1.2",
      "\n",
      "€ 500",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string())), (parts) => {
        const text = parts.join(" ");
        const plain = (one: string) => one.replace(/[^\p{L}\p{N}]+/gu, "");
        const { demands, terms } = readCall(files(text));
        for (const quote of [...demands.map((one) => one.text), ...Object.values(terms).map((one) => one.quote)])
          expect(plain(text)).toContain(plain(quote));
      }),
    );
  });

  test("and papers of a firm are told from a joke", () => {
    const joke = "Why did the bicycle fall over? It was two-tired.";
    expect([isCallText(joke), isApplicationPaper(joke)]).toEqual([false, false]);
    expect(isCallText(call)).toBe(false);
    expect(isApplicationPaper("Bilanz zum 31.12.2025, Umsatz 780.000 €")).toBe(true);
    expect(isApplicationPaper("Curriculum vitae. Work experience: 12 years of acoustics.")).toBe(true);
    expect(isApplicationPaper("")).toBe(true);
    const french =
      "Règlement de l’appel à projets. Les entreprises éligibles déposent leur dossier de candidature avant le 30 juin. La subvention couvre 50 % des dépenses éligibles du projet.";
    expect(isCallText(french)).toBe(true);
    const technical =
      "Data sheet. The sensor measures the pressure of the valve at 20 kHz; its housing withstands temperatures up to 85 °C. Power supply: 24 V DC.";
    expect(isApplicationPaper(technical)).toBe(true);
    expect(isApplicationPaper("Technisches Datenblatt: Sensor, Messbereich 0–10 bar, Gehäuse aus Edelstahl.")).toBe(
      true,
    );
  });
});

describe("open calls", () => {
  const record = (given: Partial<FundingRecord>): FundingRecord => ({
    id: "1",
    title: "Acoustic sensors",
    programme: "",
    authority: "",
    country: "EU",
    status: "open",
    opens: "",
    deadline: "2027-03-01",
    rate: null,
    maxGrant: null,
    currency: "EUR",
    text: "",
    url: "https://example.org",
    ...given,
  });
  const wish = {
    words: ["acoustic"],
    idea: "sensor",
    language: "en",
    countries: ["EU", "DE"],
    cost: 100_000,
    employees: 300,
    today: "2026-11-23",
  };

  test("are ranked, each once, without those that are over", () => {
    const given = [
      record({}),
      record({}),
      record({ id: "2", deadline: "2026-11-22" }),
      record({ id: "3", status: "closed" }),
      record({ id: "4", text: "Open to firms with fewer than 250 employees." }),
      record({ id: "5", country: "US" }),
    ];
    const ranked = rankCalls(
      given.map((one) => ({ record: one, api: "sedia" })),
      wish,
    );
    expect(ranked.map((one) => [one.record.id, one.isFit])).toEqual([
      ["1", true],
      ["4", false],
      ["5", false],
    ]);
    expect(ranked[1]?.checks.find(({ code }) => code === "size")).toEqual({
      code: "size",
      result: "fail",
      quote: "Open to firms with fewer than 250 employees.",
    });
  });

  test("keep a fit of 0 to 100", () => {
    const day = fc.constantFrom("", "2026-11-23", "2026-12-24", "2031-01-01");
    fc.assert(
      fc.property(fc.string(), day, fc.option(fc.integer({ min: 0, max: 1e8 })), (text, deadline, maxGrant) => {
        const [one] = rankCalls([{ record: record({ text, deadline, maxGrant }), api: "sedia" }], wish);
        expect(one?.fit).toBeGreaterThanOrEqual(0);
        expect(one?.fit).toBeLessThanOrEqual(100);
      }),
    );
  });

  test("compare people with the limit of a sentence", () => {
    expect(isWithinHeads("weniger als 250 Beschäftigten", 249)).toBe(true);
    expect(isWithinHeads("fewer than 250 employees", 250)).toBe(false);
    expect(isWithinHeads("at most 250 employees", 250)).toBe(true);
    expect(isWithinHeads("enterprises", 250)).toBeNull();
  });
});
