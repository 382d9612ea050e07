import type { Block, Claim, Section, Source } from "#src/features/documents/document.ts";
import { oneLine } from "../../domain/wording.ts";
import type { ArticleLink } from "./articleData.ts";
import { wordsAt } from "./material.ts";

/** Texts of a block that a reader of the article reads; gaps are none of them. */
export function blockTexts(block: Block): string[] {
  switch (block.type) {
    case "p":
    case "h":
    case "quote":
      return [block.text];
    case "list":
      return block.items;
    case "table":
      return [block.columns.join(" "), ...block.rows.map((row) => row.join(" "))];
    case "kpi":
      return block.items.map(({ label, value, note }) => `${label} ${value} ${note}`);
    case "checklist":
      return block.items.map(({ text }) => text);
    case "chart":
    case "callout":
      return [];
  }
}

/** Words of a section without its title. */
export const sectionText = ({ blocks }: Section): string => blocks.flatMap(blockTexts).join("\n");

/** Words of the article that are not quotes. */
export const ownText = (article: readonly Section[]): string =>
  article.flatMap(({ blocks }) => blocks.filter(({ type }) => type !== "quote").flatMap(blockTexts)).join("\n");

export const quotedText = (article: readonly Section[]): string =>
  article.flatMap(({ blocks }) => blocks.filter(({ type }) => type === "quote").flatMap(blockTexts)).join("\n");

/** Text as Markdown shows it: nothing in it becomes a heading, a link, an image or HTML. */
const escaped = (text: string): string =>
  text
    .replace(/[\\`*_{}[\]<>|~]/g, "\\$&")
    .replace(/^([^\S\n\r\u2028\u2029]*)([#+-]|\d+[.)])(?=\s)/gm, (_all, space: string, mark: string) =>
      mark.length > 1 ? `${space}${mark.slice(0, -1)}\\${mark.slice(-1)}` : `${space}\\${mark}`,
    )
    .replace(/^([^\S\n\r\u2028\u2029]*)([-=]{2,})[^\S\n\r\u2028\u2029]*$/gm, "$1\\$2")
    .replace(/&(?=[#a-z])/gi, "&amp;");

/** White space with a line break in it as one blank; other white space stays. */
const inOneLine = (text: string): string => text.replace(/\s+/g, (blank) => (blank.includes("\n") ? " " : blank));

/** Something that Markdown writes at a place of a text: instead of its characters, or between them. */
interface Insert {
  from: number;
  to: number;
  markdown: string;
}

function withInserts(text: string, inserts: readonly Insert[]): string {
  let at = 0;
  let made = "";
  for (const { from, to, markdown } of inserts.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    if (from < at) continue;
    made += text.slice(at, from) === "" ? markdown : escaped(text.slice(at, from)) + markdown;
    at = to;
  }
  return made + escaped(text.slice(at));
}

interface Writing {
  claims: ReadonlyMap<string, Claim>;
  sources: ReadonlyMap<string, Source>;
  /** Links that are still to be placed; each is placed once. */
  links: ArticleLink[];
  /** Ids of cited sources in the order of the text. */
  cited: string[];
  gap: string;
}

/** Footnotes of a text: behind each sentence that rests on a source. */
function footnotes(text: string, claimIds: readonly string[], writing: Writing): Insert[] {
  return claimIds.flatMap((id) => {
    const claim = writing.claims.get(id);
    if (claim === undefined || (claim.check !== "quoteFound" && claim.check !== "urlOnly")) return [];
    const start = text.indexOf(claim.text);
    if (start < 0) return [];
    const known = claim.sourceIds.filter((sourceId) => writing.sources.has(sourceId));
    for (const sourceId of known) if (!writing.cited.includes(sourceId)) writing.cited.push(sourceId);
    const place = start + claim.text.length;
    return known.length === 0
      ? []
      : [{ from: place, to: place, markdown: known.map((sourceId) => `[^${sourceId}]`).join("") }];
  });
}

function inline(text: string, claimIds: readonly string[], writing: Writing): string {
  const notes = footnotes(text, claimIds, writing);
  const placed: Insert[] = [];
  writing.links = writing.links.filter((link) => {
    const from = wordsAt(text, link.anchor);
    const to = from + link.anchor.length;
    const isFree = from >= 0 && ![...notes, ...placed].some((other) => other.from < to && other.to > from);
    if (isFree) placed.push({ from, to, markdown: `[${escaped(text.slice(from, to))}](<${link.url}>)` });
    return !isFree;
  });
  return inOneLine(withInserts(text, [...notes, ...placed]));
}

function blockMarkdown(block: Block, writing: Writing): string {
  const flat = (text: string): string => escaped(oneLine(text));
  switch (block.type) {
    case "p":
      return inline(block.text, block.claimIds ?? [], writing);
    case "h":
      return `### ${flat(block.text)}`;
    case "list":
      return block.items
        .map((item, at) => `${block.ordered ? `${at + 1}.` : "-"} ${inline(item, block.claimIds ?? [], writing)}`)
        .join("\n");
    case "quote": {
      const notes = footnotes(block.text, block.claimIds ?? [], writing);
      return [
        `> ${inOneLine(withInserts(block.text, notes))}`,
        ...(block.by === "" ? [] : [">", `> ${flat(block.by)}`]),
      ].join("\n");
    }
    case "table":
      return [
        `| ${block.columns.map(flat).join(" | ")} |`,
        `| ${block.columns.map(() => "---").join(" | ")} |`,
        ...block.rows.map((row) => `| ${block.columns.map((_, at) => flat(row[at] ?? "")).join(" | ")} |`),
      ].join("\n");
    case "kpi":
      return block.items
        .map(({ label, value, note }) => `- ${flat([`${label}: ${value}`, note].filter(Boolean).join(", "))}`)
        .join("\n");
    case "checklist":
      return block.items.map(({ text, done }) => `- [${done ? "x" : " "}] ${flat(text)}`).join("\n");
    case "callout":
      return block.tone === "gap" ? `> **${writing.gap}:** ${flat(block.text)}` : `> ${flat(block.text)}`;
    case "chart":
      return "";
  }
}

/** One footnote: title, publisher, address. A person's own file has no address to give. */
function footnoteText(id: string, { title, publisher, url }: Source, ownFile: string): string {
  const isWeb = /^https?:/.test(url) && URL.canParse(url);
  const parts = [title, publisher, isWeb ? "" : ownFile].map((part) => oneLine(part)).filter((part) => part !== "");
  return `[^${id}]: ${[escaped(parts.join(", ")), isWeb ? `<${new URL(url).href}>` : ""].filter(Boolean).join(" ")}`;
}

/**
 * The article as Markdown: parts under second-level headings, `[^id]` behind each sentence that rests on a source,
 * one footnote per cited source at the end, internal links where their words stand, gaps visible.
 */
export function bodyMarkdown(
  article: readonly Section[],
  material: {
    claims: readonly Claim[];
    sources: readonly Source[];
    links: readonly ArticleLink[];
    gap: string;
    ownFile: string;
  },
): { body: string; cited: string[] } {
  const writing: Writing = {
    claims: new Map(material.claims.map((claim) => [claim.id, claim])),
    sources: new Map(
      material.sources.filter(({ id }) => /^[\w-]{1,40}$/.test(id)).map((source) => [source.id, source]),
    ),
    links: [...material.links],
    cited: [],
    gap: material.gap,
  };
  const parts = article.flatMap(({ title, blocks }) => [
    `## ${escaped(oneLine(title))}`,
    ...blocks.map((block) => blockMarkdown(block, writing)).filter((text) => text !== ""),
  ]);
  const notes = writing.cited.flatMap((id) => {
    const source = writing.sources.get(id);
    return source ? [footnoteText(id, source, material.ownFile)] : [];
  });
  return { body: [parts.join("\n\n"), notes.join("\n")].filter(Boolean).join("\n\n"), cited: writing.cited };
}
