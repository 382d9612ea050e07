import { characterLimit } from "#src/features/outcomes/rules.ts";
import type { Prompt, WorkflowContext } from "../../workflow.ts";
import { openFence, type Fence } from "../fence.ts";
import { fencedForm, fencedSource } from "../material.ts";
import { oneLine } from "../../domain/wording.ts";
import { styleLine } from "../writingStyles.ts";
import { altMax, excerptMax, faqCount, metaDescriptionMax, metaTitleMax, titleCount, titleMax } from "./articleData.ts";
import type { ArticleForm } from "./articleForm.ts";
import { units } from "./fit.ts";
import { sitePages } from "./links.ts";
import { keywordOf, readings } from "./material.ts";
import { publicationOf } from "./reckon.ts";

/** UTF-16 units of all sources together, and pages of the sitemap, that one request holds. */
const sourceUnits = { quick: 24_000, standard: 60_000, deep: 120_000 } as const;
const mostPages = 120;

const formats = {
  howTo: "how-to guide: the reader can do it afterwards; steps in order, each with its reason",
  list: "list: a short introduction, then points of equal weight, the most useful first",
  opinion: "opinion: one thesis, what speaks for it, the strongest objection answered fairly, what follows",
  comparison: "comparison: the same criteria for every option, a table where it helps, who should take which",
  news: "news: what is new, who says so, what it means in practice, what is not known yet",
} as const;

const intents = {
  inform: "wants to understand",
  compare: "weighs options against each other",
  decide: "is about to decide and needs a criterion",
  solve: "has a problem and wants it gone",
} as const;

const depths = {
  quick: "Keep to the essentials.",
  standard: "Cover the subject as far as the length allows.",
  deep: "Go into causes, exceptions and limits; prefer depth over breadth.",
} as const;

const systemWords = (fence: Fence): string =>
  [
    "You write a blog article for a professional, in their name, from their own experience and from sources.",
    "",
    "Facts",
    "- Never invent a fact, figure, date, name, quote, customer or study. What neither the notes nor a source says is left out or becomes a callout with tone `gap` that asks the author for it, and the question goes into openQuestions too.",
    "- The author's notes are the heart of the article. Use every point of them; you may order and smooth them, never change what they say.",
    "- Each sentence that states something checkable gets a claim. Its `text` is the sentence exactly as it stands in the block. `quote` holds the words of the source or of the notes that carry it, copied character by character; sourceIds names the source and stays empty for the notes.",
    "- Footnotes: write `[^ID]` directly behind the sentence, with the id of the source, `[^s2]`. No other id exists, and no list of footnotes is needed. The marks are turned into numbered notes afterwards.",
    "- A block of type quote holds words of one source without any change, with `by` naming it.",
    "- Do not copy the wording of sources outside of quote blocks.",
    "",
    "Form",
    "- `sections` holds the article alone, one section for each main heading, in the order of reading. Do not write sections for meta texts, questions, teasers, links, pictures or checks: those are made from `data`.",
    "- Use blocks p (at most 90 words each), h for sub-headings, list, table, quote, callout. No Markdown and no HTML inside of texts, no links: internal links go into data.internalLinks, with words that stand in the article as `anchor`.",
    "- The primary keyword stands in the first title, in the first part, in one heading, in meta title, meta description and slug, and nowhere more often than reads well.",
    "- Short sentences, concrete words, active voice. No exclamation marks, no self-praise, no filler about a changing world.",
    "- Fields described as `leave out` are reckoned afterwards: leave them out.",
    "",
    fence.rule,
  ].join("\n");

function sourceBlocks(form: ArticleForm, context: WorkflowContext, fence: Fence): string[] {
  const sources = readings(form, context);
  const room = Math.floor(sourceUnits[form.depth] / Math.max(1, sources.length));
  return sources.map(({ source, text }) => fencedSource({ source, text: units(text, room) }, room, fence));
}

/** The request to a model. */
export function articlePrompt(form: ArticleForm, context: WorkflowContext): Prompt {
  const fence = openFence(context.fence);
  const pages = sitePages(form, context).slice(0, mostPages);
  const sources = sourceBlocks(form, context, fence);
  const teasers = [...new Set(form.teaserPlatforms)].map(
    (platform) => `${platform} (at most ${characterLimit[platform]} characters)`,
  );
  const user = [
    `Language of everything you write: ${context.language}`,
    `Today: ${context.now.slice(0, 10)}. Planned publication: ${publicationOf(form, context).date}`,
    "",
    "## The article",
    `Format: ${formats[form.articleFormat]}`,
    `The reader ${intents[form.intent]}.`,
    `What they know already: ${form.audienceLevel}`,
    `Length of the sections: ${form.length} words, at most 15 % off`,
    `Style: ${styleLine(form.writingStyles)}`,
    depths[form.depth],
    ...(form.country === "none" ? [] : [`Country of the readers: ${form.country}`]),
    "In the author's words:",
    fencedForm(
      {
        "Working title": oneLine(form.requirementTitle),
        Topic: oneLine(form.topic),
        "Primary keyword": oneLine(keywordOf(form, context.language)),
        "Secondary keywords": oneLine(form.secondaryKeywords.join(", ")),
        Readers: oneLine(form.audience),
        Angle: oneLine(form.angle),
        "Call to action at the end": oneLine(form.callToAction),
        Author: oneLine(form.author),
        Company: oneLine(form.companyInformation),
        "Offer, mentioned only where it helps the reader": oneLine(form.productsPitch),
        "Further notes": oneLine(form.notes),
      },
      fence,
    ),
    ...(form.outline.trim() === ""
      ? []
      : ["", "## Headings the author wants, in this order", fence.wrap("outline", form.outline.trim())]),
    "",
    "## The author's own experience",
    fence.wrap("notes", form.experienceNotes.trim()),
    "",
    "## data",
    `titles: ${titleCount}, at most ${titleMax} characters. metaTitle: at most ${metaTitleMax}. metaDescription: at most ${metaDescriptionMax}. excerpt: at most ${excerptMax}. slug: a-z, 0-9, hyphens.`,
    form.faq
      ? `faq: ${faqCount} questions that people type, each answer from the article or its sources; an empty answer where only the author knows.`
      : "faq: none, an empty list.",
    teasers.length > 0
      ? `teasers: one for each of ${teasers.join(", ")}. Write [Link] where the address goes.`
      : "teasers: none, an empty list.",
    `images: a cover and up to three more, alt text at most ${altMax} characters. factBox: up to eight figures or dates that stand in the notes or a source. takeaways: three to five.`,
    pages.length > 0
      ? "internalLinks: up to five of the pages in the material `sitemap`, addresses unchanged."
      : "internalLinks: none, an empty list.",
    ...(pages.length === 0
      ? []
      : ["", fence.wrap("sitemap", pages.map(({ url, title }) => `${url}\t${title}`).join("\n"))]),
    "",
    sources.length > 0 ? "## Sources" : "There is no source. Do not write footnotes.",
    ...sources,
  ].join("\n");
  return { version: "blogArticleWriter/3", system: systemWords(fence), user };
}
