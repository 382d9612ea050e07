import type { Issue } from "#src/features/documents/document.ts";
import { sensitivityOf } from "../../domain/finance.ts";
import { calendarMonthOf } from "../../domain/financeTables.ts";
import { monthText } from "#src/kit/time/dateTexts.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { number, pick, text } from "../../kit/columns.ts";
import { defineWorkflow } from "../../kit/define.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { errorIssue } from "../../kit/sections.ts";
import { balance, financing, liquidity, monthlyCash, monthlyResult, result, scenarios } from "./accounts.ts";
import { effectsOf } from "./effects.ts";
import {
  assumptionsOf,
  type Facts,
  factsOf,
  figuresOf,
  leverNames,
  money,
  openPointsOf,
  planMonth,
  type PlanScene,
} from "./facts.ts";
import { example, form, type Form, planMonths } from "./form.ts";
import { keyFigures, papersList, people, sales, costs } from "./tables.ts";

/* A business plan. Code computes all money; writers may only name its figures, so texts follow every change. */

const { prose, freeRows } = sectionsFor<Form, Facts>();

const summary = prose("summary", "Summary | Zusammenfassung", {
  ask: "the idea, who buys it, what is needed and where it comes from, what comes back, and the one figure this reader should watch; capital need, lowest cash and profit belong here",
  words: [120, 220],
  gap: "In eight sentences: what do you sell, to whom, how much capital does it take, and what’s in it for the reader? | In acht Sätzen: Was verkaufen Sie, an wen, wie viel Kapital braucht es, und was hat die Leserin oder der Leser davon?",
});
const offer = prose("offer", "Offer | Angebot", {
  ask: "what is sold, what a customer has afterwards that is missing today, what it costs to make; only the offers of the form",
  words: [100, 240],
  own: ({ form: { idea } }) => [idea],
  gap: "What will customers have that they lack today? | Was haben Kunden danach, das ihnen heute fehlt?",
});
const market = prose("market", "Market and competition | Markt und Wettbewerb", {
  ask: "only what the person and the sources say; name what is not known and how it can be found out. No market size of your own",
  words: [100, 300],
  own: ({ form: values }) => [values.customers, values.market],
  gap: "Who are your three strongest competitors, and why do customers choose you instead? | Wer sind Ihre drei stärksten Wettbewerber, und warum entscheiden sich Kunden für Sie?",
});
const selling = prose("selling", "Marketing and sales | Marketing und Vertrieb", {
  ask: "the way from first contact to order, who does it, what is counted; three channels at most",
  words: [100, 220],
  gap: "How will you win your first ten customers, and who will do that work? | Wie gewinnen Sie die ersten zehn Kunden, und wer macht diese Arbeit?",
});

const kinds = {
  s: "Strength | Stärke",
  w: "Weakness | Schwäche",
  o: "Opportunity | Chance",
  t: "Threat | Risiko",
} as const satisfies Record<string, Bilingual>;
const swot = freeRows(
  "swot",
  "Strengths, weaknesses, opportunities, threats | Stärken, Schwächen, Chancen, Risiken",
  {
    kind: pick("Kind | Art", "which of the four", kinds),
    text: text("What | Was", "one clause that is true of this plan and no other", 160),
    so: text("Response | Was daraus folgt", "what is done about it, one clause", 160),
  },
  {
    ask: "Two to four of each kind, in the order of the kinds.",
    count: [8, 16],
    gap: "What are your two greatest strengths and weaknesses, and what helps or threatens you from outside? | Was sind Ihre zwei größten Stärken und Schwächen, und was hilft oder droht Ihnen von außen?",
  },
);

/** Dates that the form itself fixes: purchases, hirings, first repayments, and what the figures say about profit. */
function fixedDates({ form: values, facts, translate }: PlanScene): { what: string; month: number }[] {
  const { breakEven } = facts.plan;
  return [
    ...values.investments.map(({ name, month }) => ({
      what: translate("Purchase: {name} | Kauf: {name}", { name }),
      month,
    })),
    ...values.staff.map(({ role, from }) => ({
      what: translate("Starts work: {role} | Arbeitsbeginn: {role}", { role }),
      month: from,
    })),
    ...values.loans
      .filter(({ grace }) => grace + 1 <= planMonths)
      .map(({ name, grace }) => ({
        what: translate("First repayment: {name} | Erste Tilgung: {name}", { name }),
        month: grace + 1,
      })),
    ...(breakEven !== null && breakEven > 1
      ? [{ what: translate("Profitable every month from now on | Ab jetzt jeden Monat Gewinn"), month: breakEven }]
      : []),
  ].toSorted((a, b) => a.month - b.month);
}

const milestones = freeRows(
  "milestones",
  "Milestones | Meilensteine",
  {
    what: text("What | Was", "a result that others can see", 140),
    month: number("Month | Monat", "month of the plan, 1 to 36, at whose end it is there"),
  },
  {
    ask: "From registration to lasting profit, in the order of time, tied to the dates in <given>.",
    count: [5, 10],
    numeric: [1],
    gap: "Which five results do you need to reach before the business is consistently profitable? | Welche fünf Ergebnisse brauchen Sie, bis das Unternehmen dauerhaft Gewinn macht?",
    own: (scene) => fixedDates(scene),
  },
);
const risks = freeRows(
  "risks",
  "Risks | Risiken",
  {
    risk: text("Risk | Risiko", "what could happen, and what it does to the plan", 160),
    sign: text("Early sign | Erstes Anzeichen", "how it shows early", 160),
    plan: text("Response | Maßnahme", "what is done then", 200),
  },
  {
    ask: "The risks of this plan, the heaviest first; <given> says which changes weigh most.",
    count: [4, 7],
    as: "cards",
    gap: "What could make the plan fail, and how would you notice it early? | Woran könnte der Plan scheitern, und woran merken Sie es früh?",
  },
);

/** What each kind of reader looks for first. */
const readers: Readonly<Record<Form["purpose"], string>> = {
  bank: "This reader asks: can interest and repayment be served, and what is left when cash is lowest?",
  investor: "This reader asks: what is the money used for, and what is reached with it?",
  jobCentre: "This reader asks: can the founders live on it, and from when?",
  internal: "These readers ask: what do we decide now, and at which figure do we change the plan?",
};

const contextLines = (scene: PlanScene): string[] => {
  const { form: values, facts } = scene;
  const monthIn = (month: number): string => monthText(calendarMonthOf(values.startOn, month), "en");
  const weights = sensitivityOf(facts.input)
    .filter(({ change }) => change !== 0)
    .toSorted((a, b) => a.change - b.change)
    .map(
      ({ lever, change }) => `${scene.translate(leverNames[lever])}: ${change > 0 ? "+" : ""}${money(scene, change)}`,
    );
  return [
    readers[values.purpose],
    ...facts.years.map((_, at) => `Year ${at + 1} of the plan: ${monthIn(at * 12 + 1)} to ${monthIn(at * 12 + 12)}.`),
    ...fixedDates(scene).map(({ what, month }) => `Month ${month}: ${what}`),
    ...(weights.length > 0 ? [`What moves lowest cash, for weighing only: ${weights.join("; ")}`] : []),
    ...openPointsOf(scene).map((point) => `Open, to be named and not to be answered: ${point}`),
  ];
};

const checks = (scene: PlanScene): Issue[] => {
  const { plan } = scene.facts;
  const listed = swot.of(scene);
  const present = new Set(listed.map(({ kind }) => kind));
  const missing = (Object.keys(kinds) as (keyof typeof kinds)[]).filter((kind) => !present.has(kind));
  return [
    ...milestones
      .of(scene)
      .filter(({ month }) => month !== null && (!Number.isInteger(month) || month < 1 || month > planMonths))
      .map(({ id, month }) => errorIssue("monthOutside", `milestones/${id}/month`, { month: month ?? 0 })),
    ...(listed.length === 0 ? [] : missing.map((kind) => errorIssue(`missing.${kind}`, "swot"))),
    ...(plan.lowest.cash < 0
      ? [{ level: "warn" as const, code: "cashShort", params: { month: plan.lowest.month }, at: "liquidity" }]
      : []),
    ...((plan.years.at(-1)?.profit ?? 0) <= 0 ? [{ level: "warn" as const, code: "noProfit", at: "result" }] : []),
  ];
};

export const businessPlanner = defineWorkflow<Form, Facts>({
  key: "businessPlanner",
  version: 1,
  form,
  example,
  role: "You write business plans that a bank clerk can check: plain, exact, and open about what is not known.",
  task: "Write the texts of the plan. All money has been computed: name its figures, compute none, and promise nothing that they do not carry.",
  facts: ({ form: values }) => factsOf(values),
  factsIgnoreAnswer: true,
  figures: figuresOf,
  contextLines,
  summary: (scene) => {
    const { facts, translate } = scene;
    const { plan } = facts;
    return [
      translate("Capital needed: {need} | Kapitalbedarf: {need}", { need: money(scene, plan.need) }),
      translate("lowest cash: {cash} in {month} | tiefster Kontostand: {cash} in {month}", {
        cash: money(scene, plan.lowest.cash),
        month: planMonth(scene, plan.lowest.month),
      }),
      translate("profit in year 3: {profit} | Ergebnis in Jahr 3: {profit}", {
        profit: money(scene, plan.years[2]?.profit ?? 0),
      }),
    ].join("; ");
  },
  sections: [
    summary,
    keyFigures,
    offer,
    market,
    selling,
    people,
    swot,
    milestones,
    risks,
    sales,
    costs,
    financing,
    result,
    liquidity,
    balance,
    scenarios,
    papersList,
    monthlyResult,
    monthlyCash,
  ],
  assumptions: assumptionsOf,
  questions: openPointsOf,
  checks,
  issueTexts: {
    monthOutside:
      "Month {month} is outside the plan; use 1 to 36. | Monat {month} liegt außerhalb des Plans; möglich sind 1 bis 36.",
    "missing.s": "No strength is listed. | Es ist keine Stärke genannt.",
    "missing.w": "No weakness is listed. | Es ist keine Schwäche genannt.",
    "missing.o": "No opportunity is listed. | Es ist keine Chance genannt.",
    "missing.t": "No threat is listed. | Es ist kein Risiko genannt.",
    cashShort:
      "Cash falls below zero; the lowest point is in month {month}. | Der Kontostand fällt unter null, am tiefsten ist er in Monat {month}.",
    noProfit: "Year 3 still shows no profit. | Auch Jahr 3 bringt keinen Gewinn.",
  },
  effects: (scene) => effectsOf(scene, milestones.of(scene)),
});
