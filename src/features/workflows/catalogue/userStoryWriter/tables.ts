import { isList, type Rank, vagueWordsIn } from "../../domain/stories.ts";
import { investLetters, type StoryIssueCode, type StoryAssessment } from "../../domain/storyAssessment.ts";
import { figure, listed, oneLine, percent } from "../../domain/wording.ts";
import { type Bilingual, half } from "../../kit/bilingual.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note, tableOf } from "../../kit/sections.ts";
import { type Facts, missingQualities, numberOf, ranks, unitOf } from "./facts.ts";
import type { Form } from "./form.ts";

/* The computed half of user stories: readiness, limits, duplicates, what became of each line, order of work. */

const { computed } = sectionsFor<Form, Facts>();

/** What is wrong, as the end of a sentence that begins with “It …”. */
const faults: Readonly<Record<StoryIssueCode, Bilingual>> = {
  needsFirst: "needs {with} first | setzt {with} voraus",
  solution: "names a solution: {with} | nennt eine Lösung: {with}",
  noReason: "names no benefit | nennt keinen Nutzen",
  roleMissing: "names no role | nennt keine Rolle",
  noRole: "names neither role nor benefit | nennt weder Rolle noch Nutzen",
  vague: "can be read in several ways: {with} | ist mehrdeutig: {with}",
  noCriteria: "has no criteria | hat keine Kriterien",
  tooMany: "has {with} criteria: split it | hat {with} Kriterien: teilen",
  twoThings: "asks for more than one thing | verlangt mehr als eine Sache",
};
const letterNames: Bilingual =
  "Independent Negotiable Valuable Estimable Small Testable | Unabhängig Verhandelbar Wertvoll Schätzbar Klein Testbar";

export const invest = computed("invest", "INVEST | INVEST", ({ facts, translate, translateAll, language }) => {
  const names = half(letterNames, language).split(" ");
  const byFault = new Map<string, { letters: Set<string>; ids: Set<string> }>();
  for (const { id, invest: flags } of facts.stories)
    for (const [at, letter] of investLetters.entries()) {
      const fault = flags[letter];
      if (!fault) continue;
      const named = fault.code === "needsFirst" ? fault.with.split(", ").map(numberOf).join(", ") : fault.with;
      const sentence = translate(faults[fault.code], { with: named });
      const found = byFault.get(sentence) ?? { letters: new Set(), ids: new Set() };
      found.letters.add(names[at] ?? letter);
      found.ids.add(numberOf(id));
      byFault.set(sentence, found);
    }
  const all = facts.stories.length * investLetters.length;
  const missed = facts.stories.reduce(
    (sum, one) => sum + investLetters.filter((letter) => one.invest[letter]).length,
    0,
  );
  return all === 0
    ? []
    : [
        note(
          "info",
          translate(
            "{yes} of {all} checks passed. They only count what the text says; nobody has judged the stories. I: independent, N: negotiable, V: valuable, E: estimable, S: small, T: testable. | {yes} von {all} Prüfungen bestanden. Gezählt wird nur, was im Text steht; beurteilt hat die Storys niemand. I: unabhängig, N: verhandelbar, V: wertvoll, E: schätzbar, S: klein, T: testbar.",
            { yes: all - missed, all },
          ),
        ),
        ...tableOf(
          translateAll("Story | Story", "Not yet | Noch nicht", "It … | Sie …"),
          [...byFault].map(([sentence, { letters, ids }]) => [
            [...ids].join(", "),
            listed([...letters], language),
            sentence,
          ]),
        ),
      ];
});

/** Criteria of a story in parts of nearly equal length, none above the limit, each criterion once. */
export function splitParts(count: number, limit: number): [from: number, to: number][] {
  const parts = Math.ceil(count / limit);
  const end = (part: number): number => Math.ceil((count * part) / parts);
  return Array.from({ length: parts }, (_, at) => [end(at) + 1, end(at + 1)]);
}

export const splits = computed(
  "splits",
  "Proposed splits | Vorschläge zum Teilen",
  ({ facts, form: { splitLimit }, translate, translateAll }) => {
    const proposal = ({ criteria, invest: { S: fault } }: StoryAssessment): string =>
      fault?.code === "tooMany"
        ? splitParts(criteria.length, splitLimit)
            .map(([from, to], at) =>
              translate("part {no}: criteria {from} to {to} | Teil {no}: Kriterien {from} bis {to}", {
                no: at + 1,
                from,
                to,
              }),
            )
            .join("; ")
        : translate("one story for each thing | je Sache eine Story");
    const shown = facts.stories.filter(({ invest: { S: fault } }) => fault !== null);
    return tableOf(
      translateAll("Story | Story", "It … | Sie …", "Proposal | Vorschlag"),
      shown.map((story) => [
        numberOf(story.id),
        story.invest.S
          ? (translate(faults[story.invest.S.code], { with: story.invest.S.with }).split(":")[0] ?? "")
          : "",
        proposal(story),
      ]),
    );
  },
  ({ form: { splitRule } }) => splitRule,
);

/** Lines of the form that hold for every story, and the qualities that no rule speaks of yet. */
export const constraints = computed(
  "constraints",
  "Constraints for all stories | Vorgaben für alle Storys",
  ({ form, facts, translate, language }) => {
    const lines = form.constraints.split("\n").map(oneLine).filter(Boolean);
    const missing = missingQualities({ form, facts, translate, language });
    return [
      ...(lines.length > 0 ? [{ type: "list" as const, ordered: false, items: lines }] : []),
      ...missing.map((question) => note("gap", question)),
    ];
  },
);

export const bounds = computed(
  "bounds",
  "Boundary values to test | Grenzwerte zum Testen",
  ({ facts, translate, translateAll, language }) =>
    tableOf(
      translateAll("From | Aus", "Just below | Knapp darunter", "Limit | Grenze", "Just above | Knapp darüber"),
      facts.bounds.map((bound) => {
        const need = facts.needs.find(({ text }) => text === bound.text)?.id ?? "";
        const ids = facts.stories.filter(({ needs }) => needs.includes(need)).map(({ id }) => numberOf(id));
        const place = need === "" ? translate("constraints | Vorgaben") : ids.join(", ") || numberOf(need);
        const [below, limit, above] = [bound.below, bound.limit, bound.above].map((value) => figure(value, language));
        return [place, below ?? "", `${limit} ${unitOf(bound)}`.trim(), above ?? ""];
      }),
      [1, 2, 3],
    ),
);

export const alike = computed(
  "alike",
  "Possible duplicates | Mögliche Doppelungen",
  ({ facts, translate, translateAll, language }) =>
    tableOf(
      translateAll("Story | Story", "Resembles | Ähnelt", "Its text | Deren Text", "Likeness | Ähnlichkeit"),
      facts.alike.map(({ story, other, score }) => [
        numberOf(story.id),
        // Pasted without keys, existing stories are only counted.
        /^\d+$/.test(other.id)
          ? translate("existing story {no} | bestehende Story {no}", { no: other.id })
          : numberOf(other.id),
        other.text,
        percent(score * 100, language),
      ]),
      [3],
    ),
);

/** Lines that are a story word for word are left out: the list above has them. */
export const trace = computed(
  "trace",
  "What became of each line | Was aus jeder Zeile wurde",
  ({ facts, form, translate, translateAll }) => {
    const asTheyWere = new Set(facts.stories.map(({ text }) => text));
    const storiesOf = (need: string): string[] =>
      facts.stories.filter(({ needs }) => needs.includes(need)).map(({ id }) => numberOf(id));
    const shown = facts.needs.filter(({ text }) => !asTheyWere.has(text));
    return [
      ...tableOf(
        translateAll("No. | Nr.", "Your words | Ihre Worte", "Now in | Jetzt in"),
        shown.map(({ id, text, kind }) => {
          const rest: Bilingual = kind === "background" ? "background | Hintergrund" : "no story | keiner Story";
          return [numberOf(id), text, storiesOf(id).join(", ") || translate(rest)];
        }),
      ),
      ...(shown.length > 0 && shown.length < facts.needs.length
        ? [
            note(
              "info",
              translate(
                "Lines that are a story word for word are not repeated here. | Zeilen, die wörtlich eine Story sind, stehen hier nicht noch einmal.",
              ),
            ),
          ]
        : []),
      ...(shown.some(({ id, kind }) => kind === "background" && storiesOf(id).length === 0)
        ? [
            note(
              "info",
              translate(
                isList(form.feature)
                  ? "Background lines become no stories. If one is a wish, begin it with a hyphen, like the items of a list. | Aus Hintergrund wird keine Story. Ist eine Zeile doch ein Wunsch, beginnen Sie sie mit einem Bindestrich, wie einen Punkt einer Liste."
                  : "Background lines become no stories. If one is a wish, add “must” or “should” to it. | Aus Hintergrund wird keine Story. Ist eine Zeile doch ein Wunsch, ergänzen Sie „muss“ oder „soll“.",
              ),
            ),
          ]
        : []),
    ];
  },
);

const noStep = "–";
const rankOrder: readonly Rank[] = ["must", "should", "could", "open"];
export const storyMap = computed(
  "map",
  "Story map | Story Map",
  ({ facts, translate, translateAll }) => {
    const used = rankOrder.filter((rank) => facts.stories.some((one) => one.rank === rank));
    const steps = [...new Set(facts.stories.map(({ step }) => step))];
    return tableOf(
      translateAll("Step | Schritt", ...used.map((rank) => ranks[rank])),
      steps.map((step) => [
        step === "" ? translate("no step | kein Schritt") : step,
        ...used.map(
          (rank) =>
            facts.stories
              .filter((one) => one.step === step && one.rank === rank)
              .map(({ id }) => numberOf(id))
              .join(", ") || noStep,
        ),
      ]),
    );
  },
  ({ facts }) => facts.stories.some(({ step }) => step !== ""),
);

export const sprints = computed(
  "sprints",
  "Order of work | Reihenfolge",
  ({ facts, form: { velocity }, translate, translateAll }) => [
    ...tableOf(
      translateAll("Sprint | Sprint", "Stories | Storys", "Points | Punkte", "Of | Von"),
      facts.sprints.map(({ ids, points }, at) => [
        String(at + 1),
        ids.map(numberOf).join(", "),
        String(points),
        String(velocity),
      ]),
      [2, 3],
    ),
    ...(facts.sprints.some(({ points }) => points > velocity)
      ? [
          note(
            "warn",
            translate(
              "A story is larger than a sprint: split it first. | Eine Story ist größer als ein Sprint: zuerst teilen.",
            ),
          ),
        ]
      : []),
  ],
);

export const ready = computed("ready", "Definition of ready | Definition of Ready", ({ facts, form, translate }) => {
  const every = (test: (one: StoryAssessment) => boolean): boolean =>
    facts.stories.length > 0 && facts.stories.every(test);
  const items: [Bilingual, boolean][] = [
    [
      "Every story says who wants what, and what for | Jede Story sagt, wer was will und wozu",
      every(({ invest: { V } }) => !V),
    ],
    ["Every story has criteria | Jede Story hat Kriterien", every(({ criteria }) => criteria.length > 0)],
    [
      "No vague words such as “fast” or “easy” | Keine vagen Wörter wie „schnell“ oder „einfach“",
      every(({ text, criteria }) => vagueWordsIn([text, ...criteria.map((one) => one.text)].join("\n")).length === 0),
    ],
    [
      "No story is too big | Keine Story ist zu groß",
      every(({ criteria, invest: { S: fault } }) => criteria.length > 0 && !fault),
    ],
    [
      "Every wish and every rule is in a story | Jeder Wunsch und jede Regel steckt in einer Story",
      facts.stories.length > 0 && facts.uncovered.length === 0,
    ],
    ["No duplicates were found | Es wurden keine Doppelungen gefunden", facts.alike.length === 0],
    ["The refinement has a date | Das Refinement hat einen Termin", form.refinement !== ""],
    ["The team has estimated | Das Team hat geschätzt", false],
  ];
  return [{ type: "checklist", items: items.map(([text, done]) => ({ text: translate(text), done })) }];
});
