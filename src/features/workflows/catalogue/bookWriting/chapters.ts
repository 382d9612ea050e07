import type { Block } from "#src/features/documents/document.ts";
import { inBookOrder } from "../../domain/story.ts";
import { clipped } from "../../domain/wording.ts";
import { type Column, longText, pick, quote, text } from "../../kit/columns.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { isQuoteIn } from "../../kit/quotes.ts";
import { type Material, note, piecesOf } from "../../kit/sections.ts";
import { characters, isFiction, outline, world } from "./concept.ts";
import {
  type BookScene,
  chapterOf,
  chapterTitle,
  type Facts,
  inAct,
  passagesIn,
  scenesIn,
  sceneWords,
} from "./facts.ts";
import type { Form } from "./form.ts";

/* The text of a book, scene by scene, what it has fixed, and where it is weak. */

const { freeRows, rowPerItem, rowsFromText } = sectionsFor<Form, Facts>();

/** Characters of a plan that tell its scene to whoever edits it. */
const maxLabelLength = 80;
/** A scene of a picture book has two sentences. */
const sceneText: Column = {
  ...longText("Text | Text", "the whole scene; it begins in the middle and ends on an act or a word", 8000),
  limits: { least: 40, most: 8000 },
};

/** What the last review would change in a scene that is revised; a passage that no longer exists is done. */
function reviewed({ form, state }: BookScene, id: string): string[] {
  if (form.act !== "revise") return [];
  const present = scenesIn(state.start).find((one) => one.id === id)?.text ?? "";
  return passagesIn(state.start)
    .filter(({ quote: words }) => words !== "" && isQuoteIn(words, present))
    .map(({ quote: words, better }) => `improve “${words}”: ${better}`);
}

export const scenes = rowPerItem(
  "scenes",
  "Text | Text",
  { text: sceneText },
  {
    ask: "This scene and nothing beyond it, in the voice of the sample. What came before has just happened: do not retell it.",
    items: (scene) => {
      const { facts } = scene;
      const perChapter = Map.groupBy(facts.scenes, ({ chapter }) => chapter);
      return facts.scenes.map(({ id, chapter, plan, isLast }) => ({
        id,
        context: [
          chapter,
          plan,
          ...(isLast ? ["ends the chapter"] : []),
          `about ${sceneWords(facts.chapterWords.get(chapter) ?? 0, perChapter.get(chapter)?.length ?? 1)} words`,
          ...reviewed(scene, id),
        ].join(" | "),
        cells: [chapterTitle(scene, chapterOf(id)), clipped(plan, maxLabelLength)],
      }));
    },
    now: ({ facts }) => facts.due,
    inOrder: true,
    perQuestion: 1,
    isSeries: true,
    isFiction,
    when: inAct("chapter", "revise"),
    blocks: (scene, rows) => {
      const written = inBookOrder(rows.filter((row) => row.text !== ""));
      if (written.length === 0)
        return scene.isWriting
          ? []
          : [note("gap", scene.translate("No scenes have been written yet. | Noch ist keine Szene geschrieben."))];
      return [...Map.groupBy(written, ({ id }) => chapterOf(id))].flatMap(([id, list]): Block[] => [
        { type: "h", text: chapterTitle(scene, id) },
        ...list.flatMap((row) =>
          row.text
            .split(/\n{2,}/)
            .filter((paragraph) => paragraph.trim() !== "")
            .map((paragraph): Block => ({ type: "p", text: scene.show(paragraph) })),
        ),
      ]);
    },
  },
);

export const options = freeRows(
  "options",
  "How it could go on | Wie es weitergehen könnte",
  {
    name: text("Option | Möglichkeit", "a name for it", 80),
    happens: text("What happens | Was geschieht", "who does what, and what is different afterwards", 320),
    price: text("What it opens up or rules out | Was es ermöglicht und ausschließt", "for the chapters behind it", 200),
  },
  {
    ask: "Ways that the next unwritten chapter could take. They differ in what happens, not in tone, and contradict nothing that is given; in a book about facts, ways to argue it.",
    count: [2, 3],
    as: "cards",
    isFiction,
    after: [characters, world, outline, scenes],
    when: (scene) => inAct("concept", "outline", "chapter")(scene) && scene.facts.next !== null,
    gap: "Which two or three paths could the next chapter take, and what would each cost later? | Welche zwei oder drei Wege könnte das nächste Kapitel nehmen, und was würde jeder später kosten?",
  },
);

const written = (scene: BookScene) => inBookOrder(scenes.of(scene).filter((row) => row.text !== ""));

export const canon = rowsFromText(
  "canon",
  "What the book has established | Was das Buch festgelegt hat",
  {
    who: text("Who | Wer", "name or place", 80),
    kind: pick("Kind | Art", "what it fixes", {
      event: "Event | Ereignis",
      age: "Age | Alter",
      born: "Year of birth | Geburtsjahr",
      looks: "Looks | Aussehen",
      kin: "Kin | Verwandtschaft",
      work: "Work | Beruf",
      death: "Death | Tod",
      thread: "Open thread | Offener Faden",
    }),
    fact: text("Fact | Fakt", "in a few words", 160),
    quote: quote("Quote | Wortlaut", "the words of the scene", 240),
  },
  {
    ask: "What must stay true from here on.",
    pieces: (scene) =>
      written(scene)
        .filter(({ id }) => scene.facts.due.includes(id))
        .map(({ id, text: body }) => ({ id, title: id, text: body })),
    after: [scenes],
    isSeries: true,
    isFiction,
    when: inAct("chapter", "revise"),
  },
);

/** Each chapter as one text: a scene by itself does not show what the book says twice. */
const chapterTexts = (scene: BookScene): Material[] =>
  [...Map.groupBy(written(scene), ({ id }) => chapterOf(id))].map(([id, list]) => ({
    id,
    title: chapterTitle(scene, id),
    text: list.map((row) => row.text).join("\n\n"),
  }));

export const passages = rowsFromText(
  "passages",
  "Passages to improve | Stellen zum Überarbeiten",
  {
    better: text("What to do | Was zu tun ist", "one concrete change", 240),
    quote: quote("Quote | Wortlaut", "the words meant", 240),
  },
  {
    ask: "The weakest passages of this chapter, three to six: clichés, repetition, explained feelings, slack dialogue.",
    pieces: (scene) => piecesOf(chapterTexts(scene), scene.state.room.prompt / 2),
    isSeries: true,
    isFiction,
    when: inAct("review"),
    blocks: (scene, rows) =>
      rows.flatMap(({ id, better, quote: words }): Block[] => [
        { type: "quote", text: words, by: chapterTitle(scene, id.split(/[.-]/, 1)[0] ?? "") },
        { type: "p", text: scene.show(better) },
      ]),
  },
);
