import { z } from "zod";

/* A line of a transcript is often several cues of a service or of subtitles: when each of them was said is kept here. */

/** A piece of a line, in its order; between two of them is one space. */
export interface Cue {
  /** Characters. */
  length: number;
  /** Seconds. */
  from: number;
  to: number;
}

interface CuedLine {
  text: string;
  from: number | null;
  to: number | null;
  cues?: readonly Cue[];
}

/** The cues of a line; one for a line that was said in one. */
export function cuesOf({ text, from, to, cues }: CuedLine): readonly Cue[] {
  if (cues !== undefined && cues.length > 0) return cues;
  return from === null || to === null ? [] : [{ length: text.length, from, to }];
}

/** Whether cues are the pieces of just this text. */
export const areOf = (cues: readonly Cue[], text: string): boolean =>
  cues.length > 0 && cues.reduce((sum, { length }) => sum + length + 1, -1) === text.length;

const bare = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/**
 * The cues of a line after words were taken out of its text or hidden: what is left stays in the cue in which it was
 * said, and a cue without a word is left out. Unchanged where they are not those of the line.
 */
export function recued(line: Required<Pick<CuedLine, "text" | "cues">>, text: string): readonly Cue[] {
  if (!areOf(line.cues, line.text)) return line.cues;
  let begin = 0;
  const said = line.cues.flatMap(({ length }, cue) => {
    const words = line.text.slice(begin, begin + length).split(" ");
    begin += length + 1;
    return words.map((word) => ({ word: bare(word), cue }));
  });
  let [next, current] = [0, 0];
  const lengths = line.cues.map(() => -1);
  for (const word of text.split(" ")) {
    const wanted = bare(word);
    const at = wanted === "" ? -1 : said.findIndex((one, index) => index >= next && one.word === wanted);
    if (at >= 0) {
      next = at + 1;
      current = said[at]?.cue ?? current;
    }
    lengths[current] = (lengths[current] ?? -1) + word.length + 1;
  }
  return line.cues.flatMap((cue, index) => {
    const length = lengths[index] ?? -1;
    return length < 0 ? [] : [{ ...cue, length }];
  });
}

/**
 * When a character of a line is reached; within a cue, time is taken to be spread over it evenly.
 * @param side of the character: where one cue ends and the next begins, an end is that of the first
 */
export function timeAt(line: CuedLine, character: number, side: "begin" | "end"): number {
  const cues = cuesOf(line);
  const all = cues.reduce((sum, { length }) => sum + length + 1, -1);
  // Fillers and secrets may have left the text since it was said.
  const at = line.text.length > 0 ? (character * all) / line.text.length : 0;
  let start = 0;
  for (const [index, { length, from, to }] of cues.entries()) {
    const isWithin = side === "begin" ? at < start + length : at <= start + length;
    if (isWithin || index === cues.length - 1) {
      const share = length > 0 ? (at - start) / length : 0;
      return from + (to - from) * Math.min(1, Math.max(0, share));
    }
    start += length + 1;
  }
  return line.from ?? 0;
}

/** The cues of a stretch of a line. */
export function cuesWithin(line: CuedLine, begin: number, end: number): Cue[] {
  let start = 0;
  return cuesOf(line).flatMap(({ length, from, to }): Cue[] => {
    const first = Math.max(begin, start);
    const last = Math.min(end, start + length);
    const at = (character: number): number => from + ((to - from) * (character - start)) / Math.max(1, length);
    const piece = { length: last - first, from: at(first), to: at(last) };
    start += length + 1;
    return piece.length > 0 ? [piece] : [];
  });
}

const toThousandths = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** `18 3.32 8.4;26 8.4 9`: characters, from, to. Empty for a line of one cue. */
export const cuesText = (cues: readonly Cue[] | undefined): string =>
  (cues ?? []).map(({ length, from, to }) => `${length} ${toThousandths(from)} ${toThousandths(to)}`).join(";");

const storedCue = z.tuple([z.coerce.number().min(0), z.coerce.number().min(0), z.coerce.number().min(0)]);

/** What `cuesText` wrote; none of a text that holds anything else. */
export function parseCues(text: string): Cue[] {
  const cues = text.split(";").map((cue) => storedCue.safeParse(cue.split(" ")).data);
  return text !== "" && cues.every((cue) => cue !== undefined)
    ? cues.map(([length, from, to]) => ({ length, from, to }))
    : [];
}
