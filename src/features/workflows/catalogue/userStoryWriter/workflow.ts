import { refinementEntry } from "#src/features/calendar/rules.ts";
import type { Issue, Proposal } from "#src/features/documents/document.ts";
import { localDateOf } from "#src/kit/time/clocks.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { criterionLine } from "../../domain/gherkin.ts";
import { isDoubted, rankOf } from "../../domain/stories.ts";
import { investLetters } from "../../domain/storyAssessment.ts";
import { sentence } from "../../domain/wording.ts";
import { half } from "../../kit/bilingual.ts";
import { type Column, longText, optional, pick, refs, text } from "../../kit/columns.ts";
import { defineWorkflow } from "../../kit/define.ts";
import { entryAt, workday } from "../../kit/effects.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { errorIssue, note, tableOf } from "../../kit/sections.ts";
import { materialOf } from "../material.ts";
import {
  type Facts,
  factsOf,
  namedRole,
  numberOf,
  openQuestions,
  ranks,
  statementLines,
  type StoryScene,
} from "./facts.ts";
import { example, form, type Form, maxStories, nextWorkingDay } from "./form.ts";
import { isBare, storyBlocks, storyHeading } from "./storyBlocks.ts";
import { edgeClasses, edges } from "./edgeClasses.ts";
import { alike, bounds, constraints, invest, ready, splits, sprints, storyMap, trace } from "./tables.ts";
import { importTable, storiesCsv } from "./tracker.ts";

/* User stories: every line of the need is accounted for, and readiness is counted, never claimed. */

const { prose, freeRows, rowPerItem } = sectionsFor<Form, Facts>();

/** Shorter lines are headings and notes, no background of an epic; the list of lines has them. */
const minWords = 4;

const epic = prose("epic", "Epic | Epic", {
  ask: "who has which problem today, what will be different, what is left out on purpose; the numbers of the form with [form]",
  words: [40, 110],
  own: ({ facts, form: { context } }) => [
    facts.needs
      .filter(
        ({ kind, text: line }) => kind === "background" && !isDoubted(line) && line.split(/\s+/).length >= minWords,
      )
      .map((one) => sentence(one.text))
      .join(" "),
    context,
  ],
  gap: "What is different for the users once all of this is live? | Was ist für die Nutzer anders, sobald alles live ist?",
});

const stories = freeRows(
  "stories",
  "Stories at a glance | Storys im Überblick",
  {
    story: text(
      "Story | Story",
      "one sentence in the chosen form, with a role of the form, wish and benefit; one wish only; stories that are in <given> word for word; stories may begin alike",
      260,
    ),
    step: optional(text("Step | Schritt", "step of the user's way, its heading in <given> if there is one", 40)),
    rank: pick(
      "Rank | Rang",
      "weight that the words of the need give it; where they say nothing, must only for what the rest is of no use without",
      ranks,
    ),
    needs: refs("From | Aus", "ids of the statements in <given> that it covers", (id, scene: StoryScene) =>
      scene.facts.needs.some((one) => one.id === id) ? numberOf(id) : null,
    ),
  },
  {
    ask: "Slices that a user notices, each deliverable alone, the thinnest that is of use first. Every wish and rule of <given> is covered, rules go with the story they belong to; no story for a technical layer, none from background alone, none that exists already unless it changes.",
    count: [1, maxStories],
    gap: "Write one line for each wish: who wants what, and what for? | Schreiben Sie eine Zeile je Wunsch: Wer will was, und wozu?",
    own: ({ facts: { needs } }) =>
      needs
        .filter(({ kind }) => kind === "wish")
        .map(({ id, text: story, heading }) => ({
          story,
          step: heading,
          rank: rankOf(story),
          needs: [id, ...needs.filter(({ of }) => of === id).map((rule) => rule.id)],
        })),
    blocks: ({ facts, translate, translateAll, isWriting }, all) => [
      ...tableOf(
        translateAll(
          "No. | Nr.",
          "Story | Story",
          "Rank | Rang",
          "Criteria | Kriterien",
          "Size | Größe",
          "INVEST open | INVEST offen",
        ),
        facts.stories.map(({ id, text: story, rank, criteria, size, invest: flags }) => [
          numberOf(id),
          story,
          translate(ranks[rank]),
          String(criteria.length),
          size?.label ?? "–",
          investLetters.filter((letter) => flags[letter]).join(" ") || "–",
        ]),
        [3],
      ),
      ...(facts.stories.some(({ size }) => size !== null)
        ? [
            note(
              "info",
              translate(
                "Sizes are starting values, counted from criteria, edge cases and stories needed first. | Größen sind Startwerte, ausgezählt aus Kriterien, Sonderfällen und vorausgesetzten Storys.",
              ),
            ),
          ]
        : []),
      ...(all.length === 0 && !isWriting
        ? [note("gap", translate("No line reads as a wish. | Keine Zeile liest sich als Wunsch."))]
        : []),
    ],
  },
);

/** Criteria as `given | when | then`, also where they were written as a sentence or with the words of the steps. */
const criteriaColumn: Column = {
  ...longText(
    "Criteria | Kriterien",
    "three to six lines. Given, when, then: context | event | result a tester can see, apart by bars, without the words given, when, then. Checklist: one sentence a line. Use boundary values of <given>",
    900,
  ),
  accept: (value) => value.trim().split("\n").map(criterionLine).join("\n"),
};

const details = rowPerItem(
  "details",
  "Stories in full | Storys im Detail",
  {
    criteria: criteriaColumn,
    edges: longText(
      "Edge cases | Sonderfälle",
      `two to five lines, each a case and what happens then; those that can break this story, of: ${edgeClasses.map(({ name }) => half(name, "en").toLowerCase()).join(", ")}`,
      600,
    ),
    quality: optional(
      longText("Qualities | Qualitäten", "what can be measured of the qualities and constraints that concern it", 260),
    ),
    tests: longText("Tests | Tests", "one or two checks beyond the criteria, with data", 260),
    after: refs(
      "Needs first | Setzt voraus",
      "ids of stories without which this one is of no use; most need none",
      (id, scene: StoryScene) => (stories.of(scene).some((row) => row.id === id) ? numberOf(id) : null),
    ),
    question: optional(text("Question | Frage", "the one decision that only the product owner can take", 200)),
  },
  {
    ask: "What a team needs before it begins. A threshold nobody gave is a question, not a number of yours.",
    items: (scene) =>
      stories.of(scene).map(({ id, story, needs }) => ({
        id,
        context: needs.length > 0 ? `${story} (covers ${needs.join(", ")})` : story,
        cells: [storyHeading(id, scene.show(story))],
        own: {
          criteria: scene.facts.needs
            .filter((one) => needs.includes(one.id) && one.kind === "rule")
            .map((one) => one.text)
            .join("\n"),
        },
      })),
    after: [stories],
    blocks: (scene, all) => {
      const detailsOf = (id: string) => all.find((row) => row.id === id);
      return scene.facts.stories
        .filter((story) => !isBare(story, detailsOf(story.id)))
        .flatMap((story) => storyBlocks(story, detailsOf(story.id), scene));
    },
  },
);

/** The person's own lines are no fault of a writer. */
function checks(scene: StoryScene): Issue[] {
  const { facts, form: values, context, answer } = scene;
  const isOwn = (line: string): boolean => facts.own.has(line);
  const written = facts.stories.filter(({ text: story }) => !isOwn(story));
  // A list of mostly own lines is a draft: it keeps every wish and asks which can wait.
  const surplus = written.length * 2 > facts.stories.length ? facts.stories.slice(values.number) : [];
  const names = new Set(values.roles.map((role) => role.toLowerCase()));
  const strangers = written.filter(
    ({ text: story }) => !names.has((namedRole(story) ?? values.roles[0] ?? "").toLowerCase()),
  );
  const seen = new Set<string>();
  const repeated = details.of({ answer }).filter(({ criteria }) => {
    const isKnown = seen.has(criteria);
    seen.add(criteria);
    return isKnown && criteria !== "" && !criteria.split("\n").every(isOwn);
  });
  const unparted = facts.stories.filter(
    ({ criteria }) => values.criteria === "gherkin" && criteria.some((one) => !one.isWhole && !isOwn(one.text)),
  );
  const warn = (code: string, at: string, params: Record<string, string | number>): Issue => ({
    level: "warn",
    code,
    at,
    params,
  });
  const ids = (list: readonly { id: string }[]): string => list.map(({ id }) => numberOf(id)).join(", ");
  return [
    ...surplus.map(({ id }) =>
      errorIssue("tooMany", `stories/${id}/story`, { found: facts.stories.length, most: values.number }),
    ),
    ...repeated.map(({ id }) => errorIssue("sameCriteria", `details/${id}/criteria`)),
    ...unparted.map(({ id }) => errorIssue("notThreeParts", `details/${id}/criteria`)),
    ...(strangers.length > 0 ? [warn("unknownRole", "stories", { ids: ids(strangers), count: strangers.length })] : []),
    ...(facts.uncovered.length > 0 && facts.stories.length > 0
      ? [warn("uncovered", "stories", { ids: ids(facts.uncovered), count: facts.uncovered.length })]
      : []),
    ...(facts.circles.length > 0 ? [warn("circle", "details", { ids: facts.circles.map(numberOf).join(", ") })] : []),
    ...(isPast(values, context) ? [warn("refinementPast", "ready", {})] : []),
  ];
}

const isPast = ({ refinement }: Form, { now, timeZone }: StoryScene["context"]): boolean =>
  refinement !== "" && refinement < localDateOf(now, timeZone);

/** Questions read off the words, and those that were written for the product owner. */
function allQuestions(scene: StoryScene): string[] {
  const written = new Map(details.of(scene).map(({ id, question }) => [id, question]));
  return [
    ...openQuestions(scene),
    ...scene.facts.stories.flatMap(({ id }) => {
      const question = written.get(id);
      return question ? [`${numberOf(id)}: ${scene.show(question)}`] : [];
    }),
  ];
}

/** The refinement, and time on the working day before to clear what is open. */
function effects(scene: StoryScene): Proposal[] {
  const { facts, form: values, context, translate } = scene;
  const { now, timeZone } = context;
  const today = localDateOf(now, timeZone);
  const suggested = addDays(nextWorkingDay(today), 7);
  const date = values.refinement === "" || isPast(values, context) ? suggested : values.refinement;
  const before = workday(addDays(date, -1));
  const questions = allQuestions(scene);
  const refinement = entryAt("refinement", {
    type: refinementEntry,
    title: translate("Refinement: {title} | Refinement: {title}", { title: values.requirementTitle }),
    date,
    time: "10:00",
    minutes: Math.min(120, Math.max(30, facts.stories.length * 10)),
    notes: facts.stories
      .map(({ id, text: story, size }) => `${numberOf(id)}${size ? ` (${size.label})` : ""}: ${story}`)
      .join("\n"),
    timeZone,
    reminders: [60],
  });
  return questions.length === 0
    ? [refinement]
    : [
        refinement,
        entryAt("questions", {
          type: "2000",
          title: translate("Clear open questions: {title} | Offene Fragen klären: {title}", {
            title: values.requirementTitle,
          }),
          // When the working day before has begun, the same morning is left.
          date: before > today ? before : date,
          time: "09:00",
          notes: questions.map((question) => `- ${question}`).join("\n"),
          timeZone,
          reminders: [30],
        }),
      ];
}

export const userStoryWriter = defineWorkflow<Form, Facts>({
  key: "userStoryWriter",
  version: 5,
  form,
  role: "You are a product owner with a tester's eye: you cut needs into stories that a team can build, test and show within days.",
  task: "Turn the need into user stories and say what each must fulfil. You add detail, never scope.",
  example,
  // Own files only: the web knows nothing about what this team needs.
  sources: ({ form: values }) => (values.research === "none" ? [] : materialOf(values, [], [])),
  facts: ({ form: values, context, answer }): Facts =>
    factsOf(values, context, { stories: stories.of({ answer }), details: details.of({ answer }) }),
  contextLines: statementLines,
  summary: ({ facts, translate }) =>
    facts.stories.length === 0
      ? translate("No stories yet. | Noch keine Storys.")
      : translate(
          "{count:story|stories} from {all:statement|statements}, {ready} with criteria. | {count:Story|Storys} aus {all:Aussage|Aussagen}, {ready} mit Kriterien.",
          {
            count: facts.stories.length,
            all: facts.needs.length,
            ready: facts.stories.filter(({ criteria }) => criteria.length > 0).length || translate("none | keine"),
          },
        ),
  sections: [
    epic,
    stories,
    details,
    constraints,
    storyMap,
    sprints,
    invest,
    splits,
    bounds,
    edges,
    alike,
    trace,
    ready,
    importTable,
  ],
  files: ({ form: values, facts, answer, translate }) =>
    facts.stories.length === 0
      ? []
      : [
          {
            name: `${values.tracker.toLowerCase()}.csv`,
            title: translate("For {tracker} (CSV) | Für {tracker} (CSV)", { tracker: values.tracker }),
            mediaType: "text/csv",
            text: storiesCsv(values, facts, details.of({ answer })),
          },
        ],
  questions: allQuestions,
  checks,
  issueTexts: {
    tooMany:
      "There are {found} stories; at most {most} were asked for. | Es sind {found} Storys; gefragt waren höchstens {most}.",
    sameCriteria: "The criteria repeat those of another story. | Die Kriterien wiederholen die einer anderen Story.",
    notThreeParts:
      "A criterion does not have three parts between bars: context | event | result. | Ein Kriterium hat nicht die drei Teile Kontext, Ereignis, Ergebnis.",
    unknownRole: "{ids}: the role is not in your list. | {ids}: Die Rolle ist nicht in Ihrer Liste.",
    uncovered: "In no story: {ids}. | In keiner Story: {ids}.",
    circle: "Stories that need each other: {ids}. | Storys, die einander voraussetzen: {ids}.",
    refinementPast:
      "The refinement is in the past; the suggestion uses a later day. | Das Refinement liegt in der Vergangenheit; der Vorschlag nimmt einen späteren Tag.",
  },
  effects,
});
