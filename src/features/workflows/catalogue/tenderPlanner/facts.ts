import { type Currency, moneyText } from "../../domain/currencies.ts";
import { priceWeightOf } from "../../domain/awarding.ts";
import { localDateOf } from "#src/kit/time/clocks.ts";
import { dayText } from "#src/kit/time/dateTexts.ts";
import { weekdayOf } from "#src/kit/time/dates.ts";
import { holidayCountries, type Holiday, type HolidayCountry, holidaysOf } from "../../domain/holidays.ts";
import {
  latestSending,
  tenderDates,
  type TenderDates,
  type TenderPeriods,
  type TenderStep,
  periodEnd,
  workdaysOf,
  workdaysUntil,
} from "../../domain/procurementDates.ts";
import {
  exemptLots,
  type LegalPeriods,
  legalPeriods,
  type Regime,
  regimeOf,
  type Threshold,
  thresholdOf,
} from "../../domain/procurementRules.ts";
import { type Lint, lintOf, lintQuestions } from "../../domain/requirementLint.ts";
import { type Bilingual, draftLanguageOf } from "../../kit/bilingual.ts";
import type { Figures, Scene } from "../../kit/state.ts";
import type { WorkflowContext } from "../../workflow.ts";
import type { Form } from "./form.ts";

/* What follows from the form of a purchase: value, threshold, periods, dates, words that nobody can test. */

/** A period that the form sets, against what the law asks for. */
export interface PeriodCheck {
  id: "requests" | "bids";
  /** Last day of the period, and the first day on which the law would let it end. */
  end: string;
  earliest: string;
  isTooShort: boolean;
}

export interface Facts {
  /** Of the form; null while nobody has named one, and 0 names none. */
  estimate: number | null;
  /** The estimate, else the sum of the lots; 0 while nobody has named one. */
  value: number;
  lotSum: number;
  regime: Regime;
  threshold: Threshold | null;
  /** The value as the threshold counts it: with VAT in the United Kingdom. */
  compared: number;
  /** Null: not known, because the value is missing or in another currency. */
  isAbove: boolean | null;
  legal: LegalPeriods;
  dates: TenderDates;
  /** Latest day for the notice when the award comes too late for the start; null when it is in time. */
  latestSending: string | null;
  checks: PeriodCheck[];
  /** Public holidays from Monday to Friday while bids can be handed in; working days of the same time. */
  holidays: Holiday[];
  workdays: number;
  knowsHolidays: boolean;
  priceWeight: number;
  /** By place in the form. */
  lints: Lint[][];
  exemptLots: number[];
  /** The person writes of buying without a tender or in parts, which public buyers may rarely do. */
  wantsDirect: boolean;
  today: string;
}
export type TenderScene = Scene<Form, Facts>;

/** VAT rate that makes a British value comparable with thresholds that include it: the standard rate. */
const ukVat = 0.2;

const direct = /without (?:a )?tender|split the order|ohne Ausschreibung|freihändig|Bestellungen .{0,40}verteilen/i;

const holidayCountry = (country: string): HolidayCountry | null =>
  holidayCountries.find((one) => one === country) ?? null;

export function factsOf(values: Form, context: WorkflowContext): Facts {
  const { buyer, kind, procedure, lots, publishOn, startOn } = values;
  const lotSum = lots.reduce((sum, { value }) => sum + value, 0);
  const estimate = values.value === 0 ? null : values.value;
  const value = estimate ?? lotSum;
  const regime = regimeOf(values.country);
  const threshold = thresholdOf(regime, buyer, kind);
  // Splitting and low estimates do not help: what counts is the higher of both.
  const highest = Math.max(value, lotSum);
  const compared = threshold?.withVat ? highest * (1 + ukVat) : highest;
  const isComparable = threshold !== null && highest > 0 && threshold.currency === values.currency;
  const isAbove = threshold === null ? false : isComparable ? compared >= threshold.amount : null;
  const legal = legalPeriods(regime, { buyer, kind, procedure, isAbove: isAbove === true });
  const country = holidayCountry(values.country);
  const isWorkday = workdaysOf(country);
  const periods: TenderPeriods = {
    requestDays: procedure === "restricted" ? values.requestDays : null,
    bidDays: values.bidDays,
    evaluationDays: values.evaluationDays,
    answersBefore: legal.answersBefore?.days ?? null,
    standstill: legal.standstill,
    noticeDays: legal.notice?.days ?? null,
  };
  const dates = tenderDates(publishOn, periods, isWorkday);
  const check = (id: PeriodCheck["id"], from: string, end: string | undefined): PeriodCheck[] => {
    const least = legal[id];
    if (least === null || end === undefined) return [];
    const earliest = periodEnd(from, least.days, isWorkday);
    return [{ id, end, earliest, isTooShort: end < earliest }];
  };
  return {
    estimate,
    value,
    lotSum,
    regime,
    threshold,
    compared,
    isAbove,
    legal,
    dates,
    latestSending: dates.award < startOn ? null : latestSending(startOn, periods, isWorkday),
    checks: [
      ...check("requests", publishOn, dates.steps.find(({ id }) => id === "requests")?.date),
      ...check("bids", dates.bidsFrom, dates.deadline),
    ],
    holidays:
      country === null ? [] : holidaysOf(country, publishOn, dates.deadline).filter(({ date }) => weekdayOf(date) <= 5),
    workdays: workdaysUntil(dates.bidsFrom, dates.deadline, isWorkday),
    knowsHolidays: country !== null,
    priceWeight: priceWeightOf(values.criteria),
    lints: values.requirements.map(({ text }) =>
      lintOf(text, draftLanguageOf(values.goalLanguage), buyer !== "private"),
    ),
    wantsDirect: buyer !== "private" && direct.test(`${values.need} ${values.notes}`),
    exemptLots: regime === "eu" && isAbove === true ? exemptLots(lots, kind) : [],
    today: localDateOf(context.now, context.timeZone),
  };
}

export const moneyIn = ({ language }: Pick<TenderScene, "language">, value: number, currency: Currency): string =>
  moneyText(value, currency, language);
export const money = (scene: TenderScene, value: number): string => moneyIn(scene, value, scene.form.currency);

export const stepNames: Readonly<Record<TenderStep, Bilingual>> = {
  sent: "Notice sent | Bekanntmachung abgesendet",
  requests: "Deadline for requests to take part | Frist für Teilnahmeanträge",
  invited: "Invitation to bid | Aufforderung zur Angebotsabgabe",
  questions: "Bidders’ questions until | Bieterfragen bis",
  answers: "Answers to all bidders until | Antworten an alle Bieter bis",
  deadline: "Deadline for bids | Angebotsfrist",
  opening: "Opening and formal check | Öffnung und formale Prüfung",
  informed: "Choice made, unsuccessful bidders informed | Auswahl getroffen, unterlegene Bieter informiert",
  award: "Earliest award | Frühester Zuschlag",
  binding: "Bids binding until | Bindefrist der Angebote",
  notice: "Award notice sent by | Vergabebekanntmachung spätestens",
};

export const dateOfStep = ({ dates }: Facts, step: TenderStep): string =>
  dates.steps.find(({ id }) => id === step)?.date ?? "";

/** Figures that texts may only name. The estimate is among them for risks; a text for bidders that names it is refused. */
export function figuresOf(scene: TenderScene): Figures {
  const { facts, form: values, language } = scene;
  const day = (step: TenderStep) => ({ label: stepNames[step], text: dayText(dateOfStep(facts, step), language) });
  return {
    ...(facts.value > 0
      ? {
          value: {
            label: "Estimated value, never for bidders | Geschätzter Wert, nicht für Bieter",
            text: money(scene, facts.value),
            how:
              facts.estimate === null
                ? values.lots.map(({ value }) => money(scene, value)).join(" + ")
                : money(scene, facts.value),
          },
        }
      : {}),
    publishDay: day("sent"),
    questionsDay: day("questions"),
    answersDay: day("answers"),
    deadlineDay: day("deadline"),
    awardDay: day("award"),
    ...(values.criteria.length > 0
      ? { priceWeight: { label: "Weight of the price | Gewicht des Preises", text: `${facts.priceWeight} %` } }
      : {}),
  };
}

/** What has to be asked about one requirement, in the language of the document. */
export const lintQuestion = (scene: TenderScene, lints: readonly Lint[]): string =>
  lints.map(({ kind, word }) => scene.translate(lintQuestions[kind], { word })).join(" ");
