import { type Cue, cuesWithin, timeAt } from "./cues.ts";

/* Long recordings are heard in parts that overlap a little; here they are cut and put together again. */

/** Stretch of a recording, seconds from its beginning. */
export interface RecordingPart {
  from: number;
  to: number;
}

/** Longest part, seconds: hosted models take up to 1,400. */
export const longestPart = 1390;
/** Bytes of a part: hosted services take 25 MiB, and an estimate of sizes may be off by some. */
export const maxPartBytes = 20 * 1024 * 1024;
/** Seconds that two neighbours share, so that a word on the border is whole in one of them. */
export const sharedSeconds = 2;
/** Longest recordings of a run together, seconds. */
export const longestRecordings = 5 * 3600;

/**
 * Parts of equal length in which a recording is heard, each within both limits, the first from 0, the last to the end.
 * None for a recording that can be sent as it is.
 * @param seconds length of its sound, more than 0
 * @param bytes of the whole file; sound is taken to be spread over it evenly
 * @param isVideo its pictures need not be sent: at least one part of sound alone
 */
export function recordingParts(recording: { seconds: number; bytes: number; isVideo: boolean }): RecordingPart[] {
  const { seconds, bytes, isVideo } = recording;
  const most = Math.max(2 * sharedSeconds, Math.min(longestPart, (maxPartBytes / bytes) * seconds));
  // Pictures make a file large and its sound not: what the sound weighs is known when it is cut.
  const length = isVideo ? longestPart : most;
  if (seconds <= length) return isVideo ? [{ from: 0, to: seconds }] : [];
  const count = Math.ceil((seconds - sharedSeconds) / (length - sharedSeconds));
  const step = (seconds - sharedSeconds) / count;
  return Array.from({ length: count }, (_, index) => ({
    from: index * step,
    to: index === count - 1 ? seconds : (index + 1) * step + sharedSeconds,
  }));
}

/** A word of a line, by its place in it. */
interface Word {
  line: number;
  /** Characters of the line at which it begins and ends. */
  begin: number;
  end: number;
  /** Letters and digits in lower case: what two hearings of one word have in common. */
  heard: string;
}

/** Words that two seconds can hold, and some more. */
const sharedWords = 14;
/** Words at a border that may be cut, so that both hearings differ. */
const cutWords = 2;
/** Fewest words that two hearings must have in common before any is dropped. */
const minInCommon = 2;

const heardAs = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Words of some lines in their order, without signs that are none. */
function wordsOf(lines: readonly { text: string }[]): Word[] {
  return lines.flatMap(({ text }, line) =>
    [...text.matchAll(/\S+/g)].flatMap(({ 0: word, index }): Word[] => {
      const heard = heardAs(word);
      return heard === "" ? [] : [{ line, begin: index, end: index + word.length, heard }];
    }),
  );
}

/** How the end of one hearing lies over the beginning of the next: words of each that go, and those in common. */
interface Overlap {
  fromTail: number;
  fromHead: number;
  common: number;
}

function overlapOf(tail: readonly Word[], head: readonly Word[]): Overlap {
  let best: Overlap = { fromTail: 0, fromHead: 0, common: minInCommon - 1 };
  for (let cut = 0; cut <= cutWords; cut += 1)
    for (let skipped = 0; skipped <= cutWords; skipped += 1) {
      const end = tail.length - cut;
      const most = Math.min(end, head.length - skipped);
      for (let common = most; common > best.common; common -= 1) {
        const isSame = head
          .slice(skipped, skipped + common)
          .every(({ heard }, index) => tail[end - common + index]?.heard === heard);
        if (isSame) best = { fromTail: cut, fromHead: skipped + common, common };
      }
    }
  return best;
}

/** How many of the first lines hold the words that two hearings can share: a line may have a single one. */
function linesHolding(lines: readonly { text: string }[]): number {
  let found = 0;
  const at = lines.findIndex((line) => (found += wordsOf([line]).length) >= sharedWords);
  return at < 0 ? lines.length : at + 1;
}

/** Where two hearings meet: the last lines of the one with their words, the first words of the other. */
function borderOf<Line extends { text: string }>(before: readonly Line[], part: readonly Line[]) {
  const last = before.slice(before.length - linesHolding(before.toReversed()));
  const tail = wordsOf(last).slice(-sharedWords);
  const head = wordsOf(part.slice(0, linesHolding(part))).slice(0, sharedWords);
  return { last, tail, head, ...overlapOf(tail, head) };
}

/** Who says the words that two hearings have in common: a voice of each, and how many words. */
function voicePairs<Line extends { text: string; speaker: string }>(before: readonly Line[], part: readonly Line[]) {
  const { last, tail, head, fromTail, fromHead, common } = borderOf(before, part);
  const pairs = new Map<string, { known: string; voice: string; words: number }>();
  if (fromHead === 0) return [];
  for (let at = 0; at < common; at += 1) {
    const known = last[tail[tail.length - fromTail - common + at]?.line ?? -1]?.speaker ?? "";
    const voice = part[head[fromHead - common + at]?.line ?? -1]?.speaker ?? "";
    if (known === "" || voice === "") continue;
    const key = JSON.stringify([known, voice]);
    pairs.set(key, { known, voice, words: (pairs.get(key)?.words ?? 0) + 1 });
  }
  return [...pairs.values()];
}

/**
 * Services name the voices of each part separately: "A" of the second part may be anybody of the first. A voice that
 * two neighbours both heard at their border, in the same words, keeps its name; every other one gets the number of its
 * part.
 */
export function withSharedVoices<Line extends { text: string; speaker: string }>(
  parts: readonly (readonly Line[])[],
): Line[][] {
  const named: Line[][] = [];
  for (const [index, part] of parts.entries()) {
    const pairs = voicePairs(named.at(-1) ?? [], part);
    // A voice that could be two others, or two that could be one, stay apart: two people under one name are worse.
    const certain = pairs.filter(
      (pair) =>
        pair.words >= minInCommon &&
        pairs.every(
          (other) =>
            other === pair ||
            (other.known !== pair.known && other.voice !== pair.voice) ||
            other.words * 2 <= pair.words,
        ),
    );
    const names = new Map(certain.map(({ known, voice }) => [voice, known]));
    const nameOf = (voice: string): string =>
      voice === "" || index === 0 ? voice : (names.get(voice) ?? `${voice} (${index + 1})`);
    named.push(part.map((line) => ({ ...line, speaker: nameOf(line.speaker) })));
  }
  return named;
}

interface TimedWords {
  text: string;
  from?: number | null;
  to?: number | null;
  cues?: readonly Cue[];
}

/** A line without its first or last words, from the time at which the others are said. */
function shortened<Line extends TimedWords>(line: Line, first: number, last: number): Line {
  const inner = line.text.slice(first, last);
  const text = inner.trim();
  const begin = first + inner.indexOf(text);
  const { from = null, to = null } = line;
  if (from === null || to === null) return { ...line, text };
  const timed = { ...line, from, to };
  const end = begin + text.length;
  const cues = line.cues ? { cues: cuesWithin(timed, begin, end) } : {};
  return { ...line, text, from: timeAt(timed, begin, "begin"), to: timeAt(timed, end, "end"), ...cues };
}

/**
 * Lines of the parts of one recording as one: the overlap of two neighbours appears once, and no other word is removed.
 * A silent part is empty: the parts on both sides of it have nothing in common.
 */
export function withoutShared<Line extends TimedWords>(parts: readonly (readonly Line[])[]): Line[] {
  const whole: Line[] = [];
  for (const [at, part] of parts.entries()) {
    const isAfterSilence = parts[at - 1]?.length === 0;
    const { last, tail, head, fromTail, fromHead } = borderOf(isAfterSilence ? [] : whole, part);
    const firstGone = fromTail === 0 ? undefined : tail[tail.length - fromTail];
    if (firstGone) {
      const kept = last.slice(0, firstGone.line + 1).flatMap((line, index) => {
        const left = index === firstGone.line ? shortened(line, 0, firstGone.begin) : line;
        return left.text === "" ? [] : [left];
      });
      whole.splice(whole.length - last.length, last.length, ...kept);
    }
    const lastGone = fromHead === 0 ? undefined : head[fromHead - 1];
    const rest = part.slice(lastGone?.line ?? 0).flatMap((line, index) => {
      const left = index === 0 && lastGone ? shortened(line, lastGone.end, line.text.length) : line;
      return left.text === "" ? [] : [left];
    });
    whole.push(...rest);
  }
  return whole;
}
