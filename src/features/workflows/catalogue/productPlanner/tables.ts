import { type Method, paceOf, prerequisiteOf } from "../../domain/product.ts";
import type { Block } from "#src/features/documents/document.ts";
import { localDateOf } from "#src/kit/time/clocks.ts";
import { datedText, dayText } from "#src/kit/time/dateTexts.ts";
import { figure, listed, oneLine, percent } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { chartOf, note, tableOf } from "../../kit/sections.ts";
import {
  endOfQuarter,
  type Facts,
  figuresOf,
  isPlannable,
  lateFeatures,
  moneyText,
  numberText,
  type ProductScene,
  quotedTitles,
  titleOf,
  weeksText,
} from "./facts.ts";
import { type Form, kanoNames, ranks } from "./form.ts";

/* The computed half of a product plan: whether it fits, in which order, when, and what feedback is left over. */

const { computed } = sectionsFor<Form, Facts>();

export const users = computed("users", "Users | Nutzer", ({ form: values, translateAll }) =>
  tableOf(
    translateAll("Who | Wer", "What they want to get done | Was sie erledigen wollen"),
    values.users.map(({ name, goal }) => [name, goal || "–"]),
  ),
);

/** The person's own lines that hold for the whole plan. */
export const frame = computed(
  "frame",
  "Constraints and alternatives | Vorgaben und Alternativen",
  ({ form: values, translate }) => {
    const part = (title: Bilingual, text: string): Block[] => {
      const lines = text.split("\n").map(oneLine).filter(Boolean);
      return lines.length === 0
        ? []
        : [
            { type: "h", text: translate(title) },
            { type: "list", ordered: false, items: lines },
          ];
    };
    return [
      ...part("Constraints | Vorgaben", values.constraints),
      ...part("What users do instead today | Was Nutzer heute stattdessen tun", values.competitors),
    ];
  },
);

/** What is noticed of effort, time and money. */
function warnings(scene: ProductScene): { tone: "warn" | "info"; text: string }[] {
  const { facts, form: values, translate, language } = scene;
  const cost = facts.effort * values.weekCost;
  const late = lateFeatures(scene);
  const inTime = facts.schedule.filter(
    ({ at, quarter }) => quarter <= values.quarters && (values.ideas[at]?.effort ?? 0) > 0,
  );
  const isBegun = values.startOn < localDateOf(scene.context.now, scene.context.timeZone);
  const isAllMust = facts.schedule.length > 2 && facts.schedule.every(({ at }) => values.ideas[at]?.rank === "must");
  return [
    ...(isBegun
      ? [
          {
            tone: "warn" as const,
            text: translate(
              "This plan starts on {day}, a date in the past. If work hasn’t started yet, choose a later date: all other dates depend on it. | Dieser Plan beginnt am {day}, also in der Vergangenheit. Hat die Arbeit noch nicht begonnen, wählen Sie ein späteres Datum: Davon hängen alle Termine ab.",
              { day: dayText(values.startOn, language) },
            ),
          },
        ]
      : []),
    ...(late.length === 0
      ? [
          {
            tone: "info" as const,
            text: translate(
              "Everything fits; {percent} of the time for new work is planned. | Alles passt; {percent} der Zeit für Neues sind verplant.",
              { percent: percent((facts.effort / facts.capacity) * 100, language) },
            ),
          },
        ]
      : [
          {
            tone: "warn" as const,
            text: translate(
              "{count:feature doesn’t|features don’t} fit into {quarters:quarter|quarters}. | {count:Funktion passt|Funktionen passen} nicht in {quarters:Quartal|Quartale}.",
              { count: late.length, quarters: values.quarters },
            ),
          },
          {
            tone: "info" as const,
            text:
              inTime.length === 0
                ? translate(
                    "Not even the first feature will be done in time. | Nicht einmal die erste Funktion wird rechtzeitig fertig.",
                  )
                : translate(
                    "Done in time, in this order: {list}. | Rechtzeitig fertig, in dieser Reihenfolge: {list}.",
                    {
                      list: listed(quotedTitles(scene, inTime), language),
                    },
                  ),
          },
        ]),
    ...(isAllMust
      ? [
          {
            tone: "warn" as const,
            text: translate(
              "Everything is a “must”: nothing can be dropped if time runs short. | Alles ist ein Muss: Nichts lässt sich streichen, wenn die Zeit knapp wird.",
            ),
          },
        ]
      : []),
    ...(values.budget > 0 && cost > values.budget
      ? [
          {
            tone: "warn" as const,
            text: translate(
              "The cost exceeds the budget of {budget} by {over}. | Die Kosten übersteigen das Budget von {budget} um {over}.",
              { budget: moneyText(scene, values.budget), over: moneyText(scene, cost - values.budget) },
            ),
          },
        ]
      : []),
    ...(facts.earliest !== "" && facts.earliest < facts.release
      ? [
          {
            tone: "warn" as const,
            text: translate(
              "If every “must” comes first, the first release is ready on {early} instead of {late}. | Kommen alle Muss-Funktionen zuerst, ist die erste Version am {early} statt am {late} fertig.",
              { early: dayText(facts.earliest, language), late: dayText(facts.release, language) },
            ),
          },
        ]
      : []),
  ];
}

/** Person-weeks that each role gets done in a week. */
const teamTable = (scene: ProductScene): Block[] => {
  const { form: values, translateAll, language } = scene;
  return tableOf(
    translateAll(
      "Role | Rolle",
      "People | Personen",
      "Share of time | Zeitanteil",
      "Share for new work | Davon für Neues",
      "Person-weeks per week | Personenwochen je Woche",
    ),
    values.team.map((member) => [
      member.role,
      numberText(scene, member.people, 1),
      percent(member.share, language),
      percent(values.focus, language),
      numberText(scene, paceOf([member], values.focus), 2),
    ]),
    [1, 2, 3, 4],
  );
};

export const numbers = computed("numbers", "Does it fit? | Passt das?", (scene) =>
  isPlannable(scene)
    ? [
        {
          type: "kpi",
          items: Object.values(figuresOf(scene)).map(({ label, text, how }) => ({
            label: scene.translate(label),
            value: text,
            note: how ?? "",
          })),
        },
        ...teamTable(scene),
        ...warnings(scene).map(({ tone, text }) => note(tone, text)),
      ]
    : [
        note(
          "gap",
          scene.translate(
            "How many person-weeks does each feature take, and how much time does the team have? Dates and costs follow from both. | Wie viele Personenwochen kostet jede Funktion, und wie viel Zeit hat das Team? Daraus ergeben sich Termine und Kosten.",
          ),
        ),
      ],
);

const sums: Readonly<Record<Method, Bilingual>> = {
  rice: "Score = reach × impact × confidence ÷ person-weeks. | Wert = Reichweite × Wirkung × Sicherheit ÷ Personenwochen.",
  wsjf: "Score = (impact + urgency) ÷ person-weeks. | Wert = (Wirkung + Dringlichkeit) ÷ Personenwochen.",
  moscow:
    "First by weight, then by reach × impact × confidence ÷ person-weeks. | Zuerst nach Gewicht, dann nach Reichweite × Wirkung × Sicherheit ÷ Personenwochen.",
  kano: "First what users expect, then features where more is better, then those that delight; within each group by reach × impact × confidence ÷ person-weeks. | Zuerst, was Nutzer voraussetzen, dann Funktionen, bei denen mehr besser ist, dann solche, die begeistern; innerhalb jeder Gruppe nach Reichweite × Wirkung × Sicherheit ÷ Personenwochen.",
};

export const ranking = computed(
  "ranking",
  "Order, and how stable it is | Reihenfolge und wie stabil sie ist",
  (scene) => {
    const { facts, form: values, translate, translateAll, language } = scene;
    if (facts.schedule.length === 0) return [];
    const isForced = values.ideas.some((_, at) => prerequisiteOf(values.ideas, at) !== null);
    // One feature has one place, whatever changes; confidence is no part of every score.
    const isOrder = facts.schedule.length > 1;
    const hasConfidence = isOrder && values.method !== "wsjf";
    return [
      ...tableOf(
        translateAll(
          "Rank | Platz",
          "Feature | Funktion",
          values.method === "kano" ? "Kano | Kano" : "Weight | Gewicht",
          "Score | Wert",
          "Comments | Stimmen",
          ...(isOrder ? (["Rank with 50 % more effort | Platz bei 50 % mehr Aufwand"] as const) : []),
          ...(hasConfidence ? (["Rank with half the confidence | Platz bei halber Sicherheit"] as const) : []),
        ),
        facts.schedule.map(({ at, id, score, rankIfLonger, rankIfUnsure }, place) => {
          const { rank = "should", kano = "unknown", effort = 0 } = values.ideas[at] ?? {};
          return [
            String(place + 1),
            titleOf(id, scene) ?? id,
            translate(values.method === "kano" ? kanoNames[kano] : ranks[rank]),
            effort > 0 ? figure(score, language, 1) : "–",
            String(facts.voicesOf.get(id)?.length ?? 0),
            ...(isOrder ? [String(rankIfLonger)] : []),
            ...(hasConfidence ? [String(rankIfUnsure)] : []),
          ];
        }),
        [0, 3, 4, 5, 6].slice(0, 3 + Number(isOrder) + Number(hasConfidence)),
      ),
      note(
        "info",
        [
          translate(sums[values.method]),
          ...(isForced
            ? [
                translate(
                  "What other features depend on comes before them, whatever its score. | Was andere Funktionen voraussetzen, kommt unabhängig vom Wert vor ihnen.",
                ),
              ]
            : []),
        ].join(" "),
      ),
    ];
  },
);

export const roadmap = computed("roadmap", "Roadmap | Roadmap", (scene) => {
  const { facts, form: values, translate, translateAll, language } = scene;
  if (!isPlannable(scene)) return [];
  const when = (quarter: number): string =>
    translate(quarter > values.quarters ? "Later | Später" : quarter === 1 ? "Now | Jetzt" : "Next | Danach");
  const effortOf = (at: number): number => values.ideas[at]?.effort ?? 0;
  return [
    ...tableOf(
      translateAll(
        "When | Wann",
        "Ends in quarter | Endet in Quartal",
        "Feature | Funktion",
        "From | Von",
        "To | Bis",
        "Person-weeks | Personenwochen",
      ),
      facts.schedule
        .filter(({ at }) => effortOf(at) > 0)
        .map(({ at, id, quarter, start, end }) => [
          when(quarter),
          String(quarter),
          titleOf(id, scene) ?? id,
          datedText(start, language),
          datedText(end, language),
          numberText(scene, effortOf(at), 1),
        ]),
      [1, 5],
    ),
    ...chartOf(
      "bar",
      translate("Person-weeks by quarter of completion | Personenwochen nach Quartal der Fertigstellung"),
      "",
      [...new Set(facts.schedule.map(({ quarter }) => quarter))].map((quarter) => ({
        label: translate("Quarter {no} | Quartal {no}", { no: quarter }),
        value: facts.schedule.filter((one) => one.quarter === quarter).reduce((sum, { at }) => sum + effortOf(at), 0),
      })),
    ),
    note(
      "info",
      translate(
        "The whole team works on one feature at a time: {weeks} per week. | Das ganze Team arbeitet an einer Funktion nach der anderen: {weeks} je Woche.",
        { weeks: weeksText(scene, facts.pace, 2) },
      ),
    ),
  ];
});

export const gates = computed(
  "gates",
  "Path to the first release | Weg zur ersten Version",
  ({ facts, language, translate, translateAll }) => [
    ...tableOf(
      translateAll("Step | Schritt", "Date | Datum"),
      facts.gates.map(({ title, date, isLate }) => [
        title,
        `${datedText(date, language)}${isLate ? ` (${translate("already past | schon vorbei")})` : ""}`,
      ]),
    ),
    ...(facts.gates.length > 0
      ? [
          note(
            "info",
            translate(
              "The time between steps is a planning estimate. | Die Abstände zwischen den Schritten sind geschätzt.",
            ),
          ),
        ]
      : []),
  ],
);

export const metric = computed("metric", "Success metric | Erfolgskennzahl", (scene) => {
  const { facts, form: values, translate, translateAll, language } = scene;
  const withUnit = (value: number): string => `${numberText(scene, value, 1)} ${values.metricUnit}`.trim();
  const hasLine = facts.metricLine.length > 0;
  return [
    ...(values.metric ? [{ type: "p" as const, text: values.metric }] : []),
    ...(hasLine
      ? [
          ...tableOf(
            translateAll("When | Wann", "Date | Datum", "Planned | Geplant"),
            [
              [translate("today | heute"), "–", withUnit(values.metricNow ?? 0)],
              ...facts.metricLine.map((value, at) => [
                translate("end of quarter {no} | Ende Quartal {no}", { no: at + 1 }),
                datedText(endOfQuarter(values, at + 1), language),
                withUnit(value),
              ]),
            ],
            [2],
          ),
          note(
            "info",
            translate(
              "A straight line to compare with, not a forecast. | Eine gerade Linie zum Abgleich, keine Prognose.",
            ),
          ),
        ]
      : values.metric
        ? [note("gap", translate(noMetricValues))]
        : []),
  ];
});
export const noMetricValues: Bilingual =
  "Where is the success metric today, and where should it be? | Wie hoch ist die Erfolgskennzahl heute, und wie hoch soll sie werden?";

/** Most voices of the table. */
const maxVoices = 40;

export const silence = computed(
  "silence",
  "User feedback that no feature addresses | Rückmeldungen, auf die keine Funktion eingeht",
  ({ facts, translate, translateAll }) => {
    const open = facts.voices.filter(({ id }) => facts.unanswered.includes(id));
    const themesOf = (id: string): string[] =>
      facts.themes
        .filter(({ ids }) => ids.includes(id))
        .map(({ word }) => word)
        .slice(0, 2);
    const hasThemes = open.some(({ id }) => themesOf(id).length > 0);
    if (open.length === 0) return [];
    return [
      ...tableOf(
        translateAll("No. | Nr.", "Comment | Stimme", ...(hasThemes ? (["Theme | Thema"] as const) : [])),
        open
          .slice(0, maxVoices)
          .map(({ id, text }) => [id.slice(1), text, ...(hasThemes ? [themesOf(id).join(", ") || "–"] : [])]),
      ),
      ...(open.length > maxVoices
        ? [
            note(
              "info",
              translate(
                "{count:more comment|more comments} not shown here. | {count:weitere Stimme|weitere Stimmen} hier nicht gezeigt.",
                {
                  count: open.length - maxVoices,
                },
              ),
            ),
          ]
        : []),
      ...(facts.isMatchedByWords && facts.schedule.length > 0
        ? [
            note(
              "info",
              translate(
                "Matched to features by shared words: please check. | Über gemeinsame Wörter den Funktionen zugeordnet: bitte prüfen.",
              ),
            ),
          ]
        : []),
    ];
  },
);
