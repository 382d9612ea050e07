import type { Block, Issue } from "#src/features/documents/document.ts";
import { addDays, localDateOf } from "../../domain/dates.ts";
import {
  contradictions,
  deadSpeaking,
  inBookOrder,
  proseFigures,
  repeatedPhrases,
  scenesOf,
  type StoryScene,
} from "../../domain/story.ts";
import { figure, oneLine, percent, quoted } from "../../domain/wording.ts";
import { longText, optional, pick, quote, text } from "../../kit/columns.ts";
import { defineWorkflow } from "../../kit/define.ts";
import { entryAt } from "../../kit/effects.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note, tableOf } from "../../kit/sections.ts";
import type { Answer, Scene } from "../../kit/state.ts";
import { example, form, type Form } from "./form.ts";

/* A book over many runs: each is one act and goes on with what its project holds. */

/** Most words of a scene, since one answer has to hold it. */
const longestScene = 1100;
/** Characters of what a writer is told about the book so far. */
const roomForBook = 5000;
const writingEntry = "7000";

interface Facts {
  scenes: StoryScene[];
  /** Scenes of the chapter of this run. */
  due: string[];
  /** Ids of chapters of which text was there when the run began. */
  begun: string[];
  text: string;
}
type S = Scene<Form, Facts>;
const { prose, computed, freeRows, rowPerItem, rowsFromText } = sectionsFor<Form, Facts>();
const inAct =
  (...acts: Form["act"][]) =>
  ({ form: { act } }: S): boolean =>
    acts.includes(act);
const titleOfSpine = (row: { title: string }, no: number): string => `${no}. ${row.title}`;

const themes = prose("themes", "Premise and themes | Idee und Themen", {
  ask: "the logline in one sentence; what the book is about beneath its plot; the question it leaves open",
  words: [60, 220],
  own: ({ form: { premise } }) => [premise],
  when: inAct("concept"),
  gap: "Who wants what, what stands in the way, and what is at stake? | Wer will was, was steht im Weg, und was steht auf dem Spiel?",
});
const characters = freeRows(
  "characters",
  "Characters | Figuren",
  {
    name: text("Name | Name", "as the book says it", 80),
    want: text("Wants | Will", "what they are after", 240),
    need: text("Needs | Braucht", "what they do not know they need", 240),
    flaw: text("Flaw | Schwäche", "how they stand in their own way", 240),
    voice: text("Voice | Stimme", "how they speak, with one habit", 240),
    known: text("Fixed facts | Feste Fakten", "age, looks, work, kin: what may never be contradicted", 400),
  },
  {
    ask: "The given characters first, by their names; then those whom the story needs.",
    count: [2, 12],
    as: "cards",
    isSeries: true,
    own: ({ form: { people } }) => people.map(({ name, about }) => ({ name, known: about })),
    when: inAct("concept"),
    gap: "Who is in the book, and what does each of them want? | Wer kommt vor, und was will jede Figur?",
  },
);
const world = freeRows(
  "world",
  "Places, rules and dates | Orte, Regeln und Daten",
  {
    kind: pick("Kind | Art", "what it is", { place: "Place | Ort", rule: "Rule | Regel", date: "Date | Zeitpunkt" }),
    name: text("Name | Name", "a place, a rule or a moment", 100),
    holds: text("What is true | Was gilt", "what the book has to stick to", 300),
  },
  {
    ask: "The places of the story, the rules of its world, and what happened before it begins.",
    count: [3, 14],
    when: inAct("concept"),
    gap: "Where and when does it happen, and which rules apply there? | Wo und wann spielt es, und welche Regeln gelten dort?",
  },
);
const spine = freeRows(
  "spine",
  "Chapters | Kapitel",
  {
    title: text("Chapter | Kapitel", "a title", 90),
    purpose: text("What changes | Was sich ändert", "the turn of the chapter in one sentence", 200),
  },
  {
    ask: "Every chapter in order; as many as the form wants, else as many as the story needs. Chapters already written come first, unchanged. No placeholders.",
    count: [1, 60],
    isSeries: true,
    own: ({ form: values }) =>
      values.outline
        .split("\n")
        .map(oneLine)
        .filter(Boolean)
        .slice(0, 60)
        .map((title) => ({ title: title.slice(0, 90) })),
    when: inAct("outline"),
    gap: "Which chapters does the book have, and what is different after each? | Welche Kapitel hat das Buch, und was ist nach jedem anders?",
  },
);
const outline = rowPerItem(
  "outline",
  "Outline | Gliederung",
  {
    goal: text("Goal | Ziel", "what somebody tries to do", 200),
    conflict: text("Conflict | Konflikt", "what stands against it", 200),
    view: text("Point of view | Perspektive", "through whose eyes", 80),
    setups: optional(text("Set-ups and payoffs | Vorbereitung und Einlösung", "what is planted or answered", 240)),
    scenes: longText("Scenes | Szenen", "two to five lines, one scene each: place, who, what happens", 900),
  },
  {
    ask: "Each chapter with its scenes; no line may be a placeholder.",
    items: (scene) =>
      spine.of(scene).map((row, at) => ({
        id: `c${at + 1}`,
        context: `${row.title}: ${row.purpose}`,
        cells: [titleOfSpine(row, at + 1)],
      })),
    now: (scene) =>
      spine.of(scene).flatMap((_, at) => (scene.facts.begun.includes(`c${at + 1}`) ? [] : [`c${at + 1}`])),
    lead: ["Chapter | Kapitel"],
    inOrder: true,
    perQuestion: 5,
    after: [characters, world, spine],
    as: "cards",
    isSeries: true,
    isFiction: true,
    when: inAct("outline"),
  },
);
const chapterTitle = (scene: { answer: Answer }, id: string): string => {
  const no = Number(id.slice(1));
  return titleOfSpine(spine.of(scene)[no - 1] ?? { title: "" }, no);
};
const scenes = rowPerItem(
  "scenes",
  "Text | Text",
  { text: longText("Text | Text", "the whole scene; it begins in the middle and ends on an act or a word", 8000) },
  {
    ask: "This scene and nothing beyond it, in the voice of the sample. What came before has just happened: do not retell it.",
    items: ({ facts, form: values }) =>
      facts.scenes.map(({ id, chapter, plan, isLast }) => ({
        id,
        context: `${chapter} | ${plan}${isLast ? " | ends the chapter" : ""} | about ${Math.min(longestScene, Math.round(values.words / Math.max(1, facts.scenes.length)))} words`,
        cells: [],
      })),
    now: ({ facts }) => facts.due,
    inOrder: true,
    perQuestion: 1,
    isSeries: true,
    isFiction: true,
    when: inAct("chapter", "revise"),
    blocks: (scene, rows) => {
      const written = inBookOrder(rows.filter((row) => row.text !== ""));
      return written.length === 0
        ? [note("gap", scene.translate("No scene is written yet. | Noch ist keine Szene geschrieben."))]
        : [...Map.groupBy(written, ({ id }) => id.split(".")[0] ?? "")].flatMap(([id, list]): Block[] => [
            { type: "h", text: chapterTitle(scene, id) },
            ...list.flatMap((row) =>
              row.text.split(/\n{2,}/).map((paragraph): Block => ({ type: "p", text: scene.show(paragraph) })),
            ),
          ]);
    },
  },
);
/** Finished scenes of this run's chapter. */
const dueTexts = (scene: S) =>
  scenes
    .of(scene)
    .filter((row) => row.text !== "" && scene.facts.due.includes(row.id))
    .map((row) => ({ id: row.id, title: row.id, text: row.text }));
const canon = rowsFromText(
  "canon",
  "What the book has fixed | Was das Buch festgelegt hat",
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
    quote: quote("Words | Wortlaut", "the words of the scene", 240),
  },
  {
    ask: "What must stay true from here on.",
    pieces: dueTexts,
    after: [scenes],
    isSeries: true,
    isFiction: true,
    when: inAct("chapter", "revise"),
  },
);
const passages = rowsFromText(
  "passages",
  "Passages to mend | Stellen zum Überarbeiten",
  {
    better: text("What to do | Was zu tun ist", "one concrete change", 240),
    quote: quote("Words | Wortlaut", "the words meant", 240),
  },
  {
    ask: "The weakest passages: clichés, repetition, explained feelings, slack dialogue.",
    pieces: (scene) =>
      scenes
        .of(scene)
        .filter((row) => row.text !== "")
        .map((row) => ({ id: row.id, title: row.id, text: row.text })),
    isSeries: true,
    when: inAct("review"),
  },
);

const continuityNotes = (scene: S): string[] => [
  ...contradictions(canon.of(scene)).map(({ who, earlier, later }) =>
    scene.translate("{who}: {one}, later {other}. | {who}: {one}, später {other}.", {
      who,
      one: quoted(earlier.fact, scene.language),
      other: quoted(later.fact, scene.language),
    }),
  ),
  ...deadSpeaking(canon.of(scene), scenes.of(scene)).map(({ who, died, at }) =>
    scene.translate("{who} dies in {died} and speaks in {at}. | {who} stirbt in {died} und spricht in {at}.", {
      who,
      died,
      at,
    }),
  ),
];
const continuity = computed(
  "continuity",
  "Continuity | Stimmigkeit",
  (scene) => {
    const notes = continuityNotes(scene);
    return notes.length > 0
      ? notes.map((one) => note("warn", one))
      : [
          note(
            "info",
            scene.translate(
              "Ages, eye and hair colours and deaths were compared; nothing contradicts. | Verglichen wurden Alter, Augen- und Haarfarben und Todesfälle; nichts widerspricht sich.",
            ),
          ),
        ];
  },
  ({ facts }) => facts.text !== "",
);
const style = computed(
  "style",
  "Style report | Stilbericht",
  ({ facts, context, language, translate, translateAll }) => {
    const found = proseFigures(facts.text, context.language);
    return [
      ...tableOf(translateAll("Figure | Kennzahl", "Value | Wert"), [
        [translate("Words a sentence | Wörter je Satz"), figure(found.perSentence, language, 1)],
        [translate("Share of dialogue | Anteil wörtlicher Rede"), percent(found.speech * 100, language)],
      ]),
      ...tableOf(
        translateAll("Repeated phrase | Wiederholte Wendung", "Times | Anzahl"),
        repeatedPhrases(facts.text, context.language).map(({ phrase, count }) => [phrase, String(count)]),
        [1],
      ),
    ];
  },
  ({ facts }) => facts.text !== "",
);
const progress = computed(
  "progress",
  "Progress | Stand",
  ({ facts, form: values, context, language, translate, translateAll }) =>
    tableOf(translateAll("Part | Teil", "Done | Fertig", "Planned | Geplant"), [
      [
        translate("Words | Wörter"),
        figure(proseFigures(facts.text, context.language).words, language),
        figure(values.words, language),
      ],
      [
        translate("Chapters begun | Begonnene Kapitel"),
        String(facts.begun.length),
        values.chapters === 0 ? translate("open | offen") : String(values.chapters),
      ],
    ]),
);

/** Lines as far as there is room, the last ones first in line. */
function lastWithin(lines: readonly string[], room: number): string[] {
  let left = room;
  return lines
    .toReversed()
    .filter((one) => (left -= one.length) >= 0)
    .toReversed();
}

export const bookWriting = /* @__PURE__ */ defineWorkflow({
  key: "bookWriting",
  version: 1,
  continues: true,
  form,
  role: "You are a novelist and editor who writes with an author: their idea and voice, your craft.",
  task: "Do the act of this run and nothing else. What is given is true in the book and may not be contradicted.",
  example,
  facts: ({ form: values, answer, start }): Facts => {
    const all = scenesOf(outline.of({ answer }));
    const textIn = (from: Answer) => inBookOrder(scenes.of({ answer: from }).filter((row) => row.text !== ""));
    // By what was there when the run began: its chapter stays the same while it is written.
    const before = new Set(textIn(start).map(({ id }) => id));
    const chapter = values.act === "revise" ? `c${values.chapter}` : all.find(({ id }) => !before.has(id))?.chapter;
    return {
      scenes: all,
      due: ["chapter", "revise"].includes(values.act)
        ? all.filter((one) => one.chapter === chapter).map(({ id }) => id)
        : [],
      begun: [...new Set([...before].map((id) => id.split(".")[0] ?? ""))],
      text: textIn(answer)
        .map((row) => row.text)
        .join("\n\n"),
    };
  },
  summary: ({ facts, form: values, context, translate, language }) =>
    translate("{done} of {all} words are written. | {done} von {all} Wörtern sind geschrieben.", {
      done: figure(proseFigures(facts.text, context.language).words, language),
      all: figure(values.words, language),
    }),
  sections: [themes, characters, world, spine, outline, scenes, canon, passages, continuity, style, progress],
  contextLines: (scene) =>
    scene.form.act === "concept"
      ? []
      : [
          ...lastWithin(
            characters
              .of(scene)
              .map(({ name, want, voice, known }) => `${name}: ${known}; wants ${want}; voice ${voice}`),
            roomForBook / 2,
          ),
          ...lastWithin(
            canon.of(scene).map(({ id, who, fact }) => `${id} ${who}: ${fact}`),
            roomForBook / 2,
          ),
        ],
  checks: (scene): Issue[] => {
    const { begun } = scene.facts;
    const [old, now] = [spine.of({ answer: scene.state.start }), spine.of(scene)];
    const moved = begun.filter((id) => old[Number(id.slice(1)) - 1]?.title !== now[Number(id.slice(1)) - 1]?.title);
    const wanted = scene.form.chapters;
    return [
      ...(moved.length > 0
        ? [{ level: "error" as const, code: "begunChanged", at: "spine", params: { count: moved.length } }]
        : []),
      ...(scene.form.act === "outline" && wanted > 0 && now.length > 0 && now.length !== wanted
        ? [{ level: "warn" as const, code: "chapterCount", at: "spine", params: { found: now.length, wanted } }]
        : []),
    ];
  },
  issueTexts: {
    begunChanged:
      "{count:chapter that is|chapters that are} already written changed place or title. | {count:schon geschriebenes Kapitel hat|schon geschriebene Kapitel haben} Platz oder Titel gewechselt.",
    chapterCount: "{found} chapters instead of {wanted}. | {found} Kapitel statt {wanted}.",
  },
  effects: (scene) =>
    scene.form.act === "outline"
      ? spine.of(scene).flatMap((row, at) =>
          scene.facts.begun.includes(`c${at + 1}`)
            ? []
            : [
                entryAt(`write:c${at + 1}`, {
                  type: writingEntry,
                  title: scene.translate("Write {chapter} | {chapter} schreiben", {
                    chapter: titleOfSpine(row, at + 1),
                  }),
                  date: addDays(localDateOf(scene.context.now, scene.context.timeZone), 7 * (at + 1)),
                  minutes: 90,
                  timeZone: scene.context.timeZone,
                }),
              ],
        )
      : [],
});
