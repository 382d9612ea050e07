import type { Block } from "#src/features/documents/document.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { pick, type RowOf, text } from "../../kit/columns.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note, tableOf } from "../../kit/sections.ts";
import type { Facts, MarketScene } from "./facts.ts";
import type { Form } from "./form.ts";
import { filled, fromAbove, numbers } from "./reading.ts";

/* Frameworks: five forces, PESTEL, SWOT, value chain. Code says what a judgement rests on. */

const { rowPerItem } = sectionsFor<Form, Facts>();

/** The first one stands where nobody has judged. */
export const scores = {
  open: "not rated | nicht bewertet",
  low: "low | gering",
  mid: "medium | mittel",
  high: "high | hoch",
} as const satisfies Record<string, Bilingual>;
export type Score = keyof typeof scores;

/** A source, an official figure or the person is behind a text. */
export const restsOnSource = (written: string): boolean => /\[s\d{1,4}\]|\{o\d+\}/.test(written);
const basisOf = (written: string): Bilingual =>
  restsOnSource(written)
    ? "source | Quelle"
    : written.includes("[form]")
      ? "your figures | Ihre Angaben"
      : "assessment | Einschätzung";

interface Field {
  name: Bilingual;
  /** What a person asks to judge it; used while nobody has. */
  question: Bilingual;
}
type Fields = Readonly<Record<string, Field>>;

const forces: Fields = {
  rivals: {
    name: "Rivalry | Rivalität",
    question:
      "How many competitors offer the same, and what do they compete on? | Wie viele bieten dasselbe an, und womit werben sie um Kunden?",
  },
  entry: {
    name: "New entrants | Neue Anbieter",
    question:
      "What would a newcomer need to start next month, and what would stop them? | Was bräuchte ein neuer Anbieter, um nächsten Monat zu starten, und was hält ihn ab?",
  },
  other: {
    name: "Substitutes | Ersatzprodukte",
    question: "What do buyers use instead, and what does it cost? | Was nutzen Käufer stattdessen, und was kostet das?",
  },
  buyers: {
    name: "Buyer power | Macht der Käufer",
    question:
      "How large is your largest customer, and how easily can they switch? | Wie groß ist Ihr größter Kunde, und wie leicht kann er wechseln?",
  },
  makers: {
    name: "Supplier power | Macht der Lieferanten",
    question:
      "Which supplier could you not replace within three months? | Welchen Lieferanten könnten Sie nicht binnen drei Monaten ersetzen?",
  },
};
const surroundings: Fields = {
  p: {
    name: "Political | Politisch",
    question:
      "Which subsidy or program affects demand? | Welche Förderung oder welches Programm beeinflusst die Nachfrage?",
  },
  e: {
    name: "Economic | Wirtschaftlich",
    question: "What do buyers cut first when money is short? | Woran sparen Käufer zuerst, wenn das Geld knapp wird?",
  },
  s: {
    name: "Social | Gesellschaftlich",
    question: "Which habit of your buyers is changing? | Welche Gewohnheit Ihrer Käufer ändert sich?",
  },
  t: {
    name: "Technological | Technologisch",
    question: "What could make your offer unnecessary? | Was könnte Ihr Angebot überflüssig machen?",
  },
  n: {
    name: "Environmental | Ökologisch",
    question:
      "What must be documented or avoided, and by when? | Was muss bis wann nachgewiesen oder vermieden werden?",
  },
  l: {
    name: "Legal | Rechtlich",
    question: "Which rule forces buyers or sellers to act? | Welche Regel zwingt Käufer oder Anbieter zum Handeln?",
  },
};
const swotFields: Fields = {
  strengths: {
    name: "Strengths | Stärken",
    question:
      "What reason do customers give for choosing you? | Welchen Grund nennen Kunden dafür, dass sie Sie wählen?",
  },
  weaknesses: {
    name: "Weaknesses | Schwächen",
    question: "Why did you lose the last three orders? | Warum haben Sie die letzten drei Aufträge verloren?",
  },
  chances: {
    name: "Opportunities | Chancen",
    question:
      "Which change over the next two years will help you? | Welche Veränderung in den nächsten zwei Jahren hilft Ihnen?",
  },
  threats: {
    name: "Threats | Risiken",
    question:
      "Which change over the next two years will hurt you? | Welche Veränderung in den nächsten zwei Jahren schadet Ihnen?",
  },
};
const stages: Fields = {
  supply: {
    name: "Supply | Beschaffung",
    question: "Who supplies what, and what does it cost you? | Wer liefert was, und was kostet es Sie?",
  },
  making: {
    name: "Production | Herstellung",
    question: "What do you do yourself, and what do others do? | Was machen Sie selbst, was machen andere?",
  },
  selling: {
    name: "Sales | Vertrieb",
    question:
      "Who deals with the buyer, and what do they earn from it? | Wer hat mit dem Käufer zu tun, und was verdient er daran?",
  },
  using: {
    name: "Use and service | Nutzung und Service",
    question:
      "What happens after the sale, and who is paid for it? | Was passiert nach dem Kauf, und wer wird dafür bezahlt?",
  },
};

const columns = {
  score: pick("Weight | Gewicht", "how much it bears on margins and demand here", scores),
  why: text("Evidence | Beleg", "what shows it, with its mark; a judgement without a source carries no mark", 240),
  so: text("For you | Für Sie", "what follows for this firm", 160),
};

/** Fields of a framework: their questions while nobody has written, else judgement, evidence and what it rests on. */
function frameBlocks(scene: MarketScene, fields: Fields, rows: RowOf<typeof columns>[], gap: Bilingual): Block[] {
  const { translate, translateAll } = scene;
  const written = rows.filter(({ why, so }) => why !== "" || so !== "");
  if (written.length === 0)
    return scene.isWriting
      ? []
      : [
          note("gap", translate(gap)),
          ...tableOf(
            translateAll("Field | Feld", "Question | Frage"),
            Object.values(fields).map(({ name, question }) => [translate(name), translate(question)]),
          ),
        ];
  return tableOf(
    translateAll("Field | Feld", "Weight | Gewicht", "Evidence | Beleg", "Based on | Beruht auf", "For you | Für Sie"),
    Object.entries(fields).flatMap(([id, { name }]) => {
      const row = written.find((one) => one.id === id);
      return row
        ? [
            [
              translate(name),
              translate(scores[row.score]),
              scene.show(row.why),
              row.why === "" ? "–" : translate(basisOf(row.why)),
              scene.show(row.so),
            ],
          ]
        : [];
    }),
  );
}

function frame(
  key: Form["frameworks"][number],
  title: Bilingual,
  { ask, gap, fields }: { ask: string; gap: Bilingual; fields: Fields },
) {
  return rowPerItem(key, title, columns, {
    ask,
    items: ({ translate }) =>
      Object.entries(fields).map(([id, { name, question }]) => ({
        id,
        context: `${name.split(" | ")[0] ?? id}: ${question.split(" | ")[0] ?? ""}`,
        cells: [translate(name)],
      })),
    after: [numbers, filled, fromAbove],
    when: ({ form }) => form.frameworks.includes(key),
    gap,
    blocks: (scene, rows) => frameBlocks(scene, fields, rows, gap),
  });
}

export const porter = frame("porter", "Five forces (Porter) | Fünf Kräfte (Porter)", {
  ask: "Judge each force by the material.",
  gap: "How strong is each of the five forces in your market, and what’s the evidence? | Wie stark ist jede der fünf Kräfte in Ihrem Markt, und woran zeigt sich das?",
  fields: forces,
});
export const pestel = frame("pestel", "PESTEL | PESTEL", {
  ask: "The one thing of each field that counts in this market.",
  gap: "What affects your market in each PESTEL field? | Was beeinflusst Ihren Markt in jedem PESTEL-Feld?",
  fields: surroundings,
});
export const swot = frame("swot", "SWOT | SWOT", {
  ask: "The one thing of each field that decides here; strengths and weaknesses are those of the firm in the form.",
  gap: "What works in your favor, and what works against you? | Was spricht für Sie, was gegen Sie?",
  fields: swotFields,
});
export const valueChain = frame("valueChain", "Value chain | Wertschöpfungskette", {
  ask: "Who does what at each stage, who earns, and where this firm stands.",
  gap: "Who earns what at each stage, from supply to service? | Wer verdient auf welcher Stufe, von der Beschaffung bis zum Service?",
  fields: stages,
});
