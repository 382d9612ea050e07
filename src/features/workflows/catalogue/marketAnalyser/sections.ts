import { dayText } from "#src/kit/time/dateTexts.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { date, optional, pick, type RowOf, text } from "../../kit/columns.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note, tableOf } from "../../kit/sections.ts";
import type { Facts } from "./facts.ts";
import type { Form } from "./form.ts";
import { restsOnSource, type Score, scores } from "./frames.ts";
import { filled, fromAbove, hasSources, numbers } from "./reading.ts";
import { unknownLines } from "./tables.ts";

/* What is written of a market. */

const { prose, freeRows, rowPerItem } = sectionsFor<Form, Facts>();
/** Everything that is read and computed comes before a text that speaks of it. */
const computed = [numbers, filled, fromAbove];

const points: Readonly<Record<Score, number>> = { open: 0, low: 1, mid: 2, high: 3 };

/** The first one stands where nobody has judged. */
const sureNames = {
  open: "open | offen",
  likely: "likely | wahrscheinlich",
  shown: "backed by a source | durch Quelle belegt",
} as const satisfies Record<string, Bilingual>;

export const answers = rowPerItem(
  "answers",
  "Your questions | Ihre Fragen",
  {
    answer: text("Answer | Antwort", "the answer in its first three words, then the reason with its mark", 420),
    sure: pick(
      "Confidence | Sicherheit",
      "how far the material carries it; shown only with the mark of a source or an official figure {o1}",
      sureNames,
    ),
    next: text("To make sure | Um sicherzugehen", "the cheapest test, or where the missing figure is", 200),
  },
  {
    ask: "Answer each question. What the material does not carry is open.",
    items: ({ form: { questions } }) =>
      questions.map((question, at) => ({ id: `q${at + 1}`, context: question, cells: [question] })),
    after: computed,
    when: ({ form }) => form.questions.length > 0,
    gap: "{count:question has|questions have} no answer yet: what do you know, and from whom? | {count:Frage ist|Fragen sind} noch ohne Antwort: Was wissen Sie dazu, und von wem?",
    blocks: (scene, rows) => {
      const { form, translate } = scene;
      return form.questions.flatMap((question, at) => {
        const row = rows.find(({ id }) => id === `q${at + 1}`);
        const isOpen = !row || row.answer === "";
        if (isOpen && scene.isWriting) return [];
        return [
          { type: "h", text: question },
          ...(isOpen
            ? [
                note(
                  "gap",
                  translate(
                    "Not answered yet. What do you know about it, and from whom? | Noch nicht beantwortet. Was wissen Sie dazu, und von wem?",
                  ),
                ),
              ]
            : [
                { type: "p" as const, text: scene.show(row.answer) },
                {
                  type: "list" as const,
                  ordered: false,
                  items: [
                    `${translate("Confidence | Sicherheit")}: ${translate(sureNames[row.sure])}`,
                    ...(row.next === ""
                      ? []
                      : [`${translate("To make sure | Um sicherzugehen")}: ${scene.show(row.next)}`]),
                  ],
                },
              ]),
        ];
      });
    },
  },
);
export const scope = prose("scope", "What this market includes | Was zu diesem Markt gehört", {
  ask: "what is bought and by whom, who pays, who decides; what is left out and why; what buyers do instead today",
  words: [70, 160],
  own: ({ form: { product } }) => product.split("\n").map((line) => line.replace(/^\s*[-•*]\s*/, "")),
  after: [numbers],
  gap: "Who pays, who decides, and what do they do today without you? | Wer zahlt, wer entscheidet, und was tun sie heute ohne Sie?",
});

export const groups = freeRows(
  "groups",
  "Segments | Segmente",
  {
    name: text("Segment | Segment", "buyers who buy for the same reason, two to five words", 60),
    need: text("Reason to buy | Kaufanlass", "the occasion that makes them buy, with its mark", 220),
    way: text("Reached through | Erreichbar über", "the person and the place where you meet them", 140),
    worth: pick("Attractiveness | Attraktivität", "size, growth and margin", scores),
    access: pick("Access | Zugang", "how easily this firm reaches them", scores),
  },
  {
    ask: "Segments by occasion, not by size alone.",
    count: [2, 5],
    after: computed,
    gap: "Which three kinds of customers buy for different reasons? | Welche drei Arten von Kunden kaufen aus verschiedenen Gründen?",
  },
);

export const drivers = freeRows(
  "drivers",
  "What drives demand and what slows it | Was die Nachfrage treibt und was sie bremst",
  {
    force: text("Force or trend | Einfluss oder Trend", "what changes demand, with its mark", 220),
    way: pick("Effect | Wirkung", "which way", { slows: "slows | bremst", drives: "drives | treibt" }),
    when: pick("When | Wann", "when it is felt", {
      now: "now | jetzt",
      soon: "in 1–2 years | in 1–2 Jahren",
      late: "later | später",
    }),
    so: text("For you | Für Sie", "what follows for this firm", 180),
  },
  {
    ask: "Forces and trends that the material shows, both ways.",
    count: [2, 8],
    after: [numbers],
    gap: "What would make customers buy more next year, and what would make them buy less? | Was würde Kunden nächstes Jahr dazu bringen, mehr zu kaufen, und was weniger?",
  },
);

export const channels = freeRows(
  "channels",
  "How buyers buy | Wie Käufer kaufen",
  {
    channel: text("Channel | Weg", "where the order is placed or prepared", 100),
    shows: text("Who buys there | Wer dort kauft", "who buys there, on what terms, with its mark", 200),
    so: text("For you | Für Sie", "what follows for offer and price", 160),
  },
  {
    ask: "Channels that the form or a source names.",
    count: [1, 5],
    after: [numbers],
    gap: "Which channels did your last ten orders come through? | Über welche Wege kamen Ihre letzten zehn Aufträge?",
  },
);

const ruleColumns = {
  rule: text("Rule | Regel", "law, standard or subsidy by its name, with its mark", 160),
  day: optional(date("Date | Datum", "from when it applies or by when to act, only if a source says it")),
  so: text("Consequence | Folge", "what buyers or sellers must do", 200),
};
export const rules = freeRows("rules", "Rules that matter | Regeln, auf die es ankommt", ruleColumns, {
  ask: "Only rules that a source names.",
  count: [0, 6],
  after: [numbers],
  when: hasSources,
  blocks: (scene, all) => [
    ...tableOf(
      scene.translateAll("Rule | Regel", "Date | Datum", "Consequence | Folge"),
      all.map(({ rule, day, so }) => [
        scene.show(rule),
        day === "" ? "–" : dayText(day, scene.language),
        scene.show(so),
      ]),
    ),
    ...(all.length > 0
      ? [
          note(
            "info",
            scene.translate(
              "Taken from the sources read; not legal advice and not necessarily complete. | Aus den gelesenen Quellen; keine Rechtsberatung und nicht unbedingt vollständig.",
            ),
          ),
        ]
      : []),
  ],
});

const chanceGap: Bilingual =
  "Which three offers would you test first, and what makes you think they would sell? | Welche drei Angebote würden Sie zuerst testen, und was spricht dafür, dass sie sich verkaufen?";
const chanceColumns = {
  what: text("Opportunity | Chance", "an offer to a segment on an occasion", 160),
  impact: pick("Impact | Wirkung", "revenue it could bring", scores),
  why: text("Evidence | Beleg", "what shows that it exists, with its mark", 220),
  proof: pick("Strength of evidence | Stärke des Belegs", "how well that shows it", scores),
  first: text("First step | Erster Schritt", "what to do within two weeks, with whom, to learn what", 180),
};
type Chance = RowOf<typeof chanceColumns>;
/** What no source shows is weak evidence, whatever its writer believes. */
const evidenceOf = ({ why, proof }: Chance): number =>
  restsOnSource(why) ? points[proof] : Math.min(points[proof], points.low);
export const chances = freeRows("chances", "Opportunities | Chancen", chanceColumns, {
  ask: "Opportunities this firm can take.",
  count: [2, 6],
  after: [groups],
  gap: chanceGap,
  blocks: (scene, all) => {
    const ranked = all
      .map((row) => ({ row, impact: points[row.impact], evidence: evidenceOf(row) }))
      .toSorted((a, b) => b.impact * b.evidence - a.impact * a.evidence);
    if (ranked.length === 0) return scene.isWriting ? [] : [note("gap", scene.translate(chanceGap))];
    return [
      ...tableOf(
        scene.translateAll(
          "Rank | Rang",
          "Opportunity | Chance",
          "Impact × evidence | Wirkung × Beleg",
          "Evidence | Beleg",
          "First step | Erster Schritt",
        ),
        ranked.map(({ row, impact, evidence }, at) => [
          String(at + 1),
          scene.show(row.what),
          `${impact} × ${evidence} = ${impact * evidence}`,
          scene.show(row.why),
          scene.show(row.first),
        ]),
        [0, 2],
      ),
      note(
        "info",
        scene.translate(
          "Both are rated from 1 (low) to 3 (high). Evidence without a source scores 1 at most. | Beide bewertet von 1 (gering) bis 3 (hoch). Ein Beleg ohne Quelle zählt höchstens 1.",
        ),
      ),
    ];
  },
});

export const risks = freeRows(
  "risks",
  "Risks | Risiken",
  {
    risk: text("Risk | Risiko", "what would make the size or the plan wrong", 160),
    sign: text("Early sign | Frühwarnzeichen", "by what it shows, and where to look", 160),
    answer: text("Answer | Antwort", "what to do then", 160),
  },
  {
    ask: "The risks that weigh most.",
    count: [2, 5],
    after: [groups],
    gap: "What would make you stop, and how would you notice it early? | Was würde Sie zum Abbruch bewegen, und woran würden Sie es früh erkennen?",
  },
);

export const unknown = freeRows(
  "unknown",
  "What we couldn’t find | Was sich nicht finden ließ",
  {
    what: text("Missing | Was fehlt", "the figure or fact", 140),
    why: text("Matters because | Wichtig, weil", "which number or decision depends on it", 160),
    where: text(
      "Where to get it | Woher",
      "who has it and what it costs to get: an office, an association, ten calls",
      160,
    ),
  },
  {
    ask: "What the analysis needs and the material lacks.",
    count: [2, 6],
    after: computed,
    blocks: (scene, all) => {
      const lines = unknownLines(scene);
      return [
        ...tableOf(
          scene.translateAll("Missing | Was fehlt", "Matters because | Wichtig, weil", "Where to get it | Woher"),
          all.map(({ what, why, where }) => [what, why, where].map((cell) => scene.show(cell))),
        ),
        ...(lines.length > 0 && !scene.isWriting ? [{ type: "list" as const, ordered: false, items: lines }] : []),
      ];
    },
  },
);

export const inShort = prose("inShort", "In short | Kurz gefasst", {
  ask: "the decision this supports: how large with its range, how fast, what decides, what to do first. While the size is open, name the missing factors and how to get them",
  words: [90, 190],
  after: computed,
  gap: "What do you decide if the market is large enough, and what if it isn’t? | Was entscheiden Sie, wenn der Markt groß genug ist, und was, wenn nicht?",
});
