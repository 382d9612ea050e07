import type { Block } from "#src/features/documents/document.ts";
import { largestRemainder } from "../../domain/shares.ts";
import { textBlocks } from "../../domain/textBlocks.ts";
import { figure, percent } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { longText, optional, text } from "../../kit/columns.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note } from "../../kit/sections.ts";
import { answers } from "./answers.ts";
import { type BidScene, type Facts, inMode } from "./facts.ts";
import type { Form } from "./form.ts";

/* The concept: a chapter for each award criterion, as long as its weight and the pages that the buyer allows. */

const { rowPerItem } = sectionsFor<Form, Facts>();
const isAnswer = inMode("answer");

/** Words of a printed page of a concept. */
const wordsOfPage = 350;
/** Fewer words say nothing that could be examined. */
const minWords = 100;
/** Most words of one question; also the smallest room holds their answer. */
const longestPart = 650;
/** Characters of a word with its space. */
const charactersOfWord = 8;
/** A criterion may take a tenth more than its share before the pages run out. */
const leeway = 1.1;

/** Chapters that examiners expect when the documents name no criteria with weights. */
const usual = [
  ["k1", "Understanding of the task | Verständnis der Aufgabe"],
  ["k2", "Approach and schedule | Vorgehen und Zeitplan"],
  ["k3", "Team and experience | Team und Erfahrung"],
  ["k4", "Quality and risks | Qualität und Risiken"],
] as const satisfies readonly (readonly [string, Bilingual])[];

interface Chapter {
  id: string;
  name: string;
  /** Null for a chapter that no criterion asks for. */
  weight: number | null;
  unit: "%" | "points";
  asks: string;
}

function chaptersOf({ facts, translate }: BidScene): Chapter[] {
  if (facts.criteria.length === 0 && facts.demands.length > 0)
    return usual.map(([id, name]) => ({ id, name: translate(name), weight: null, unit: "points", asks: "" }));
  return facts.criteria
    .filter(({ kind }) => kind === "quality")
    .map(({ id, name, weight, unit, text: asks }) => ({ id, name, weight, unit, asks }));
}

/** Parts of chapters, each as long as one answer holds. The first part has the id of its chapter. */
export function partsOf(scene: BidScene) {
  const chapters = chaptersOf(scene);
  const words = largestRemainder(
    chapters.map(({ weight }) => weight ?? 1),
    scene.form.conceptPages * wordsOfPage,
  );
  return chapters.flatMap((chapter, at) => {
    const long = Math.max(minWords, words[at] ?? 0);
    const count = Math.ceil(long / longestPart);
    return Array.from({ length: count }, (_, part) => ({
      ...chapter,
      chapter: chapter.id,
      id: part === 0 ? chapter.id : `${chapter.id}.${part + 1}`,
      part: part + 1,
      count,
      words: Math.floor(long / count),
    }));
  });
}

export const concepts = rowPerItem(
  "concepts",
  "Answers to the award criteria | Antworten zu den Zuschlagskriterien",
  {
    text: longText(
      "Chapter | Kapitel",
      "what is done, how, by whom and when; what the buyer has of it; the proof. Paragraphs, an empty line between them",
      longestPart * charactersOfWord,
    ),
    points: optional(
      text(
        "Full marks | Volle Punktzahl",
        "what an examiner has to find for full points, and where it stands; with the first part of a chapter alone",
        200,
      ),
    ),
  },
  {
    ask: "A chapter for each criterion, in one or more parts, each as long as its row says; a part goes on where the one before ends. Nothing that the matrix leaves open is promised; no price.",
    items: (scene) =>
      partsOf(scene).map(({ id, name, weight, unit, asks, part, count, words }) => ({
        id,
        context: [
          name,
          ...(weight === null ? [] : [`${weight} ${unit}`]),
          ...(asks === "" ? [] : [asks]),
          ...(count > 1 ? [`part ${part} of ${count}`] : []),
          `about ${words} words`,
        ].join(" | "),
        cells: [name],
        limits: { text: Math.round(words * charactersOfWord * leeway) },
      })),
    after: [answers],
    inOrder: true,
    perQuestion: 1,
    when: (scene) => isAnswer(scene) && chaptersOf(scene).length > 0,
    blocks: (scene, rows) => {
      const { translate, show, isWriting, language } = scene;
      const byId = new Map(rows.map((row) => [row.id, row]));
      return [...Map.groupBy(partsOf(scene), ({ chapter }) => chapter).values()].flatMap((parts): Block[] => {
        const [first] = parts;
        if (!first) return [];
        const { id, name, weight, unit } = first;
        const worth =
          weight === null
            ? ""
            : unit === "%"
              ? `: ${percent(weight, language)}`
              : `: ${translate("{count:point|points} | {count:Punkt|Punkte}", { count: figure(weight, language) })}`;
        const points = show(byId.get(id)?.points ?? "");
        const written = parts.map((part) => show(byId.get(part.id)?.text ?? ""));
        return [
          { type: "h", text: `${name}${worth}` },
          ...written.flatMap((words) => textBlocks(words)),
          ...(points === ""
            ? []
            : [
                note(
                  "info",
                  translate("For full points (internal): {points} | Für volle Punkte (intern): {points}", { points }),
                ),
              ]),
          ...(written.some((words) => words === "") && !isWriting
            ? [
                note(
                  "gap",
                  translate(
                    "About {words} words: what will you do for “{name}” that others don’t, who does it and when, and which reference proves it? | Etwa {words} Wörter: Was tun Sie für „{name}“, was andere nicht tun, wer macht es wann, und welche Referenz belegt das?",
                    {
                      name,
                      words: figure(
                        parts.reduce((sum, { words }) => sum + words, 0),
                        language,
                      ),
                    },
                  ),
                ),
              ]
            : []),
        ];
      });
    },
    gap: "Answers to the award criteria are still missing. | Es fehlen noch Antworten zu den Zuschlagskriterien.",
  },
);
