import type { WorkflowContext } from "../workflow.ts";
import type { Block, Claim, ClaimCheck, Draft, Issue } from "#src/features/documents/document.ts";

/** Blind to white space and case only: a quote is the source's own words. */
const plain = (text: string): string => text.normalize("NFC").replace(/\s+/g, " ").trim().toLowerCase();

/** Whether `quote` stands in `text`, word for word. Fewer than eight characters stand in any text and prove nothing. */
export function standsIn(quote: string, text: string): boolean {
  const needle = plain(quote);
  return needle.length >= 8 && plain(text).includes(needle);
}

/** A sentence that was reckoned here. */
export const computedClaim = (id: string, text: string, computation: string, sourceIds: string[] = []): Claim => ({
  id,
  text,
  kind: "number",
  sourceIds,
  quote: "",
  computation,
  check: "computed",
});

/** A sentence that is the person's own; `field` names where they wrote it. */
export const ownClaim = (id: string, text: string, field: string): Claim => ({
  id,
  text,
  kind: "fact",
  sourceIds: [`form:${field}`],
  quote: "",
  check: "user",
});

/** A sentence of a source, quoted. */
export const quotedClaim = (id: string, text: string, quote: string, sourceId: string): Claim => ({
  id,
  text,
  kind: "quote",
  sourceIds: [sourceId],
  quote,
  check: "quoteFound",
});

/**
 * Judges what claims say of sources: `quoteFound` only for words that stand in a source that was read; everything
 * else of that kind becomes `unverified` with an issue. Claims named in `ours` are left out, they are made anew.
 */
export function judgeClaims(
  claims: readonly Claim[],
  context: WorkflowContext,
  ours: (id: string) => boolean,
): { claims: Claim[]; issues: Issue[] } {
  const texts = new Map(context.sources.map(({ source, text }) => [source.id, text]));
  const issues: Issue[] = [];
  const seen = new Set<string>();
  const judged = claims.flatMap((claim): Claim[] => {
    if (ours(claim.id) || seen.has(claim.id)) return [];
    seen.add(claim.id);
    if (claim.check !== "quoteFound" && claim.check !== "urlOnly") return [claim];
    const sourceIds = claim.sourceIds.filter((id) => texts.has(id));
    const isFound = claim.check === "quoteFound" && sourceIds.some((id) => standsIn(claim.quote, texts.get(id) ?? ""));
    if (isFound) return [{ ...claim, sourceIds }];
    if (claim.check === "urlOnly" && sourceIds.length > 0) return [{ ...claim, sourceIds }];
    issues.push({
      level: "warn",
      code: "quoteNotFound",
      params: { text: claim.text.slice(0, 120) },
      at: `claims.${claim.id}`,
    });
    const check: ClaimCheck = "unverified";
    return [{ ...claim, sourceIds, quote: "", check }];
  });
  return { claims: judged, issues };
}

/** Words of a block, for finding the sentence of a claim. */
function wordsOf(block: Block): string {
  switch (block.type) {
    case "p":
    case "h":
    case "quote":
    case "callout":
      return block.text;
    case "list":
      return block.items.join("\n");
    case "table":
      return block.rows.flat().join("\n");
    case "kpi":
      return block.items.map(({ label, value, note }) => `${label}\n${value}\n${note}`).join("\n");
    case "checklist":
      return block.items.map(({ text }) => text).join("\n");
    case "chart":
      return block.label;
  }
}

/** Claims whose sentence stands nowhere in the document. */
export const strayClaims = (draft: Pick<Draft<unknown>, "sections" | "claims">): Claim[] => {
  const all = draft.sections.flatMap(({ blocks }) => blocks.map(wordsOf)).join("\n");
  return draft.claims.filter(({ text }) => !all.includes(text));
};
