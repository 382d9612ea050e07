import type { Block } from "#src/features/documents/document.ts";
import { clock, placesOf } from "../../domain/speech.ts";
import { srtOf, vttOf } from "../../domain/subtitles.ts";
import { dayText } from "#src/kit/time/dateTexts.ts";
import { figure, percent } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { refs, text } from "../../kit/columns.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note, tableOf } from "../../kit/sections.ts";
import { type AudioScene, cleanLines, type Facts, isUnnamed, linePosition, shownLine, turnsOf } from "./facts.ts";
import type { Form, Output } from "./form.ts";
import { spokenItems, type Kind, rowPosition, statements, timeOf } from "./spokenItems.ts";

/* Second stage: what follows from the stretches, and what code makes of the lines themselves. */

const { prose, freeRows, computed } = sectionsFor<Form, Facts>();

const isWanted =
  (output: Output) =>
  ({ form, facts, isWriting }: AudioScene): boolean =>
    form.outputs.includes(output) && (facts.lines.length > 0 || isWriting);

const rowRefs = refs<AudioScene>(
  "At | Stelle",
  "ids of the given lines that it rests on, such as form.1-4",
  rowPosition,
);
const citedPlaces = (ids: readonly string[], scene: AudioScene): string[] =>
  [...new Set(ids.flatMap((id) => rowPosition(id, scene) ?? []))].toSorted((a, b) =>
    a.localeCompare(b, "en", { numeric: true }),
  );
/** ` (00:01:05, 00:02:12)`. */
const cited = (places: readonly string[]): string => (places.length === 0 ? "" : ` (${places.join(", ")})`);

export const summary = prose("inShort", "In short | Kurz gefasst", {
  ask: "what it was about, what was decided, what stays open; from the given lines only, no names of files, no praise",
  words: [40, 160],
  after: [statements],
  when: isWanted("minutes"),
  gap: "In three sentences, what was it about? | Worum ging es? Drei Sätze genügen.",
});

export const minutes = freeRows(
  "minutes",
  "Minutes | Protokoll",
  {
    topic: text("Topic | Thema", "two to six words", 80),
    text: text(
      "What was said | Was gesagt wurde",
      "two to four sentences: who said what, with which result, in indirect speech; for an interview the question and the answer, for a lecture the thought",
      600,
    ),
    at: rowRefs,
  },
  {
    ask: "One entry for each topic, in the order in which it came up. Only what the given lines say.",
    count: [2, 14],
    after: [statements],
    when: isWanted("minutes"),
    gap: "Which topics came up, and what was the result of each? | Welche Themen kamen zur Sprache, und mit welchem Ergebnis?",
    blocks: (scene, rows) =>
      rows.length === 0
        ? scene.isWriting
          ? []
          : [
              note(
                "gap",
                scene.translate(
                  "Which topics came up, and what was the result of each? | Welche Themen kamen zur Sprache, und mit welchem Ergebnis?",
                ),
              ),
            ]
        : rows.flatMap(({ topic, text: content, at }): Block[] => [
            ...(topic === "" ? [] : [{ type: "h" as const, text: scene.show(topic) }]),
            ...(content === ""
              ? []
              : [{ type: "p" as const, text: `${scene.show(content)}${cited(citedPlaces(at, scene))}` }]),
          ]),
  },
);

const itemsOf = (title: Bilingual, key: string, kind: Kind, output: Output) =>
  computed(
    key,
    title,
    (scene) =>
      tableOf(
        scene.translateAll("What | Was", "Who | Wer", "At | Stelle"),
        spokenItems(scene, kind).map(({ text: what, who, place }) => [what, who || "–", place || "–"]),
      ),
    isWanted(output),
  );

export const decisions = itemsOf("Decisions | Beschlüsse", "decisions", "decision", "minutes");
export const openPoints = itemsOf("Open points | Offene Punkte", "openPoints", "open", "minutes");

/** The date, or the words that name a day which no calendar has: "before the holidays". */
const shownDay = ({ due, day }: { due: string; day: string }, { language }: AudioScene): string =>
  due === "" ? day || "–" : dayText(due, language);

export const tasks = computed(
  "tasks",
  "Action items | Aufgaben",
  (scene) => {
    const rows = spokenItems(scene, "task");
    return rows.length === 0
      ? scene.isWriting
        ? []
        : [note("info", scene.translate("No tasks were assigned. | Es wurden keine Aufgaben verteilt."))]
      : tableOf(
          scene.translateAll("Task | Aufgabe", "Who | Wer", "Due | Bis", "At | Stelle"),
          rows.map(({ text: what, who, place, ...row }) => [what, who || "–", shownDay(row, scene), place || "–"]),
        );
  },
  isWanted("tasks"),
);

export const meetings = computed(
  "meetings",
  "Next meeting | Nächster Termin",
  (scene) =>
    tableOf(
      scene.translateAll("What | Was", "Day | Tag", "At | Stelle"),
      spokenItems(scene, "meeting").map((row) => [
        row.text,
        [shownDay(row, scene), timeOf(row)].filter(Boolean).join(", "),
        row.place || "–",
      ]),
    ),
  isWanted("minutes"),
);

export const quotes = computed(
  "quotes",
  "Quotes | Zitate",
  (scene) =>
    spokenItems(scene, "quote").map(({ words, line, place }): Block => ({
      type: "quote",
      text: words,
      by: [line?.speaker ?? "", place].filter(Boolean).join(", "),
    })),
  isWanted("quotes"),
);

export const chapters = freeRows(
  "chapters",
  "Chapters | Kapitel",
  {
    title: text("Chapter | Kapitel", "what it is about, three to eight words", 80),
    at: rowRefs,
  },
  {
    ask: "A chapter where the topic changes, in order; its id is that of the given line with which it begins.",
    count: [2, 20],
    after: [statements],
    when: isWanted("chapters"),
    gap: "Where does a new topic begin? | Wo beginnt ein neues Thema?",
    blocks: (scene, rows) => {
      const lines = rows
        .map(({ title, at }) => [citedPlaces(at, scene)[0] ?? "–", scene.show(title)])
        .filter(([, title]) => title !== "")
        .toSorted(([a = ""], [b = ""]) => a.localeCompare(b, "en", { numeric: true }));
      return lines.length > 0
        ? tableOf(scene.translateAll("From | Ab", "Chapter | Kapitel"), lines)
        : scene.isWriting
          ? []
          : [note("gap", scene.translate("Where does a new topic begin? | Wo beginnt ein neues Thema?"))];
    },
  },
);

/** `4:05`, `1:02:03`: how long, and so no place in the recording, which reads `00:04:05`. */
const span = (seconds: number): string => clock(seconds).replace(/^(?:00:)?0?/, "");

export const voices = computed(
  "voices",
  "Speakers | Redeanteile",
  ({ facts, translateAll, translate, language, ...scene }) => {
    const unnamed = facts.talk.filter(({ name }) => isUnnamed(name)).map(({ name }) => name);
    return [
      ...tableOf(
        [
          ...translateAll("Name | Name", "Share | Anteil"),
          ...(facts.isTimed ? [translate("Time | Zeit")] : []),
          translate("First heard | Zuerst gehört"),
        ],
        facts.talk.map(({ name, share, seconds, first }) => [
          name,
          percent(share, language),
          ...(seconds === null ? [] : [span(seconds)]),
          linePosition(first, { translate }),
        ]),
        facts.isTimed ? [1, 2] : [1],
      ),
      ...(unnamed.length > 0 && !scene.isWriting
        ? [note("gap", translate("Who is {names}? | Wer ist {names}?", { names: unnamed.join(", ") }))]
        : []),
    ];
  },
  ({ facts }) => facts.talk.length > 0,
);

/** Places that are named; of a recording that is hard to hear throughout more would help nobody. */
const maxDoubts = 40;
const doubtsIn = ({ lines }: Facts): number[] => lines.flatMap(({ doubt }) => doubt ?? []);

export const doubts = computed(
  "doubts",
  "Hard to hear | Schwer verständlich",
  ({ facts, translate }): Block[] => {
    const all = doubtsIn(facts);
    const times = [...new Set(all.map(clock))];
    const shown = times.slice(0, maxDoubts).join(", ");
    return [
      {
        type: "p",
        text:
          times.length > maxDoubts
            ? translate("{times} and {count} more | {times} und {count} weitere Stellen", {
                times: shown,
                count: times.length - maxDoubts,
              })
            : shown,
      },
      note(
        "info",
        translate(
          "The transcription service was unsure of the words here. Check them before you pass them on. | Hier war sich der Transkriptionsdienst beim Wortlaut nicht sicher. Prüfen Sie ihn, bevor Sie ihn weitergeben.",
        ),
      ),
    ];
  },
  ({ facts }) => doubtsIn(facts).length > 0,
);

export const terms = computed(
  "terms",
  "Names and terms | Namen und Begriffe",
  (scene) =>
    tableOf(
      scene.translateAll("Term | Begriff", "Mentions | Nennungen", "First at | Zuerst bei"),
      scene.form.vocabulary.map((term) => {
        const places = (words: string): number => placesOf(term, words, false).length;
        const heard = scene.facts.lines.filter(({ text: words }) => places(words) > 0);
        const count = heard.reduce((sum, { text: words }) => sum + places(words), 0);
        const [first] = heard;
        return [
          term,
          figure(count, scene.language),
          first ? linePosition(first, scene) : scene.translate("not heard | nicht erwähnt"),
        ];
      }),
      [1],
    ),
  ({ form: { vocabulary }, facts }) => vocabulary.length > 0 && facts.lines.length > 0,
);

export const clean = computed(
  "cleaned",
  "Cleaned text | Bereinigter Text",
  (scene) =>
    turnsOf(scene.facts).map(({ first, speaker, text: words }): Block => ({
      type: "p",
      text: `${first.from === null ? "" : `[${clock(first.from)}] `}${speaker === "" ? "" : `${speaker}: `}${words}`,
    })),
  isWanted("cleaned"),
);

export const verbatim = computed(
  "verbatim",
  "Verbatim | Wortlaut",
  ({ facts }) => facts.lines.map((line): Block => ({ type: "p", text: shownLine(line) })),
  isWanted("verbatim"),
);

/** Characters of one block of code. */
const longestCode = 18_000;

/** A file in blocks that end between its entries. */
function codeBlocks(language: string, file: string): Block[] {
  const blocks: string[] = [];
  for (const entry of file.trim().split(/\n\n/)) {
    const last = blocks.at(-1);
    if (last !== undefined && last.length + entry.length < longestCode)
      blocks[blocks.length - 1] = `${last}\n\n${entry}`;
    else blocks.push(entry);
  }
  return blocks.filter(Boolean).map((code) => ({ type: "code", language, text: `${code}\n` }));
}

export const subtitles = computed(
  "subtitles",
  "Subtitles | Untertitel",
  (scene) =>
    scene.facts.isTimed
      ? [
          { type: "h" as const, text: "SubRip (.srt)" },
          ...codeBlocks("srt", srtOf(cleanLines(scene.facts))),
          { type: "h" as const, text: "WebVTT (.vtt)" },
          ...codeBlocks("vtt", vttOf(cleanLines(scene.facts))),
        ]
      : [
          note(
            "info",
            scene.translate(
              "The transcript has no timestamps, so there are no subtitles. | Das Transkript enthält keine Zeitangaben, daher gibt es keine Untertitel.",
            ),
          ),
        ],
  isWanted("subtitles"),
);
