import { words } from "#src/kit/text.ts";
import { likeness, pairUp, wordCounts, wordDiff } from "../rules.ts";

/* Two versions of a passage and a person who chooses, change by change, which one stays. */

/** Text that both versions have, or a change: what went and what came, one of them may be empty. */
export type ChoicePiece = { kind: "same"; text: string } | { kind: "change"; id: number; del: string; ins: string };

/** A paragraph: in both versions (`both`), only in the newer (`came`) or only in the older (`went`). */
export interface ChoiceParagraph {
  kind: "both" | "came" | "went";
  pieces: ChoicePiece[];
}

export interface DiffChoice {
  paragraphs: ChoiceParagraph[];
  /** Changes there are; their ids go from 0 to this. */
  count: number;
}

/** Changes with so few words between them are merged, since nobody decides about half a phrase. */
const maxBetween = 3;

/** Pieces of which near changes are one; their ids are given later. */
function grouped(pieces: readonly ChoicePiece[], language: string): ChoicePiece[] {
  const done: ChoicePiece[] = [];
  for (const piece of pieces) {
    const [first, between] = done.slice(-2);
    const isNear =
      piece.kind === "change" &&
      first?.kind === "change" &&
      between?.kind === "same" &&
      words(between.text, language).length <= maxBetween;
    if (!isNear) {
      done.push(piece);
      continue;
    }
    const del = first.del + between.text + piece.del;
    done.splice(-2, 2, { ...first, del, ins: first.ins + between.text + piece.ins });
  }
  return done;
}

/**
 * Lays two versions over each other and numbers what differs, in reading order.
 * @param language of both, for where words end
 */
export function diffChoiceOf(before: readonly string[], after: readonly string[], language: string): DiffChoice {
  let count = 0;
  const change = (del: string, ins: string) => ({ kind: "change" as const, id: 0, del, ins });
  const pairs = pairUp(before, after, {
    keyOf: (text) => text,
    alike: (a, b) => likeness(wordCounts(a), wordCounts(b)),
  });
  const paragraphs = pairs.map((pair): ChoiceParagraph => {
    if (pair.before === null) return { kind: "came", pieces: [change("", pair.after)] };
    if (pair.after === null) return { kind: "went", pieces: [change(pair.before, "")] };
    const pieces: ChoicePiece[] = [];
    for (const { kind, text } of wordDiff(pair.before, pair.after, language)) {
      const last = pieces.at(-1);
      if (kind === "same") pieces.push({ kind, text });
      else if (kind === "del") pieces.push(change(text, ""));
      else if (last?.kind === "change" && last.ins === "") last.ins = text;
      else pieces.push(change("", text));
    }
    return { kind: "both", pieces: grouped(pieces, language) };
  });
  for (const { pieces } of paragraphs) for (const piece of pieces) if (piece.kind === "change") piece.id = count++;
  return { paragraphs, count };
}

/** The paragraphs with some changes accepted; all of them are the newer version, none of them the older. */
export function mergeChoice({ paragraphs }: DiffChoice, isAccepted: (id: number) => boolean): string[] {
  return paragraphs.flatMap(({ kind, pieces }) => {
    const isHere = pieces.every(
      (piece) => piece.kind === "same" || kind === "both" || isAccepted(piece.id) === (kind === "came"),
    );
    if (!isHere) return [];
    return [
      pieces
        .map((piece) => (piece.kind === "same" ? piece.text : isAccepted(piece.id) ? piece.ins : piece.del))
        .join(""),
    ];
  });
}
