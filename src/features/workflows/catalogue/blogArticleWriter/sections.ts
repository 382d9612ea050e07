import { characterLimit, type Platform } from "#src/features/outcomes/rules.ts";
import { addressOf, type Note } from "../../domain/article.ts";
import { hashtagsOf } from "../../domain/posts.ts";
import { limitedTable } from "../../domain/textBlocks.ts";
import { datedText } from "#src/kit/time/dateTexts.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { longText, pick, refs, text } from "../../kit/columns.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note } from "../../kit/sections.ts";
import type { RunState } from "../../kit/state.ts";
import { type ArticleScene, type Facts, fewestParts, mostParts, ownParts } from "./facts.ts";
import type { Form } from "./form.ts";
import { articleBlocks, faqBlocks, outlineBlocks, partName } from "./tables.ts";

/* The parts of the document that somebody writes. */

const { prose, freeRows, rowPerItem } = sectionsFor<Form, Facts>();
const titlesGap: Bilingual =
  "In ten words at most, what will readers know after reading the article? That is your headline. | Was wissen Leser nach der Lektüre? Sagen Sie es in höchstens zehn Wörtern: Das ist Ihre Überschrift.";
export const titles = freeRows(
  "titles",
  "Headlines | Überschriften",
  {
    title: text("Headline | Überschrift", "complete headline with the search term or its parts", 70),
    way: pick("Approach | Ansatz", "approach, a different one for each", {
      plain: "plain | schlicht",
      instruction: "instruction | Anleitung",
      finding: "finding | Befund",
      figure: "figure | Zahl",
      mistake: "mistake | Fehler",
      question: "question | Frage",
    }),
    why: text("Works for | Wirkt bei", "which reader clicks on it and why, one clause", 120),
  },
  {
    ask: "Headlines that keep their promise in the text; none that hides the answer to force a click. Best one first.",
    count: [5, 5],
    after: [{ key: "parts" }],
    gap: titlesGap,
  },
);

const outlineGap: Bilingual =
  "Which three to seven headings do your notes fall under? The questions under “Article” help. | Unter welche drei bis sieben Überschriften passen Ihre Notizen? Die Fragen unter „Artikel“ helfen.";
export const outline = freeRows(
  "outline",
  "Outline | Gliederung",
  {
    heading: text("Heading | Überschrift", "says what the part shows, not what it is about; at most 9 words", 80),
    question: text("Answers | Beantwortet", "the reader's question that this part answers", 140),
    notes: refs("Notes | Notizen", "numbers of the notes that carry it, such as n4", (id, { facts }: ArticleScene) =>
      facts.notes.some((one) => one.id === id && one.flag === null) ? id.slice(1) : null,
    ),
  },
  {
    ask: "Parts in the order in which the reader needs them; an own outline in the form stays as it is. Every note that helps the reader belongs to exactly one part; leave out a part that neither a note nor a source carries.",
    count: [fewestParts, mostParts],
    blocks: (scene, rows) => outlineBlocks(scene, rows, outlineGap),
    own: ({ form: values, facts }) => ownParts(values, facts.notes),
    gap: outlineGap,
  },
);

export const opening = prose("opening", "Opening | Einstieg", {
  ask: "the reader's situation in one scene from the notes, then the answer in one sentence; the search term within the first 100 words. No definition, no rhetorical question",
  words: [35, 110],
  after: [outline],
  own: ({ form: values }) => [values.angle],
  gap: "In which scene from your work will readers recognize themselves? Write three sentences, then your answer in one. | In welcher Szene aus Ihrer Arbeit erkennen sich Leser wieder? Schreiben Sie drei Sätze, dann Ihre Antwort in einem.",
});

/** Share of the room that notes have for certain; longer ones are cut to passages. */
const roomForNotes = 0.25;
const areNotesCut = ({ notes }: Facts, { room }: RunState): boolean =>
  notes.reduce((sum, one) => sum + one.text.length, 0) > room.prompt * roomForNotes;
/** Characters of a note that is beside its part. */
const longestNote = 300;
/** The notes of a part by their numbers, and in their words where the material may lack them. */
const notesFor = (notes: readonly Note[], isCut: boolean): string =>
  isCut
    ? notes.map(({ id, text: words }) => `${id}: ${words.slice(0, longestNote)}`).join(" / ")
    : notes.map(({ id }) => id).join(", ");

/** Most characters that a part may have for each of its words: long words, spaces, and room to breathe. */
const charactersPerWord = 12;
export const parts = rowPerItem(
  "parts",
  "Article | Artikel",
  { text: longText("Text | Text", "complete text of the part without its heading", 3100) },
  {
    ask: "Write each part to its number of words. Begin with the answer, then the case or figure that proves it, then what the reader does. Paragraphs of two to four sentences, separated by an empty line; steps as lines that begin with “1. ”, other lists with “- ”. Use the notes named for the part, and the sources.",
    after: [outline],
    blocks: articleBlocks,
    items: ({ facts, state, translate }) =>
      facts.parts.map(({ id, heading, question, notes, words }, at) => ({
        id,
        context: [
          heading || question,
          ...(heading && question ? [`answers: ${question}`] : []),
          `about ${words} words`,
          `notes: ${notesFor(notes, areNotesCut(facts, state)) || "none, from the sources"}`,
        ].join(" | "),
        cells: [heading || translate(partName, { number: at + 1 })],
        limits: { text: Math.max(800, words * charactersPerWord) },
      })),
    gap: "{count:part of the article is|parts of the article are} still to be written. What goes into each? Look below the headings to see what’s missing. | {count:Teil des Artikels ist|Teile des Artikels sind} noch zu schreiben. Was gehört jeweils hinein? Unter den Überschriften steht, was fehlt.",
  },
);

export const closing = prose("closing", "Ending | Schluss", {
  ask: "what the reader does first thing tomorrow, then the call to action of the form. No summary",
  words: [25, 90],
  after: [parts],
  own: ({ form: values }) => [values.callToAction],
  gap: "What can readers do tomorrow morning with what you know? | Was können Leser morgen früh mit Ihrem Wissen anfangen?",
});

const takeawaysGap: Bilingual =
  "Which three sentences should stay with someone who reads nothing else? | Welche drei Sätze soll behalten, wer sonst nichts liest?";
export const takeaways = freeRows(
  "takeaways",
  "Key points | Das Wichtigste",
  { text: text("Point | Punkt", "a full sentence that can be used without the article", 180) },
  {
    ask: "What a hurried reader must take along, from the finished text; shown above the article.",
    count: [3, 4],
    after: [parts],
    blocks: ({ show, translate, isWriting }, rows) =>
      rows.length > 0
        ? [{ type: "list", ordered: false, items: rows.map((row) => show(row.text)) }]
        : isWriting
          ? []
          : [note("gap", translate(takeawaysGap))],
    gap: takeawaysGap,
  },
);

/** The same words as beside the empty field, so that it is asked once. */
const faqGap: Bilingual =
  "Which three questions do your readers ask most often? | Welche drei Fragen stellen Ihre Leser am häufigsten?";
export const faq = freeRows(
  "faq",
  "Questions and answers | Fragen und Antworten",
  {
    question: text("Question | Frage", "in the words of someone who types it", 120),
    answer: text("Answer | Antwort", "the answer in the first sentence, then one reason; 25 to 50 words", 380),
  },
  {
    ask: "First the readers' own questions, word for word, with an empty answer where the material has none; then what the text leaves open and the material answers.",
    count: [3, 6],
    when: ({ form: values }) => values.faq,
    after: [parts],
    own: ({ facts }) => facts.questions.map((question) => ({ question })),
    blocks: (scene, rows) => faqBlocks(scene, rows, faqGap),
    gap: faqGap,
  },
);

const snippetTexts = [
  { id: "title", name: "Title | Titel", context: "search term first, the result second", limit: 60 },
  {
    id: "description",
    name: "Description | Beschreibung",
    context: "what the reader gets, with one figure or case; at least 120 characters",
    limit: 155,
  },
  {
    id: "excerpt",
    name: "Excerpt | Anreißer",
    context: "for overviews and newsletters: problem and result; at least 160 characters",
    limit: 300,
  },
] as const;
export const snippet = rowPerItem(
  "snippet",
  "In search results | In der Suche",
  { text: text("Text | Text", "the text", 300) },
  {
    ask: "As search results and overviews show the article.",
    after: [parts],
    gap: "What does the article promise in a search result? One sentence with a figure is enough for title and description. | Was verspricht der Artikel in der Suche? Ein Satz mit einer Zahl reicht für Titel und Beschreibung.",
    items: ({ translate }) =>
      snippetTexts.map(({ id, name, context, limit }) => ({
        id,
        context,
        cells: [translate(name)],
        limits: { text: limit },
      })),
    blocks: (scene, rows) =>
      limitedTable(
        scene,
        ["Field | Feld"],
        [...snippetTexts, { id: "address", name: "Address | Adresse", limit: 60 } as const].map(
          ({ id, name, limit }) => ({
            id,
            limit,
            cells: [scene.translate(name)],
          }),
        ),
        [...rows, { id: "address", text: `/${addressIn(scene)}` }],
      ),
  },
);

const hashtagsGap: Bilingual =
  "Which three hashtags do people in your field use to find articles like this? | Unter welchen drei Hashtags suchen Menschen aus Ihrem Fach nach solchen Artikeln?";
/** Hashtags of an article: more of them read like an advertisement. */
const [fewestTags, mostTags] = [3, 6] as const;
export const hashtags = freeRows(
  "hashtags",
  "Hashtags | Hashtags",
  { tag: text("Hashtag | Hashtag", "one word, or two joined, that people of the trade follow; without the sign", 40) },
  {
    ask: "For the article wherever it is shared: the subject first, then the trade.",
    count: [fewestTags, mostTags],
    after: [parts],
    own: ({ form: { primaryKeyword, secondaryKeywords, goalLanguage } }) =>
      hashtagsOf([primaryKeyword, ...secondaryKeywords], [], mostTags, goalLanguage).map((tag) => ({
        tag: tag.slice(1),
      })),
    gap: hashtagsGap,
    blocks: (scene, rows) => {
      const tags = hashtagsOf(
        rows.map(({ tag }) => scene.show(tag)),
        [],
        mostTags,
        scene.form.goalLanguage,
      );
      return tags.length > 0
        ? [{ type: "p", text: tags.join(" ") }]
        : scene.isWriting
          ? []
          : [note("gap", scene.translate(hashtagsGap))];
    },
  },
);

export const images = freeRows(
  "images",
  "Pictures | Bilder",
  {
    motif: text("Subject | Motiv", "a picture that you can take or draw yourself, with what is in it", 200),
    place: text("Place | Stelle", "heading under which it stands", 80),
    alt: text("Alternative text | Alternativtext", "what is to be seen, for people who do not see it", 125),
  },
  {
    ask: "Pictures that prove something of the text: before and after, a drawing of the step, a table as a graphic. No symbols, no stock photos.",
    count: [2, 4],
    after: [parts],
    gap: "Which photo could you take at work that proves your point? | Welches Foto aus Ihrem Alltag belegt Ihre These?",
  },
);

/** X counts an address as 23 characters, 17 more than the `[Link]` that stands for it. */
const roomForLink = 17;
/** A longer teaser is none any more, whatever its network takes. */
const longestTeaser = 900;
const roomOf = (platform: Platform): number => Math.min(characterLimit[platform] - roomForLink, longestTeaser);
export const teasers = rowPerItem(
  "teasers",
  "Teasers | Teaser",
  {
    text: text(
      "Text | Text",
      "complete post, the first line carries it alone; [Link] stands for the address",
      longestTeaser,
    ),
  },
  {
    ask: "Each teaser gives one finding away and stays within its limit.",
    after: [parts],
    when: ({ form: values }) => values.teaserPlatforms.length > 0,
    gap: "Which finding will you reveal to get people to click? {count:teaser is|teasers are} still to be written. | Welches Ergebnis verraten Sie, damit jemand klickt? {count:Teaser ist|Teaser sind} noch zu schreiben.",
    items: ({ facts, language }) =>
      facts.teasers.map(({ id, date, platform }) => ({
        id,
        context: `${platform} | out on ${date}`,
        cells: [datedText(date, language), platform],
        limits: { text: roomOf(platform) },
      })),
    blocks: (scene, rows) =>
      limitedTable(
        scene,
        ["Date | Datum", "Network | Netzwerk"],
        scene.facts.teasers.map(({ id, date, platform }) => ({
          id,
          cells: [datedText(date, scene.language), platform],
          limit: Math.min(characterLimit[platform], longestTeaser),
          platform,
        })),
        rows,
      ),
  },
);

/** End of the address of the article, without a slash. */
export function addressIn({ answer, facts, form: values, show }: ArticleScene): string {
  const title = snippet.of({ answer }).find(({ id }) => id === "title")?.text || values.topic;
  return addressOf(facts.keyword, show(title));
}
