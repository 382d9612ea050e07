import type { Claim, Section, WorkflowDocument } from "#src/features/documents/document.ts";

/** Blocks that the height of the start page's document takes. */
const shownBlocks = 2;

const claimIdsOf = (block: Section["blocks"][number]): string[] => ("claimIds" in block ? (block.claimIds ?? []) : []);

/**
 * What a document is best shown by in little room: the first section with a fact, from that fact on.
 * @returns its blocks, and the facts that stand in them in their order
 * @throws RangeError for a document without a fact
 */
export function excerptOf({ sections, claims }: Pick<WorkflowDocument, "sections" | "claims">): {
  section: Section;
  claims: Claim[];
} {
  for (const section of sections) {
    const from = section.blocks.findIndex((block) => claimIdsOf(block).length > 0);
    if (from < 0) continue;
    const blocks = section.blocks.slice(from, from + shownBlocks);
    const ids = new Set(blocks.flatMap(claimIdsOf));
    const own = [...ids].flatMap((id) => claims.filter((claim) => claim.id === id));
    return { section: { ...section, blocks }, claims: own };
  }
  throw new RangeError("a document without a fact");
}
