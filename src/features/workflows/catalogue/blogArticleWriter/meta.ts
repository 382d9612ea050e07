import { graphemeCount, slug, trimEndBy } from "#src/kit/text.ts";
import type { WorkflowContext } from "../../workflow.ts";
import { capital, draftLanguageOf, fill, oneLine } from "../../domain/wording.ts";
import { excerptMax, metaDescriptionMax, metaTitleMax, slugMax, titleCount, titleMax } from "./articleData.ts";
import type { ArticleForm } from "./articleForm.ts";
import { articleWords } from "./articleWords.ts";
import { fit } from "./fit.ts";
import { bare, keywordOf, occurrences, topicOf } from "./material.ts";

/** Texts without doubles, blind to case; the first of each stays where it is. */
export function distinct(texts: readonly string[]): string[] {
  const seen = new Set<string>();
  return texts.filter((text) => {
    const key = text.normalize("NFC").toLowerCase();
    return !seen.has(key) && seen.add(key);
  });
}

/** Five different titles from topic, keyword, angle and format. */
export function titlesOf(form: ArticleForm, context: WorkflowContext): string[] {
  const keyword = capital(fit(keywordOf(form, context.language), 45));
  const angle = trimEndBy(oneLine(bare(form.angle)), /[.!?…]/);
  const ofAngle = angle === "" ? [] : [`${keyword}: ${angle}`].filter((title) => graphemeCount(title) <= titleMax);
  const ends = articleWords(draftLanguageOf(context.language)).titleEnds[form.articleFormat];
  return distinct([
    fit(capital(topicOf(form)), titleMax),
    ...ofAngle,
    ...ends.map((end) => fit(`${keyword}: ${end}`, titleMax)),
  ]).slice(0, titleCount);
}

/** Beginning of a slug that ends with a whole word. */
function cutSlug(text: string): string {
  const whole = slug(text, 400);
  if (whole.length <= slugMax) return whole;
  const head = whole.slice(0, slugMax + 1);
  const end = head.lastIndexOf("-");
  return (end > slugMax / 3 ? head.slice(0, end) : head.slice(0, slugMax)).replace(/-$/, "");
}

/** End of a web address: the wish when it holds anything, else keyword and topic; never empty. */
export function slugOf(wish: string, form: ArticleForm, context: WorkflowContext): string {
  const keyword = slug(keywordOf(form, context.language), 400);
  const topic = slug(form.topic, 400);
  const own = topic.includes(keyword) ? topic : `${keyword}-${topic}`;
  return cutSlug(wish) || cutSlug(own) || cutSlug(form.requirementTitle) || "article";
}

/** Page title for search results, with the keyword where one fits. */
export function metaTitleOf(form: ArticleForm, context: WorkflowContext): string {
  const titles = titlesOf(form, context);
  const keyword = keywordOf(form, context.language);
  const fitting = titles.find(
    (title) => graphemeCount(title) <= metaTitleMax && occurrences(title, keyword, context.language) > 0,
  );
  return fitting ?? fit(titles[1] ?? titles[0] ?? keyword, metaTitleMax);
}

/** Description for search results: the topic, the readers, and the first of the article's sentences that fit whole. */
export function metaDescriptionOf(form: ArticleForm, context: WorkflowContext, texts: readonly string[]): string {
  const { say } = articleWords(draftLanguageOf(context.language));
  const keyword = keywordOf(form, context.language);
  const topic = trimEndBy(fit(capital(topicOf(form)), 90), /[.!?]/);
  const isNamed = occurrences(topic, keyword, context.language) > 0;
  const named = isNamed ? topic : `${capital(fit(keyword, 40))}: ${fit(topic, 60)}`;
  const audience = oneLine(form.audience);
  const withReaders = fill(say.metaLineFor, { topic: named, audience });
  const hasRoom = audience !== "" && graphemeCount(withReaders) <= metaDescriptionMax;
  let line = hasRoom ? withReaders : fill(say.metaLine, { topic: named });
  for (const text of texts) {
    const longer = `${line} ${oneLine(text)}`;
    if (graphemeCount(longer) > metaDescriptionMax) break;
    line = longer;
  }
  return fit(oneLine(line), metaDescriptionMax);
}

/** The first sentences as far as they fit. */
export function excerptOf(texts: readonly string[]): string {
  let excerpt = "";
  for (const text of texts) {
    const longer = excerpt === "" ? text : `${excerpt} ${text}`;
    if (graphemeCount(longer) > excerptMax) break;
    excerpt = longer;
  }
  return excerpt || fit(texts[0] ?? "", excerptMax);
}
