import type { Block, Claim } from "../document.ts";

/** A piece of a text: plain, or the sentence of a claim. */
export type TextPiece = { text: string; claim?: Claim };

/**
 * Cuts a text at the sentences of its claims. A claim that overlaps an earlier one, or whose sentence is not in the
 * text, gets no piece.
 */
export function cutByClaims(text: string, claims: readonly Claim[]): TextPiece[] {
  const found = claims
    .flatMap((claim) => {
      const start = claim.text === "" ? -1 : text.indexOf(claim.text);
      return start === -1 ? [] : [{ claim, start, end: start + claim.text.length }];
    })
    .toSorted((a, b) => a.start - b.start || b.end - a.end);
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const { claim, start, end } of found) {
    if (start < at) continue;
    if (start > at) pieces.push({ text: text.slice(at, start) });
    pieces.push({ text: text.slice(start, end), claim });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}

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
