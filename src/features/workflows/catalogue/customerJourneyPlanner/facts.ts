import { moneyText as amountText } from "../../domain/currencies.ts";
import * as journey from "../../domain/journey.ts";
import { figure, oneLine, percent, quoted } from "../../domain/wording.ts";
import { type Bilingual, draftLanguageOf, half } from "../../kit/bilingual.ts";
import type { Figures, Scene } from "../../kit/state.ts";
import type { SourceText, WorkflowContext } from "../../workflow.ts";
import { type Feeling, type Form, maxStages } from "./form.ts";

/* What a customer journey computes: people, days, money, feelings, the weight of ideas, and voices by stage. */

/** Ids are `t1` … in the order of the journey. */
export type Stage = Form["stages"][number] & { id: string };

export interface RankedIdea extends journey.WeighedIdea {
  id: string;
  idea: string;
  /** Index of its stage; null while nobody has said it. */
  stage: number | null;
  weight: number | null;
}

export interface Facts {
  stages: Stage[];
  /** No stages were named: these are the usual ones. */
  isUsual: boolean;
  steps: journey.FunnelStep[];
  /** Index of the stage in which customers pay; null when it can't be told. */
  paying: number | null;
  days: number;
  score: journey.PromoterScore | null;
  voices: journey.JourneyVoice[];
  /** −2 to 2 as the form says, else as it was read from voices; null where nobody knows. */
  feelings: (number | null)[];
  /** Stages whose feeling was read from voices. */
  isReadFeeling: boolean[];
  curve: journey.EmotionCurve;
  ranked: RankedIdea[];
  /** Pasted numbers: lines without a number, names of no stage, and stages with two numbers. */
  unread: string[];
  strangers: string[];
  conflicts: { name: string; one: number; other: number }[];
}
export type JourneyScene = Scene<Form, Facts>;

const usualStages: readonly Bilingual[] = [
  "Becomes aware | Wird aufmerksam",
  "Compares | Vergleicht",
  "Buys | Kauft",
  "Gets started | Fängt an",
  "Uses | Nutzt",
  "Renews | Verlängert",
  "Recommends | Empfiehlt",
];

const values: Readonly<Record<Feeling, number | null>> = {
  open: null,
  minus2: -2,
  minus1: -1,
  zero: 0,
  plus1: 1,
  plus2: 2,
};

export type Gain = "open" | "small" | "medium" | "large";
export type Effort = "open" | "hours" | "days" | "weeks";
const gainOf: Readonly<Record<Gain, number | null>> = { open: null, small: 1, medium: 2, large: 3 };
const effortOf: Readonly<Record<Effort, number | null>> = { open: null, hours: 1, days: 2, weeks: 3 };

/** What a change is tried for: 10 in 100 more people arrive. */
export const points = 0.1;

/** What written texts say that code counts with. */
export interface AnsweredJourney {
  map: readonly { id: string; feeling: Feeling }[];
  ideas: readonly { id: string; idea: string; at: readonly string[]; gain: Gain; effort: Effort }[];
}

const isFile = ({ source }: SourceText): boolean => source.url.startsWith("file:");
const isTable = ({ source }: SourceText): boolean => /\.(?:csv|tsv)$/i.test(source.title);

/** Index of the stage of an id; null for what is no id of a stage. */
export function stageIndex(id: string | undefined, stages: readonly Stage[]): number | null {
  const at = stages.findIndex((stage) => stage.id === id);
  return at < 0 ? null : at;
}

const emptyStage = {
  does: "",
  touchpoints: "",
  feeling: "open" as Feeling,
  people: null,
  days: null,
  owner: "",
  systems: "",
};

/** Stages of the form with the pasted numbers in them; without any, those that the numbers name; else the usual ones. */
function stagesOf(
  form: Form,
  rows: readonly journey.CountedName[],
): Pick<Facts, "stages" | "isUsual" | "strangers" | "conflicts"> {
  const language = draftLanguageOf(form.goalLanguage);
  const names = [...new Map(rows.map(({ name }) => [name.toLowerCase(), name.slice(0, 40).toWellFormed()])).values()];
  const given =
    form.stages.length > 0
      ? form.stages
      : (names.length > 0 ? names.slice(0, maxStages) : usualStages.map((name) => half(name, language))).map(
          (name) => ({ ...emptyStage, name }),
        );
  const rowOf = (name: string): journey.CountedName | undefined => rows.find((row) => journey.sameName(row.name, name));
  return {
    stages: given.map((stage, at) => {
      const row = rowOf(stage.name);
      return {
        ...stage,
        id: `t${at + 1}`,
        people: stage.people ?? row?.people ?? null,
        days: stage.days ?? row?.days ?? null,
      };
    }),
    isUsual: form.stages.length === 0 && names.length === 0,
    strangers: names.filter((name) => !given.some((stage) => journey.sameName(stage.name, name))),
    conflicts: given.flatMap(({ name, people }) => {
      const other = rowOf(name)?.people ?? null;
      return people !== null && other !== null && people !== other ? [{ name, one: people, other }] : [];
    }),
  };
}

export function factsOf(form: Form, context: WorkflowContext, answer: AnsweredJourney): Facts {
  const files = context.sources.filter(isFile);
  const tables = files.filter(isTable).map(({ text }) => ({ text, ...journey.readFunnel(text) }));
  const counted = tables.filter(({ rows }) => rows.length > 0);
  const pasted = journey.readFunnel(form.funnel);
  const given = stagesOf(form, [...pasted.rows, ...counted.flatMap(({ rows }) => rows)]);
  const { stages } = given;
  const texts = [
    form.voices,
    ...files.filter((file) => !isTable(file)).map(({ text }) => text),
    ...tables.filter(({ rows }) => rows.length === 0).map(({ text }) => text),
  ];
  const steps = journey.funnelOf(stages.map(({ people }) => people));
  const isCounted = ({ people }: Stage): boolean => people !== null;
  const paying =
    form.paysIn.trim() === ""
      ? stages.findLastIndex(isCounted)
      : stages.findIndex((stage) => isCounted(stage) && journey.sameName(stage.name, form.paysIn));
  const read = new Map(answer.map.map(({ id, feeling }) => [id, feeling]));
  const feelings = stages.map(({ id, feeling }) => values[feeling === "open" ? (read.get(id) ?? "open") : feeling]);
  return {
    ...given,
    steps,
    paying: paying < 0 ? null : paying,
    days: stages.reduce((sum, { days }) => sum + (days ?? 0), 0),
    score: journey.promoterScore(form.nps),
    voices: journey.journeyVoices(texts.join("\n"), stages, context.language),
    feelings,
    isReadFeeling: stages.map(({ feeling }, at) => feeling === "open" && feelings[at] !== null),
    curve: journey.emotionCurve(feelings),
    ranked: journey.byWeight(
      answer.ideas.map(({ id, idea, at, gain, effort }) => {
        const stage = stageIndex(at[0], stages);
        const rate = steps.find((step) => step.at === stage)?.rate ?? null;
        return {
          id,
          idea,
          stage,
          gain: gainOf[gain],
          effort: effortOf[effort],
          lostShare: rate === null ? null : 1 - rate,
        };
      }),
    ),
    unread: [...pasted.unread, ...counted.flatMap(({ unread }) => unread)],
  };
}

export const stageName = (at: number | null, { facts }: Pick<JourneyScene, "facts">): string =>
  at === null ? "" : (facts.stages[at]?.name ?? "");
export const quotedStage = (at: number, scene: JourneyScene): string => quoted(stageName(at, scene), scene.language);

export const voicesAt = (at: number, { facts }: Pick<JourneyScene, "facts">): journey.JourneyVoice[] =>
  facts.voices.filter(({ stage }) => stage === at);

export const moneyText = ({ language, form: { currency } }: JourneyScene, value: number): string =>
  amountText(value, currency, language);

/** A share with decimals only where whole percent would say too little. */
export const shareText = ({ language }: Pick<JourneyScene, "language">, share: number): string =>
  percent(share * 100, language, share > 0 && share < 0.095 ? 1 : 0);

/** A number with one decimal where it has one. */
export const numberText = ({ language }: Pick<JourneyScene, "language">, value: number): string =>
  figure(value, language, Number.isInteger(Number(value.toFixed(1))) ? 0 : 1);

export const feelingText = ({ language }: Pick<JourneyScene, "language">, value: number): string =>
  `${value > 0 ? "+" : ""}${figure(value, language)}`;

/** The stage that a change is computed for: the lowest point where its loss is known, else where the share is lowest. */
export function placeToChange({ facts: { curve, steps } }: Pick<JourneyScene, "facts">): number | null {
  const lowest = steps.find(({ at, lost }) => at === curve.lowest && lost > 0);
  return (lowest ?? journey.lowestRateOf(steps))?.at ?? null;
}

/** What 10 in 100 more who get to a stage are worth in the period; null when it doesn't follow from the numbers. */
export function worthOf({ facts: { steps, paying }, form: { value } }: JourneyScene, at: number): number | null {
  const extra = paying === null || value <= 0 ? null : journey.extraAt(steps, at, paying, points);
  return extra === null || extra <= 0 ? null : extra * value;
}

/** Figures that texts may only name. */
export function figuresOf(scene: JourneyScene): Figures {
  const { facts, form, language, translate } = scene;
  const { steps, paying, score } = facts;
  const number = (value: number): string => figure(value, language);
  const [first] = steps;
  const end = steps.find(({ at }) => at === paying) ?? steps.at(-1);
  const loss = journey.largestLossOf(steps);
  const lowest = journey.lowestRateOf(steps);
  const place = placeToChange(scene);
  const worth = place === null ? null : worthOf(scene, place);
  return {
    ...(first && end && first.before > 0 && journey.isOneGroup(steps)
      ? {
          conversion: {
            label:
              end.at === paying && form.paysIn.trim() !== ""
                ? "From first stage to payment | Von der ersten Phase bis zur Zahlung"
                : "First to last stage | Erste bis letzte Phase",
            text: shareText(scene, end.after / first.before),
            how: `${number(end.after)} ÷ ${number(first.before)}, ${stageName(end.at, scene)} ÷ ${stageName(first.from, scene)}`,
          },
        }
      : {}),
    ...(loss
      ? {
          lost: {
            label: "Largest drop-off | Größter Verlust",
            text: number(loss.lost),
            how: translate("{before} − {after}, before {name} | {before} − {after}, vor {name}", {
              before: number(loss.before),
              after: number(loss.after),
              name: quotedStage(loss.at, scene),
            }),
          },
        }
      : {}),
    ...(lowest
      ? {
          lowestShare: {
            label: "Lowest stage conversion | Niedrigste Übergangsquote",
            text: shareText(scene, lowest.rate ?? 0),
            how: `${number(lowest.after)} ÷ ${number(lowest.before)}, ${stageName(lowest.at, scene)} ÷ ${stageName(lowest.from, scene)}`,
          },
        }
      : {}),
    ...(facts.days > 0
      ? {
          days: {
            label: "Total days | Tage insgesamt",
            text: numberText(scene, facts.days),
            how: facts.stages
              .flatMap(({ days }) => (days === null || days === 0 ? [] : [numberText(scene, days)]))
              .join(" + "),
          },
        }
      : {}),
    ...(score && score.count > 0
      ? {
          nps: {
            label: "Net promoter score | Net Promoter Score",
            text: number(score.score),
            how: translate(
              "({promoters} − {detractors}) ÷ {count:answer|answers} × 100 | ({promoters} − {detractors}) ÷ {count:Antwort|Antworten} × 100",
              {
                promoters: score.promoters,
                detractors: score.detractors,
                count: score.count,
              },
            ),
          },
        }
      : {}),
    ...(worth !== null && place !== null
      ? {
          worth: {
            label: "If 10 more in 100 get there | Wenn dort von 100 Menschen 10 mehr ankommen",
            text: translate("{money} in {days:day|days} | {money} in {days:Tag|Tagen}", {
              money: moneyText(scene, worth),
              days: form.periodDays,
            }),
            how: translate("{count} more customers × {value}, at {name} | {count} Kunden mehr × {value}, bei {name}", {
              count: figure(worth / form.value, language, 1),
              value: moneyText(scene, form.value),
              name: quotedStage(place, scene),
            }),
          },
        }
      : {}),
  };
}

export const ownIdeas = ({ ideas }: Form): string[] =>
  ideas
    .split("\n")
    .map((line) => oneLine(line).replace(/^(?:[-*•]|\d{1,2}[.)])\s*/, ""))
    .filter((line) => /\p{L}/u.test(line))
    .slice(0, 20);
