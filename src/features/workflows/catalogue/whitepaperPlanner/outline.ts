import { largestRemainder } from "../../domain/shares.ts";
import { outlineTitles } from "../../domain/outlineLines.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { longText, optional, pick, refs, text } from "../../kit/columns.ts";
import type { Block } from "#src/features/documents/document.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note } from "../../kit/sections.ts";
import type { Facts, PaperScene } from "./facts.ts";
import type { Form } from "./form.ts";

/* The argument of the paper: its chapters, the figures they show, and their text where it is wished. */

const { freeRows, rowPerItem } = sectionsFor<Form, Facts>();

/** Words of a printed page with one figure on every third. */
export const wordsOfPage = 320;
const weights = { normal: 2, light: 1, heavy: 3 } as const;
const ownChapters = (values: Form): string[] => outlineTitles(values.outline).slice(0, 12);

/** Name of a piece of evidence, `e1`, or of a source that was read, `s1`; null for neither. */
const nameOf = ({ form: values, context }: PaperScene, id: string): string | null =>
  (id.startsWith("e")
    ? values.evidence[Number(id.slice(1)) - 1]?.what
    : context.sources.find(({ source }) => source.id === id)?.source.title) ?? null;
export const chapters = freeRows(
  "chapters",
  "Outline | Gliederung",
  {
    title: text("Chapter | Kapitel", "heading that says the result", 90),
    message: text("Message | Aussage", "the one sentence a reader keeps", 240),
    have: refs(
      "Evidence there | Beleg vorhanden",
      "ids of the evidence in <given> or of the sources that carry it, e1, s1; none when none does",
      (id, scene: PaperScene) => nameOf(scene, id),
    ),
    need: optional(text("Evidence needed | Beleg nötig", "what is still to be found, and where", 240)),
    figure: optional(text("Figure | Abbildung", "a chart, drawing or photo that shows the message", 160)),
    weight: pick("Length | Umfang", "how much room it needs", {
      normal: "normal | normal",
      light: "short | kurz",
      heavy: "long | lang",
    }),
  },
  {
    ask: "Chapters in the order of the argument; use the wanted ones as they are. The first states the problem, the last says what to do.",
    count: [4, 10],
    blocks: (scene, all) => {
      const pages = pagesOf(scene.form, all);
      const line = (label: Bilingual, text: string): string[] =>
        text === "" ? [] : [`${scene.translate(label)}: ${text}`];
      return all.length === 0
        ? [note("gap", scene.translate(noChapters))]
        : all.flatMap((row, at) =>
            [
              {
                type: "h" as const,
                text: scene.translate("{no}. {title} ({count:page|pages}) | {no}. {title} ({count:Seite|Seiten})", {
                  no: at + 1,
                  title: scene.show(row.title) || `[${scene.translate("heading | Überschrift")}]`,
                  count: pages[at] ?? 1,
                }),
              },
              ...(row.message === "" ? [] : [{ type: "p" as const, text: scene.show(row.message) }]),
              {
                type: "list" as const,
                ordered: false,
                items: [
                  ...line("Backed by | Belegt durch", row.have.map((id) => nameOf(scene, id) ?? "").join("; ")),
                  ...line("Still to find | Noch zu finden", scene.show(row.need)),
                  ...line("Figure | Abbildung", scene.show(row.figure)),
                ],
              },
            ].filter((block) => block.type !== "list" || block.items.length > 0),
          );
    },
    own: ({ form: values }) =>
      ownChapters(values).length > 0
        ? ownChapters(values).map((title) => ({ title }))
        : values.evidence.map(({ shows }, at) => ({ have: [`e${at + 1}`], message: shows })),
  },
);
const noChapters: Bilingual =
  "Which chapters lead from the problem to the decision? | Welche Kapitel führen vom Problem zur Entscheidung?";
/** Pages of each chapter: what two pages for title and summary leave, by weight, to the page. */
export const pagesOf = (values: Form, all: readonly { weight: keyof typeof weights }[]): number[] => {
  const left = Math.max(all.length, values.pages - 2);
  const extra = largestRemainder(
    all.map(({ weight }) => weights[weight]),
    left - all.length,
  );
  return extra.map((pages) => pages + 1);
};

/** Pages of the whole paper: those of the form, or more when its chapters need them. */
export const allPages = (scene: PaperScene): number =>
  Math.max(scene.form.pages, 2 + pagesOf(scene.form, chapters.of(scene)).reduce((sum, pages) => sum + pages, 0));

/** Chapters with a figure, numbered as in the outline. */
const withFigure = (scene: PaperScene) =>
  chapters
    .of(scene)
    .map((row, at) => ({ ...row, no: at + 1 }))
    .filter(({ figure }) => figure !== "");

const drawnAs = pick("Kind | Art", "how it is drawn", {
  chart: "Chart | Diagramm",
  table: "Table | Tabelle",
  drawing: "Drawing | Zeichnung",
  photo: "Photo | Foto",
});

export const figures = rowPerItem(
  "figures",
  "Figures and their data | Abbildungen und ihre Daten",
  {
    kind: drawnAs,
    data: text("Data needed | Nötige Daten", "values with unit and period, axis by axis or column by column", 240),
    have: refs(
      "Data there | Daten vorhanden",
      "ids of the evidence or of the sources with these data, e1, s1",
      (id, scene: PaperScene) => nameOf(scene, id),
    ),
    missing: optional(text("Missing | Fehlt", "what is not in them and where it can be found", 240)),
  },
  {
    ask: "What a designer needs to draw each figure. Data that no evidence has are missing, never assumed.",
    after: [chapters],
    items: (scene) =>
      withFigure(scene).map(({ id, figure, message, no }) => ({
        id,
        context: `${figure} | shows: ${message}`,
        cells: [
          scene.translate("{figure} (chapter {chapter}) | {figure} (Kapitel {chapter})", {
            figure: scene.show(figure),
            chapter: no,
          }),
        ],
      })),
    gap: "Which figure or table does each chapter need, and which of its data do you have? | Welche Abbildung oder Tabelle braucht jedes Kapitel, und welche Daten davon haben Sie?",
    blocks: (scene, rows) => {
      const { translate } = scene;
      const byId = new Map(rows.map((row) => [row.id, row]));
      return withFigure(scene).flatMap(({ id, figure, no }, at): Block[] => {
        const row = byId.get(id);
        const line = (label: Bilingual, value: string): string[] =>
          value === "" ? [] : [`${translate(label)}: ${value}`];
        const isWritten = row !== undefined && row.data !== "";
        const have = (row?.have ?? []).map((one) => nameOf(scene, one) ?? "").join("; ");
        return [
          {
            type: "h",
            text: translate("{no}. {figure} (chapter {chapter}) | {no}. {figure} (Kapitel {chapter})", {
              no: at + 1,
              figure: scene.show(figure),
              chapter: no,
            }),
          },
          ...(isWritten
            ? [
                {
                  type: "list" as const,
                  ordered: false,
                  items: [
                    `${drawnAs.show(row.kind, scene)}: ${scene.show(row.data)}`,
                    ...line("Have | Vorhanden", have),
                    ...line(
                      "Missing | Fehlt",
                      scene.show(row.missing) || (have === "" ? translate("all of it | alles") : ""),
                    ),
                  ],
                },
              ]
            : []),
        ];
      });
    },
  },
);
/** Most words of one question: a longer chapter goes on in the next one. */
const longestPart = 900;
/** Characters of a word with its space, generously. */
const charactersOfWord = 8;

/** Chapters cut into parts of about the same length that one answer holds. */
const partsOf = (scene: PaperScene) => {
  const all = chapters.of(scene);
  const pages = pagesOf(scene.form, all);
  return all.flatMap((row, at) => {
    const words = (pages[at] ?? 1) * wordsOfPage;
    const count = Math.ceil(words / longestPart);
    return Array.from({ length: count }, (_, part) => ({
      ...row,
      chapter: row.id,
      id: `${row.id}.${part + 1}`,
      no: at + 1,
      part: part + 1,
      count,
      words: Math.round(words / count / 10) * 10,
    }));
  });
};

export const manuscript = rowPerItem(
  "manuscript",
  "Chapters | Kapitel",
  { text: longText("Text | Text", "the text of this part of the chapter, without its heading", 9000) },
  {
    ask: "The chapters in full, one after the other. Each argues its message from its evidence, with the mark of what carries a sentence. What is still to be found is said as an open question in the text, never filled in.",
    after: [chapters, figures],
    when: ({ form: { writeChapters } }) => writeChapters,
    inOrder: true,
    perQuestion: 1,
    isSeries: true,
    gap: "{count:part is|parts are} not written yet. | {count:Teil ist|Teile sind} noch nicht geschrieben.",
    items: (scene) =>
      partsOf(scene).map(({ id, no, title, message, have, need, figure, part, count, words }) => ({
        id,
        context: [
          `chapter ${no}: ${title}`,
          message,
          ...(count > 1 ? [`part ${part} of ${count}`] : []),
          `about ${words} words`,
          ...(have.length > 0 ? [`carried by ${have.join(", ")}`] : []),
          ...(need === "" ? [] : [`still to be found: ${need}`]),
          ...(figure === "" ? [] : [`refer to the figure: ${figure}`]),
        ].join(" | "),
        cells: [`${no}. ${scene.show(title)}${count > 1 ? ` (${part}/${count})` : ""}`],
        // A third of leeway, as people write.
        limits: { text: Math.round(words * charactersOfWord * 1.33) },
        own: {
          text:
            part > 1
              ? ""
              : have
                  .flatMap((one) => {
                    const evidence = scene.form.evidence[Number(one.slice(1)) - 1];
                    return evidence?.shows ? [`${evidence.what}: ${evidence.shows}`] : [];
                  })
                  .join("\n\n"),
        },
      })),
    blocks: (scene, rows) => {
      const byId = new Map(rows.map((row) => [row.id, row.text]));
      const heads = new Map(chapters.of(scene).map((row, at) => [row.id, { no: at + 1, title: row.title }]));
      return [...Map.groupBy(partsOf(scene), ({ chapter }) => chapter)].flatMap(([id, parts]): Block[] => {
        const head = heads.get(id);
        const paragraphs = parts.flatMap((part) => (byId.get(part.id) ?? "").split(/\n{2,}/).filter(Boolean));
        const isOpen = parts.some((part) => (byId.get(part.id) ?? "").length < part.words * 2);
        return [
          {
            type: "h",
            text: `${head?.no ?? 1}. ${scene.show(head?.title || `[${scene.translate("heading | Überschrift")}]`)}`,
          },
          ...paragraphs.map((paragraph): Block => ({ type: "p", text: scene.show(paragraph) })),
          ...(isOpen && !scene.isWriting
            ? [
                note(
                  "gap",
                  scene.translate("Still to write: about {words} words. | Noch zu schreiben: etwa {words} Wörter.", {
                    words: parts.reduce((sum, { words }) => sum + words, 0),
                  }),
                ),
              ]
            : []),
        ];
      });
    },
  },
);
