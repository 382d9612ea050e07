import { blockTexts, placeOf } from "#src/features/documents/blockTexts.ts";
import type { Block, Claim, Section } from "#src/features/documents/document.ts";

/** Shorter sentences of other sections could be anybody's words. */
const leastLength = 20;
/** No sentence has it. */
const betweenTexts = "\u0000";

type Marked = Extract<Block, { claimIds?: unknown }>;
const kinds: ReadonlySet<Block["type"]> = new Set<Marked["type"]>(["p", "list", "table", "kpi", "quote"]);
const takesMarks = (block: Block): block is Marked => kinds.has(block.type);

/**
 * Names at each block the claims whose sentences stand in it, so that a reader can open what they rest on. The person's
 * own words need no proof; those that were changed by hand are marked as such. A sentence that another section shows
 * too is marked there as well.
 */
export function withMarks(sections: readonly Section[], claims: readonly Claim[]): Section[] {
  const open = claims.filter(({ check, text, byHand }) => (check !== "user" || byHand) && text !== "");
  if (open.length === 0) return [...sections];
  return sections.map((section) => {
    const isOwn = ({ id }: Claim): boolean => id.startsWith(`${section.key}/`);
    const foreign = open
      .filter((claim) => !isOwn(claim) && claim.text.length >= leastLength)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const near = [...open.filter(isOwn), ...foreign];
    return {
      ...section,
      blocks: section.blocks.map((block) => {
        if (!takesMarks(block)) return block;
        const all = blockTexts(block).join(betweenTexts);
        const standing = near.map((claim) => ({ claim, at: placeOf(claim.text, all) })).filter(({ at }) => at >= 0);
        // The same sentence is one fact, wherever else it was written.
        const byText = Map.groupBy(standing, ({ claim }) => claim.text);
        const claimIds = [...byText.values()]
          .flatMap(([first]) => first ?? [])
          .toSorted((a, b) => a.at - b.at || (a.claim.id < b.claim.id ? -1 : 1))
          .map(({ claim }) => claim.id);
        return claimIds.length === 0 ? block : { ...block, claimIds };
      }),
    };
  });
}
