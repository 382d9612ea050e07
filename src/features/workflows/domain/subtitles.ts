import { graphemes } from "#src/kit/text.ts";
import { areOf, cuesOf, timeAt } from "./cues.ts";
import { evenParts, type Sized, withoutShort } from "./evenParts.ts";
import { exactClock, type SpokenLine } from "./speech.ts";
import { oneLine } from "./wording.ts";

/* Lines with times as files of subtitles. */

/** Characters of a line and lines of a subtitle, as broadcasters have them. */
const subtitleLine = 42;
const subtitleLines = 2;
interface Word extends Sized {
  /** Where it begins in its stretch. */
  begin: number;
}

/** Milliseconds below which a given cue is shown together with its neighbour. Differences of seconds are not exact. */
const shortestCue = 1000;
const milliseconds = (from: number, to: number): number => Math.round((to - from) * 1000);

/** Words, those cut that are longer than a line. */
const wordsOf = (text: string): Word[] => {
  let end = 0;
  return text.split(" ").flatMap((word) => {
    const begin = end;
    end += word.length + 1;
    if (word.length <= subtitleLine) return [{ text: word, size: word.length, begin }];
    const letters = graphemes(word);
    let at = begin;
    return Array.from({ length: Math.ceil(letters.length / subtitleLine) }, (_, part) => {
      const piece = letters.slice(part * subtitleLine, (part + 1) * subtitleLine).join("");
      at += piece.length;
      return { text: piece, size: piece.length, begin: at - piece.length };
    });
  });
};

/** Words in lines, broken between them. */
function wrapped(words: readonly Word[]): string[] {
  const lines: string[] = [];
  for (const { text } of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + text.length <= subtitleLine)
      lines[lines.length - 1] = `${last} ${text}`;
    else lines.push(text);
  }
  return lines;
}
const fits = (words: readonly Word[]): boolean => wrapped(words).length <= subtitleLines;

/** A stretch of a line that was given with times of its own. */
interface Stretch {
  begin: number;
  end: number;
  from: number;
  to: number;
}

/** The cues of a line, as they were given; a line whose words have changed since is one. */
function stretchesWithin(line: SpokenLine & { from: number; to: number }): Stretch[] {
  const cues = cuesOf(line);
  if (!areOf(cues, line.text)) return [{ begin: 0, end: line.text.length, from: line.from, to: line.to }];
  let next = 0;
  const stretches = cues.map(({ length, from, to }): Stretch => {
    const begin = next;
    next += length + 1;
    return { begin, end: begin + length, from, to };
  });
  return withoutShort(
    stretches,
    ({ from, to }) => milliseconds(from, to) < shortestCue,
    (one, other) =>
      milliseconds(one.to, other.from) < shortestCue && fits(wordsOf(line.text.slice(one.begin, other.end)))
        ? { ...one, end: other.end, to: other.to }
        : null,
  );
}

interface Subtitle {
  from: number;
  to: number;
  speaker: string;
  lines: string[];
}

/** Lines with times as subtitles: one for each cue that was given, and several of even length for a long one. */
export function subtitlesOf(lines: readonly SpokenLine[]): Subtitle[] {
  return lines.flatMap((given) => {
    if (given.from === null || given.to === null) return [];
    const line = { ...given, from: given.from, to: given.to, text: oneLine(given.text) };
    return stretchesWithin(line).flatMap(({ begin, end }) =>
      evenParts(wordsOf(line.text.slice(begin, end)), fits).map((part): Subtitle => {
        const last = part.at(-1);
        const from = timeAt(line, begin + (part[0]?.begin ?? 0), "begin");
        return {
          from,
          to: Math.max(from, timeAt(line, begin + (last ? last.begin + last.size : 0), "end")),
          speaker: line.speaker,
          lines: wrapped(part),
        };
      }),
    );
  });
}

/** SubRip. */
export const srtOf = (lines: readonly SpokenLine[]): string =>
  subtitlesOf(lines)
    .map(
      ({ from, to, lines: rows }, index) =>
        `${index + 1}\n${exactClock(from, ",")} --> ${exactClock(to, ",")}\n${rows.join("\n")}\n`,
    )
    .join("\n");

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
/** WebVTT with the names of the voices. */
export const vttOf = (lines: readonly SpokenLine[]): string =>
  `WEBVTT\n\n${subtitlesOf(lines)
    .map(({ from, to, speaker, lines: rows }) => {
      const voice = speaker === "" ? "" : `<v ${escaped(speaker)}>`;
      return `${exactClock(from, ".")} --> ${exactClock(to, ".")}\n${voice}${rows.map(escaped).join("\n")}\n`;
    })
    .join("\n")}`;
