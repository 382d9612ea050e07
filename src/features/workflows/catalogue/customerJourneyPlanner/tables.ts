import type { Block } from "#src/features/documents/document.ts";
import { groupSize, isOneGroup } from "../../domain/journey.ts";
import { countTerm } from "../../domain/searchTerms.ts";
import { figure, listed, quoted } from "../../domain/wording.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { chartOf, note, tableOf } from "../../kit/sections.ts";
import {
  type Facts,
  feelingText,
  figuresOf,
  type JourneyScene,
  moneyText,
  numberText,
  points,
  quotedStage,
  shareText,
  stageName,
  voicesAt,
  worthOf,
} from "./facts.ts";
import type { Form } from "./form.ts";

/* The computed half of a customer journey: people, days, money, feelings, channels, and what a test takes. */

const { computed } = sectionsFor<Form, Facts>();

/** Points of the form and of what code found out, as people read them. */
function funnelNotes(scene: JourneyScene): Block[] {
  const { facts, translate, form } = scene;
  const growing = facts.steps.filter(({ before, after }) => after > before);
  const hasPeople = facts.steps.length > 0;
  return [
    ...(hasPeople
      ? [
          note(
            "info",
            translate("The numbers cover {days:day|days}. | Die Zahlen umfassen {days:Tag|Tage}.", {
              days: form.periodDays,
            }),
          ),
        ]
      : []),
    ...growing.map(({ at, from }) =>
      note(
        "warn",
        translate(
          "More people reach {name} than {before}: these numbers don’t describe one group, so losses after it can’t be compared. | Bis {name} kommen mehr Menschen als bis {before}: Diese Zahlen beschreiben nicht dieselbe Gruppe, Verluste danach sind nicht vergleichbar.",
          { name: quotedStage(at, scene), before: quotedStage(from, scene) },
        ),
      ),
    ),
  ];
}

export const numbers = computed("numbers", "In numbers | In Zahlen", (scene) => {
  const { facts, translate, translateAll, language } = scene;
  const all = Object.values(figuresOf(scene));
  const isCounted = facts.stages.some(({ people }) => people !== null);
  const hasDays = facts.days > 0;
  const first = facts.steps[0]?.before ?? 0;
  const hasShares = facts.steps.length > 0 && first > 0 && isOneGroup(facts.steps);
  if (!isCounted && !hasDays)
    return [
      ...(all.length > 0 ? [kpi(scene)] : []),
      note(
        "gap",
        translate(
          "How many people get as far as each stage, and how many days does each take? Losses, shares and their value follow from that. | Wie viele Menschen kommen bis zu jeder Phase, und wie viele Tage dauert jede? Daraus ergeben sich Verluste, Anteile und deren Wert.",
        ),
      ),
    ];
  return [
    ...(all.length > 0 ? [kpi(scene)] : []),
    ...tableOf(
      translateAll(
        "Stage | Phase",
        ...(isCounted
          ? (["People | Menschen", "Conversion | Übergangsquote", "Lost before | Davor verloren"] as const)
          : []),
        ...(hasShares ? (["Share of the first stage | Anteil an der ersten Phase"] as const) : []),
        ...(hasDays ? (["Days | Tage"] as const) : []),
        "Quotes | Stimmen",
      ),
      facts.stages.map(({ name, people, days }, at) => {
        const step = facts.steps.find((one) => one.at === at);
        return [
          name,
          ...(isCounted
            ? [
                people === null ? "?" : figure(people, language),
                step && step.rate !== null ? shareText(scene, step.rate) : "–",
                step ? figure(step.lost, language) : "–",
              ]
            : []),
          ...(hasShares ? [people === null ? "?" : shareText(scene, people / first)] : []),
          ...(hasDays ? [days === null ? "?" : numberText(scene, days)] : []),
          String(voicesAt(at, scene).length),
        ];
      }),
      [1, 2, 3, 4, 5, 6].slice(0, (isCounted ? 3 : 0) + Number(hasShares) + Number(hasDays) + 1),
    ),
    ...(facts.steps.length > 1
      ? chartOf(
          "bar",
          translate("People who get this far | Menschen, die so weit kommen"),
          "",
          facts.stages.flatMap(({ name, people }) => (people === null ? [] : [{ label: name, value: people }])),
        )
      : []),
    ...funnelNotes(scene),
  ];
});

const kpi = (scene: JourneyScene): Block => ({
  type: "kpi",
  items: Object.values(figuresOf(scene)).map(({ label, text, how }) => ({
    label: scene.translate(label),
    value: text,
    note: how ?? "",
  })),
});

export const curve = computed("curve", "How it feels | Wie es sich anfühlt", (scene) => {
  const { facts, translate, language } = scene;
  const { highest, lowest, fall, last } = facts.curve;
  const known = facts.feelings.flatMap((value, at) => (value === null ? [] : [{ at, value }]));
  if (known.length < 2 || highest === null || lowest === null) return [];
  /** A stage with its feeling, and all others that feel the same. */
  const named = (at: number): string => {
    const value = facts.feelings[at] ?? 0;
    const alike = known.filter((one) => one.value === value).map((one) => quotedStage(one.at, scene));
    return `${listed(alike, language)} (${feelingText(scene, value)})`;
  };
  const isFlat = facts.feelings[highest] === facts.feelings[lowest];
  const unknown = facts.stages.flatMap(({ name }, at) => (facts.feelings[at] === null ? [quoted(name, language)] : []));
  const read = facts.stages.flatMap(({ name }, at) => (facts.isReadFeeling[at] ? [quoted(name, language)] : []));
  return [
    ...chartOf(
      "line",
      translate("Feeling from −2 to +2 | Gefühl von −2 bis +2"),
      "",
      known.map(({ at, value }) => ({ label: stageName(at, scene), value })),
    ),
    {
      type: "list",
      ordered: false,
      items: [
        ...(isFlat
          ? [
              translate("The same at each stage: {value} | In jeder Phase gleich: {value}", {
                value: feelingText(scene, facts.feelings[highest] ?? 0),
              }),
            ]
          : [
              translate("Best moment: {stage} | Bester Moment: {stage}", { stage: named(highest) }),
              translate("Lowest point: {stage} | Tiefpunkt: {stage}", { stage: named(lowest) }),
            ]),
        ...(fall
          ? [
              translate(
                "Steepest drop: {by:point|points}, at {stage} | Stärkster Einbruch: {by:Punkt|Punkte} bei {stage}",
                { by: fall.by, stage: quotedStage(fall.at, scene) },
              ),
            ]
          : []),
        ...(last && !isFlat && last.at === facts.stages.length - 1
          ? [
              translate("End: {stage} ({value}) | Ende: {stage} ({value})", {
                stage: quotedStage(last.at, scene),
                value: feelingText(scene, last.value),
              }),
            ]
          : []),
      ],
    },
    ...(last && last.at === facts.stages.length - 1 && last.value <= 0
      ? [
          note(
            "warn",
            translate("The journey doesn’t end on a good note. | Die Reise endet nicht mit einem guten Gefühl."),
          ),
        ]
      : []),
    ...(unknown.length > 0
      ? [
          note(
            "info",
            translate(
              "Not in the curve because the feeling isn’t known: {names}. | Nicht in der Kurve, weil dazu nichts bekannt ist: {names}.",
              {
                names: listed(unknown, language),
              },
            ),
          ),
        ]
      : []),
    ...(read.length > 0
      ? [
          note(
            "info",
            translate(
              "Inferred from quotes, not entered: {names}. | Aus Kundenstimmen erschlossen, nicht angegeben: {names}.",
              {
                names: listed(read, language),
              },
            ),
          ),
        ]
      : []),
  ];
});

/** Channels of the person, each with the stages whose touchpoints name it. */
export const channelUse = ({ facts, form, context }: JourneyScene): { channel: string; stages: string[] }[] =>
  form.channels.map((channel) => ({
    channel,
    stages: facts.stages
      .filter(({ touchpoints, does }) => countTerm(`${touchpoints}\n${does}`, channel, context.language) > 0)
      .map(({ name }) => name),
  }));

export const channels = computed("channels", "Channels | Kanäle", (scene) =>
  tableOf(
    scene.translateAll("Channel | Kanal", "Used in | Kommt vor in"),
    channelUse(scene).map(({ channel, stages }) => [channel, stages.join(", ") || "–"]),
  ),
);

const daysOfWeek = 7;
/** Weeks of a test beyond which people are better asked than counted: half a year. */
const maxWeeks = 26;

export const tests = computed("tests", "What a test takes | Was ein Test braucht", (scene) => {
  const { facts, form, translate, translateAll, language } = scene;
  const lines = facts.steps.flatMap(({ at, rate, before }) => {
    if (rate === null || rate + points > 1) return [];
    const people = 2 * groupSize(rate, points);
    const weeks = Math.ceil((people * form.periodDays) / daysOfWeek / before);
    return [{ at, rate, people, weeks, worth: worthOf(scene, at) }];
  });
  if (lines.length === 0) return [];
  const hasWorth = lines.some(({ worth }) => worth !== null);
  const long = lines.filter(({ weeks }) => weeks > maxWeeks);
  return [
    ...tableOf(
      translateAll(
        "Stage | Phase",
        "Conversion today | Übergangsquote heute",
        "People needed | Nötige Teilnehmer",
        "Weeks at your volume | Dauer in Wochen",
        ...(hasWorth ? (["Value of 10 more in 100 | Wert von 10 mehr je 100"] as const) : []),
      ),
      lines.map(({ at, rate, people, weeks, worth }) => [
        stageName(at, scene),
        shareText(scene, rate),
        figure(people, language),
        figure(weeks, language),
        ...(hasWorth ? [worth === null ? "–" : moneyText(scene, worth)] : []),
      ]),
      [1, 2, 3, 4].slice(0, 3 + Number(hasWorth)),
    ),
    note(
      "info",
      translate(
        "Rule of thumb for two parallel groups, to detect 10 more in 100: 16 p (1 − p) ÷ 0.1² people in each (80 % power, 5 % significance level). | Faustregel für zwei parallele Gruppen, um 10 mehr je 100 zu erkennen: je Gruppe 16 p (1 − p) ÷ 0,1² Menschen (80 % Trennschärfe, 5 % Irrtumswahrscheinlichkeit).",
      ),
    ),
    ...(long.length > 0
      ? [
          note(
            "warn",
            translate(
              "A test takes more than half a year at {names}: ask people there instead of counting. | Bei {names} dauert ein Test mehr als ein halbes Jahr: Fragen Sie dort, statt zu zählen.",
              {
                names: listed(
                  long.map(({ at }) => quotedStage(at, scene)),
                  language,
                ),
              },
            ),
          ),
        ]
      : []),
  ];
});

/** Most voices of the table. */
const maxVoices = 40;

export const silence = computed(
  "silence",
  "Quotes without a stage | Stimmen ohne Phase",
  ({ facts, translate, translateAll }) => {
    const open = facts.voices.filter(({ stage }) => stage === null);
    if (open.length === 0) return [];
    return [
      ...tableOf(
        translateAll("No. | Nr.", "Quote | Stimme"),
        open.slice(0, maxVoices).map(({ id, text }) => [id.slice(1), text]),
      ),
      ...(open.length > maxVoices
        ? [
            note(
              "info",
              translate(
                "{count:more quote is|more quotes are} not shown here. | {count:weitere Stimme wird|weitere Stimmen werden} hier nicht gezeigt.",
                { count: open.length - maxVoices },
              ),
            ),
          ]
        : []),
      note(
        "info",
        translate(
          "“Stage: words” in the form assigns a quote to its stage. | „Phase: Wortlaut“ im Formular ordnet eine Stimme ihrer Phase zu.",
        ),
      ),
    ];
  },
);
