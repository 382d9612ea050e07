import type { CommonForm, SourceRequest, SourceText } from "../workflow.ts";
import type { Fence } from "./fence.ts";
import { oneLine } from "../domain/wording.ts";
import { styleLine } from "./writingStyles.ts";

/**
 * What a form wants to be read: own files unless research is off, web addresses and searches only when the web is
 * wished.
 * @param addresses empty ones are left out
 * @param queries one search each
 */
export function materialOf(
  form: Pick<CommonForm, "attachments" | "research" | "depth">,
  addresses: readonly string[],
  queries: readonly string[],
): SourceRequest[] {
  const files = form.attachments.map((fileId): SourceRequest => ({ kind: "file", fileId }));
  if (form.research !== "web") return files;
  const count = { quick: 3, standard: 5, deep: 8 }[form.depth];
  const urls = [...new Set(addresses.filter((address) => address !== ""))].map((url): SourceRequest => ({
    kind: "url",
    url,
  }));
  const searches = queries
    .filter((query) => query.trim() !== "")
    .map((query): SourceRequest => ({ kind: "search", query: query.trim(), count }));
  return [...files, ...urls, ...searches];
}

/** A source inside the fence, its title and addresses too: all of them are words of others. */
export function fencedSource({ source, text }: SourceText, longest: number, fence: Fence): string {
  const head = (name: string, value: string | null): string[] =>
    value ? [`${name}: ${oneLine(value).slice(0, 500)}`] : [];
  return fence.wrap(
    `source ${source.id}`,
    [
      ...head("title", source.title),
      ...head("publisher", source.publisher),
      ...head("date", source.publishedAt),
      ...head("address", source.url),
      "text:",
      text.slice(0, longest),
    ].join("\n"),
  );
}

/** Lines of a form inside the fence; empty values are left out. */
export function fencedForm(values: Readonly<Record<string, string>>, fence: Fence): string {
  const lines = Object.entries(values).flatMap(([name, value]) =>
    value.trim() === "" ? [] : [`${name}: ${value.trim()}`],
  );
  return fence.wrap("form", lines.join("\n"));
}

/** Lines that every prompt begins with: who, language, style, honesty. */
export function commonRules(form: CommonForm, fence: Fence): string {
  return [
    `Write all text in the language "${form.goalLanguage}"${form.goalLanguage.startsWith("de") ? " (address readers with Sie)" : ""}.`,
    `Style: ${styleLine(form.writingStyles)}. Readers: ${form.audienceLevel}. No exclamation marks, no emojis, no self-praise.`,
    "The JSON shape is given separately; answer with that JSON only.",
    "Use the person's own words and the sources. Invent no fact, figure, name, quote or link. Where knowledge is missing, add a callout block with tone gap and a question to openQuestions.",
    "Each factual sentence gets a claim whose text repeats the sentence exactly; quote is copied word for word from a source, or from the form for the person's own words.",
    fence.rule,
  ].join("\n");
}
