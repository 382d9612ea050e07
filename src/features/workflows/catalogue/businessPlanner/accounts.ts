import type { Block } from "#src/features/documents/document.ts";
import { signOf } from "../../domain/currencies.ts";
import { loanYearsOf, type YearTable } from "../../domain/financeTables.ts";
import type { Month } from "../../domain/finance.ts";
import { figure } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { chartOf, note, tableOf } from "../../kit/sections.ts";
import { type Facts, leverNames, money, monthName, numberText, type PlanScene, scenarioNames } from "./facts.ts";
import { type Form, planMonths } from "./form.ts";
import { cell, indexes } from "./tables.ts";

/* The accounts of the plan: financing, results, cash, balance, scenarios, and both appendices by month. */

const { computed } = sectionsFor<Form, Facts>();

/** One line per item, one column per year; lines of zeros are left out unless they belong to every plan. */
function yearly(
  scene: PlanScene,
  head: Bilingual,
  lines: readonly { label: Bilingual; of: (year: YearTable, at: number) => number | string; always?: true }[],
): Block[] {
  const { facts, translate } = scene;
  const rows = lines.flatMap(({ label, of, always }) => {
    const values = facts.years.map(of);
    if (!always && values.every((value) => value === 0)) return [];
    return [[translate(label), ...values.map((value) => (typeof value === "string" ? value : cell(scene, value)))]];
  });
  const years = facts.years.map((_, at) => translate("Year {no} | Jahr {no}", { no: at + 1 }));
  return tableOf([translate(head), ...years], rows, indexes(1, years.length));
}

export const financing = computed(
  "financing",
  "Capital need and financing | Kapitalbedarf und Finanzierung",
  (scene) => {
    const { form: values, facts, translate, translateAll } = scene;
    const { plan, use } = facts;
    const amount = (value: number): string => money(scene, value);
    const uses: [Bilingual, number][] = [
      ["Investments | Investitionen", use.invested],
      ["Costs not yet covered by sales | Kosten, die der Umsatz noch nicht deckt", Math.max(0, use.shortfall)],
      ["Unpaid customer invoices | Offene Kundenrechnungen", use.receivables],
      ["Repayment of loans | Tilgung", use.repaid],
      ["Private withdrawals | Privatentnahmen", use.withdrawn],
      ["Tax | Steuern", use.tax],
      [
        "Less the surplus of sales over running costs | Abzüglich Überschuss des Umsatzes über die laufenden Kosten",
        Math.min(0, use.shortfall),
      ],
    ];
    const sources: [string, number][] = [
      [translate("Own funds | Eigenmittel"), Math.round(values.ownCapital)],
      ...values.loans.map(({ name, amount: lent }): [string, number] => [
        translate("Loan: {name} | Darlehen: {name}", { name }),
        Math.round(lent),
      ]),
    ];
    const left = plan.opening - plan.need;
    return [
      ...(plan.need > 0
        ? [
            ...tableOf(
              [
                translate("Needed by the end of {month} | Benötigt bis Ende {month}", {
                  month: monthName(scene, use.month),
                }),
                translate("Amount | Betrag"),
              ],
              [
                ...uses.filter(([, value]) => value !== 0).map(([label, value]) => [translate(label), amount(value)]),
                [translate("Capital needed | Kapitalbedarf"), amount(use.total)],
              ],
              [1],
            ),
          ]
        : [
            note(
              "info",
              translate(
                "Based on these figures, the business pays for itself from the first month and needs no start-up capital. | Nach diesen Zahlen trägt sich das Vorhaben ab dem ersten Monat und braucht kein Startkapital.",
              ),
            ),
          ]),
      ...tableOf(
        translateAll("Source | Herkunft", "Amount | Betrag", "Share in % | Anteil in %"),
        [
          ...sources
            .filter(([, value]) => value > 0)
            .map(([label, value]) => [
              label,
              amount(value),
              numberText(scene, Math.round((1000 * value) / plan.opening) / 10),
            ]),
          [translate("Funds at the start | Mittel zum Start"), amount(plan.opening), ""],
        ],
        [1, 2],
      ),
      left < 0
        ? note(
            "warn",
            translate("Not yet financed: {amount}. | Noch nicht finanziert: {amount}.", {
              amount: amount(-left),
            }),
          )
        : note(
            "info",
            translate(
              "At its lowest, the cash balance is {amount}. That is the entire reserve. | Am tiefsten Punkt liegt der Kontostand bei {amount}. Das ist die gesamte Reserve.",
              { amount: amount(left) },
            ),
          ),
      ...values.loans.flatMap((loan) =>
        tableOf(
          [
            translate("{name}: {rate} %, {months:month|months} | {name}: {rate} %, {months:Monat|Monate}", {
              name: loan.name,
              rate: numberText(scene, loan.rate),
              months: loan.months,
            }),
            ...translateAll("Interest | Zins", "Repayment | Tilgung", "Owed at year-end | Restschuld Jahresende"),
          ],
          loanYearsOf(loan, planMonths).map(({ interest, repaid, debt }, at) => [
            translate("Year {no} | Jahr {no}", { no: at + 1 }),
            ...[interest, repaid, debt].map((value) => cell(scene, value)),
          ]),
          [1, 2, 3],
        ),
      ),
      ...(values.loans.length > 0
        ? yearly(scene, "Debt service | Kapitaldienst", [
            { label: "Cash available | Verfügbare Mittel", of: ({ available }) => available, always: true },
            { label: "Interest and repayment | Zins und Tilgung", of: ({ debtService }) => debtService, always: true },
            {
              label: "Coverage (1.0 is just enough) | Deckung (1,0 reicht gerade)",
              of: ({ coverage }) => (coverage === null ? "–" : figure(coverage, scene.language, 2)),
            },
          ])
        : []),
    ];
  },
);

/** Nothing to say of a business whose only costs grow with its sales. */
const breakEven = (scene: PlanScene): Block[] => {
  const { form: values, facts, language } = scene;
  const average = (value: number): number => Math.round(value / 12);
  const needed = (year: YearTable, at: number): number | null =>
    values.withdrawals > 0 ? year.coverRevenue : (facts.plan.years[at]?.breakEvenRevenue ?? null);
  return yearly(scene, "Break-even, per month | Gewinnschwelle, je Monat", [
    { label: "Average revenue | Durchschnittlicher Umsatz", of: ({ revenue }) => average(revenue), always: true },
    {
      label: "Revenue that covers the costs | Umsatz, der die Kosten deckt",
      of: (_, at) => facts.plan.years[at]?.breakEvenRevenue ?? "–",
    },
    ...(values.withdrawals > 0
      ? [
          {
            label: "Revenue that covers costs and withdrawals | Umsatz, der Kosten und Entnahmen deckt" as const,
            of: ({ coverRevenue }: YearTable) => coverRevenue ?? "–",
          },
        ]
      : []),
    {
      label: "Sales may fall by | Absatz darf sinken um",
      of: (year, at) => {
        const least = needed(year, at);
        return least === null || year.revenue <= least * 12
          ? "–"
          : `${figure(100 - (1200 * least) / year.revenue, language)} %`;
      },
    },
    ...(values.withdrawals > 0
      ? [
          { label: "Profit after tax | Ergebnis nach Steuern" as const, of: ({ net }: YearTable) => average(net) },
          {
            label: "Planned withdrawals | Geplante Entnahmen" as const,
            of: ({ withdrawn }: YearTable) => average(withdrawn),
          },
        ]
      : []),
  ]);
};

export const result = computed("result", "Profit and loss | Gewinn und Verlust", (scene) => {
  const { form: values, facts } = scene;
  return [
    ...yearly(scene, "Profit and loss | Gewinn und Verlust", [
      { label: "Revenue | Umsatz", of: ({ revenue }) => revenue, always: true },
      { label: "Cost of goods | Wareneinsatz", of: ({ goods }) => -goods },
      { label: "Gross profit | Rohertrag", of: ({ margin }) => margin, always: true },
      { label: "Staff | Personal", of: ({ staff }) => -staff },
      { label: "Fixed costs | Fixkosten", of: ({ fixed }) => -fixed },
      { label: "Depreciation | Abschreibung", of: ({ depreciation }) => -depreciation },
      { label: "Interest | Zins", of: ({ interest }) => -interest },
      { label: "Profit before tax | Ergebnis vor Steuern", of: ({ profit }) => profit, always: true },
      { label: "Tax | Steuern", of: ({ tax }) => -tax },
      { label: "Profit after tax | Ergebnis nach Steuern", of: ({ net }) => net, always: true },
    ]),
    ...(facts.plan.years.some(({ breakEvenRevenue }) => breakEvenRevenue) || values.withdrawals > 0
      ? breakEven(scene)
      : []),
  ];
});

export const liquidity = computed("liquidity", "Cash flow | Liquidität", (scene) => {
  const { facts, translate } = scene;
  return [
    ...chartOf(
      "line",
      translate("Cash at the end of each month | Kontostand am Ende jedes Monats"),
      signOf(scene.form.currency),
      facts.plan.months.map(({ cash }, at) => ({ label: monthName(scene, at + 1), value: cash })),
    ),
    ...yearly(scene, "Cash | Kontostand", [
      { label: "Opening cash | Anfangsstand", of: ({ opening }) => opening, always: true },
      { label: "Customer payments | Zahlungen von Kunden", of: ({ paidIn }) => paidIn, always: true },
      { label: "Goods, wages, fixed costs | Waren, Löhne, Fixkosten", of: ({ running }) => -running },
      { label: "Interest | Zins", of: ({ interest }) => -interest },
      { label: "Investments | Investitionen", of: ({ invested }) => -invested },
      { label: "Repayment of loans | Tilgung", of: ({ repaid }) => -repaid },
      { label: "Tax | Steuern", of: ({ tax }) => -tax },
      { label: "Private withdrawals | Privatentnahmen", of: ({ withdrawn }) => -withdrawn },
      { label: "Closing cash | Endstand", of: ({ end }) => end.cash, always: true },
      { label: "Lowest in the year | Tiefster Stand im Jahr", of: ({ lowest }) => lowest, always: true },
    ]),
  ];
});

/** Cash below zero is money that somebody has to lend. */
const overdraft = ({ end }: YearTable): number => Math.max(0, -end.cash);

export const balance = computed("balance", "Balance sheet | Bilanz", (scene) =>
  yearly(scene, "At year-end | Zum Jahresende", [
    { label: "Fixed assets | Anlagevermögen", of: ({ end }) => end.assets },
    { label: "Receivables | Forderungen", of: ({ end }) => end.receivables },
    { label: "Cash | Kontostand", of: ({ end }) => Math.max(0, end.cash), always: true },
    {
      label: "Assets | Aktiva",
      of: ({ end }) => end.assets + end.receivables + Math.max(0, end.cash),
      always: true,
    },
    { label: "Loans | Darlehen", of: ({ end }) => end.debt },
    { label: "Not financed yet | Noch nicht finanziert", of: overdraft },
    { label: "Equity | Eigenkapital", of: ({ end }) => end.equity, always: true },
    {
      label: "Liabilities and equity | Passiva",
      of: (year) => year.end.debt + overdraft(year) + year.end.equity,
      always: true,
    },
  ]),
);

export const scenarios = computed("scenarios", "If things turn out differently | Wenn es anders kommt", (scene) => {
  const { facts, translate } = scene;
  const cases = [
    ...(["planned", "weak", "late"] as const).map((name) => ({
      name: translate(scenarioNames[name]),
      plan: facts.scenarios[name],
    })),
    ...facts.levers.map(({ lever, plan }) => ({ name: translate(leverNames[lever]), plan })),
  ];
  const table = (head: Bilingual, list: typeof cases): Block[] =>
    tableOf(
      [
        translate(head),
        ...scene.translateAll(
          "Profit, year 1 | Ergebnis, Jahr 1",
          "Profit, year 3 | Ergebnis, Jahr 3",
          "Cash, end of year 1 | Kontostand, Ende Jahr 1",
          "Lowest cash | Tiefster Kontostand",
          "Capital needed | Kapitalbedarf",
        ),
      ],
      list.map(({ name, plan }) => [
        name,
        cell(scene, plan.years[0]?.profit ?? 0),
        cell(scene, plan.years[2]?.profit ?? 0),
        cell(scene, plan.years[0]?.cash ?? 0),
        cell(scene, plan.lowest.cash),
        cell(scene, plan.need),
      ]),
      indexes(1, 5),
    );
  const { planned, weak } = facts.scenarios;
  const isCheaper =
    weak.lowest.cash > planned.lowest.cash && (weak.years[0]?.profit ?? 0) < (planned.years[0]?.profit ?? 0);
  const short = cases.slice(1).filter(({ plan }) => plan.lowest.cash < 0 && facts.plan.lowest.cash >= 0);
  return [
    ...table("Scenario | Szenario", cases.slice(0, 3)),
    ...table("One factor worse | Ein Faktor schlechter", cases.slice(3)),
    ...(isCheaper
      ? [
          note(
            "info",
            translate(
              "With lower sales, the lowest point is higher here because goods are paid for before customers pay. Profit and later cash balances still fall. | Bei weniger Absatz liegt der tiefste Punkt hier höher, weil Waren bezahlt werden, bevor Kunden zahlen. Ergebnis und spätere Kontostände sinken trotzdem.",
            ),
          ),
        ]
      : []),
    ...(short.length > 0
      ? [
          note(
            "warn",
            translate("Cash would run short in these cases: {cases}. | In diesen Fällen würde Geld fehlen: {cases}.", {
              cases: short.map(({ name, plan }) => `${name} (${money(scene, -plan.lowest.cash)})`).join("; "),
            }),
          ),
        ]
      : []),
  ];
});

/** Months of each year as lines; columns of zeros are left out. */
function monthly(
  scene: PlanScene,
  columns: readonly { title: Bilingual; of: (month: Month) => number; always?: true }[],
): Block[] {
  const { months } = scene.facts.plan;
  const shown = columns.filter(({ of, always }) => always || months.some((month) => of(month) !== 0));
  return scene.facts.years.flatMap((_, year) =>
    tableOf(
      [scene.translate("Year {no} | Jahr {no}", { no: year + 1 }), ...shown.map(({ title }) => scene.translate(title))],
      months
        .slice(year * 12, year * 12 + 12)
        .map((month, at) => [monthName(scene, year * 12 + at + 1), ...shown.map(({ of }) => cell(scene, of(month)))]),
      indexes(1, shown.length),
    ),
  );
}

export const monthlyResult = computed(
  "monthlyResult",
  "Appendix: profit and loss by month | Anhang: Gewinn und Verlust je Monat",
  (scene) =>
    monthly(scene, [
      { title: "Revenue | Umsatz", of: ({ revenue }) => revenue, always: true },
      { title: "Goods | Waren", of: ({ goods }) => -goods },
      { title: "Staff | Personal", of: ({ staff }) => -staff },
      { title: "Fixed costs | Fixkosten", of: ({ fixed }) => -fixed },
      { title: "Depreciation | Abschreibung", of: ({ depreciation }) => -depreciation },
      { title: "Interest | Zins", of: ({ interest }) => -interest },
      { title: "Profit before tax | Ergebnis vor Steuern", of: ({ profit }) => profit, always: true },
    ]),
);

export const monthlyCash = computed("monthlyCash", "Appendix: cash by month | Anhang: Kontostand je Monat", (scene) =>
  monthly(scene, [
    { title: "From customers | Von Kunden", of: ({ paidIn }) => paidIn, always: true },
    {
      title: "Running costs and interest | Laufende Kosten und Zins",
      of: ({ goods, staff, fixed, interest }) => -(goods + staff + fixed + interest),
      always: true,
    },
    { title: "Investments | Investitionen", of: ({ invested }) => -invested },
    { title: "Repayment | Tilgung", of: ({ repaid }) => -repaid },
    { title: "Tax | Steuern", of: ({ tax }) => -tax },
    { title: "Withdrawals | Entnahmen", of: ({ withdrawn }) => -withdrawn },
    { title: "Cash | Kontostand", of: ({ cash }) => cash, always: true },
  ]),
);
