import type { WorkflowContext } from "../../workflow.ts";
import type { Section } from "#src/features/documents/document.ts";
import { oneLine } from "../../domain/wording.ts";
import type { ArticleLink } from "./articleData.ts";
import type { ArticleForm } from "./articleForm.ts";
import { sectionText } from "./body.ts";
import { isSitemap, keywordOf, shared, wordsAt } from "./material.ts";

/** A page of the person's own site. */
export interface SitePage {
  url: string;
  title: string;
}

/** Most links that an article is offered. */
const maxLinks = 5;

/** A web address in its normal form, or null for anything but http and https. */
export function webAddressOf(text: string): string | null {
  if (!URL.canParse(text.trim())) return null;
  const url = new URL(text.trim());
  return url.protocol === "https:" || url.protocol === "http:" ? url.href : null;
}

/** Pages of the sitemap that was read, one a line: address, title, date, parted by tabs. */
export function sitePages(form: ArticleForm, context: WorkflowContext): SitePage[] {
  const map = context.sources.find((source) => isSitemap(source, form));
  const pages = (map?.text ?? "").split("\n").flatMap((line): SitePage[] => {
    const [address = "", title = ""] = line.split("\t");
    const url = webAddressOf(address);
    return url === null ? [] : [{ url, title: oneLine(title) || url }];
  });
  return [...new Map(pages.map((page) => [page.url, page])).values()];
}

/** Words of the article that can carry a link to a page: its title, or the longest run of its words that stands there. */
function anchorIn(text: string, title: string): string {
  const parts = title
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, 10);
  for (let length = parts.length; length >= 1; length -= 1) {
    for (let from = 0; from + length <= parts.length; from += 1) {
      const run = parts.slice(from, from + length).join(" ");
      const at = run.length >= 5 ? wordsAt(text, run) : -1;
      if (at >= 0) return text.slice(at, at + run.length);
    }
  }
  return title;
}

/** Pages of the person's site that speak of what the article speaks of, best first, with the words to link. */
export function suggestLinks(article: readonly Section[], form: ArticleForm, context: WorkflowContext): ArticleLink[] {
  const { language } = context;
  const wanted = [
    form.topic,
    keywordOf(form, language),
    ...form.secondaryKeywords,
    ...article.map(({ title }) => title),
  ].join(" ");
  const used = new Set<string>();
  return sitePages(form, context)
    .filter(({ url }) => new URL(url).pathname !== "/")
    .map((page) => ({ page, score: shared(page.title, wanted, language) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || (a.page.url < b.page.url ? -1 : 1))
    .slice(0, maxLinks)
    .map(({ page }): ArticleLink => {
      const ranked = article
        .map((section) => ({
          section,
          text: sectionText(section),
          score: shared(page.title, `${section.title} ${sectionText(section)}`, language),
        }))
        .toSorted((a, b) => b.score - a.score);
      const best = ranked[0];
      const anchor = best ? anchorIn(best.text, page.title) : page.title;
      const isTaken = used.has(anchor.toLowerCase());
      used.add(anchor.toLowerCase());
      return {
        url: page.url,
        anchor: (isTaken ? page.title : anchor).slice(0, 300).toWellFormed(),
        place: best?.section.title ?? "",
      };
    });
}
