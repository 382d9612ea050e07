import type { Block, Claim } from "./document.ts";

/** All text of a block, in reading order. */
export function blockTexts(block: Block): string[] {
  switch (block.type) {
    case "p":
    case "h":
    case "code":
    case "callout":
      return [block.text];
    case "list":
      return block.items;
    case "table":
      return [...block.columns, ...block.rows.flat()];
    case "kpi":
      return block.items.flatMap((item) => [item.label, item.value, item.note]);
    case "chart":
      return [block.label, ...block.points.map((point) => point.label)];
    case "quote":
      return [block.text, block.by];
    case "checklist":
      return block.items.map((item) => item.text);
  }
}

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

/** A block with each of its texts changed; headings of tables stay as they are. */
export function withTexts(block: Block, change: (text: string) => string): Block {
  switch (block.type) {
    case "p":
    case "quote":
      return { ...block, text: change(block.text) };
    case "list":
      return { ...block, items: block.items.map(change) };
    case "table":
      return { ...block, rows: block.rows.map((row) => row.map(change)) };
    case "kpi":
      return {
        ...block,
        items: block.items.map((item) => ({ ...item, value: change(item.value), note: change(item.note) })),
      };
    default:
      return block;
  }
}
