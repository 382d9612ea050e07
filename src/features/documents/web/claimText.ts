import { cutByClaims } from "../blockTexts.ts";
import type { Block, Claim } from "../document.ts";

/** Claims that a block names, in the order of the document's claims. */
export function claimsOf(block: Block, claims: readonly Claim[]): Claim[] {
  const ids = "claimIds" in block ? block.claimIds : undefined;
  return ids === undefined || ids.length === 0 ? [] : claims.filter(({ id }) => ids.includes(id));
}

/** Claims of a block whose sentences stand in none of its texts: their marks follow the block. */
export function claimsBeside(texts: readonly string[], claims: readonly Claim[]): Claim[] {
  const shown = new Set(texts.flatMap((text) => cutByClaims(text, claims).flatMap(({ claim }) => claim?.id ?? [])));
  return claims.filter(({ id }) => !shown.has(id));
}
