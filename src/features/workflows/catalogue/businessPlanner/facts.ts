import { moneyText } from "../../domain/currencies.ts";
import { localDateOf } from "#src/kit/time/clocks.ts";
import { monthText } from "#src/kit/time/dateTexts.ts";
import { monthNumberOf } from "#src/kit/time/dates.ts";
import { type Lever, leverPlansOf, type Plan, type PlanInput, planOf } from "../../domain/finance.ts";
import {
  calendarMonthOf,
  type CapitalUse,
  capitalUseOf,
  recoveredOf,
  type YearTable,
  yearTablesOf,
} from "../../domain/financeTables.ts";
import { figure } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import type { Figures, Scene } from "../../kit/state.ts";
import { type Form, planMonths } from "./form.ts";

/* What the form amounts to in figures, and how figures and months read in the document. */

export const scenarioNames = {
  planned: "As planned | Wie geplant",
  weak: "Sales 30 % lower | Absatz 30 % niedriger",
  late: "Sales start 3 months later | Verkauf beginnt 3 Monate später",
} as const satisfies Record<string, Bilingual>;

export const leverNames: Readonly<Record<Lever, Bilingual>> = {
  units: "Sales 10 % lower | Absatz 10 % niedriger",
  price: "Prices 10 % lower | Preise 10 % niedriger",
  fixed: "Fixed costs 10 % higher | Fixkosten 10 % höher",
  payment: "Customers pay 30 days later | Kunden zahlen 30 Tage später",
};

export interface Facts {
  input: PlanInput;
  plan: Plan;
  years: YearTable[];
  use: CapitalUse;
  /** First month from which the results since the start are no loss. */
  recovered: number | null;
  scenarios: Record<keyof typeof scenarioNames, Plan>;
  levers: { lever: Lever; plan: Plan }[];
}
export type PlanScene = Scene<Form, Facts>;

export function factsOf(values: Form): Facts {
  const input: PlanInput = {
    ...values,
    months: planMonths,
    firstMonth: monthNumberOf(values.startOn),
    seasonality: values.seasonality.map(({ factor }) => factor),
  };
  const plan = planOf(input);
  return {
    input,
    plan,
    years: yearTablesOf(plan),
    use: capitalUseOf(plan),
    recovered: recoveredOf(plan),
    scenarios: { planned: plan, weak: planOf(input, { scale: 0.7 }), late: planOf(input, { delay: 3 }) },
    levers: leverPlansOf(input).filter(({ lever }) => lever !== "fixed" || values.fixed.length > 0),
  };
}

/** A number with as many decimals as it needs, two at most: `6.4`. */
export const numberText = ({ language }: Pick<PlanScene, "language">, value: number): string =>
  figure(value, language, [0, 1].find((places) => Number(value.toFixed(places)) === value) ?? 2);

/** An amount with its currency, as written in sentences; with cents where it has some. */
export const money = ({ form, language }: Pick<PlanScene, "form" | "language">, value: number): string =>
  moneyText(value, form.currency, language, Number.isInteger(value) ? 0 : 2);

/** `February 2027` for a month of the plan. */
export const monthName = ({ form, language }: Pick<PlanScene, "form" | "language">, month: number): string =>
  monthText(calendarMonthOf(form.startOn, month), language);

/** `month 6 (July 2027)`. Reads the same after "in" and "from", and is never mistaken for a date of something else. */
export const planMonth = (scene: Pick<PlanScene, "form" | "language" | "translate">, month: number): string =>
  scene.translate("month {month} ({name}) | Monat {month} ({name})", { month, name: monthName(scene, month) });

export const never: Bilingual = "not within 36 months | nicht innerhalb von 36 Monaten";

/** Figures that texts may name. What the person entered is no figure of the model and has no name. */
export function figuresOf(scene: PlanScene): Figures {
  const { facts, form: values, translate } = scene;
  const { plan, years, scenarios, levers } = facts;
  const of = (value: number): string => money(scene, value);
  const monthOr = (month: number | null): string => (month === null ? translate(never) : planMonth(scene, month));
  const loaned = values.loans.reduce((sum, { amount }) => sum + amount, 0);
  const paidLater = levers.find(({ lever }) => lever === "payment")?.plan.lowest.cash ?? plan.lowest.cash;
  const [, second] = years;
  return {
    capitalNeed: {
      label: "Capital needed | Kapitalbedarf",
      text: of(plan.need),
      how: translate(
        "opening cash {opening} less lowest cash {lowest} | Anfangsstand {opening} abzüglich tiefstem Stand {lowest}",
        { opening: of(plan.opening), lowest: of(plan.lowest.cash) },
      ),
    },
    ...(loaned > 0 && values.ownCapital > 0
      ? {
          funds: {
            label: "Own money and loans together | Eigenmittel und Darlehen zusammen",
            text: of(plan.opening),
            how: `${of(values.ownCapital)} + ${of(loaned)}`,
          },
        }
      : {}),
    lowestCash: {
      label: "Lowest cash at the end of a month | Tiefster Kontostand am Monatsende",
      text: of(plan.lowest.cash),
    },
    lowestMonth: {
      label: "Month of lowest cash | Monat des tiefsten Kontostands",
      text: planMonth(scene, plan.lowest.month),
    },
    ...(plan.lowest.cash < 0
      ? { missing: { label: "Money that is missing | Fehlendes Geld", text: of(-plan.lowest.cash) } }
      : {}),
    breakEven: {
      label: "First month from which every month has a profit | Erster Monat, ab dem jeder Monat Gewinn bringt",
      text: monthOr(plan.breakEven),
    },
    ...(facts.recovered === 1
      ? {}
      : {
          recovered: {
            label:
              "First month with losses made up for good | Erster Monat, in dem alle Verluste dauerhaft aufgeholt sind",
            text: monthOr(facts.recovered),
          },
        }),
    ...(plan.breakEvenRevenue
      ? {
          breakEvenRevenue: {
            label:
              "Revenue a month that just covers the costs of year 1 | Umsatz je Monat, der die Kosten von Jahr 1 gerade deckt",
            text: of(plan.breakEvenRevenue),
            how: translate(
              "monthly costs that don’t grow with sales, divided by the share of revenue left after the cost of goods | monatliche Kosten, die nicht mit dem Absatz wachsen, geteilt durch den Umsatzanteil, der nach dem Wareneinsatz bleibt",
            ),
          },
        }
      : {}),
    ...Object.fromEntries(
      years.flatMap(({ revenue, profit, end }, at) => {
        const no = at + 1;
        return [
          [`revenue${no}`, { label: `Revenue, year ${no} | Umsatz, Jahr ${no}`, text: of(revenue) }],
          [
            `profit${no}`,
            { label: `Profit before tax, year ${no} | Ergebnis vor Steuern, Jahr ${no}`, text: of(profit) },
          ],
          [
            `cash${no}`,
            { label: `Cash at the end of year ${no} | Kontostand am Ende von Jahr ${no}`, text: of(end.cash) },
          ],
        ];
      }),
    ),
    weakCash: {
      label: "Lowest cash if sales are 30 % lower | Tiefster Kontostand bei 30 % weniger Absatz",
      text: of(scenarios.weak.lowest.cash),
    },
    weakProfit1: {
      label: "Profit of year 1 if sales are 30 % lower | Ergebnis in Jahr 1 bei 30 % weniger Absatz",
      text: of(scenarios.weak.years[0]?.profit ?? 0),
    },
    lateCash: {
      label: "Lowest cash if sales start 3 months later | Tiefster Kontostand bei 3 Monaten späterem Verkauf",
      text: of(scenarios.late.lowest.cash),
    },
    paidLaterCash: {
      label: "Lowest cash if customers pay 30 days later | Tiefster Kontostand, wenn Kunden 30 Tage später zahlen",
      text: of(paidLater),
    },
    ...(second && second.coverage !== null
      ? {
          debtService2: {
            label: "Interest and repayment, year 2 | Zins und Tilgung, Jahr 2",
            text: of(second.debtService),
          },
          coverage2: {
            label: "Debt service cover, year 2 | Deckung des Kapitaldienstes, Jahr 2",
            text: figure(second.coverage, scene.language, 2),
            how: `${of(second.available)} ÷ ${of(second.debtService)}`,
          },
        }
      : {}),
  };
}

/** Growth a month from which a plan has to say what it rests on: over a year, sales more than triple. */
const steepGrowth = 10;

/** Legal forms whose owners are taxed, not the business. */
const paysPrivateTax =
  /einzelunternehm|einzelfirma|freiberuf|kleingewerbe|selbst(?:st)?ändig|\bGbR\b|\bOHG\b|\be\. ?K\.|sole (?:trader|proprietor)|self-employed|freelanc|partnership/i;

/** What the figures of the form leave open or contradict, as one question each. */
export function openPointsOf(scene: PlanScene): string[] {
  const { form: values, facts, translate, context } = scene;
  const { plan, years } = facts;
  const [first, last] = [years[0], years.at(-1)];
  const loaned = values.loans.reduce((sum, { amount }) => sum + amount, 0);
  const of = (value: number): string => money(scene, value);
  const startMonth = calendarMonthOf(values.startOn, 1);
  const points: (string | false)[] = [
    startMonth < calendarMonthOf(localDateOf(context.now, context.timeZone), 1) &&
      translate(
        "Month 1 of the plan, {name}, is in the past: should the plan start later, or are these actual figures? | Monat 1 des Plans, {name}, liegt in der Vergangenheit: Soll der Plan später beginnen, oder sind es Ist-Zahlen?",
        { name: monthName(scene, 1) },
      ),
    values.taxRate > 0 &&
      values.withdrawals > 0 &&
      paysPrivateTax.test(values.legalForm) &&
      translate(
        "Legal form “{form}”: you pay income tax privately. If the withdrawals cover it, should the tax on profit be 0 %? Otherwise it is counted twice. | Rechtsform „{form}“: Einkommensteuer zahlen Sie privat. Wenn die Privatentnahmen sie enthalten, soll die Steuer auf den Gewinn 0 % sein? Sonst wird sie doppelt gerechnet.",
        { form: values.legalForm },
      ),
    ...values.offers.flatMap(({ name, price, unitCost, units, growth }) => [
      price === 0 &&
        translate(
          "“{name}” has no price: how does it make money? | „{name}“ hat keinen Preis: Womit bringt es Geld ein?",
          {
            name,
          },
        ),
      price > 0 &&
        unitCost >= price &&
        translate(
          "“{name}” costs at least as much as it brings in: raise the price or drop the offer? | „{name}“ kostet mindestens so viel, wie es einbringt: Preis erhöhen oder Angebot streichen?",
          { name },
        ),
      units === 0 &&
        translate(
          "“{name}” is never sold in this plan: how many will you sell in month 1? | „{name}“ wird in diesem Plan nie verkauft: Wie viel verkaufen Sie im Monat 1?",
          {
            name,
          },
        ),
      growth >= steepGrowth &&
        units > 0 &&
        translate(
          "“{name}” grows by {growth} % a month, from {first} in month 1 to {last} in month 36: what is that based on? | „{name}“ wächst um {growth} % je Monat, von {first} im Monat 1 auf {last} im Monat 36: Worauf stützt sich das?",
          {
            name,
            growth: numberText(scene, growth),
            first: numberText(scene, units),
            last: numberText(scene, Math.round(units * (1 + growth / 100) ** (planMonths - 1))),
          },
        ),
    ]),
    values.fixed.length === 0 &&
      translate(
        "No fixed costs are entered: what do rent, insurance, phone and accounting cost per month? | Es sind keine Fixkosten eingetragen: Was kosten Miete, Versicherung, Telefon und Buchhaltung im Monat?",
      ),
    values.withdrawals === 0 &&
      values.stage === "idea" &&
      translate(
        "No private withdrawals are planned: what will you live on until the business can pay you? | Es sind keine Privatentnahmen geplant: Wovon leben Sie, bis das Unternehmen Sie bezahlen kann?",
      ),
    plan.lowest.cash < 0 &&
      translate(
        "You will be {missing} short by {month}: more of your own funds, a larger loan, later spending or smaller withdrawals? | Bis {month} fehlen {missing}: mehr Eigenmittel, ein größeres Darlehen, spätere Ausgaben oder weniger Entnahmen?",
        { missing: of(-plan.lowest.cash), month: planMonth(scene, plan.lowest.month) },
      ),
    loaned > 0 &&
      plan.lowest.cash >= loaned &&
      translate(
        "Cash never falls below {lowest}, yet you plan to borrow {loaned}: what is the loan for? | Der Kontostand fällt nie unter {lowest}, trotzdem wollen Sie {loaned} aufnehmen: Wofür ist das Darlehen?",
        { lowest: of(plan.lowest.cash), loaned: of(loaned) },
      ),
    values.purpose === "bank" &&
      loaned === 0 &&
      translate(
        "The plan is for a bank, but no loan is entered: how much, at what interest rate, for how many months? | Der Plan ist für eine Bank, aber es ist kein Darlehen eingetragen: welcher Betrag, zu welchem Zins, für wie viele Monate?",
      ),
    first !== undefined &&
      last !== undefined &&
      first.revenue > 0 &&
      last.revenue >= 2 * first.revenue &&
      values.staff.every(({ from }) => from <= 12) &&
      translate(
        "Revenue grows from {first} in year 1 to {last} in year 3, but the team doesn’t grow after year 1: who will do the work? | Der Umsatz wächst von {first} in Jahr 1 auf {last} in Jahr 3, nach Jahr 1 wächst aber das Team nicht: Wer macht die Arbeit?",
        { first: of(first.revenue), last: of(last.revenue) },
      ),
    (last?.profit ?? 0) <= 0 &&
      translate(
        "Year 3 still shows no profit: which price, cost or quantity would change that? | Auch Jahr 3 bringt keinen Gewinn: Welcher Preis, welche Kosten oder welche Menge würden das ändern?",
      ),
  ];
  return points.filter((point) => point !== false);
}

/** What the computation takes for granted. */
export function assumptionsOf(scene: PlanScene): string[] {
  const { form: values, translate } = scene;
  const share = (value: number): string => numberText(scene, value);
  return [
    translate(
      "Amounts exclude VAT; its effect on cash is not included. | Beträge ohne Umsatzsteuer; ihre Wirkung auf den Kontostand ist nicht berücksichtigt.",
    ),
    translate(
      "Prices, wages and costs stay the same for three years; goods are paid for in the month of the sale. | Preise, Löhne und Kosten bleiben drei Jahre gleich; Waren werden im Monat des Verkaufs bezahlt.",
    ),
    translate(
      values.paidAfter === 0
        ? "Customers pay at once. | Kunden zahlen sofort."
        : "Customers pay after {days:day|days}; each month counts as 30 days. | Kunden zahlen nach {days:Tag|Tagen}; jeder Monat zählt als 30 Tage.",
      { days: values.paidAfter },
    ),
    translate(
      "Tax: a flat {rate} % of annual profit, paid in the last month of the year; losses are carried forward. Have a tax adviser check this. | Steuern: pauschal {rate} % auf den Jahresgewinn, bezahlt im letzten Monat des Jahres; Verluste werden vorgetragen. Bitte von einer Steuerberatung prüfen lassen.",
      { rate: share(values.taxRate) },
    ),
    ...(values.staff.length > 0
      ? [
          translate(
            "Employer contributions are {rate} % of gross wages. | Die Lohnnebenkosten betragen {rate} % der Bruttolöhne.",
            { rate: share(values.wageExtra) },
          ),
        ]
      : []),
    ...(values.seasonality.length === 0
      ? [translate("Seasonal changes are not included. | Saisonale Schwankungen sind nicht berücksichtigt.")]
      : []),
    ...(values.investments.length > 0
      ? [
          translate(
            "Investments are depreciated evenly over their useful life, starting in the month of purchase. | Investitionen werden ab dem Kaufmonat gleichmäßig über ihre Nutzungsdauer abgeschrieben.",
          ),
        ]
      : []),
    ...(values.loans.length > 0
      ? [
          translate(
            "Loans are paid out before month 1 and repaid in equal installments after any repayment-free months. | Darlehen werden vor Monat 1 ausgezahlt und nach den tilgungsfreien Monaten in gleichen Raten getilgt.",
          ),
        ]
      : []),
  ];
}
