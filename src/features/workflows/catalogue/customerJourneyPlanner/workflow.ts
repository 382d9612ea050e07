import type { Issue } from "#src/features/documents/document.ts";
import { figure, percent, quoted } from "../../domain/wording.ts";
import { type Bilingual, half } from "../../kit/bilingual.ts";
import { optional, pick, refs, text } from "../../kit/columns.ts";
import { defineWorkflow } from "../../kit/define.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { errorIssue, note, tableOf } from "../../kit/sections.ts";
import { journeyProposals, maxTrials } from "./effects.ts";
import {
  type Effort,
  type Facts,
  factsOf,
  figuresOf,
  type Gain,
  type JourneyScene,
  ownIdeas,
  stageIndex,
  stageName,
} from "./facts.ts";
import { example, feelings, form, type Form } from "./form.ts";
import { questions } from "./questions.ts";
import { backstageBlocks, backstageGap, matrixBlocks, stageBlocks, stageGap } from "./stageBlocks.ts";
import { channels, curve, numbers, silence, tests } from "./tables.ts";

/* A customer journey: people, days, money and feelings are computed; what nobody has said stays a guess and says so. */

const { computed, prose, freeRows, rowPerItem } = sectionsFor<Form, Facts>();

const stageRef = refs("Stage | Phase", "id of the stage, t1", (id, { facts }: JourneyScene) => {
  const at = stageIndex(id, facts.stages);
  return at === null ? null : (facts.stages[at]?.name ?? null);
});
const voiceRefs = refs(
  "Quotes | Stimmen",
  "ids of the voices in <given> behind it; none when nobody said it",
  (id, { facts, language }: JourneyScene) => {
    const voice = facts.voices.find((one) => one.id === id);
    return voice ? quoted(voice.text, language) : null;
  },
);

const story = prose("story", "The journey in brief | Die Reise in Kürze", {
  ask: "as this person lives it: the event, the point where it tips, how it ends; then what to change first and why, with the figures",
  words: [80, 170],
  own: ({ form: { persona, about, scenario } }) => [[`${persona}.`, about].join(" "), scenario],
  gap: "At which point does this customer nearly give up, and what would have to be different there? | An welcher Stelle gibt dieser Kunde beinahe auf, und was müsste dort anders sein?",
});

const map = rowPerItem(
  "map",
  "Stage by stage | Phase für Phase",
  {
    goal: text("Wants | Will", "what the person wants to reach here", 120),
    thinks: optional(text("Thinks | Denkt", "one sentence in the first person, close to a voice", 140)),
    said: voiceRefs,
    feeling: pick("Feeling | Gefühl", "as the voices show; open without any", feelings),
    pain: text("Pain point | Hürde", "what costs time, money or face here", 160),
    chance: text("Opportunity | Chance", "one thing the company could do here", 160),
  },
  {
    ask: "Each stage as this person lives it. A thought that no voice supports stays empty.",
    items: ({ facts }) =>
      facts.stages.map(({ id, name, feeling }, at) => ({
        id,
        context: name,
        cells: [name],
        own: { feeling, said: facts.voices.filter(({ stage }) => stage === at).map((voice) => voice.id) },
      })),
    lead: ["Stage | Phase"],
    blocks: stageBlocks,
    gap: stageGap,
  },
);

const behind = rowPerItem(
  "behind",
  "Behind the scenes | Hinter den Kulissen",
  {
    back: text(
      "What has to happen | Was geschehen muss",
      "the company's own work that the customer doesn't see, with who does it",
      160,
    ),
    breaks: text("Where it breaks | Wo es hakt", "the handover that fails; that no voice names one, if so", 140),
    measure: text("Measured by | Gemessen an", "one figure, and how often it is looked at", 100),
  },
  {
    ask: "The service blueprint: only work that the form or a voice shows to exist or to be missing.",
    items: ({ facts }) =>
      facts.stages.map(({ id, name, owner, systems }) => ({
        id,
        context: `${name} | responsible: ${owner || "nobody"} | systems: ${systems || "none named"}`,
        cells: [name],
      })),
    blocks: backstageBlocks,
    gap: backstageGap,
  },
);

const matrix = computed("matrix", "The journey at a glance | Die Reise auf einen Blick", (scene) =>
  matrixBlocks(scene, map.of(scene), behind.of(scene)),
);

const moments = freeRows(
  "moments",
  "Moments of truth | Momente der Wahrheit",
  {
    at: stageRef,
    moment: text("Moment | Moment", "the minute in which it tips", 140),
    why: text("Why here | Warum hier", "from voices and figures", 180),
    promise: text("What must never fail | Was nie schiefgehen darf", "a promise that can be kept every time", 140),
  },
  {
    ask: "Few, in the order of the journey.",
    count: [2, 4],
    gap: "At what moment does a customer decide for or against you, and what must never fail then? | In welchem Moment entscheidet sich ein Kunde für oder gegen Sie, und was darf dann nie schiefgehen?",
  },
);

const gains = {
  open: "not rated | nicht bewertet",
  small: "small | klein",
  medium: "medium | mittel",
  large: "large | groß",
} as const satisfies Record<Gain, Bilingual>;
const efforts = {
  open: "not rated | nicht bewertet",
  hours: "hours | Stunden",
  days: "days | Tage",
  weeks: "weeks | Wochen",
} as const satisfies Record<Effort, Bilingual>;

const noIdeas: Bilingual =
  "What would you change first where most people leave? | Was würden Sie dort zuerst ändern, wo die meisten abspringen?";
const unjudged: Bilingual =
  "For each idea: at which stage does it help, how much, and how much work is it? | Für jede Idee: In welcher Phase hilft sie, wie viel bringt sie, und wie viel Arbeit macht sie?";

const ideas = freeRows(
  "ideas",
  "Ideas by priority | Ideen nach Priorität",
  {
    idea: text("Idea | Idee", "one change, with who does it", 180),
    at: stageRef,
    gain: pick("Effect | Wirkung", "what it changes for those who leave here", gains),
    effort: pick("Effort | Aufwand", "work until the first customer meets it", efforts),
  },
  {
    ask: "Ideas of the form first, in better words; then changes at the stages where people leave or suffer. At least half need only hours or days.",
    count: [4, 8],
    own: ({ form: values }) => ownIdeas(values).map((idea) => ({ idea })),
    gap: noIdeas,
    blocks: (scene, rows) => {
      const { facts, translate, translateAll, language } = scene;
      if (rows.length === 0) return scene.isWriting ? [] : [note("gap", translate(noIdeas))];
      const isJudged = facts.ranked.some(({ weight }) => weight !== null);
      const rowOf = (id: string) => rows.find((row) => row.id === id);
      if (rows.every(({ at, gain, effort }) => at.length === 0 && gain === "open" && effort === "open"))
        return [
          { type: "list", ordered: false, items: rows.map(({ idea }) => scene.show(idea)).filter(Boolean) },
          ...(scene.isWriting ? [] : [note("gap", translate(unjudged))]),
        ];
      return [
        ...tableOf(
          translateAll(
            "Idea | Idee",
            "Stage | Phase",
            "Effect | Wirkung",
            "Effort | Aufwand",
            ...(isJudged ? (["Priority | Priorität"] as const) : []),
          ),
          facts.ranked.map(({ id, idea, stage, weight }) => [
            scene.show(idea),
            stageName(stage, scene) || "–",
            translate(gains[rowOf(id)?.gain ?? "open"]),
            translate(efforts[rowOf(id)?.effort ?? "open"]),
            ...(isJudged ? [weight === null ? "–" : figure(weight, language)] : []),
          ]),
          isJudged ? [4] : [],
        ),
        ...(isJudged
          ? [
              note(
                "info",
                translate(
                  "Priority = effect (1 to 3) × percent lost before the stage ÷ effort (1 to 3). | Priorität = Wirkung (1 bis 3) × Verlust vor der Phase in Prozent ÷ Aufwand (1 bis 3).",
                ),
              ),
            ]
          : []),
      ];
    },
  },
);

const trialGap: Bilingual =
  "Which idea will you try first, with whom and for how long, and what result would make you stop? | Welche Idee probieren Sie zuerst aus, mit wem und wie lange, und bei welchem Ergebnis hören Sie auf?";

const experiments = rowPerItem(
  "experiments",
  "Try it first | Erst ausprobieren",
  {
    bet: text("We believe | Wir glauben", "if we …, then …, because …", 220),
    trial: text("Trial | Versuch", "the smallest form, with whom and for how long", 180),
    stop: text("We stop if | Wir hören auf, wenn", "a result that can be counted", 140),
  },
  {
    ask: "A trial for each idea. Build nothing that a letter or a call can replace.",
    items: (scene) =>
      scene.facts.ranked
        .filter(({ idea }) => idea !== "")
        .slice(0, maxTrials)
        .map(({ id, idea, stage }) => ({
          id,
          context: `${idea}${stage === null ? "" : ` (${stageName(stage, scene)})`}`,
          cells: [scene.show(idea)],
        })),
    lead: ["Idea | Idee"],
    after: [ideas],
    blocks: (scene, rows) => {
      const { facts, translate, isWriting } = scene;
      const tried = facts.ranked.filter(({ idea }) => idea !== "").slice(0, maxTrials);
      const isOpen = tried.every(({ id }) => !rows.some((row) => row.id === id && row.trial !== ""));
      if (isOpen) return tried.length === 0 || isWriting ? [] : [note("gap", translate(trialGap))];
      return tried.flatMap(({ id, idea }) => {
        const row = rows.find((one) => one.id === id);
        const line = (label: Bilingual, written = ""): string[] =>
          written === "" ? [] : [`${translate(label)}: ${scene.show(written)}`];
        return [
          { type: "h" as const, text: scene.show(idea) },
          {
            type: "list" as const,
            ordered: false,
            items: [
              ...line("We believe | Wir glauben", row?.bet),
              ...line("Trial | Versuch", row?.trial),
              ...line("We stop if | Wir hören auf, wenn", row?.stop),
            ],
          },
        ].filter((block) => block.type !== "list" || block.items.length > 0);
      });
    },
  },
);

const topicGap: Bilingual =
  "Which question does the customer ask at each stage, and where do you answer it? | Welche Frage stellt der Kunde in jeder Phase, und wo beantworten Sie sie?";

const topics = rowPerItem(
  "topics",
  "Content for each stage | Inhalte je Phase",
  {
    topic: text("Topic | Thema", "an article, post or page that helps this person here; concrete as a title", 90),
    question: text(
      "Answers the question | Beantwortet die Frage",
      "the question that the person has here, in their words",
      140,
    ),
  },
  {
    ask: "One piece of content for each stage.",
    items: ({ facts }) => facts.stages.map(({ id, name }) => ({ id, context: name, cells: [name] })),
    lead: ["Stage | Phase"],
    gap: topicGap,
    blocks: (scene, rows) => {
      const { facts, translate, translateAll } = scene;
      const isOpen = rows.every(({ topic, question }) => topic === "" && question === "");
      if (isOpen) return scene.isWriting ? [] : [note("gap", translate(topicGap))];
      const open = scene.isWriting ? "" : `[${translate("to fill in | zu ergänzen")}]`;
      return tableOf(
        translateAll("Stage | Phase", "Topic | Thema", "Answers the question | Beantwortet die Frage"),
        facts.stages.map(({ id, name }) => {
          const row = rows.find((one) => one.id === id);
          return [name, scene.show(row?.topic ?? "") || open, scene.show(row?.question ?? "") || open];
        }),
      );
    },
  },
);

/** Lines that every writer needs: stages with what is known of them, and voices with their stage. */
function contextLines(scene: JourneyScene): string[] {
  const { facts } = scene;
  return [
    "Stages:",
    ...facts.stages.map(({ id, name, does, touchpoints, feeling, people, days, owner, systems }, at) => {
      const step = facts.steps.find((one) => one.at === at);
      const known = [
        ...(touchpoints ? [`touchpoints: ${touchpoints}`] : []),
        ...(feeling === "open" ? [] : [`feeling: ${half(feelings[feeling], "en")}`]),
        ...(people === null ? [] : [`${people} people get this far`]),
        ...(step && step.rate !== null ? [`${percent(step.rate * 100, "en")} of those before`] : []),
        ...(days === null ? [] : [`${days} days`]),
        ...(owner ? [`responsible: ${owner}`] : []),
        ...(systems ? [`systems: ${systems}`] : []),
      ];
      return `${id} = ${name}${does ? `: ${does}` : ""}${known.length > 0 ? ` (${known.join("; ")})` : ""}`;
    }),
    ...(facts.voices.length > 0 ? ["Voices, with their stage:"] : []),
    ...facts.voices
      .slice(0, 80)
      .map(({ id, text: said, stage }) => `${id}${stage === null ? "" : ` (t${stage + 1})`}: ${said}`),
  ];
}

/** Moments and ideas that name no stage can't be placed on the map. */
function checks({ answer, facts }: JourneyScene): Issue[] {
  const placed = ideas.of({ answer }).filter(({ at, gain }) => at.length === 0 && gain !== "open");
  const growing = facts.steps.filter(({ before, after }) => after > before).length;
  return [
    ...placed.map(({ id }) => errorIssue("noStage", `ideas/${id}/at`)),
    ...(growing > 0 ? [{ level: "warn" as const, code: "growing", at: "numbers", params: { count: growing } }] : []),
  ];
}

export const customerJourneyPlanner = defineWorkflow<Form, Facts>({
  key: "customerJourneyPlanner",
  version: 1,
  form,
  role: "You map customer journeys from evidence: what people said and what was counted. You don't decorate.",
  task: "Write the journey of this one customer, find where it tips, and say what to change first.",
  example,
  facts: ({ form: values, context, answer }) =>
    factsOf(values, context, { map: map.of({ answer }), ideas: ideas.of({ answer }) }),
  figures: figuresOf,
  contextLines,
  summary: ({ facts, form: { persona }, translate }) =>
    facts.voices.length === 0
      ? translate(
          "{persona}: {count:stage|stages}, no customer quotes yet. | {persona}: {count:Phase|Phasen}, noch keine Kundenstimmen.",
          {
            persona,
            count: facts.stages.length,
          },
        )
      : translate(
          "{persona}: {count:stage|stages}, {voices:customer quote|customer quotes}. | {persona}: {count:Phase|Phasen}, {voices:Kundenstimme|Kundenstimmen}.",
          { persona, count: facts.stages.length, voices: facts.voices.length },
        ),
  sections: [story, numbers, curve, matrix, moments, map, channels, behind, ideas, experiments, topics, tests, silence],
  assumptions: ({ facts, form: values, translate, ...scene }) => [
    ...(facts.isUsual
      ? [
          translate(
            "No stages were named; these are the usual seven. | Es wurden keine Phasen genannt; dies sind die üblichen sieben.",
          ),
        ]
      : []),
    ...(values.value > 0 && values.paysIn.trim() === "" && facts.paying !== null
      ? [
          translate(
            "Customers pay at {name}, the last stage with a number. | Bezahlt wird bei {name}, der letzten Phase mit Zahl.",
            {
              name: quoted(stageName(facts.paying, { facts }), scene.language),
            },
          ),
        ]
      : []),
  ],
  questions: (scene) => [
    ...(scene.facts.ranked.length > 0 && experiments.of(scene).every(({ trial }) => trial === "")
      ? [scene.translate(trialGap)]
      : []),
    ...questions(scene),
  ],
  checks,
  issueTexts: {
    noStage: "The idea names no stage. | Die Idee nennt keine Phase.",
    growing:
      "{count:stage has|stages have} more people than the one before. | {count:Phase hat|Phasen haben} mehr Menschen als die davor.",
  },
  effects: (scene) =>
    journeyProposals(scene, {
      trials: experiments.of(scene),
      topics: topics.of(scene),
      stages: map.of(scene),
      measures: behind.of(scene),
    }),
});
