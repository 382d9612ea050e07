import type { Block, Claim } from "./document.ts";

/** Key of the section in which a document gathers what it is missing. */
export const gapsKey = "gaps";

/** Whether a block asks for something that only the person can say. */
export const isGap = (block: Block): block is Extract<Block, { type: "callout" }> =>
  block.type === "callout" && block.tone === "gap";

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

/** Texts of a block that belong together: a row of a table, an entry of a list, else all of it. */
export function blockLines(block: Block): string[][] {
  switch (block.type) {
    case "table":
      return block.rows;
    case "list":
      return block.items.map((item) => [item]);
    case "kpi":
      return block.items.map(({ label, value, note }) => [label, value, note]);
    default:
      return [blockTexts(block)];
  }
}

/**
 * Index of a claim's sentence in a text; -1 when absent. A label that continues is another sentence:
 * `Revenue in Germany` is not in `Revenue in Germany was 191 million euros`.
 */
export function sentenceIndex(sentence: string, text: string): number {
  let at = sentence === "" ? -1 : text.indexOf(sentence);
  // Most claims are looked for in texts that have nothing to do with them.
  if (at < 0) return -1;
  const isWhole = !/^\p{Lu}/u.test(sentence) || /[.!?…:;)”“"]$/.test(sentence);
  for (; at >= 0; at = text.indexOf(sentence, at + 1)) {
    const behind = text.slice(at + sentence.length, at + sentence.length + 3);
    if (isWhole || !/^[\s,]*[\p{L}\p{N}]/u.test(behind)) return at;
  }
  return -1;
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
      const start = sentenceIndex(claim.text, text);
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

/** Facts that may be in a block: those that it names, then others whose sentences read like one of these. */
export function claimsIn(block: Block, claims: readonly Claim[]): Claim[] {
  const ids = new Set("claimIds" in block ? block.claimIds : []);
  const named = claims.filter(({ id }) => ids.has(id));
  if (named.length === 0) return [];
  const texts = new Set(named.map(({ text }) => text));
  return [...named, ...claims.filter(({ id, text }) => !ids.has(id) && texts.has(text))];
}

/** How many cells of a row occur in the evidence of a fact, or contain it. */
const cellsOf = (row: readonly string[], { text, quote }: Claim): number =>
  row.filter((cell) => cell !== text && cell !== "" && (quote.includes(cell) || (quote !== "" && cell.includes(quote))))
    .length;

/**
 * Facts of one block whose sentences read the same, such as three figures of one name, share its places: a row of a
 * table takes the one that its other cells speak of, and what they leave open follows the order of the facts.
 * @returns the fact that belongs to the next place of a fact's sentence, in the given row of cells
 */
export function roundRobin(claims: readonly Claim[]): (claim: Claim, row?: readonly string[]) => Claim {
  const waiting = new Map<string, Claim[]>();
  return (claim, row = []) => {
    const alike = waiting.get(claim.text) ?? claims.filter(({ text }) => text === claim.text);
    const most = Math.max(0, ...alike.map((own) => cellsOf(row, own)));
    const next = alike.find((own) => cellsOf(row, own) === most) ?? claim;
    const rest = alike.filter((own) => own !== next);
    waiting.set(claim.text, rest.length === 0 ? [next] : rest);
    return next;
  };
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

/** Cuts a text at the passages that were written by hand; the longest one counts where several begin. */
export function cutByOwn(text: string, handEdited: readonly string[]): { text: string; isOwn: boolean }[] {
  const pieces: { text: string; isOwn: boolean }[] = [];
  const wanted = handEdited.filter((own) => own.trim() !== "").toSorted((a, b) => b.length - a.length);
  let at = 0;
  while (at < text.length) {
    let start = text.length;
    let found = "";
    for (const own of wanted) {
      const place = text.indexOf(own, at);
      if (place >= 0 && place < start) [start, found] = [place, own];
    }
    if (start > at) pieces.push({ text: text.slice(at, start), isOwn: false });
    if (found !== "") pieces.push({ text: found, isOwn: true });
    at = start + found.length;
  }
  return pieces;
}
