import { describe, expect, it } from "vitest";
import { newEntry } from "#src/features/calendar/contract.ts";
import type { Block, Section } from "#src/features/documents/document.ts";
import { planOf } from "../../domain/finance.ts";
import type { AskStep } from "../../kit/workflowSpec.ts";
import { contextOf, fromSample, sampleOf, simulate, today, type Writer } from "#src/testing/simulatedRun.ts";
import { factsOf } from "./facts.ts";
import { form as fundingForm } from "../fundingApplicant/form.ts";
import { example, form as schema, type Form } from "./form.ts";
import { businessPlanner } from "./workflow.ts";

const valuesOf = (changes: Partial<Form> = {}, language: "en" | "de" = "en"): Form =>
  schema.parse({ ...example(today, language), ...changes });

async function draftOf(changes: Partial<Form> = {}, language: "en" | "de" = "en") {
  const form = valuesOf(changes, language);
  const { state } = await simulate(businessPlanner, form);
  return businessPlanner.assemble(form, contextOf(language), state, { isDraft: true });
}

/** The first table of a section whose first head is the given one, as lines by their first cell. */
function tableIn(sections: readonly Section[], key: string, head: string): Record<string, string[]> {
  const block = sections
    .find((section) => section.key === key)
    ?.blocks.find((one): one is Extract<Block, { type: "table" }> => one.type === "table" && one.columns[0] === head);
  return Object.fromEntries((block?.rows ?? []).map(([name = "", ...rest]) => [name, rest]));
}

describe("the form", () => {
  const errorsOf = (changes: object): string[] =>
    (schema.safeParse({ ...example(today, "en"), ...changes }).error?.issues ?? []).map(({ path }) => path.join("."));

  it.each([
    ["no offer", { offers: [] }, "offers"],
    [
      "shares of 90 %",
      {
        founders: [
          { name: "A", skills: "", share: 60 },
          { name: "B", skills: "", share: 30 },
        ],
      },
      "founders",
    ],
    ["eleven factors", { seasonality: Array.from({ length: 11 }, () => ({ factor: 1 })) }, "seasonality"],
    [
      "grace as long as the loan",
      { loans: [{ name: "x", amount: 1, rate: 1, months: 12, grace: 12 }] },
      "loans.0.grace",
    ],
    [
      "growth beyond all measure",
      { offers: [{ name: "x", price: 1e6, unitCost: 0, units: 1000, growth: 50 }] },
      "offers.0.growth",
    ],
  ])("refuses %s", (_, changes, path) => {
    expect(errorsOf(changes)).toEqual([path]);
  });

  it.each([
    ["no founder", { founders: [] }],
    ["three equal shares", { founders: ["A", "B", "C"].map((name) => ({ name, skills: "", share: 33.3 })) }],
    ["twelve factors", { seasonality: Array.from({ length: 12 }, () => ({ factor: 1 })) }],
    ["one month after grace", { loans: [{ name: "x", amount: 1, rate: 1, months: 13, grace: 12 }] }],
    ["steep growth of little", { offers: [{ name: "x", price: 10, unitCost: 0, units: 10, growth: 20 }] }],
  ])("takes %s", (_, changes) => {
    expect(errorsOf(changes)).toEqual([]);
  });
});

describe("the figures", () => {
  // 20 hours at 50, of which 10 are material; wages of 300 and 20 % on top; rent of 100.
  const simple: Partial<Form> = {
    startOn: "2027-04-20",
    offers: [{ name: "Hour", unit: "", price: 50, unitCost: 10, units: 20, growth: 0 }],
    staff: [{ role: "Help", salary: 300, from: 1 }],
    wageExtra: 20,
    fixed: [{ name: "Rent", amount: 100 }],
    investments: [],
    loans: [],
    ownCapital: 1000,
    taxRate: 25,
    paidAfter: 30,
  };

  it("prints years that were computed by hand", async () => {
    const { sections } = await draftOf(simple);
    const result = tableIn(sections, "result", "Profit and loss");
    expect(result["Revenue"]?.[0]).toBe("12,000");
    expect(result["Cost of goods"]?.[0]).toBe("−2,400");
    expect(result["Staff"]?.[0]).toBe("−4,320");
    expect(result["Profit before tax"]?.[0]).toBe("4,080");
    expect(result["Tax"]?.[0]).toBe("−1,020");
    expect(result["Profit after tax"]?.[0]).toBe("3,060");
    // 460 a month over 80 % of revenue.
    expect(tableIn(sections, "result", "Break-even, per month")["Revenue that covers the costs"]?.[0]).toBe("575");
    const cash = tableIn(sections, "liquidity", "Cash");
    // Eleven of twelve months are paid: 1,000 + 11,000 − 7,920 − 1,020.
    expect(cash["Closing cash"]?.[0]).toBe("3,060");
    // 1,000 − 200 − 360 − 100 at the end of the first month.
    expect(cash["Lowest in the year"]?.[0]).toBe("340");
  });

  it("explains capital by what it is needed for", async () => {
    const { sections } = await draftOf(simple);
    const use = tableIn(sections, "financing", "Needed by the end of April 2027");
    expect(use).toEqual({
      "Unpaid customer invoices": ["1,000\u00a0€"],
      "Less the surplus of sales over running costs": ["−340\u00a0€"],
      "Capital needed": ["660\u00a0€"],
    });
  });

  it("names months by the calendar and the season by its month", async () => {
    const factors = Array.from({ length: 12 }, (_, month) => ({ factor: month === 3 ? 2 : 1 }));
    const { sections } = await draftOf({ ...simple, seasonality: factors });
    const months = tableIn(sections, "monthlyResult", "Year 1");
    expect(Object.keys(months)[0]).toBe("April 2027");
    expect(months["April 2027"]?.[0]).toBe("2,000");
    expect(months["May 2027"]?.[0]).toBe("1,000");
  });

  it("gives all 36 months, in columns that say something", async () => {
    const { sections } = await draftOf(simple);
    const tables = sections.find(({ key }) => key === "monthlyCash")?.blocks ?? [];
    expect(tables.flatMap((block) => (block.type === "table" ? block.rows : [])).length).toBe(36);
    expect(JSON.stringify(tables)).not.toContain("Repayment");
  });

  it("compares three scenarios and four levers", async () => {
    const { sections } = await draftOf();
    expect(Object.keys(tableIn(sections, "scenarios", "Scenario"))).toEqual([
      "As planned",
      "Sales 30 % lower",
      "Sales start 3 months later",
    ]);
    expect(Object.keys(tableIn(sections, "scenarios", "One factor worse")).length).toBe(4);
    const late = planOf(factsOf(valuesOf()).input, { delay: 3 });
    expect(tableIn(sections, "scenarios", "Scenario")["Sales start 3 months later"]?.[3]).toBe(
      `−${String(-late.lowest.cash).replace(/(\d)(?=(\d{3})+$)/g, "$1,")}`,
    );
  });

  it("shows cash below zero as money that is still to be lent", async () => {
    const { sections } = await draftOf({ ownCapital: 0, loans: [], fixed: [{ name: "Rent", amount: 20_000 }] });
    const balance = tableIn(sections, "balance", "At year-end");
    expect(balance["Cash"]?.[0]).toBe("0");
    expect(balance["Not financed yet"]?.[0]).toMatch(/^\d/);
    expect(balance["Assets"]).toEqual(balance["Liabilities and equity"]);
  });

  it("says why fewer sales can mean more cash, and only where profit falls", async () => {
    const notesOf = async (changes: Partial<Form>) =>
      JSON.stringify((await draftOf(changes)).sections.find(({ key }) => key === "scenarios"));
    const reason = "With lower sales, the lowest point is higher";
    expect(await notesOf({})).toContain(reason);
    const lossMaker = { name: "Gift", unit: "", price: 0, unitCost: 5, units: 10, growth: 0 };
    expect(await notesOf({ offers: [lossMaker] })).not.toContain(reason);
    expect(await notesOf({ paidAfter: 0 })).not.toContain(reason);
  });

  it.each([
    ["EUR", "en", "−3,709\u00a0€"],
    ["GBP", "en", "−£3,709"],
    ["CHF", "en", "−CHF\u00a03,709"],
    ["USD", "de", "−3.709\u00a0$"],
    ["CHF", "de", "−3.709\u00a0CHF"],
  ] as const)("writes amounts in %s (%s)", async (currency, language, text) => {
    const { summary } = await draftOf({ currency, ownCapital: 0 }, language);
    expect(summary).toContain(text);
  });
});

describe("what the figures leave open", () => {
  const questionsOf = async (changes: Partial<Form>) => (await draftOf(changes)).openQuestions.join("\n");
  const offer = { name: "Box", unit: "", price: 10, unitCost: 4, units: 5, growth: 0 };

  it.each([
    ["an offer without a price", { offers: [{ ...offer, price: 0 }] }, "has no price"],
    ["an offer that loses money", { offers: [{ ...offer, unitCost: 11 }] }, "costs at least as much"],
    ["an offer nobody buys", { offers: [{ ...offer, units: 0 }] }, "never sold"],
    ["steep growth", { offers: [{ ...offer, growth: 10 }] }, "from 5 in month 1 to 141 in month 36"],
    ["no fixed costs", { fixed: [] }, "No fixed costs"],
    ["a bank without a loan", { loans: [] }, "for a bank, but no loan"],
    ["a loan nobody needs", { ownCapital: 500_000 }, "what is the loan for"],
    ["money that is missing", { ownCapital: 0 }, "You will be 3,709\u00a0€ short by month 1 (February 2027)"],
    ["nobody for the work", {}, "who will do the work?"],
    ["founders who live on nothing", { stage: "idea" as const }, "what will you live on"],
    ["a plan without profit", { fixed: [{ name: "Rent", amount: 100_000 }] }, "Year 3 still shows no profit: which"],
  ])("asks about %s", async (_, changes, question) => {
    expect(await questionsOf(changes)).toContain(question);
  });

  it.each(["2026-10-31", "2026-03-01", "2025-12-15"])("asks about a start that is past, %s", async (startOn) => {
    expect(await questionsOf({ startOn })).toContain("is in the past");
  });

  it.each([today, "2027-01-01"])("takes the running month and later ones as they are, %s", async (startOn) => {
    expect(await questionsOf({ startOn })).not.toContain("is in the past");
  });

  it.each([
    ["Einzelunternehmen", 30, 1400, true],
    ["freiberuflich", 25, 900, true],
    ["GbR", 30, 1, true],
    ["Sole trader", 20, 1400, true],
    ["Partnership", 30, 1400, true],
    ["Sole trader", 0, 1400, false],
    ["Einzelunternehmen", 30, 0, false],
    ["GmbH", 30, 1400, false],
    ["Ltd", 30, 1400, false],
    ["", 30, 1400, false],
  ])(
    "asks whether taxes count twice (%s, tax %d, withdrawals %d: %s)",
    async (legalForm, taxRate, withdrawals, asks) => {
      expect((await questionsOf({ legalForm, taxRate, withdrawals })).includes("counted twice")).toBe(asks);
    },
  );

  it("asks nothing about a plan that answers it", async () => {
    const questions = await questionsOf({ staff: [{ role: "Second", salary: 100, from: 13 }] });
    for (const word of ["who will do the work?", "what is the loan", "short by", "no profit", "no price", "live on"])
      expect(questions).not.toContain(word);
  });

  it("warns of missing money and lasting losses", async () => {
    const { issues } = await draftOf({ fixed: [{ name: "Rent", amount: 100_000 }] });
    expect(issues.map(({ code, level }) => `${level} ${code}`)).toEqual(["warn cashShort", "warn noProfit"]);
    expect(issues.every(({ text = "" }) => !text.includes("{"))).toBe(true);
  });
});

describe("a draft", () => {
  it("has the person's own words where they belong", async () => {
    const { sections } = await draftOf({ market: "Two rivals." }, "de");
    const textsOf = (key: string) =>
      sections
        .find((section) => section.key === key)
        ?.blocks.flatMap((block) => (block.type === "p" ? [block.text] : []));
    expect(textsOf("offer")).toEqual(["Ein zweites Team misst Büros in Bremen und verkauft eigene Paneele."]);
    expect(textsOf("market")).toEqual(["Büros mit 30 bis 300 Plätzen.", "Two rivals."]);
    expect(textsOf("selling")).toEqual([]);
  });

  it("takes its milestones from the dates of the form", async () => {
    const { sections } = await draftOf({ staff: [{ role: "Cook", salary: 1, from: 9 }] });
    expect(tableIn(sections, "milestones", "What")).toEqual({
      "Purchase: Instruments": ["1"],
      "First repayment: House bank": ["7"],
      "Starts work: Cook": ["9"],
    });
  });
});

describe("a plan with a season", () => {
  const winters = [0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0].map((factor) => ({ factor }));
  const truck = {
    startOn: "2027-04-01",
    offers: [{ name: "Lunch", unit: "", price: 100, unitCost: 20, units: 60, growth: 0 }],
    seasonality: winters,
    staff: [],
    investments: [],
    loans: [],
    fixed: [{ name: "Rent", amount: 900 }],
  };

  it.each([
    ["en", "Profitable every year from", "year 1", /profitable every month/i],
    ["de", "Jedes Jahr Gewinn ab", "Jahr 1", /jeden Monat Gewinn/i],
  ] as const)("promises profit by years, not by its last good month (%s)", async (language, label, value, monthly) => {
    const { sections } = await draftOf(truck, language);
    const text = JSON.stringify(sections.filter(({ key }) => key === "keyFigures" || key === "milestones"));
    expect(text).toContain(`"label":"${label}","value":"${value}"`);
    expect(text).not.toMatch(monthly);
  });

  it("promises neither while years still end with a loss", async () => {
    const { sections } = await draftOf({ ...truck, fixed: [{ name: "Rent", amount: 9000 }] });
    const text = JSON.stringify(sections.find(({ key }) => key === "keyFigures"));
    expect(text).toContain('"label":"Profitable every month from","value":"–"');
  });
});

describe("suggestions", () => {
  it("can all be applied, on working days that lie ahead", async () => {
    for (const language of ["en", "de"] as const) {
      const { proposals } = await draftOf({}, language);
      expect(proposals.length).toBe(3 + 4 + 1 + 1);
      const next = proposals.find(({ key }) => key === "next:fundingApplicant");
      const values = fundingForm.parse(next?.payload["formValues"]);
      expect(values).toMatchObject({ mode: "find", research: "web", startOn: "2027-02-01" });
      expect(values.totalCost).toBeGreaterThan(0);
      for (const { payload, kind } of proposals) {
        if (kind === "project") continue;
        expect(newEntry.safeParse(payload).error?.issues).toBeUndefined();
        const day = new Date(String(payload["start"])).getUTCDay();
        expect(day > 0 && day < 6).toBe(true);
      }
      expect(new Set(proposals.map(({ key }) => key)).size).toBe(proposals.length);
    }
  });

  it("puts a milestone on the last working day of its month", async () => {
    const { proposals } = await draftOf();
    const repayment = proposals.find(({ payload }) => String(payload["title"]).includes("First repayment"));
    // Month 7 of a plan that starts in February; 31 August 2027 is a Tuesday, 9:00 in Berlin.
    expect(repayment?.payload["start"]).toBe("2027-08-31T07:00:00.000Z");
  });

  it("suggests nothing in the past, and no funding where own money is enough", async () => {
    const past = await draftOf({ startOn: "2025-01-01" });
    expect(past.proposals.map(({ key }) => key)).toEqual(["next:fundingApplicant"]);
    expect(past.proposals[0]?.payload["formValues"]).not.toHaveProperty("startOn");
    const rich = await draftOf({ ownCapital: 100_000 });
    expect(rich.proposals.map(({ key }) => key)).not.toContain("funding");
    expect(rich.proposals.map(({ kind }) => kind)).not.toContain("project");
  });
});

describe("answers of a writer", () => {
  /** What is wrong with the sample when a part of it is changed. */
  async function errorsOf(change: (sample: Record<string, unknown>) => object, language: "en" | "de" = "en") {
    const form = valuesOf({}, language);
    const sample = { ...sampleOf("businessPlanner", language), ...change(sampleOf("businessPlanner", language)) };
    const steps: { step: AskStep; given: unknown }[] = [];
    const write: Writer = (step) => {
      const given = fromSample(sample)(step);
      steps.push({ step, given });
      return given;
    };
    const { state } = await simulate(businessPlanner, form, { write });
    return steps.flatMap(({ step }) =>
      businessPlanner
        .validate(form, contextOf(language), state, step)
        .errors.map(({ code, at }) => `${code} ${at ?? ""}`),
    );
  }
  const rows = (value: unknown) => value as Record<string, unknown>[];

  it("accepts the sample", async () => {
    expect(await errorsOf(() => ({}))).toEqual([]);
  });

  it.each([
    ["one word in place of a text", () => ({ summary: ["Ok."] }), "tooShort summary"],
    [
      "a figure of its own",
      ({ summary }: Record<string, unknown>) => ({ summary: [...(summary as string[]), "We grow to 73 % in 2031."] }),
      "figureUnproven summary/5",
    ],
    [
      "the same risk in every row",
      ({ risks }: Record<string, unknown>) => ({
        risks: rows(risks).map((row) => ({ ...row, risk: "Sales may be lower." })),
      }),
      "alike risks/r-2",
    ],
    [
      "a month beyond the plan",
      ({ milestones }: Record<string, unknown>) => ({
        milestones: rows(milestones).map((row, at) => (at === 1 ? { ...row, month: 37 } : row)),
      }),
      "monthOutside milestones/m-2/month",
    ],
    [
      "half a month",
      ({ milestones }: Record<string, unknown>) => ({
        milestones: rows(milestones).map((row, at) => (at === 0 ? { ...row, month: 1.5 } : row)),
      }),
      "monthOutside milestones/m-1/month",
    ],
    [
      "strengths alone",
      ({ swot }: Record<string, unknown>) => ({ swot: rows(swot).map((row) => ({ ...row, kind: "s" })) }),
      "missing.w swot",
    ],
    [
      "two milestones",
      ({ milestones }: Record<string, unknown>) => ({ milestones: rows(milestones).slice(0, 2) }),
      "tooFew milestones",
    ],
  ])("refuses %s", async (_, change, error) => {
    expect(await errorsOf(change)).toContain(error);
  });

  it("refuses English texts for a German plan", async () => {
    const { selling } = sampleOf("businessPlanner", "en");
    expect(await errorsOf(() => ({ selling }), "de")).toContain("wrongLanguage selling");
  });

  it("lets texts follow the form: figures are named, not copied", async () => {
    const form = valuesOf();
    const { state } = await simulate(businessPlanner, form, { write: fromSample(sampleOf("businessPlanner", "en")) });
    const read = (values: Form) =>
      JSON.stringify(
        businessPlanner.assemble(values, contextOf("en"), state).sections.find(({ key }) => key === "summary"),
      );
    expect(read(form)).toContain("The location needs 28,709\u00a0€");
    expect(read(valuesOf({ investments: [] }))).toContain("The location needs 10,709\u00a0€");
    const claims = businessPlanner
      .assemble(form, contextOf("en"), state)
      .claims.filter(({ check }) => check === "computed");
    expect(claims.length).toBeGreaterThan(4);
    expect(claims.some(({ computation = "" }) => computation.includes("40,000\u00a0€"))).toBe(true);
  });

  it("names copied figures, but not inside of longer ones", async () => {
    const form = valuesOf();
    const sample = { ...sampleOf("businessPlanner", "en") };
    sample["offer"] = ["Needed are 28,709 € and not 128,709 €."];
    const { state } = await simulate(businessPlanner, form, { write: fromSample(sample) });
    expect(state.answer["offer"]).toEqual(["Needed are {capitalNeed} and not 128,709 €."]);
  });
});
