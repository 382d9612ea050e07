import type { WorkflowContext } from "../../workflow.ts";
import type { Block, Claim, Issue, Section } from "#src/features/documents/document.ts";
import { judgeClaims, ownClaim, standsIn, strayClaims } from "../claims.ts";
import { units } from "./fit.ts";
import { isReckoned } from "./annex.ts";
import type { ArticleData } from "./articleData.ts";
import type { ArticleForm } from "./articleForm.ts";
import { blockTexts } from "./body.ts";
import { webAddressOf } from "./links.ts";
import { footnoteMark, markdownLink, ownFinder } from "./material.ts";

type Removed = ArticleData["removed"][number];

export interface Evidence {
  article: Section[];
  claims: Claim[];
  removed: Removed[];
}

interface Bare {
  text: string;
  /** Footnotes with the text before each. */
  marks: { id: string; before: string }[];
  addresses: string[];
}

/** A text without marks of footnotes and links, and what they pointed to. */
function withoutMarks(text: string): Bare {
  const addresses: string[] = [];
  const unlinked = text.replace(markdownLink, (_all, label: string, address: string) => {
    addresses.push(address);
    return label;
  });
  const marks: { id: string; before: string }[] = [];
  let made = "";
  let at = 0;
  for (const match of unlinked.matchAll(footnoteMark)) {
    made += unlinked.slice(at, match.index);
    marks.push({ id: match[1] ?? "", before: made });
    at = match.index + match[0].length;
  }
  made += unlinked.slice(at);
  if (made === text) return { text, marks, addresses };
  // Taking a mark out may leave another.
  const rest = withoutMarks(made);
  return { text: rest.text, marks: [...marks, ...rest.marks], addresses: [...addresses, ...rest.addresses] };
}

const stripped = (text: string): string => withoutMarks(text).text;

/** The sentence before a footnote's mark: back to the end of the one before it. */
function sentenceBefore(text: string): string {
  const trimmed = text.trimEnd();
  const start = Math.max(
    ...[...trimmed.slice(0, -1).matchAll(/[.!?…]["”“')\]]?\s+(?=\S)|\n+/g)].map(
      (match) => match.index + match[0].length,
    ),
    0,
  );
  return trimmed.slice(start);
}

const emptied = (block: Block): boolean =>
  block.type === "list" || block.type === "checklist"
    ? block.items.length === 0
    : "text" in block && block.text.trim() === "";

/** The block with each of its texts changed; a list's points that end up empty fall away. */
function changed(block: Block, change: (text: string) => string): Block {
  switch (block.type) {
    case "p":
    case "h":
    case "quote":
    case "callout":
      return { ...block, text: change(block.text) };
    case "list":
      return { ...block, items: block.items.map(change).filter((item) => item.trim() !== "") };
    case "table":
      return { ...block, columns: block.columns.map(change), rows: block.rows.map((row) => row.map(change)) };
    case "checklist":
      return { ...block, items: block.items.map((item) => ({ ...item, text: change(item.text) })) };
    case "kpi":
      return {
        ...block,
        items: block.items.map(({ label, value, note }) => ({
          label: change(label),
          value: change(value),
          note: change(note),
        })),
      };
    case "chart":
      return block;
  }
}

/**
 * Takes marks of footnotes and links out of the article: a footnote becomes a claim of its sentence, a link to a
 * known page of the site is kept for the list of links, anything else is noted as removed.
 */
export function liftMarks(
  sections: readonly Section[],
  stated: readonly Claim[],
  context: WorkflowContext,
): Evidence & { addresses: string[] } {
  const known = new Set(context.sources.map(({ source }) => source.id));
  const urls = new Set(context.sources.map(({ source }) => webAddressOf(source.url)));
  const removed: Removed[] = [];
  const lifted: Claim[] = [];
  const addresses: string[] = [];
  const claims = stated.map((claim) => ({ ...claim, text: stripped(claim.text) }));
  const taken = new Set(claims.map(({ id }) => id));
  const lift = (text: string): string => {
    const bare = withoutMarks(text);
    for (const { id, before } of bare.marks) {
      // `[^1]` is what many write for the first source.
      const sourceId = known.has(id) ? id : `s${id}`;
      if (!known.has(sourceId)) {
        removed.push({ what: "footnote", value: id });
        continue;
      }
      const sentence = sentenceBefore(before);
      const hasClaim = [...claims, ...lifted].some(
        (claim) => claim.text === sentence && claim.sourceIds.includes(sourceId),
      );
      if (sentence === "" || hasClaim) continue;
      let number = lifted.length + 1;
      while (taken.has(`f${number}`)) number += 1;
      taken.add(`f${number}`);
      lifted.push({
        id: `f${number}`,
        text: sentence,
        kind: "fact",
        sourceIds: [sourceId],
        quote: "",
        check: "urlOnly",
      });
    }
    for (const address of bare.addresses) {
      const url = webAddressOf(address);
      if (url !== null && urls.has(url)) continue;
      addresses.push(address);
    }
    return bare.text;
  };
  const article = sections.map(({ key, title, blocks }) => ({
    key,
    title: stripped(title),
    blocks: blocks.map((block) => changed(block, lift)).filter((block) => !emptied(block)),
  }));
  return { article, claims: [...claims, ...lifted], removed, addresses };
}

/** Finds out what each claim rests on, marks sentences nobody claimed as the person's own, and quotes as found or not. */
export function judge(
  sections: readonly Section[],
  stated: readonly Claim[],
  form: ArticleForm,
  context: WorkflowContext,
): Omit<Evidence, "removed"> {
  const texts = new Map(context.sources.map(({ source, text }) => [source.id, text]));
  const isOwn = ownFinder(form);
  const judged = judgeClaims(stated, context, isReckoned).claims.map((claim): Claim => {
    const own = isOwn(claim.text);
    if (claim.check === "user" && !own && !(claim.quote !== "" && isOwn(claim.quote)))
      return { ...claim, quote: "", check: "unverified" };
    if (claim.check === "computed") return { ...claim, check: "unverified" };
    if (claim.check === "unverified" && own && claim.sourceIds.length === 0)
      return ownClaim(claim.id, claim.text, "experienceNotes");
    return claim;
  });
  const claims = [...judged];
  const taken = new Set(claims.map(({ id }) => id));
  const article = sections.map((section): Section => ({
    ...section,
    blocks: section.blocks.map((block): Block => {
      if (block.type === "h" || block.type === "callout" || block.type === "chart" || block.type === "checklist")
        return block;
      const text = blockTexts(block).join("\n");
      const standing = claims.filter((claim) => claim.text !== "" && text.includes(claim.text)).map(({ id }) => id);
      if (block.type !== "quote") return { ...block, claimIds: standing };
      const holder = [...texts].find(([, read]) => standsIn(block.text, read));
      const carries = claims.some(
        (claim) =>
          standing.includes(claim.id) &&
          claim.text === block.text &&
          (claim.check === "quoteFound") === (holder !== undefined),
      );
      if (carries || (holder === undefined && isOwn(block.text))) return { ...block, claimIds: standing };
      let number = 1;
      while (taken.has(`b${number}`)) number += 1;
      taken.add(`b${number}`);
      claims.push({
        id: `b${number}`,
        text: block.text,
        kind: "quote",
        sourceIds: holder ? [holder[0]] : [],
        quote: holder ? block.text : "",
        check: holder ? "quoteFound" : "unverified",
      });
      return { ...block, claimIds: [...standing, `b${number}`] };
    }),
  }));
  return { article, claims };
}

/** What is wrong with the evidence, told from how it stands now, so that looking twice says the same. */
export function evidenceIssues(article: readonly Section[], claims: readonly Claim[]): Issue[] {
  const open = claims
    .filter(({ check }) => check === "unverified")
    .map(({ id, kind, text }): Issue => ({
      level: "warn",
      code: kind === "quote" ? "quoteNotFound" : "unverified",
      params: { text: units(text, 120) },
      at: `claims.${id}`,
    }));
  const stray = strayClaims({ sections: [...article], claims: [...claims] }).length;
  return [
    ...open.slice(0, 20),
    ...(stray > 0 ? [{ level: "info", code: "claimsStray", params: { count: stray } } satisfies Issue] : []),
  ];
}
