import type { Block } from "#src/features/documents/document.ts";
import { signOf } from "../../domain/currencies.ts";
import { unitsOf } from "../../domain/financeTables.ts";
import { depreciationOf } from "../../domain/finance.ts";
import { monthNameOf } from "#src/kit/time/dateTexts.ts";
import { figure } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { chartOf, note, tableOf } from "../../kit/sections.ts";
import { type Facts, figuresOf, money, monthName, never, numberText, type PlanScene } from "./facts.ts";
import { type Form, planMonths } from "./form.ts";

/* What the plan is computed from, as a reader checks it: key figures, people, sales, costs, and the papers to add. */

const { computed } = sectionsFor<Form, Facts>();

/** Whole amounts without currency, for tables: a line above them names it. */
export const cell = ({ language }: PlanScene, value: number): string => figure(value, language);
export const indexes = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** Holds for every table of the document. */
const units = (scene: PlanScene): Block =>
  note(
    "info",
    scene.translate(
      "Amounts in {sign}, without VAT. Year 1: {first} to {last}. | Beträge in {sign}, ohne Umsatzsteuer. Jahr 1: {first} bis {last}.",
      { sign: signOf(scene.form.currency), first: monthName(scene, 1), last: monthName(scene, 12) },
    ),
  );

export const keyFigures = computed("keyFigures", "Key figures | Eckdaten", (scene) => {
  const { facts, translate } = scene;
  const figures = figuresOf(scene);
  const item = (label: Bilingual, name: string, text = ""): { label: string; value: string; note: string } => ({
    label: translate(label),
    value: figures[name]?.text ?? "",
    note: text,
  });
  const monthItem = (label: Bilingual, month: number | null): { label: string; value: string; note: string } => ({
    label: translate(label),
    value: month === null ? "–" : translate("month {month} | Monat {month}", { month }),
    note: month === null ? translate(never) : monthName(scene, month),
  });
  const { lowest, breakEven, years } = facts.plan;
  const month = (no: number): string =>
    translate("month {no}, {name} | Monat {no}, {name}", { no, name: monthName(scene, no) });
  // Number of the first year from which each has a profit; past the last one when there is none.
  const goodYear = years.findLastIndex(({ profit }) => profit <= 0) + 2;
  const profitFrom =
    breakEven === null && goodYear <= years.length
      ? {
          label: translate("Profitable every year from | Jedes Jahr Gewinn ab"),
          value: translate("year {no} | Jahr {no}", { no: goodYear }),
          note: "",
        }
      : monthItem("Profitable every month from | Jeden Monat Gewinn ab", breakEven);
  return [
    {
      type: "kpi",
      items: [
        item("Capital needed | Kapitalbedarf", "capitalNeed"),
        item("Lowest cash | Tiefster Kontostand", "lowestCash", month(lowest.month)),
        profitFrom,
        ...(facts.recovered === 1 ? [] : [monthItem("Losses recovered by | Verluste aufgeholt ab", facts.recovered)]),
        item("Revenue, year 3 | Umsatz, Jahr 3", "revenue3"),
      ],
    },
    units(scene),
  ];
});

export const people = computed(
  "people",
  "Founders and staff | Gründung und Personal",
  (scene) => {
    const { form: values, translateAll } = scene;
    return [
      ...tableOf(
        translateAll("Name | Name", "Skills | Kenntnisse", "Share in % | Anteil in %"),
        values.founders.map(({ name, skills, share }) => [name, skills || "–", numberText(scene, share)]),
        [2],
      ),
      ...tableOf(
        translateAll(
          "Role | Aufgabe",
          "From | Ab",
          "Gross wage per month | Bruttolohn je Monat",
          "With employer contributions | Mit Lohnnebenkosten",
        ),
        values.staff.map(({ role, salary, from }) => [
          role,
          monthName(scene, from),
          money(scene, Math.round(salary)),
          money(scene, Math.round(salary * (1 + values.wageExtra / 100))),
        ]),
        [2, 3],
      ),
    ];
  },
  ({ form: values }) => values.founders.length + values.staff.length > 0,
);

export const sales = computed("sales", "Sales plan | Absatzplanung", (scene) => {
  const { form: values, facts, translate, translateAll, language } = scene;
  const yearHeads = facts.years.map((_, at) => translate("Year {no} | Jahr {no}", { no: at + 1 }));
  return [
    ...tableOf(
      translateAll(
        "Offer | Angebot",
        "Price | Preis",
        "Cost | Kosten",
        "Margin | Deckungsbeitrag",
        "Margin in % | Deckungsbeitrag in %",
        "Growth per month | Wachstum je Monat",
      ),
      values.offers.map(({ name, unit, price, unitCost, growth }) => [
        unit === "" ? name : `${name} (${unit})`,
        money(scene, price),
        money(scene, unitCost),
        money(scene, price - unitCost),
        price === 0 ? "–" : figure((100 * (price - unitCost)) / price, language),
        `${numberText(scene, growth)} %`,
      ]),
      indexes(1, 5),
    ),
    ...tableOf(
      [
        translate("Units sold | Verkaufte Menge"),
        translate(
          values.seasonality.length === 0
            ? "Month 1 | Monat 1"
            : "Month 1 before seasonality | Monat 1 ohne Saisoneffekt",
        ),
        ...yearHeads,
      ],
      values.offers.map((offer) => [
        offer.name,
        numberText(scene, offer.units),
        ...unitsOf(offer, facts.input).map((count) => cell(scene, count)),
      ]),
      indexes(1, 1 + yearHeads.length),
    ),
    ...chartOf(
      "bar",
      translate("Seasonality (1 = average month) | Saisonverlauf (1 = durchschnittlicher Monat)"),
      "",
      values.seasonality.map(({ factor }, at) => ({
        label: monthNameOf(at + 1, language).slice(0, 3),
        value: factor,
      })),
    ),
  ];
});

export const costs = computed(
  "costs",
  "Fixed costs and investments | Fixkosten und Investitionen",
  (scene) => {
    const { form: values, facts, translate, translateAll } = scene;
    const total = values.fixed.reduce((sum, { amount }) => sum + amount, 0);
    return [
      ...tableOf(
        translateAll("Fixed costs | Fixkosten", "Per month | Je Monat", "Per year | Je Jahr"),
        [
          ...values.fixed,
          ...(values.fixed.length > 1 ? [{ name: translate("Total | Summe"), amount: total }] : []),
        ].map(({ name, amount }) => [name, money(scene, amount), money(scene, amount * 12)]),
        [1, 2],
      ),
      ...tableOf(
        [
          ...translateAll(
            "Investment | Investition",
            "Bought in | Kaufmonat",
            "Price | Preis",
            "Years of use | Nutzungsjahre",
          ),
          ...facts.years.map((_, at) => translate("Depreciation, year {no} | Abschreibung, Jahr {no}", { no: at + 1 })),
        ],
        values.investments.map((one) => {
          const worn = depreciationOf(one, planMonths);
          return [
            one.name,
            monthName(scene, one.month),
            money(scene, Math.round(one.amount)),
            String(one.years),
            ...facts.years.map((_, at) =>
              cell(
                scene,
                worn.slice(at * 12, at * 12 + 12).reduce((sum, value) => sum + value, 0),
              ),
            ),
          ];
        }),
        indexes(2, 3 + facts.years.length),
      ),
    ];
  },
  ({ form: values }) => values.fixed.length + values.investments.length > 0,
);

const papers: Readonly<Record<Form["purpose"], readonly Bilingual[]>> = {
  bank: [
    "CVs of the founders and proof of own funds | Lebensläufe und Nachweis der Eigenmittel",
    "List of collateral, or the guarantee that replaces it | Liste der Sicherheiten oder die Bürgschaft, die sie ersetzt",
  ],
  investor: [
    "Ownership before and after the funding round | Anteile vor und nach der Finanzierung",
    "Use of funds by milestone | Mittelverwendung nach Meilensteinen",
    "The company owns the rights to its name, software and designs | Rechte an Name, Software und Entwürfen liegen beim Unternehmen",
  ],
  jobCentre: [
    "Get the agency’s list of documents and deadlines before you register the business | Liste der Unterlagen und Fristen bei der Arbeitsagentur holen, bevor Sie das Gewerbe anmelden",
    "Expert assessment of the plan, if the agency asks for one | Stellungnahme einer fachkundigen Stelle zum Plan, falls die Agentur sie verlangt",
    "The withdrawals cover health insurance and retirement savings | Krankenversicherung und Altersvorsorge sind in den Entnahmen enthalten",
  ],
  internal: [
    "Who decides, by when, and based on which figure | Wer bis wann anhand welcher Zahl entscheidet",
    "Cash level at which the plan is stopped or changed | Bei welchem Kontostand der Plan gestoppt oder geändert wird",
  ],
};

export const papersList = computed(
  "papers",
  "Before you hand it in | Vor der Abgabe",
  ({ form: values, translate }) => [
    {
      type: "checklist",
      items: (
        [
          ...(values.investments.length > 0
            ? (["Quotes for all investments | Angebote für alle Investitionen"] as const)
            : []),
          "Registrations, permits and insurance are settled | Anmeldungen, Genehmigungen und Versicherungen sind geklärt",
          "VAT, tax rate and employer contributions checked by a tax adviser | Umsatzsteuer, Steuersatz und Lohnnebenkosten von einer Steuerberatung geprüft",
          ...(values.loans.length > 0
            ? (["Terms of each loan in writing | Konditionen jedes Darlehens schriftlich"] as const)
            : []),
          ...papers[values.purpose],
        ] satisfies Bilingual[]
      ).map((item) => ({ text: translate(item), done: false })),
    },
  ],
);
