import { flagWords } from "../../domain/article.ts";
import { dayText } from "#src/kit/time/dateTexts.ts";
import { clipped, figure, sentence } from "../../domain/wording.ts";
import { defineWorkflow } from "../../kit/define.ts";
import { sectionsFor } from "../../kit/lists.ts";
import type { ReadRequest } from "../../kit/state.ts";
import { materialOf } from "../material.ts";
import { type ArticleScene, type Facts, factsOf } from "./facts.ts";
import { articleFormats, example, form, type Form } from "./form.ts";
import { articleIssues, fileIssues, issueTexts, qualityBlocks, type WrittenArticle } from "./quality.ts";
import {
  addressIn,
  closing,
  faq,
  hashtags,
  images,
  opening,
  outline,
  parts,
  snippet,
  takeaways,
  teasers,
  titles,
} from "./sections.ts";
import { factBoxBlocks } from "./factBox.ts";
import { suggestionsOf } from "./suggestions.ts";
import {
  answersGap,
  faqDataBlocks,
  linkBlocks,
  notesBlocks,
  partQuestionsGap,
  planBlocks,
  reviewBlocks,
} from "./tables.ts";

/* An article from the author's own experience: outline, text, search snippet, links, teasers. The notes carry it. */

const { computed } = sectionsFor<Form, Facts>();
/** For links to the author's own pages; no writer sees it. */
const sitemapOf = ({ sitemapUrl }: Form): ReadRequest => ({ kind: "sitemap", url: sitemapUrl, hidden: true });

/** Marks of sources in everything that was written. */
const citedIn = (scene: ArticleScene): Set<string> =>
  new Set([...JSON.stringify(scene.answer).matchAll(/\[(s\d+)\]/g)].map(([, id = ""]) => id));

function articleOf(scene: ArticleScene): WrittenArticle {
  const { answer, facts, form: values, show } = scene;
  const rows = parts.of(scene);
  const written = facts.parts.map(({ id, heading, question }) => ({
    id,
    heading: show(heading || question),
    text: show(rows.find((row) => row.id === id)?.text ?? ""),
  }));
  const title = snippet.of({ answer }).find(({ id }) => id === "title")?.text;
  return {
    parts: written,
    title: show(title || (titles.of({ answer })[0]?.title ?? values.topic)),
    text: [...opening.of(scene).map(show), ...written.map((part) => part.text), ...closing.of(scene).map(show)].join(
      "\n",
    ),
    cited: citedIn(scene),
  };
}
/** A part with a paragraph of its own is there. */
const isWritten = (scene: ArticleScene): boolean => parts.of(scene).some((row) => row.text.length > 80);

const links = computed(
  "links",
  "Links to your own pages | Links auf eigene Seiten",
  (scene) => linkBlocks(scene, articleOf(scene).parts),
  isWritten,
);
const faqData = computed(
  "faqData",
  "Questions and answers for search engines | Fragen und Antworten für Suchmaschinen",
  (scene) => faqDataBlocks(scene, faq.of(scene)),
  ({ form: values }) => values.faq,
);
const quality = computed("quality", "Checks | Prüfung", (scene) => qualityBlocks(scene, articleOf(scene)), isWritten);
/** Sentences that readers and editors look up: each with what carries it. */
const factBox = computed(
  "factBox",
  "Fact box | Faktenkasten",
  (scene) => factBoxBlocks(scene, [opening, parts, closing, takeaways, faq]),
  isWritten,
);
const material = computed("material", "Your notes | Ihre Notizen", (scene) => notesBlocks(scene, isWritten(scene)));
const plan = computed("plan", "Dates | Termine", planBlocks);
const review = computed("review", "Before it goes out | Vor der Veröffentlichung", reviewBlocks);

export const blogArticleWriter = defineWorkflow<Form, Facts>({
  key: "blogArticleWriter",
  version: 5,
  form,
  role: "You are the editor of a trade magazine who turns an expert's notes into an article that other experts quote.",
  task: "Write the article from the author's notes, in the author's name (“we” for the firm). What neither the notes nor the sources say is not said. Notes that are not certain, personal or internal were taken out; their numbers are missing.",
  example,
  sources: ({ form: values }) => [
    ...materialOf(values, values.sourceUrls, [
      clipped([...new Set([values.topic, values.primaryKeyword].filter(Boolean))].join(" "), 200, 200),
    ]),
    ...(values.research === "web" && values.sitemapUrl !== "" ? [sitemapOf(values)] : []),
  ],
  facts: ({ form: values, context, answer, textOf }) =>
    factsOf(values, context, outline.of({ answer }), textOf(sitemapOf(values)) ?? ""),
  contextLines: (scene) => {
    const { form: values, facts } = scene;
    const hasOutline = outline.of(scene).length > 0;
    return [
      hasOutline
        ? `Length of the whole article: ${values.length} words.`
        : `Length of the whole article: ${values.length} words, in about ${facts.usualParts} parts.`,
      ...articleOf(scene).parts.flatMap(({ heading, text: written }) => (written ? [`## ${heading}`, written] : [])),
    ];
  },
  summary: ({ form: values, facts, translate, language }) =>
    [
      translate(
        "{format}: “{topic}”, {length} words, out on {day}. | {format}: „{topic}“, {length} Wörter, erscheint am {day}.",
        {
          format: translate(articleFormats[values.articleFormat]),
          topic: values.topic,
          length: figure(values.length, language),
          day: dayText(facts.publishOn, language),
        },
      ),
      ...(values.audience
        ? [translate("Readers: {audience} | Leser: {audience}", { audience: sentence(clipped(values.audience, 200)) })]
        : []),
    ].join(" "),
  sections: [
    titles,
    takeaways,
    outline,
    opening,
    parts,
    closing,
    faq,
    faqData,
    snippet,
    hashtags,
    factBox,
    images,
    links,
    teasers,
    quality,
    material,
    plan,
    review,
  ],
  deliverable: { takeaways: "titled", opening: "plain", parts: "plain", closing: "plain", faq: "titled" },
  assumptions: ({ facts, translate, language }) =>
    facts.publicationDay === "usual"
      ? [
          translate(
            "You didn’t set a publication date, so the article is planned for {day}. | Sie haben kein Veröffentlichungsdatum angegeben; der Artikel ist deshalb für den {day} geplant.",
            { day: dayText(facts.publishOn, language) },
          ),
        ]
      : [],
  questions: (scene) => {
    const { facts, form: values, translate } = scene;
    const isUnanswered = values.faq && faq.of(scene).some(({ answer }) => answer === "");
    const isUnexplained = outline.of(scene).some(({ question }) => question === "");
    return [
      ...(isUnexplained ? [translate(partQuestionsGap)] : []),
      ...(isUnanswered ? [translate(answersGap)] : []),
      ...facts.notes.flatMap(({ id, text, flag }) =>
        flag ? [translate(flagWords[flag].question, { no: id.slice(1), text: clipped(text, 140) })] : [],
      ),
    ];
  },
  checks: (scene) => {
    const { facts, form: values, translate, language } = scene;
    const day = dayText(facts.publishOn, language);
    return [
      ...(facts.publicationDay === "past"
        ? [
            {
              level: "warn" as const,
              code: "publishPast",
              at: "plan",
              params: { given: dayText(values.publishOn, language), date: day },
            },
          ]
        : []),
      ...(facts.holiday
        ? [
            {
              level: "warn" as const,
              code: "publishHoliday",
              at: "plan",
              params: { date: day, name: translate(facts.holiday) },
            },
          ]
        : []),
      ...fileIssues(scene, citedIn(scene)),
      ...(isWritten(scene) ? articleIssues(scene, articleOf(scene)) : []),
    ];
  },
  issueTexts,
  effects: (scene) => {
    const { answer, form: values, show } = scene;
    const written = new Map(snippet.of({ answer }).map((row) => [row.id, show(row.text)]));
    return suggestionsOf(scene, {
      title: show(titles.of({ answer })[0]?.title || values.topic),
      address: addressIn(scene),
      searchTitle: written.get("title") ?? "",
      description: written.get("description") ?? "",
      excerpt: written.get("excerpt") ?? "",
      isWritten: isWritten(scene),
      teasers: teasers.of({ answer }).map((row) => ({ id: row.id, text: show(row.text) })),
    });
  },
});
