import { moneyText as amountText } from "../../domain/currencies.ts";
import { dayText } from "#src/kit/time/dateTexts.ts";
import { addDays, weekdayOf } from "#src/kit/time/dates.ts";
import {
  type Method,
  paceOf,
  lineTo,
  type ScheduledIdea,
  scheduleOf,
  themesOf,
  type Voice,
  voicesOf,
} from "../../domain/product.ts";
import { figure, quoted } from "../../domain/wording.ts";
import { draftLanguageOf } from "../../kit/bilingual.ts";
import { backPlan, type Milestone, workday } from "../../kit/effects.ts";
import type { Figures, Scene } from "../../kit/state.ts";
import type { WorkflowContext } from "../../workflow.ts";
import type { Form } from "./form.ts";

/* What a product plan computes: capacity, order, dates, cost, and what feedback nothing answers. */

export interface ScheduledFeature extends ScheduledIdea {
  /** `f1` … in the order of the form. */
  id: string;
  /** First and last working day. */
  start: string;
  end: string;
}

export interface Facts {
  /** Person-weeks that the team gets done in a week. */
  pace: number;
  /** In the order of work. */
  schedule: ScheduledFeature[];
  voices: Voice[];
  /** Ids of the voices that speak of each feature. */
  voicesOf: ReadonlyMap<string, readonly string[]>;
  /** Nobody has read the voices yet: they belong to features by the words they share. */
  isMatchedByWords: boolean;
  /** Ids of voices that nothing answers. */
  unanswered: string[];
  themes: { word: string; ids: string[] }[];
  /** Person-weeks of the planned quarters, and of all features. */
  capacity: number;
  effort: number;
  /** Last day of the last “must”, in this order and with every “must” first; empty without a date. */
  release: string;
  earliest: string;
  gates: Milestone[];
  /** Planned values of the success metric at the end of each quarter. */
  metricLine: number[];
}
export type ProductScene = Scene<Form, Facts>;

export const daysOfQuarter = 91;
const weeksOfQuarter = 13;

/** Steps before the first release and how many days before it each is due: planning values, said as such. */
const gateSteps = [
  { id: "scope", title: "Scope fixed | Umfang steht fest", daysBefore: 35 },
  { id: "pilot", title: "Pilot with first users | Pilot mit ersten Nutzern", daysBefore: 21 },
  { id: "decide", title: "Go/no-go decision | Entscheidung über den Start", daysBefore: 7 },
  { id: "release", title: "First release | Erste Version", daysBefore: 0 },
] as const;

export const idOf = (at: number): string => `f${at + 1}`;
export const titleOf = (id: string, { form: { ideas } }: ProductScene): string | null =>
  ideas[Number(id.slice(1)) - 1]?.title ?? null;

const nextWorkday = (date: string): string => (weekdayOf(date) > 5 ? nextWorkday(addDays(date, 1)) : date);

/** The last day of a quarter of the plan, on a working day. @param no 1 for the first */
export const endOfQuarter = ({ startOn }: Form, no: number): string =>
  workday(addDays(startOn, daysOfQuarter * no - 1));

/** What written texts say of voices. */
export interface AnsweredVoices {
  features: readonly { id: string; why: string; said: readonly string[] }[];
  missing: readonly { said: readonly string[] }[];
}

export function factsOf(values: Form, context: WorkflowContext, { features, missing }: AnsweredVoices): Facts {
  const { ideas, startOn, quarters, metricNow, metricGoal } = values;
  const method: Method = values.method;
  const pace = paceOf(values.team, values.focus);
  const startOfWeek = (week: number): string => addDays(startOn, Math.max(0, Math.floor(week * 7 + 1e-9)));
  const endOfWeek = (week: number): string => addDays(startOn, Math.max(0, Math.ceil(week * 7 - 1e-9) - 1));
  const dated = (list: readonly ScheduledIdea[]): ScheduledFeature[] =>
    list.map((one) => {
      const start = nextWorkday(startOfWeek(one.from));
      const end = workday(endOfWeek(one.to));
      return { ...one, id: idOf(one.at), start, end: end < start ? start : end };
    });
  const lastMust = (list: readonly ScheduledFeature[]): string =>
    pace > 0
      ? (list
          .filter(({ at }) => ideas[at]?.rank === "must" && ideas[at].effort > 0)
          .map(({ end }) => end)
          .toSorted()
          .at(-1) ?? "")
      : "";
  // An effort that nobody has named is no small one: such a feature has no score yet.
  const weighed = ideas.map((idea) => (idea.effort > 0 ? idea : { ...idea, reach: 0, impact: 0, urgency: 0 }));
  const schedule = dated(scheduleOf(weighed, method, pace));
  const release = lastMust(schedule);
  const isInTime = release !== "" && release <= addDays(startOn, daysOfQuarter * quarters);
  const texts = [
    values.feedback,
    ...context.sources.filter(({ source }) => source.url.startsWith("file:")).map(({ text }) => text),
  ];
  const voices = voicesOf(texts.join("\n"), ideas, context.language);
  const isMatchedByWords = features.every(({ why }) => why === "");
  const voicesOfFeature = new Map(
    schedule.map(({ id, at }) => [
      id,
      isMatchedByWords
        ? voices.filter(({ idea }) => idea === at).map((voice) => voice.id)
        : (features.find((row) => row.id === id)?.said ?? []),
    ]),
  );
  const answered = new Set([...voicesOfFeature.values(), ...missing.map(({ said }) => said)].flat());
  return {
    pace,
    schedule,
    voices,
    voicesOf: voicesOfFeature,
    isMatchedByWords,
    unanswered: voices.filter(({ id }) => !answered.has(id)).map(({ id }) => id),
    themes: themesOf(voices, context.language),
    capacity: pace * weeksOfQuarter * quarters,
    effort: schedule.reduce((sum, { at }) => sum + (ideas[at]?.effort ?? 0), 0),
    release,
    earliest: lastMust(dated(scheduleOf(weighed, method, pace, true))),
    gates: isInTime ? backPlan(release, gateSteps, context, draftLanguageOf(values.goalLanguage)) : [],
    metricLine: metricNow === null || metricGoal === null ? [] : lineTo(metricNow, metricGoal, quarters),
  };
}

/** Dates and costs follow only from a team and from efforts. */
export const isPlannable = ({ facts }: ProductScene): boolean => facts.pace > 0 && facts.effort > 0;

/** Features that get requirements and a project of their own: the next ones. */
export const specified = 3;

export const quotedTitles = (scene: ProductScene, list: readonly ScheduledFeature[]): string[] =>
  list.map(({ id }) => quoted(titleOf(id, scene) ?? id, scene.language));

/** Features with an effort that end after the planned quarters. */
export const lateFeatures = ({ facts, form: { ideas, quarters } }: ProductScene): ScheduledFeature[] =>
  facts.schedule.filter(({ at, quarter }) => quarter > quarters && (ideas[at]?.effort ?? 0) > 0);

/** A number with decimals only where it has some. */
export const numberText = ({ language }: ProductScene, value: number, decimals: number): string =>
  figure(value, language, Number.isInteger(Number(value.toFixed(decimals))) ? 0 : decimals);

export const moneyText = ({ language, form: { currency } }: ProductScene, value: number): string =>
  amountText(value, currency, language);

export const weeksText = (scene: ProductScene, value: number, decimals = 1): string =>
  `${numberText(scene, value, decimals)} ${scene.translate(
    value === 1 ? "person-week | Personenwoche" : "person-weeks | Personenwochen",
  )}`;

/** Most addends of a sum that is written out. */
const maxAddends = 12;

/** Figures that texts may only name. */
export function figuresOf(scene: ProductScene): Figures {
  const { facts, form: values, translate } = scene;
  if (!isPlannable(scene)) return {};
  const efforts = facts.schedule
    .map(({ at }) => values.ideas[at]?.effort ?? 0)
    .filter((effort) => effort > 0)
    .map((effort) => numberText(scene, effort, 1));
  return {
    effort: {
      label: "Effort for all features | Aufwand für alle Funktionen",
      text: weeksText(scene, facts.effort),
      ...(efforts.length > 1 && efforts.length <= maxAddends ? { how: efforts.join(" + ") } : {}),
    },
    capacity: {
      label: "Available capacity | Kapazität im Planungszeitraum",
      text: weeksText(scene, facts.capacity),
      how: translate(
        "{pace} per week × 13 weeks × {quarters:quarter|quarters} | {pace} je Woche × 13 Wochen × {quarters:Quartal|Quartale}",
        { pace: weeksText(scene, facts.pace, 2), quarters: values.quarters },
      ),
    },
    ...(facts.release
      ? {
          release: {
            label: "First release | Erste Version",
            text: dayText(facts.release, scene.language),
            how: translate(
              "last “must” completed, in this order | letztes „Muss“ abgeschlossen, in dieser Reihenfolge",
            ),
          },
        }
      : {}),
    ...(values.weekCost > 0
      ? {
          cost: {
            label: "Cost of all features | Kosten aller Funktionen",
            text: moneyText(scene, facts.effort * values.weekCost),
            how: `${weeksText(scene, facts.effort)} × ${moneyText(scene, values.weekCost)}`,
          },
        }
      : {}),
  };
}
