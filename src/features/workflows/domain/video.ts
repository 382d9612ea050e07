import { graphemeCount, sentences, words as wordsOf } from "#src/kit/text.ts";
import type { Bilingual } from "../kit/bilingual.ts";
import { evenParts, type Sized, sizeOf, withoutShort } from "./evenParts.ts";

/* Time in spoken video: how it is shared out, how long a text takes to say, and the subtitles that follow from it. */

export const beatRoles = {
  hook: "Opening | Einstieg",
  problem: "Problem | Problem",
  step: "Point | Punkt",
  proof: "Proof | Beleg",
  call: "Ending | Schluss",
} as const satisfies Readonly<Record<string, Bilingual>>;
export type BeatRole = keyof typeof beatRoles;

/** What a beat without words needs from the person. */
export const beatQuestions = {
  hook: "What do viewers see or hear first that makes them stay? | Was sehen oder hören Zuschauer zuerst, damit sie bleiben?",
  problem: "How do viewers notice the problem? | Woran merken Zuschauer das Problem?",
  step: "What exactly should viewers do or understand here? | Was genau sollen Zuschauer hier tun oder verstehen?",
  proof:
    "Which figure, case or picture shows that it works? | Welche Zahl, welcher Fall oder welches Bild zeigt, dass es wirkt?",
  call: "What should viewers do now? | Was sollen Zuschauer jetzt tun?",
} as const satisfies Readonly<Record<BeatRole, Bilingual>>;

export interface Beat {
  id: string;
  role: BeatRole;
  /** Of a point: its number among the beats of points, from 1; 0 for the others. */
  number: number;
  /** Seconds from the start. */
  from: number;
  to: number;
  /** Words that can be said in it. */
  words: number;
  /** Indexes of the points that begin in it. */
  points: number[];
}

/** Up to this length a video has neither problem nor proof beside its points. */
const longestBare = 20;
/** A beat of a point lasts at least and about at most so many seconds. */
const [shortestBeat, longestBeat] = [4, 45] as const;
const maxSteps = 24;
/** Points take more room than what leads to them or proves them. */
const stepWeight = 1.2;

/**
 * Beats of a video: three seconds that make people stay, an ending, and points in between, with problem and proof
 * around them in longer videos. They follow one another without a gap and fill the video.
 * @param seconds at least 10
 * @param points how many points the person wants to make; they are shared out in their order
 * @param pace words a second
 */
export function beatsOf(seconds: number, points: number, pace: number): Beat[] {
  const call = Math.min(20, Math.max(2, Math.round(seconds * 0.1)));
  const hook = seconds > 240 ? 8 : 3;
  const middle = seconds - hook - call;
  const isBare = seconds <= longestBare;
  const around = isBare ? 0 : 2;
  const room = Math.floor(middle / shortestBeat) - around;
  const wanted = Math.max(points, Math.ceil(middle / longestBeat) - around);
  const count = Math.max(1, Math.min(wanted, maxSteps, room));
  const steps = Array.from({ length: count }, (): BeatRole => "step");
  const roles: BeatRole[] = isBare ? steps : ["problem", ...steps, "proof"];
  const weights = roles.map((role) => (role === "step" ? stepWeight : 1));
  const sum = weights.reduce((all, one) => all + one, 0);
  let shared = 0;
  const ends = weights.map((weight) => {
    shared += weight;
    return hook + Math.round((middle * shared) / sum);
  });
  const stepOf = (point: number): number => Math.floor((point * count) / points);
  const all: [BeatRole, number][] = [
    ["hook", hook],
    ...roles.map((role, at): [BeatRole, number] => [role, ends[at] ?? hook]),
    ["call", seconds],
  ];
  let step = 0;
  return all.map(([role, to], at) => {
    const from = all[at - 1]?.[1] ?? 0;
    const own = role === "step" ? step++ : -1;
    return {
      id: `b${at + 1}`,
      role,
      number: own + 1,
      from,
      to,
      words: Math.max(3, Math.floor((to - from) * pace)),
      points: Array.from({ length: points }, (_, point) => point).filter((point) => stepOf(point) === own),
    };
  });
}

/** Words of a text as they are spoken: each digit of a figure, and each sign behind it, takes the time of a word. */
export const spokenWords = (text: string, language: string): number =>
  wordsOf(text, language).reduce((sum, word) => sum + Math.max(1, word.match(/\d/g)?.length ?? 0), 0) +
  (text.match(/[€$£%°]/g)?.length ?? 0);

/** Seconds that a text takes to say, with one decimal. @param pace words a second */
export const spokenSeconds = (text: string, pace: number, language: string): number =>
  Math.round((spokenWords(text, language) / pace) * 10) / 10;

/** A text may run over its beat by this many seconds: nobody speaks by the tenth of a second. */
const tolerance = 0.5;
export const isTooLong = (spoken: number, { from, to }: Pick<Beat, "from" | "to">): boolean =>
  spoken > to - from + tolerance;

/** `0:07`. */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
export const spanText = ({ from, to }: Pick<Beat, "from" | "to">): string => `${clockText(from)}–${clockText(to)}`;

/** `00:00:07,200`, as subtitle files have it. */
const stampOf = (seconds: number): string =>
  new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23).replace(".", ",");

export interface Subtitle {
  /** Seconds from the start. */
  from: number;
  to: number;
  /** One or two lines. */
  text: string;
}

/** Characters of a line of subtitles: upright video has short ones. */
export const subtitleLine = { upright: 28, wide: 42 } as const;
/** Characters a second above which viewers cannot follow. A usual value of broadcasters. */
export const fastestReading = 17;

/**
 * How many of some words go into the first of two lines, so that the lines are as even as they can be; 0 when one line
 * takes them all, null when two do not. @param sizes characters of each word
 */
function firstLineOf(sizes: readonly number[], line: number): number | null {
  const all = sizes.reduce((sum, size) => sum + size + 1, -1);
  if (all <= line || sizes.length < 2) return 0;
  let best: { at: number; longest: number } | null = null;
  let first = -1;
  for (const [at, size] of sizes.slice(0, -1).entries()) {
    first += size + 1;
    const longest = Math.max(first, all - first - 1);
    if (best === null || longest < best.longest) best = { at: at + 1, longest };
  }
  return best !== null && best.longest <= line ? best.at : null;
}

/** Characters that are read within a second, about: a sentence as short as this is shown with its neighbour. */
const shortestPiece = 15;

/** Sentences in pieces of one or two lines, of even length where a sentence takes several. */
function piecesOf(texts: readonly string[], line: number): { text: string; size: number }[] {
  const fits = (words: readonly Sized[]): boolean =>
    firstLineOf(
      words.map(({ size }) => size),
      line,
    ) !== null;
  const all = texts.map((text) => text.split(/\s+/).map((word): Sized => ({ text: word, size: graphemeCount(word) })));
  const joined = withoutShort(
    all,
    (words) => sizeOf(words) < shortestPiece,
    (one, next) => (fits([...one, ...next]) ? [...one, ...next] : null),
  );
  return joined
    .flatMap((words) => evenParts(words, fits))
    .map((piece) => {
      const first =
        firstLineOf(
          piece.map(({ size }) => size),
          line,
        ) ?? 0;
      const textOf = (of: typeof piece): string => of.map(({ text }) => text).join(" ");
      const lines = [piece.slice(0, first), piece.slice(first)].map(textOf).filter(Boolean);
      return { text: lines.join("\n"), size: sizeOf(piece) };
    });
}

/**
 * Subtitles of spoken beats. Each lasts for its share of the beat's speech and half a second more, since reading takes
 * longer than hearing; none runs into the next beat.
 * @param beats `spoken`: seconds that the voice takes
 */
export function subtitlesOf(
  beats: readonly { from: number; to: number; voice: string; spoken: number }[],
  { isUpright, language }: { isUpright: boolean; language: string },
): Subtitle[] {
  const line = subtitleLine[isUpright ? "upright" : "wide"];
  return beats.flatMap(({ from, to, voice, spoken }) => {
    const length = Math.min(to - from, spoken + tolerance);
    const pieces = piecesOf(sentences(voice, language), line);
    const all = pieces.reduce((sum, { size }) => sum + size, 0);
    let done = 0;
    return pieces.map(({ text, size }) => {
      const start = from + (length * done) / all;
      done += size;
      return { from: start, to: from + (length * done) / all, text };
    });
  });
}

/**
 * Content of an .srt file, in pieces of at most so many characters where a cue is not longer; numbers run on, so that
 * pieces one below the other are the file.
 */
export function srtPieces(subtitles: readonly Subtitle[], longest: number): string[] {
  const pieces: string[] = [];
  for (const [at, { from, to, text }] of subtitles.entries()) {
    const cue = `${at + 1}\n${stampOf(from)} --> ${stampOf(to)}\n${text}\n`;
    const last = pieces.at(-1);
    if (last !== undefined && last.length + cue.length < longest) pieces[pieces.length - 1] = `${last}\n${cue}`;
    else pieces.push(cue);
  }
  return pieces;
}

/**
 * Beats of a shorter version: opening and ending, then those of most weight as long as there is time, in the order of
 * the video.
 * @param beats `seconds`: how long each takes; `rank`: 1 must stay, 3 can go
 */
export function shortVersion<B extends { role: BeatRole; seconds: number; rank: number }>(
  beats: readonly B[],
  seconds: number,
): B[] {
  const frame = (beat: B): number => (beat.role === "hook" || beat.role === "call" ? 0 : 1);
  const order = beats.toSorted((a, b) => frame(a) - frame(b) || a.rank - b.rank);
  let left = seconds;
  const kept = new Set<B>();
  for (const beat of order) {
    if (beat.seconds > left) continue;
    left -= beat.seconds;
    kept.add(beat);
  }
  return beats.filter((beat) => kept.has(beat));
}

/**
 * Beats one after the other from 0 to the end of a version, without a gap; what is left of the time goes to each by its
 * length. Boundaries have one decimal.
 * @param beats `seconds`: how long each takes at least; together at most `seconds`
 */
export function retimed<B extends { seconds: number }>(
  beats: readonly B[],
  seconds: number,
): (B & { from: number; to: number })[] {
  const all = beats.reduce((sum, beat) => sum + beat.seconds, 0);
  const scale = all > 0 ? seconds / all : 0;
  const tenths = (value: number): number => Math.round(value * 10) / 10;
  let shared = 0;
  return beats.map((beat) => {
    const from = tenths(shared * scale);
    shared += beat.seconds;
    return { ...beat, from, to: tenths(shared * scale) };
  });
}

/** A chapter on YouTube lasts ten seconds and more; fewer than three are ignored (support.google.com/youtube). */
const [shortestChapter, fewestChapters] = [10, 3] as const;

/** Beats at which chapters begin, the first at 0:00; none when there would be fewer than three. */
export function chaptersOf<B extends Pick<Beat, "from" | "to">>(beats: readonly B[]): B[] {
  const end = beats.at(-1)?.to ?? 0;
  const chapters: B[] = [];
  for (const beat of beats) {
    const last = chapters.at(-1);
    const isFirst = last === undefined;
    if (isFirst || (beat.from - last.from >= shortestChapter && end - beat.from >= shortestChapter))
      chapters.push(beat);
  }
  return chapters.length < fewestChapters ? [] : chapters;
}
