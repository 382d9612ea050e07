import { blockLines, cutByClaims, roundRobin } from "../blockTexts.ts";
import type { Block, Claim } from "../document.ts";

/** Claims that a block names, in the order of the document's claims. */
export function claimsOf(block: Block, claims: readonly Claim[]): Claim[] {
  const ids = "claimIds" in block ? block.claimIds : undefined;
  return ids === undefined || ids.length === 0 ? [] : claims.filter(({ id }) => ids.includes(id));
}

/**
 * Claims to look for in each line of a block. Of several whose sentences read the same, a line has the one that its
 * other cells speak of, else the next in their order.
 */
export function claimsByLine(block: Block, claims: readonly Claim[]): (readonly Claim[])[] {
  const all = claimsOf(block, claims);
  const lines = blockLines(block);
  if (new Set(all.map(({ text }) => text)).size === all.length) return lines.map(() => all);
  const turn = roundRobin(all);
  return lines.map((line) => {
    const found = new Map(
      line.flatMap((text) => cutByClaims(text, all).flatMap(({ claim }) => (claim ? [[claim.text, claim]] : []))),
    );
    return [...found.values()].map((claim) => turn(claim, line));
  });
}

/** Claims that a block names and whose sentences are cut out in none of its lines: their marks follow the block. */
export function claimsBeside(block: Block, claims: readonly Claim[], byLine = claimsByLine(block, claims)): Claim[] {
  const shown = new Set(
    blockLines(block).flatMap((line, at) =>
      line.flatMap((text) => cutByClaims(text, byLine[at] ?? []).flatMap(({ claim }) => claim?.id ?? [])),
    ),
  );
  return claimsOf(block, claims).filter(({ id }) => !shown.has(id));
}
