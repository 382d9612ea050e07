import type { Block } from "#src/features/documents/document.ts";
import { flagNote, flagWords, linksFor, type Note } from "../../domain/article.ts";
import { textBlocks } from "../../domain/textBlocks.ts";
import { datedText } from "#src/kit/time/dateTexts.ts";
import { listed } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { note, tableOf } from "../../kit/sections.ts";
import { type ArticlePart, type ArticleScene, isQuestion } from "./facts.ts";

/* The parts of the document that are computed from notes, outline and dates. */

export const partQuestionsGap: Bilingual =
  "Which of your readers’ questions does each part answer? | Welche Frage Ihrer Leser beantwortet jeder Teil?";

/** The outline with the share of the length that each part has; one question when parts do not say what they answer. */
export function outlineBlocks(
  { facts, translate, translateAll, show, isWriting }: ArticleScene,
  rows: readonly { id: string; heading: string; question: string; notes: string[] }[],
  gap: Bilingual,
): Block[] {
  if (rows.length === 0) return isWriting ? [] : [note("gap", translate(gap))];
  const isAnswering = rows.some(({ question }) => question !== "");
  return [
    ...tableOf(
      [
        ...translateAll("Heading | Überschrift"),
        ...(isAnswering ? translateAll("Answers | Beantwortet") : []),
        ...translateAll("Notes | Notizen", "Words | Wörter"),
      ],
      rows.map(({ id, heading, question, notes }) => [
        show(heading),
        ...(isAnswering ? [show(question)] : []),
        notes.map((one) => one.slice(1)).join(", ") || "–",
        String(facts.parts.find((part) => part.id === id)?.words ?? ""),
      ]),
      [isAnswering ? 3 : 2],
    ),
    ...(isWriting || rows.every(({ question }) => question !== "") ? [] : [note("gap", translate(partQuestionsGap))]),
  ];
}

/** Stands for a heading that is not written. */
export const partName: Bilingual = "Part {number} | Teil {number}";

/** The article under its headings. A part that is not written shows the notes it is written from and asks for it. */
export const articleBlocks = (
  { facts, translate, show, isWriting, language }: ArticleScene,
  rows: readonly { id: string; text: string }[],
): Block[] =>
  facts.parts.flatMap(({ id, heading, question, notes, words }, at): Block[] => {
    const text = show(rows.find((row) => row.id === id)?.text ?? "");
    const title = show(heading) || translate(partName, { number: at + 1 });
    if (text !== "") return [{ type: "h", text: title }, ...textBlocks(text)];
    if (isWriting) return heading === "" ? [] : [{ type: "h", text: title }];
    const held = facts.notes.filter((one) => one.flag !== null && one.under !== "" && one.under === heading);
    const wish = translate(
      notes.length > 0
        ? "Write about {words} words from these notes. | Schreiben Sie aus diesen Notizen etwa {words} Wörter."
        : held.length > 0
          ? held.length === 1
            ? "Clear up note {numbers} first, then write about {words} words. | Zuerst Notiz {numbers} klären, dann etwa {words} Wörter schreiben."
            : "Clear up notes {numbers} first, then write about {words} words. | Zuerst die Notizen {numbers} klären, dann etwa {words} Wörter schreiben."
          : "{question} Write about {words} words. | {question} Umfang: etwa {words} Wörter.",
      {
        words,
        numbers: listed(
          held.map((one) => one.id.slice(1)),
          language,
        ),
        question: show(question) || translate("What belongs here? | Was gehört hierher?"),
      },
    );
    return [
      { type: "h", text: title },
      ...(notes.length > 0 ? [{ type: "list" as const, ordered: false, items: notes.map((one) => one.text) }] : []),
      note("gap", wish),
    ];
  });

/** Headings of the written parts, and their texts as readers see them. */
export interface WrittenPart {
  id: string;
  heading: string;
  text: string;
}

export const linkBlocks = ({ facts, translateAll }: ArticleScene, parts: readonly WrittenPart[]): Block[] =>
  tableOf(
    translateAll("Link text | Linktext", "Section | Abschnitt", "Page | Seite"),
    linksFor(facts.pages, parts).map(({ page, anchor, heading }) => [anchor, heading, page.url]),
  );

/**
 * The author's notes with what became of them. While the article is open, its parts already show the notes that they
 * carry, and only the others are listed.
 */
export function notesBlocks(scene: ArticleScene, isWritten: boolean): Block[] {
  const { facts, translate, translateAll, form } = scene;
  const partOf = (id: string): ArticlePart | undefined =>
    facts.parts.find(({ notes }) => notes.some((one) => one.id === id));
  /** A question among the notes is answered below the article. */
  const isAsked = (one: Note): boolean => form.faq && one.flag === null && isQuestion(one);
  const notePlacement = (one: Note): string =>
    isAsked(one) ? translate("Questions and answers | Fragen und Antworten") : (partOf(one.id)?.heading ?? "–");
  const rows = facts.notes.filter((one) => isWritten || !(partOf(one.id) || isAsked(one)));
  const isFlagged = rows.some(({ flag }) => flag);
  return [
    ...tableOf(
      [
        ...translateAll("No. | Nr.", "Note | Notiz"),
        ...(isWritten ? translateAll("Used in | Verwendet in") : []),
        ...(isFlagged ? translateAll("To clear up | Zu klären") : []),
      ],
      rows.map((one) => [
        one.id.slice(1),
        one.text,
        ...(isWritten ? [notePlacement(one)] : []),
        ...(isFlagged ? [one.flag ? translate(flagWords[one.flag].label) : ""] : []),
      ]),
      [0],
    ),
    ...(isFlagged ? [note("info", translate(flagNote))] : []),
  ];
}

export const planBlocks = ({ facts, form: { approver }, language, translate, translateAll }: ArticleScene): Block[] =>
  tableOf(
    translateAll("Step | Schritt", "Date | Termin"),
    facts.steps.map(({ id, title, date, isLate }) => [
      translate(title) + (id === "approved" && approver ? ` (${approver})` : ""),
      datedText(date, language) + (isLate ? ` (${translate("already past | schon vorbei")})` : ""),
    ]),
  );

/** What nobody can count, and somebody has to look at. */
const reviewItems: readonly Bilingual[] = [
  "Every figure comes from a record or a source | Jede Zahl stammt aus einer Aufzeichnung oder Quelle",
  "Recognizable people and customers have given their consent | Erkennbare Personen und Kunden haben zugestimmt",
  "Someone who was there has read the article | Jemand, der dabei war, hat den Artikel gelesen",
  "Pictures are your own or licensed and have alt text | Bilder stammen von Ihnen oder sind lizenziert und haben Alternativtexte",
  "Author, date and contact are named on the page | Autor, Datum und Kontakt stehen auf der Seite",
];
export const reviewBlocks = ({ translate }: ArticleScene): Block[] => [
  { type: "checklist", items: reviewItems.map((item) => ({ text: translate(item), done: false })) },
];

export const answersGap: Bilingual =
  "How do you answer your readers’ open questions, in two sentences each? | Wie beantworten Sie die offenen Fragen Ihrer Leser, in je zwei Sätzen?";

/** Answered questions as headings with their answers, then those that are open, with one request for all of them. */
export function faqBlocks(
  { show, translate, isWriting }: ArticleScene,
  rows: readonly { question: string; answer: string }[],
  gap: Bilingual,
): Block[] {
  const answered = rows.filter(({ answer }) => answer !== "");
  const open = rows.filter(({ answer }) => answer === "");
  const wish = rows.length === 0 ? gap : answersGap;
  return [
    ...answered.flatMap(({ question, answer }): Block[] => [
      ...(question === "" ? [] : [{ type: "h" as const, text: show(question) }]),
      ...textBlocks(show(answer)),
    ]),
    ...(open.length === 0
      ? []
      : [{ type: "list" as const, ordered: false, items: open.map(({ question }) => show(question)).filter(Boolean) }]),
    ...(isWriting || (rows.length > 0 && open.length === 0) ? [] : [note("gap", translate(wish))]),
  ];
}

/** Questions and answers as search engines read them, schema.org `FAQPage`; nothing while none is answered. */
export function faqDataBlocks(
  { show, translate }: ArticleScene,
  rows: readonly { question: string; answer: string }[],
): Block[] {
  const answered = rows.filter(({ question, answer }) => question !== "" && answer !== "");
  if (answered.length === 0) return [];
  const data = {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: answered.map(({ question, answer }) => ({
      "@type": "Question",
      name: show(question),
      acceptedAnswer: { "@type": "Answer", text: show(answer) },
    })),
  };
  // Inside a script element, `</script>` would end it.
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return [
    {
      type: "p",
      text: translate("Paste this code into the head of the page. | Fügen Sie diesen Code in den Head der Seite ein."),
    },
    { type: "code", language: "html", text: `<script type="application/ld+json">${json}</script>` },
  ];
}
