/* A long text in parts that one subtitle each can take. */

export interface Sized {
  text: string;
  /** Characters. */
  size: number;
}

/** A part that ends with a sign may differ from the even length by this share of it. */
const leeway = 0.15;
const hasSign = (text: string): boolean => /[.!?…,;:–]["”“']?$/.test(text);

/** Characters of words with a space between each two. */
export const sizeOf = (words: readonly Sized[]): number => words.reduce((sum, { size }) => sum + size + 1, -1);

/** Words in so many parts of about the same length, at least one word each; `leewayOf` a part for signs, characters. */
function cutInto<Word extends Sized>(words: readonly Word[], count: number, leewayOf: number): Word[][] {
  const share = sizeOf(words) / count;
  const parts: Word[][] = [];
  let begin = 0;
  let size = 0;
  for (let part = 1; part < count; part += 1) {
    let end = begin + 1;
    let best = Infinity;
    const latest = words.length - (count - part);
    for (const [index, word] of words.slice(begin, latest).entries()) {
      size += word.size + 1;
      const distance = Math.abs(size - share * part) - (hasSign(word.text) ? leewayOf : 0);
      if (distance < best) {
        best = distance;
        end = begin + index + 1;
      }
    }
    parts.push(words.slice(begin, end));
    begin = end;
    size = words.slice(0, end).reduce((sum, word) => sum + word.size + 1, 0);
  }
  return [...parts, words.slice(begin)];
}

/**
 * Words in as few parts as fit, of about the same length, cut rather after a sign: an even share reads better than a
 * full one and a single word. @param fits a word alone is taken as it is
 */
export function evenParts<Word extends Sized>(
  words: readonly Word[],
  fits: (part: readonly Word[]) => boolean,
): Word[][] {
  for (let count = 1; count < words.length; count += 1)
    for (const leewayOf of [(leeway * sizeOf(words)) / count, 0]) {
      const parts = cutInto(words, count, leewayOf);
      if (parts.every(fits)) return parts;
    }
  return words.map((word) => [word]);
}

/** Neighbours as one where one of both is short and they fit together. */
export function withoutShort<Piece>(
  pieces: readonly Piece[],
  isShort: (piece: Piece) => boolean,
  join: (one: Piece, next: Piece) => Piece | null,
): Piece[] {
  const found: Piece[] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    const both = last !== undefined && (isShort(last) || isShort(piece)) ? join(last, piece) : null;
    if (both === null) found.push(piece);
    else found[found.length - 1] = both;
  }
  return found;
}
