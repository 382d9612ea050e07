import type { Issue } from "#src/features/documents/document.ts";
import { circlesOf, prerequisiteOf } from "../../domain/product.ts";
import { dayText } from "#src/kit/time/dateTexts.ts";
import { listed, quoted } from "../../domain/wording.ts";
import { half } from "../../kit/bilingual.ts";
import { longText, pick, refs, text } from "../../kit/columns.ts";
import { defineWorkflow } from "../../kit/define.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { errorIssue, note, tableOf } from "../../kit/sections.ts";
import { planProposals } from "./effects.ts";
import {
  type Facts,
  factsOf,
  figuresOf,
  idOf,
  lateFeatures,
  type ProductScene,
  quotedTitles,
  specified,
  titleOf,
} from "./facts.ts";
import { example, form, type Form, ranks } from "./form.ts";
import { featureBlocks } from "./featureBlocks.ts";
import { frame, gates, metric, noMetricValues, numbers, ranking, roadmap, silence, users } from "./tables.ts";
import { trackerFiles } from "./tracker.ts";

/* A product plan: order, dates, capacity and cost are computed from the form; texts say why and what could be wrong. */

const { prose, freeRows, rowPerItem } = sectionsFor<Form, Facts>();

const voices = refs(
  "Comments | Stimmen",
  "ids of the voices in <given> that say it; none when nobody does",
  (id, { facts, language }: ProductScene) => {
    const voice = facts.voices.find((one) => one.id === id);
    return voice ? quoted(voice.text, language) : null;
  },
);

const brief = prose("brief", "What this is about | Worum es geht", {
  ask: "who has which problem and what it costs them; what is different with the product; the one bet of this plan and the release it leads to; why not simply one of the alternatives",
  words: [90, 180],
  own: ({ form: { problem, vision } }) => [problem, vision],
  gap: "What is the one bet behind this plan, and what would prove it wrong? | Auf welcher Annahme beruht dieser Plan, und woran würden Sie merken, dass sie falsch ist?",
});

const outcomes = freeRows(
  "outcomes",
  "Outcomes | Wirkungen",
  {
    change: text(
      "What people do differently | Was Nutzer anders machen",
      "a change of behaviour, named by user; no feature",
      160,
    ),
    sign: text("How you can tell | Woran man es erkennt", "something that can be counted, and where", 140),
    by: refs("Driven by | Durch", "ids of the features that cause it", (id, scene: ProductScene) => titleOf(id, scene)),
  },
  {
    ask: "The chain from features to the success metric, the strongest first.",
    count: [2, 4],
    gap: "What will users do differently, and where can you measure it? | Was machen Nutzer dann anders, und wo lässt es sich messen?",
  },
);

const principles = freeRows(
  "principles",
  "Principles | Grundsätze",
  {
    rule: text("Rule | Regel", "a decision rule of this product, as a full sentence that settles a dispute", 140),
    over: text("Comes before | Wichtiger als", "the good thing that comes second to it", 100),
  },
  {
    ask: "What the team follows where the plan is silent. Each costs something; none that every product would claim.",
    count: [3, 5],
    gap: "Which two priorities compete in this product, and which one wins? | Welche zwei Ziele stehen in diesem Produkt im Konflikt, und welches geht vor?",
  },
);

const features = rowPerItem(
  "features",
  "Features | Funktionen",
  {
    why: text("Why | Warum", "which problem of which user it ends; with [form]", 200),
    said: voices,
    done: text("Done when | Fertig, wenn", "a result that somebody outside of the team can check", 160),
    bet: text("Biggest bet | Kritische Annahme", "what must be true and nobody has shown", 160),
    test: text("Cheapest test | Günstigster Test", "a test before building, with the result that would stop it", 200),
  },
  {
    ask: "For product people and developers alike. No feature is described in general terms.",
    items: ({ facts, form: { ideas } }) =>
      facts.schedule.map(({ id, at }) => {
        const { title = "", what = "" } = ideas[at] ?? {};
        return {
          id,
          context: title,
          cells: [title, what],
          own: { said: [...(facts.voicesOf.get(id) ?? [])] },
        };
      }),
    lead: ["Feature | Funktion", "What it does | Was sie leistet"],
    when: ({ facts }) => facts.schedule.length > 0,
    blocks: featureBlocks,
    gap: "{count:feature lacks|features lack} a reason, a “done when”, a bet or a test. | Bei {count:Funktion|Funktionen} fehlen Grund, Abnahme, Annahme oder Test.",
  },
);

const missing = freeRows(
  "missing",
  "Worth adding | Ergänzungen",
  {
    what: text("Feature | Funktion", "what is missing in the list, small enough for a few weeks", 140),
    said: voices,
    instead: text(
      "Or without building it | Oder ohne Entwicklung",
      "how the need could be met by service, text or contract",
      160,
    ),
  },
  { ask: "Only what a voice, a user's goal or a constraint asks for and no feature answers.", count: [0, 4] },
);

const specs = rowPerItem(
  "specs",
  "Requirements for the next features | Anforderungen an die nächsten Funktionen",
  {
    flow: longText("What happens | Ablauf", "the way of one user from trigger to result, three to five lines", 500),
    rules: longText("Rules | Regeln", "what must always hold, one a line, from form and constraints", 360),
    out: text("Not included | Nicht enthalten", "what a reader would expect and does not get yet", 160),
    measure: text("Measured by | Gemessen an", "use that shows it is worth keeping", 140),
  },
  {
    ask: "A page that a team can begin with. No solution where a rule is enough.",
    items: ({ facts, form: { ideas } }) =>
      facts.schedule.slice(0, specified).map(({ id, at }) => {
        const { title = "" } = ideas[at] ?? {};
        return { id, context: title, cells: [title] };
      }),
    lead: ["Feature | Funktion"],
    when: ({ facts }) => facts.schedule.length > 0,
    blocks: (scene, rows) => {
      const { facts, translate, translateAll } = scene;
      const written = rows.filter(({ flow, rules, out, measure }) => [flow, rules, out, measure].some(Boolean));
      const next = facts.schedule.slice(0, specified);
      if (written.length === 0)
        return scene.isWriting
          ? []
          : [
              note(
                "gap",
                translate(
                  "{list}: who acts first, what happens, and what must never happen? | {list}: Wer handelt zuerst, was passiert, und was darf nie passieren?",
                  { list: listed(quotedTitles(scene, next), scene.language) },
                ),
              ),
            ];
      return facts.schedule.slice(0, specified).flatMap(({ id }) => {
        const row = written.find((one) => one.id === id);
        const lines = (given = ""): string[] =>
          scene
            .show(given)
            .split("\n")
            .map((line) => line.trim())
            .filter(Boolean);
        const cells = [
          ...lines(row?.rules).map((line) => [translate("Rule | Regel"), line]),
          ...lines(row?.out).map((line) => [translate("Not included | Nicht enthalten"), line]),
          ...lines(row?.measure).map((line) => [translate("Measured by | Gemessen an"), line]),
        ];
        return [
          { type: "h" as const, text: titleOf(id, scene) ?? id },
          ...(row?.flow ? [{ type: "list" as const, ordered: true, items: lines(row.flow) }] : []),
          ...tableOf(translateAll("Aspect | Aspekt", "Content | Inhalt"), cells),
        ];
      });
    },
    gap: "The next features: who acts first, what happens, and what must never happen? | Die nächsten Funktionen: Wer handelt zuerst, was passiert, und was darf nie passieren?",
  },
);

const riskKinds = {
  value: "value: users don’t want it | Nutzen: niemand braucht es",
  use: "use: users get stuck | Bedienung: niemand kommt damit zurecht",
  build: "feasibility: can’t be built | Machbarkeit: nicht umsetzbar",
  business: "business: it doesn’t pay off or isn’t allowed | Geschäft: lohnt sich nicht oder ist nicht erlaubt",
} as const;
const risks = freeRows(
  "risks",
  "Risks | Risiken",
  {
    kind: pick("Kind | Art", "which kind", riskKinds),
    risk: text("Risk | Risiko", "what could prove wrong in this plan", 160),
    sign: text("Early sign | Frühwarnzeichen", "how and by when it shows", 140),
    act: text("Then | Dann", "what is done then, or stopped", 140),
  },
  {
    ask: "One of each kind at least, the deadliest first.",
    count: [4, 6],
    gap: "What could sink this plan: no demand, hard to use, not feasible, not allowed? | Woran könnte dieser Plan scheitern: an Bedarf, Bedienung, Machbarkeit oder Vorschriften?",
  },
);

const outside = freeRows(
  "outside",
  "Not now | Jetzt nicht",
  {
    what: text("What | Was", "feature, user group or promise that is left out", 120),
    why: text("Why | Warum", "reason of this plan", 160),
    until: text("Until | Bis", "what would have to change", 120),
  },
  {
    ask: "The ideas marked as not now first, then what others will ask for.",
    count: [2, 5],
    as: "cards",
    own: ({ form: { ideas } }) => ideas.filter(({ rank }) => rank === "wont").map(({ title }) => ({ what: title })),
    gap: "What won’t you build, even though people will ask for it? | Was bauen Sie nicht, obwohl Nutzer danach fragen werden?",
  },
);

/** Lines that every writer needs: features with their place, and voices with the feature whose words they share. */
const glossary = freeRows(
  "glossary",
  "Glossary | Glossar",
  {
    term: text("Term | Begriff", "a word of this product or trade that the plan uses", 50),
    meaning: text("Meaning | Bedeutung", "what it means here, in words that a newcomer understands", 180),
  },
  {
    ask: "Words that two people on the team could take to mean different things, the same spelling as in the plan.",
    count: [3, 8],
  },
);

function contextLines(scene: ProductScene): string[] {
  const {
    facts,
    form: { ideas },
  } = scene;
  const needed = (at: number): string => {
    const first = prerequisiteOf(ideas, at);
    return first === null ? "" : `needs ${idOf(first)}`;
  };
  const line = (at: number, more: readonly string[]): string => {
    const { title = "", what = "", rank = "should" } = ideas[at] ?? {};
    return `${idOf(at)} = ${title}${what ? `: ${what}` : ""} (${[half(ranks[rank], "en"), ...more, needed(at)].filter(Boolean).join(", ")})`;
  };
  return [
    ...(facts.schedule.length > 0 ? ["Features in the order of work:"] : []),
    ...facts.schedule.map(({ at, quarter }, place) =>
      line(at, [`place ${place + 1}`, quarter > 0 ? `quarter ${quarter}` : ""]),
    ),
    ...ideas.flatMap(({ rank }, at) => (rank === "wont" ? [line(at, [])] : [])),
    ...(facts.voices.length > 0 ? ["Voices, with the feature whose words they share:"] : []),
    ...facts.voices
      .slice(0, 80)
      .map(({ id, text: said, idea }) => `${id}${idea === null ? "" : ` (${idOf(idea)})`}: ${said}`),
  ];
}

/** What the form leaves open about the list of features. */
function questions(scene: ProductScene): string[] {
  const { form: values, translate, language } = scene;
  const { ideas, metric: metricName, metricNow, metricGoal } = values;
  const late = lateFeatures(scene);
  const circle = circlesOf(ideas).map((at) => quoted(ideas[at]?.title ?? "", language));
  const unsized = ideas
    .filter(({ effort, rank }) => effort === 0 && rank !== "wont")
    .map(({ title }) => quoted(title, language));
  return [
    ...(circle.length > 0
      ? [
          translate(
            "{titles} depend on each other: which one works on its own? | {titles} setzen einander voraus: Was funktioniert auch allein?",
            { titles: listed(circle, language) },
          ),
        ]
      : []),
    ...(unsized.length > 0
      ? [
          translate(
            "How many person-weeks are needed for {titles}? | Wie viele Personenwochen sind für {titles} nötig?",
            {
              titles: listed(unsized, language),
            },
          ),
        ]
      : []),
    ...ideas
      .filter(({ after }, at) => after.trim() !== "" && prerequisiteOf(ideas, at) === null)
      .map(({ title, after }) =>
        translate(
          "{title} needs {after}, which is not in the list: what is it? | {title} setzt {after} voraus, das nicht in der Liste steht: Was ist das?",
          { title: quoted(title, language), after: quoted(after, language) },
        ),
      ),
    ...(late.length > 0
      ? [
          translate(
            "{count:feature doesn’t|features don’t} fit into {quarters:quarter|quarters}: what can wait, or who can help? | {count:Funktion passt|Funktionen passen} nicht in {quarters:Quartal|Quartale}: Was kann warten, oder wer kann helfen?",
            { count: late.length, quarters: values.quarters },
          ),
        ]
      : []),
    ...(metricName !== "" && (metricNow === null || metricGoal === null) ? [translate(noMetricValues)] : []),
  ];
}

/** Cells of a list that repeat the same column of another row. */
function repeated(section: string, rows: readonly { id: string }[], columns: readonly string[]): Issue[] {
  return columns.flatMap((column) => {
    const seen = new Set<unknown>();
    return rows.flatMap((row) => {
      const value: unknown = Reflect.get(row, column);
      if (value === "") return [];
      const isKnown = seen.has(value);
      seen.add(value);
      return isKnown ? [errorIssue("repeated", `${section}/${row.id}/${column}`)] : [];
    });
  });
}

function checks({ answer }: ProductScene): Issue[] {
  const kinds = new Set(risks.of({ answer }).map(({ kind }) => kind));
  const lacking = Object.keys(riskKinds).length - kinds.size;
  return [
    ...repeated("features", features.of({ answer }), ["done", "bet", "test"]),
    ...repeated("specs", specs.of({ answer }), ["flow", "rules", "out", "measure"]),
    ...(kinds.size > 0 && lacking > 0
      ? [{ level: "warn" as const, code: "riskKinds", at: "risks", params: { count: lacking } }]
      : []),
  ];
}

export const productPlanner = defineWorkflow<Form, Facts>({
  key: "productPlanner",
  version: 2,
  form,
  role: "You are a product lead who has shipped and stopped products. You plan outcomes, name bets, and cut.",
  task: "Write the texts of the product plan. Order, dates and costs are computed; you say why, what could be wrong and how to find out cheaply.",
  example,
  facts: ({ form: values, context, answer }) =>
    factsOf(values, context, { features: features.of({ answer }), missing: missing.of({ answer }) }),
  figures: figuresOf,
  contextLines,
  summary: ({ facts, translate, language, form: { product } }) =>
    facts.release
      ? translate(
          "{product}: {count:feature|features}, first release on {day}. | {product}: {count:Funktion|Funktionen}, erste Version am {day}.",
          { product, count: facts.schedule.length, day: dayText(facts.release, language) },
        )
      : facts.schedule.length === 0
        ? translate("{product}: no features listed yet. | {product}: noch keine Funktionen.", { product })
        : translate(
            "{product}: {count:feature|features}, no date yet. | {product}: {count:Funktion|Funktionen}, noch ohne Termin.",
            { product, count: facts.schedule.length },
          ),
  sections: [
    brief,
    users,
    frame,
    numbers,
    outcomes,
    principles,
    metric,
    ranking,
    roadmap,
    gates,
    features,
    silence,
    missing,
    specs,
    risks,
    outside,
    glossary,
  ],
  files: (scene) => trackerFiles(scene, { features: features.of(scene), specs: specs.of(scene) }),
  questions,
  checks,
  issueTexts: {
    repeated: "The text is the same as in another row. | Der Text ist derselbe wie in einer anderen Zeile.",
    riskKinds: "Types of risk without an entry: {count}. | Risikoarten ohne Eintrag: {count}.",
  },
  effects: (scene) => planProposals(scene, specs.of(scene)),
});
