import type { Proposal } from "#src/features/documents/document.ts";
import { localDateOf } from "#src/kit/time/clocks.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { clipped } from "../../domain/wording.ts";
import { entryAt, nextProject, nextWorkday } from "../../kit/effects.ts";
import type { Form as ContentForm } from "../contentPlanner/form.ts";
import { type JourneyScene, stageName, voicesAt } from "./facts.ts";

/* What a journey suggests to the calendar and to the content planner. */

/** Ideas that are tried first. */
export const maxTrials = 3;
/** Days until the first trial, and from one trial to the next. */
const firstTrial = 10;
const betweenTrials = 14;
/** Days until customers of silent stages are asked. */
const firstTalks = 7;
/** Days until the first owner has looked at the opportunity of their stage, and from one to the next. */
const [firstTask, betweenTasks] = [5, 2] as const;

export interface WrittenTexts {
  /** Trials by the id of their idea. */
  trials: readonly { id: string; trial: string; stop: string }[];
  topics: readonly { id: string; topic: string; question: string }[];
  stages: readonly { id: string; pain: string; chance: string }[];
  measures: readonly { id: string; measure: string }[];
}

/** Characters that the form of the content planner takes. */
const contentLimits = { topic: 100, topics: 60, goal: 600, name: 80, situation: 300, notes: 4000 } as const;

function contentProject(scene: JourneyScene, { topics, stages }: WrittenTexts): Proposal[] {
  const { form, facts } = scene;
  const written = topics.filter(({ topic }) => topic !== "");
  if (written.length === 0) return [];
  const plain = (text: string): string => scene.show(text).trim();
  const worst = facts.stages[facts.curve.lowest ?? -1]?.id;
  const lines = written.map(
    ({ id, topic, question }) =>
      `${stageName(
        facts.stages.findIndex((stage) => stage.id === id),
        scene,
      )}: ${plain(topic)}${question ? ` (${plain(question)})` : ""}`,
  );
  return [
    nextProject<ContentForm>("content", "contentPlanner", form.requirementTitle, {
      goalLanguage: form.goalLanguage,
      goal: (form.goal || form.scenario).slice(0, contentLimits.goal).toWellFormed().padEnd(3, "."),
      topics: [...new Set(written.map(({ topic }) => clipped(plain(topic), contentLimits.topic, contentLimits.topic)))]
        .filter(Boolean)
        .slice(0, contentLimits.topics),
      audiences: [
        {
          name: clipped(form.persona, contentLimits.name, contentLimits.name),
          situation: clipped(form.scenario, contentLimits.situation),
          pain: clipped(plain(stages.find(({ id }) => id === worst)?.pain ?? ""), contentLimits.situation),
        },
      ],
      notes: lines.join("\n").slice(0, contentLimits.notes).toWellFormed(),
    }),
  ];
}

type Entry = (key: string, days: number, title: string, notes: string, minutes?: number) => Proposal;

/** A task for whoever is responsible for a stage with an opportunity; one for all those without anybody. */
function ownerTasks({ facts, form, translate, show }: JourneyScene, written: WrittenTexts, entry: Entry): Proposal[] {
  const measures = new Map(written.measures.map(({ id, measure }) => [id, show(measure)]));
  const open = facts.stages.flatMap(({ id, name, owner }) => {
    const row = written.stages.find((stage) => stage.id === id);
    const chance = show(row?.chance ?? "").trim();
    return chance === "" ? [] : [{ id, name, owner: owner.trim(), chance, pain: show(row?.pain ?? "") }];
  });
  const owned = open.filter(({ owner }) => owner !== "");
  const orphans = open.filter(({ owner }) => owner === "");
  return [
    ...owned.map(({ id, name, owner, chance, pain }, at) =>
      entry(
        `chance:${id}`,
        firstTask + betweenTasks * at,
        `${owner}: ${chance}`,
        [
          translate("Stage: {name} | Phase: {name}", { name }),
          pain,
          ...(measures.get(id)
            ? [translate("Measured by: {measure} | Gemessen an: {measure}", { measure: measures.get(id) ?? "" })]
            : []),
        ]
          .filter(Boolean)
          .join("\n"),
      ),
    ),
    ...(orphans.length > 0
      ? [
          entry(
            "owners",
            firstTask,
            translate("Assign responsibility: {title} | Zuständige benennen: {title}", {
              title: form.requirementTitle,
            }),
            orphans.map(({ name, chance }) => `${name}: ${chance}`).join("\n"),
          ),
        ]
      : []),
  ];
}

/** Talks about stages without a voice, trials of the heaviest ideas, a new count, and topics for the content planner. */
export function journeyProposals(scene: JourneyScene, written: WrittenTexts): Proposal[] {
  const { facts, form, context, translate, show } = scene;
  const { timeZone } = context;
  const today = localDateOf(context.now, timeZone);
  const entry = (key: string, days: number, title: string, notes: string, minutes = 30): Proposal =>
    entryAt(key, { type: "6000", title, date: nextWorkday(addDays(today, days)), minutes, notes, timeZone });
  const silent = facts.stages.filter((_, at) => voicesAt(at, scene).length === 0).map(({ name }) => name);
  const trials = new Map(written.trials.map((row) => [row.id, row]));
  return [
    ...(silent.length > 0
      ? [
          entry(
            "talks",
            firstTalks,
            translate("Talk to three customers: {title} | Mit drei Kunden sprechen: {title}", {
              title: form.requirementTitle,
            }),
            translate("No customer quotes yet on: {names} | Noch keine Kundenstimmen zu: {names}", {
              names: silent.join(", "),
            }),
            60,
          ),
        ]
      : []),
    ...facts.ranked
      .filter(({ idea }) => idea !== "")
      .slice(0, maxTrials)
      .filter(({ id }) => trials.get(id)?.trial)
      .map(({ id, idea }, at) => {
        const { trial = "", stop = "" } = trials.get(id) ?? {};
        return entry(
          `trial:${id}`,
          firstTrial + betweenTrials * at,
          translate("Try: {idea} | Ausprobieren: {idea}", { idea: show(idea) }),
          [show(trial), ...(stop ? [translate("Stop if: {stop} | Abbrechen, wenn: {stop}", { stop: show(stop) })] : [])]
            .filter(Boolean)
            .join("\n"),
        );
      }),
    ...ownerTasks(scene, written, entry),
    ...(facts.steps.length > 0
      ? [
          entry(
            "count",
            form.periodDays,
            translate("Count again: {title} | Erneut zählen: {title}", { title: form.requirementTitle }),
            [form.goal, ...facts.stages.flatMap(({ name, people }) => (people === null ? [] : [`${name}: ${people}`]))]
              .filter(Boolean)
              .join("\n"),
            60,
          ),
        ]
      : []),
    ...contentProject(scene, written),
  ];
}
