import { graphemes } from "#src/kit/text.ts";
import { timeAt } from "./cues.ts";
import { exactClock, type SpokenLine, stretchesOf } from "./speech.ts";
import { oneLine } from "./wording.ts";

/* Lines with times as files of subtitles. */

/** Characters of a line and lines of a subtitle, as broadcasters have them. */
const subtitleLine = 42;
const subtitleLines = 2;

/** A text in lines of at most `most` characters, broken between words; a longer word is cut. */
function wrapped(text: string, most: number): string[] {
  const lines: string[] = [];
  const pieces = (word: string): string[] => {
    if (word.length <= most) return [word];
    const letters = graphemes(word);
    return Array.from({ length: Math.ceil(letters.length / most) }, (_, at) =>
      letters.slice(at * most, (at + 1) * most).join(""),
    );
  };
  for (const word of text.split(" ").flatMap(pieces)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

interface Subtitle {
  from: number;
  to: number;
  speaker: string;
  lines: string[];
}

/** Lines with times as subtitles; a long line gets several, each from its first word to its last. */
export function subtitlesOf(lines: readonly SpokenLine[]): Subtitle[] {
  return lines.flatMap((given) => {
    if (given.from === null || given.to === null) return [];
    const line = { ...given, text: oneLine(given.text) };
    let end = 0;
    const rows = wrapped(line.text, subtitleLine).map((text) => {
      const begin = Math.max(end, line.text.indexOf(text, end));
      end = begin + text.length;
      return { text, begin, end };
    });
    const groups = stretchesOf(rows, subtitleLines, () => 0);
    return groups.map((group): Subtitle => {
      const from = timeAt(line, group[0]?.begin ?? 0, "begin");
      return {
        from,
        to: Math.max(from, timeAt(line, group.at(-1)?.end ?? 0, "end")),
        speaker: line.speaker,
        lines: group.map(({ text }) => text),
      };
    });
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
