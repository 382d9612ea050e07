import type { z } from "zod";
import type { Prompt, SourceRequest, WorkflowCard, WorkflowContext } from "../workflow.ts";
import type { Draft, Issue, Proposal } from "#src/features/documents/document.ts";
import { type ArticleData, articleData } from "./blogArticleWriter/articleData.ts";
import { type ArticleForm, articleForm } from "./blogArticleWriter/articleForm.ts";
import { checkArticle } from "./blogArticleWriter/check.ts";
import { draftArticle } from "./blogArticleWriter/draft.ts";
import { articleEffects } from "./blogArticleWriter/effects.ts";
import { articleExample } from "./blogArticleWriter/example.ts";
import { units } from "./blogArticleWriter/fit.ts";
import { articlePrompt } from "./blogArticleWriter/prompt.ts";
import { cardNamed } from "./cards.ts";
import { oneLine } from "../domain/wording.ts";

export const card: WorkflowCard = cardNamed("blogArticleWriter");

export const form: z.ZodType<ArticleForm> = articleForm;

export const output: z.ZodType<ArticleData> = articleData;

export const example = articleExample;

/** Pages that a search reads, by depth. */
const searched = { quick: 3, standard: 5, deep: 8 } as const;

/** The person's files and addresses, their sitemap, and a search when the web may be read. */
export function sources(values: ArticleForm): SourceRequest[] {
  const query = units(oneLine([...new Set([values.topic, values.primaryKeyword].map(oneLine))].join(" ")), 200);
  return [
    ...values.attachments.map((fileId): SourceRequest => ({ kind: "file", fileId })),
    ...values.sourceUrls.map((url): SourceRequest => ({ kind: "url", url })),
    ...(values.sitemapUrl === "" ? [] : [{ kind: "sitemap", url: values.sitemapUrl } satisfies SourceRequest]),
    ...(values.research === "web"
      ? [{ kind: "search", query, count: searched[values.depth] } satisfies SourceRequest]
      : []),
  ];
}

export const prompt = (values: ArticleForm, context: WorkflowContext): Prompt => articlePrompt(values, context);

export const draft = (values: ArticleForm, context: WorkflowContext): Draft<ArticleData> =>
  draftArticle(values, context);

export const check = (
  written: Draft<ArticleData>,
  values: ArticleForm,
  context: WorkflowContext,
): { draft: Draft<ArticleData>; issues: Issue[] } => checkArticle(written, values, context);

export const effects = (written: Draft<ArticleData>, values: ArticleForm, context: WorkflowContext): Proposal[] =>
  articleEffects(written, values, context);
