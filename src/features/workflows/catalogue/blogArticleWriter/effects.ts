import { articleEntry } from "#src/features/calendar/rules.ts";
import type { WorkflowContext } from "../../workflow.ts";
import type { Draft, Proposal } from "#src/features/documents/document.ts";
import { workflowNameOf } from "../../rules.ts";
import { draftLanguageOf, figure, fill } from "../../domain/wording.ts";
import type { ArticleData } from "./articleData.ts";
import type { ArticleForm } from "./articleForm.ts";
import { articleWords } from "./articleWords.ts";
import { openGaps } from "./check.ts";
import { units } from "./fit.ts";
import { isPlatform } from "#src/features/outcomes/rules.ts";
import { dayAt, publicationOf } from "./reckon.ts";
import { teaserType } from "./teasers.ts";

/** Minutes that the entry of a publication takes in the calendar. */
const entryMinutes = 30;

/** Lengths that the records of outcomes and entries take, UTF-16 units. */
const titleUnits = 300;
const briefUnits = 8000;

/**
 * The article as a scheduled outcome with its calendar entry, and one teaser a day after it. The text is written,
 * so the article's outcome is `drafted`; a teaser is planned only when the person gave the date.
 */
export function articleEffects(draft: Draft<ArticleData>, form: ArticleForm, context: WorkflowContext): Proposal[] {
  const language = draftLanguageOf(context.language);
  const { say } = articleWords(language);
  const { date, reason, instant } = publicationOf(form, context);
  const { timeZone } = context;
  const { data } = draft;
  const title = units(draft.title, titleUnits);
  const article: Proposal = {
    kind: "outcome",
    key: "article",
    payload: {
      workflow: workflowNameOf("blogArticleWriter"),
      kind: "article",
      contentType: 100,
      title,
      brief: units(
        fill(say.outcomeBrief, {
          excerpt: data.excerpt,
          slug: data.slug,
          keyword: data.primaryKeyword,
          words: figure(data.readability.words, language),
          asked: figure(form.length, language),
          gaps: figure(openGaps(draft), language),
        }),
        briefUnits,
      ),
      plannedAt: instant,
      timeZone,
      status: "drafted",
    },
  };
  const entry: Proposal = {
    kind: "calendarEntry",
    key: "article-entry",
    requires: ["article"],
    payload: {
      type: articleEntry,
      title,
      start: instant,
      end: new Date(Date.parse(instant) + entryMinutes * 60_000).toISOString(),
      allDay: false,
      timeZone,
      notes: units(
        fill(say.entryNotes, {
          excerpt: data.excerpt,
          slug: data.slug,
          metaTitle: data.metaTitle,
          metaDescription: data.metaDescription,
        }),
        briefUnits,
      ),
      outcomeKey: "article",
    },
  };
  const teasers = data.teasers.flatMap(({ platform, text }, index): Proposal[] => {
    if (!isPlatform(platform)) return [];
    return [
      {
        kind: "outcome",
        key: `teaser-${index + 1}`,
        payload: {
          workflow: workflowNameOf("socialPostWriter"),
          kind: "post",
          platform,
          contentType: teaserType(platform),
          title: units(fill(say.teaserTitle, { platform, title: draft.title }), titleUnits),
          brief: units(text, briefUnits),
          plannedAt: dayAt(date, index + 1, context),
          timeZone,
          status: reason === "given" ? "planned" : "idea",
        },
      },
    ];
  });
  return [article, entry, ...teasers];
}
