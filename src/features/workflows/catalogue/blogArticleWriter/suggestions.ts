import { approvalEntry, articleEntry, socialPostEntry } from "#src/features/calendar/rules.ts";
import type { Proposal } from "#src/features/documents/document.ts";
import { instantOf } from "#src/kit/time/clocks.ts";
import { clipped, oneLine } from "../../domain/wording.ts";
import { entryAt, outcomeAt, writerOf } from "../../kit/effects.ts";
import { workflowNameOf } from "../../rules.ts";
import type { ArticleScene } from "./facts.ts";

/** What is suggested of an article, as people read it: marks taken off. */
export interface SuggestedArticle {
  title: string;
  /** End of the address, without a slash. */
  address: string;
  searchTitle: string;
  description: string;
  excerpt: string;
  isWritten: boolean;
  teasers: readonly { id: string; text: string }[];
}

/** Wall clock at which articles and teasers go out. */
const publishTime = "09:00";

/**
 * The article as a content item with its calendar entry, a teaser a day after it, approval, and a look at figures and
 * links half a year later. Days are planned only when the person gave the date.
 */
export function suggestionsOf(scene: ArticleScene, article: SuggestedArticle): Proposal[] {
  const { facts, form, translate } = scene;
  const { timeZone } = scene.context;
  const { title, address, searchTitle, description, excerpt, isWritten, teasers } = article;
  const planned = facts.publicationDay === "given" ? "planned" : "idea";
  const brief = [
    excerpt || form.angle,
    translate("Address: /{address} | Adresse: /{address}", { address }),
    ...(facts.keyword ? [translate("Search term: {term} | Suchbegriff: {term}", { term: facts.keyword })] : []),
  ];
  const forSearch = [
    ...(searchTitle ? [translate("Title: {title} | Titel: {title}", { title: searchTitle })] : []),
    ...(description ? [translate("Description: {text} | Beschreibung: {text}", { text: description })] : []),
  ];
  const textOf = (lines: readonly string[]): string => lines.filter(Boolean).join("\n");
  return [
    {
      kind: "outcome",
      key: "article",
      payload: {
        workflow: workflowNameOf("blogArticleWriter"),
        kind: "article",
        contentType: 100,
        title: clipped(title, 280),
        brief: textOf(brief),
        plannedAt: instantOf(facts.publishOn, publishTime, timeZone),
        timeZone,
        status: isWritten ? "drafted" : planned,
      },
    },
    entryAt("article-entry", {
      type: articleEntry,
      title,
      date: facts.publishOn,
      time: publishTime,
      notes: textOf([...brief, ...forSearch]),
      timeZone,
      requires: ["article"],
      outcomeKey: "article",
    }),
    ...facts.teasers.flatMap(({ id, platform, contentType, date }) => {
      const text = teasers.find((one) => one.id === id)?.text ?? "";
      return outcomeAt(id, {
        ...writerOf(platform, contentType),
        platform,
        contentType,
        title:
          text === ""
            ? translate("Teaser – {title} | Teaser – {title}", { title })
            : clipped(oneLine(text.split("\n")[0] ?? ""), 90),
        brief: text,
        date,
        time: publishTime,
        timeZone,
        entryType: socialPostEntry,
        status: planned,
      });
    }),
    ...facts.steps.flatMap(({ id, title: step, date, isLate }) => {
      const type = id === "refresh" ? articleEntry : id === "approved" && form.approver !== "" ? approvalEntry : null;
      return type === null || isLate
        ? []
        : [entryAt(id, { type, title: `${translate(step)}: ${title}`, date, timeZone })];
    }),
  ];
}
