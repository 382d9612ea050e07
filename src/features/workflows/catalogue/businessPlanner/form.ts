import type { z } from "zod";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { currencies } from "../../domain/currencies.ts";
import { addDays, firstOfNextMonth } from "#src/kit/time/dates.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { klangraum } from "../../kit/exampleFirms.ts";
import {
  area,
  type BrokenRule,
  choice,
  day,
  decimal,
  formOf,
  forPrompt,
  line,
  table,
  whole,
  withRules,
} from "../../kit/fields.ts";

/** Months that are planned. */
export const planMonths = 36;

const purposes = {
  bank: "Bank | Bank",
  investor: "Investor | Investor",
  jobCentre: "Employment agency | Arbeitsagentur",
  internal: "Only us | Nur wir",
} as const;

const stages = {
  idea: "Not started yet | Noch nicht gestartet",
  running: "Already in business | Bereits am Markt",
} as const;

const fields = formOf({
  purpose: choice("Who reads the plan | Wer den Plan liest", purposes, "bank"),
  stage: choice("Stage | Stand", stages, "idea"),
  legalForm: line("Legal form | Rechtsform", 80, {
    gap: "Which legal form will you choose, and why? | Welche Rechtsform wählen Sie, und warum?",
  }),
  country: line("Country and town | Land und Ort", 60, { min: 2 }),
  idea: area("Idea | Idee", 3000, {
    min: 10,
    help: "What you sell, to whom, and what is new about it. | Was Sie verkaufen, an wen, und was daran neu ist.",
  }),
  customers: area("Customers | Kunden", 1500, {
    gap: "Who buys from you, and what do they use today? | Wer kauft bei Ihnen, und womit behelfen sich diese Kunden heute?",
  }),
  market: area("What you know about market and competitors | Was Sie über Markt und Wettbewerb wissen", 3000, {
    gap: "Which figures about your market do you have, and where do they come from? | Welche Zahlen zu Ihrem Markt haben Sie, und woher stammen sie?",
  }),
  founders: table(
    "Founders | Gründerinnen und Gründer",
    {
      name: line("Name | Name", 120, { min: 1 }),
      skills: line("What they bring | Was sie mitbringen", 400),
      share: decimal("Share in % | Anteil in %", [0, 100, 100]),
    },
    8,
    {
      gap: "Who are the founders, and what does each of them bring? | Wer gründet, und was bringt jede Person mit?",
    },
  ),
  startOn: day("Start | Start", {
    help: "The calendar month of this day is month 1 of the plan. | Der Kalendermonat dieses Tages ist Monat 1 des Plans.",
  }),
  currency: choice("Currency | Währung", currencies, "EUR", { widget: "select" }),
  offers: table(
    "What you sell | Was Sie verkaufen",
    {
      name: line("Offer | Angebot", 120, { min: 1 }),
      unit: line("Unit | Einheit", 40),
      price: decimal("Price | Preis", [0, 1e7, 0]),
      unitCost: decimal("Unit cost | Kosten je Einheit", [0, 1e7, 0]),
      units: decimal("Sold in month 1 | Verkauft im Monat 1", [0, 1e6, 0]),
      growth: decimal("Growth per month in % | Wachstum je Monat in %", [-50, 50, 0]),
    },
    20,
    { help: "Prices and costs without VAT. | Preise und Kosten ohne Umsatzsteuer." },
  ),
  seasonality: forPrompt(
    table(
      "Seasonality, January to December | Saison, Januar bis Dezember",
      { factor: decimal("Factor | Faktor", [0, 5, 1]) },
      12,
      {
        isOption: true,
        help: "Twelve factors: 1 is an average month, 0.6 is 40 % less. | Zwölf Faktoren: 1 ist ein durchschnittlicher Monat, 0,6 sind 40 % weniger.",
      },
    ),
    (rows: { factor: number }[]) =>
      rows.length === 0 ? "" : `January to December: ${rows.map(({ factor }) => factor).join(", ")}`,
  ),
  staff: table(
    "Staff | Personal",
    {
      role: line("Role | Aufgabe", 120, { min: 1 }),
      salary: decimal("Gross wage per month | Bruttolohn je Monat", [0, 100_000, 0]),
      from: whole("From month | Ab Monat", [1, planMonths, 1]),
    },
    30,
  ),
  fixed: table(
    "Fixed costs per month | Fixkosten je Monat",
    {
      name: line("Item | Posten", 120, { min: 1 }),
      amount: decimal("Amount | Betrag", [0, 1e6, 0]),
    },
    40,
  ),
  investments: table(
    "Investments | Investitionen",
    {
      name: line("Item | Posten", 120, { min: 1 }),
      amount: decimal("Amount | Betrag", [0, 1e7, 0]),
      month: whole("Bought in month | Kauf im Monat", [1, planMonths, 1]),
      years: whole("Useful life in years | Nutzungsdauer in Jahren", [1, 20, 5]),
    },
    20,
  ),
  ownCapital: decimal("Own funds | Eigenmittel", [0, 1e8, 0]),
  loans: table(
    "Loans | Darlehen",
    {
      name: line("Lender | Geldgeber", 120, { min: 1 }),
      amount: decimal("Amount | Betrag", [0, 1e8, 0]),
      rate: decimal("Interest per year in % | Zins je Jahr in %", [0, 30, 5]),
      months: whole("Term in months | Laufzeit in Monaten", [1, 240, 60]),
      grace: whole("Repayment-free months | Tilgungsfreie Monate", [0, 36, 0]),
    },
    6,
  ),
  withdrawals: decimal("Owner's draw per month | Privatentnahme je Monat", [0, 100_000, 0], {
    help: "For living expenses, health insurance and private taxes. | Für Lebensunterhalt, Krankenversicherung und private Steuern.",
  }),
  taxRate: decimal("Tax on profit in % | Steuer auf den Gewinn in %", [0, 70, 30], {
    isOption: true,
    help: "For sole proprietors and partnerships, 0 if the owner's draw covers the taxes. | Bei Einzelunternehmen und Personengesellschaften 0, wenn die Privatentnahmen die Steuern enthalten.",
  }),
  wageExtra: decimal("Employer contributions in % | Lohnnebenkosten in %", [0, 60, 21], { isOption: true }),
  paidAfter: whole("Days until customers pay | Tage, bis Kunden zahlen", [0, 120, 30], { isOption: true }),
});

/** Money of one offer in the last month, beyond which a plan is a slip of the pen and no whole number is exact. */
const maxPerMonth = 1e12;
/** Three founders with 33.3 % each are fine. */
const shareTolerance = 0.5;

const broken = (isBroken: boolean, path: BrokenRule["path"], sentence: Bilingual): BrokenRule[] =>
  isBroken ? [{ path, sentence }] : [];

export const form = withRules(fields, ({ offers, founders, seasonality, loans }) => [
  ...broken(offers.length === 0, ["offers"], "Add at least one offer. | Tragen Sie mindestens ein Angebot ein."),
  ...offers.flatMap(({ price, unitCost, units, growth }, at) =>
    broken(
      Math.max(price, unitCost) * units * Math.max(1, (1 + growth / 100) ** (planMonths - 1)) > maxPerMonth,
      ["offers", at, "growth"],
      "At this growth rate, the amounts become unrealistically large within 36 months. | Bei diesem Wachstum werden die Beträge innerhalb von 36 Monaten unrealistisch groß.",
    ),
  ),
  ...broken(
    founders.length > 0 && Math.abs(founders.reduce((sum, { share }) => sum + share, 0) - 100) > shareTolerance,
    ["founders"],
    "Shares must add up to 100%. | Die Anteile müssen zusammen 100 % ergeben.",
  ),
  ...broken(
    ![0, 12].includes(seasonality.length),
    ["seasonality"],
    "Enter twelve factors or none. | Tragen Sie zwölf Faktoren ein oder keinen.",
  ),
  ...loans.flatMap(({ months, grace }, at) =>
    broken(
      grace >= months,
      ["loans", at, "grace"],
      "Must be shorter than the term. | Muss kürzer sein als die Laufzeit.",
    ),
  ),
]);
export type Form = z.output<typeof form>;

/** The firm that measures noise opens a second location. */
export function example(today: string, language: AppLanguage): Form {
  const { company, translate } = klangraum(language);
  return {
    ...company,
    requirementTitle: translate("Second location in Bremen | Zweiter Standort in Bremen"),
    purpose: "bank",
    stage: "running",
    legalForm: "GmbH",
    country: translate("Germany, Bremen | Deutschland, Bremen"),
    idea: translate(
      "A second team measures offices in Bremen and sells panels of our own. | Ein zweites Team misst Büros in Bremen und verkauft eigene Paneele.",
    ),
    customers: translate("Offices of 30 to 300 desks. | Büros mit 30 bis 300 Plätzen."),
    market: "",
    founders: [{ name: "Jette Harms", skills: translate("Acoustics, 12 years | Akustik, 12 Jahre"), share: 100 }],
    startOn: firstOfNextMonth(addDays(today, 60)),
    currency: "EUR",
    offers: [
      { name: translate("Measuring day | Messtag"), unit: "", price: 890, unitCost: 120, units: 6, growth: 3 },
      {
        name: translate("Panels for a room | Paneele für einen Raum"),
        unit: "",
        price: 4200,
        unitCost: 2100,
        units: 2,
        growth: 4,
      },
    ],
    seasonality: [],
    staff: [{ role: translate("Technician | Technik"), salary: 3400, from: 1 }],
    fixed: [
      { name: translate("Rent | Miete"), amount: 900 },
      { name: translate("Car | Auto"), amount: 650 },
    ],
    investments: [{ name: translate("Instruments | Messgeräte"), amount: 18_000, month: 1, years: 6 }],
    ownCapital: 15_000,
    loans: [{ name: translate("House bank | Hausbank"), amount: 25_000, rate: 6, months: 60, grace: 6 }],
    withdrawals: 0,
    taxRate: 30,
    wageExtra: 21,
    paidAfter: 30,
  };
}
