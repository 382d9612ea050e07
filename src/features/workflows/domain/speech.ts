import { occurrences, sentences, trimEndBy } from "#src/kit/text.ts";
import { areOf, type Cue, cuesOf } from "./cues.ts";
import { oneLine } from "./wording.ts";

/* Transcripts: reading them, cleaning them and cutting them. Times are seconds. */

export interface SpokenLine {
  /** Null where the transcript has no times. */
  from: number | null;
  to: number | null;
  /** Empty where nobody is named. */
  speaker: string;
  text: string;
  /** When words begin of which the service of transcription was not sure. */
  doubt?: number | null;
  /** When each of its pieces was said; none: it was said in one. */
  cues?: readonly Cue[];
}

/** Characters a second of speech has, about; only where a transcript does not say when a line ends. */
const charactersPerSecond = 15;
/** A line is a sentence or a few: cues are joined up to here, and paragraphs are cut here. */
const longestLine = 400;
/** A pause after which a new line begins, seconds. */
const longestPause = 3;
/** Characters of a line that stands for itself; shorter ones are joined with what the same voice says next. */
const shortestLine = 120;

/** `00:12:03`. */
export const clock = (seconds: number): string =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");

/** `00:12:03.250`, `00:12:03,250` in SubRip. */
export const exactClock = (seconds: number, sign: "," | "." = "."): string => {
  const ms = Math.round(seconds * 1000);
  return `${clock(Math.floor(ms / 1000))}${sign}${String(ms % 1000).padStart(3, "0")}`;
};

/** Seconds of `1:02:03`, `02:03` or `00:02:03,400`. */
export const secondsOf = (time: string): number =>
  time
    .replace(",", ".")
    .split(":")
    .reduce((sum, part) => sum * 60 + Number(part), 0);

const cueHead =
  /^\s{0,8}((?:\d{1,3}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?)\s{1,8}-->\s{1,8}((?:\d{1,3}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?)/;
/** `[00:12:03] …`, `(12:03) …`, `00:12:03 - …`. */
const timeBefore = /^[[(]?((?:\d{1,3}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?)[\])]?(?:\s{0,4}[-–|]\s{0,4}|\s{1,8}|$)/;
/** `Ada Byron 12:03`, `Ada Byron (00:12:03)`, alone on their line, as meeting programs write them. */
const headWithTime =
  /^(\p{L}[\p{L}\p{N} .'’_-]{0,58}?):?\s{1,8}[[(]?((?:\d{1,3}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?)[\])]?:?$/u;
const nameBefore = /^(\p{L}[\p{L}\p{N} .'’_()-]{0,58}?)\s?:(?=\s|$)\s{0,4}(.*)$/u;
/** Words before a colon that are not names. */
const noNames =
  /^(?:https?|re|aw|wg|fwd|ps|note|notes|notiz|hinweis|kind|language|datum|date|ort|place|thema|topic|agenda|teilnehmer|attendees|present|anwesend|todo|frage|antwort|also)$/i;

/** `[00:12:03.250 – 00:12:07.900 Ada ?] …`, as `formatLine` writes it. */
const formattedHead = /^\[(\d{2,3}:\d{2}:\d{2}\.\d{3}) – (\d{2,3}:\d{2}:\d{2}\.\d{3})([^\]]{0,100})\] /;

const names = (speaker: string): boolean => speaker.split(" ").length <= 4 && !noNames.test(speaker.trim());

function spoken(text: string): { speaker: string; text: string } {
  const [, speaker = "", said = ""] = nameBefore.exec(text) ?? [];
  return speaker !== "" && names(speaker) ? { speaker: speaker.trim(), text: said.trim() } : { speaker: "", text };
}

const withoutTags = (row: string): string =>
  row
    .replace(/<v(?:\.[^\s<>]{0,80})?[ \t]([^<>]{1,80})>/g, (_, name: string) => `${name.trim()}: `)
    .replace(/<[^<>]{0,200}>/g, "")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&nbsp;/g, " ")
    .replace(/&amp;/g, "&")
    .trim();

/** Cues of WebVTT and SubRip. */
function cues(text: string): SpokenLine[] {
  const found: SpokenLine[] = [];
  for (const cue of text.split(/\n{2,}/)) {
    const rows = cue.split("\n");
    const at = rows.findIndex((row) => cueHead.test(row));
    const [, from = "", to = ""] = cueHead.exec(rows[at] ?? "") ?? [];
    if (at < 0) continue;
    for (const words of rows.slice(at + 1).map(withoutTags)) {
      const line = spoken(oneLine(words));
      const last = found.at(-1);
      // Subtitles that roll repeat the cue before; another voice may say the same.
      const isRolling = last?.text === line.text && (line.speaker === "" || line.speaker === last.speaker);
      if (line.text === "" || isRolling) continue;
      const start = secondsOf(from);
      if (last && last.from === start && line.speaker === "") last.text = `${last.text} ${line.text}`;
      else found.push({ from: start, to: Math.max(start, secondsOf(to)), ...line, speaker: line.speaker });
    }
  }
  return found;
}

/**
 * A lossless line: both times to the millisecond, the voice beside them, and a question mark where words
 * are doubtful. What follows is never taken for a name or a time.
 */
export function formatLine({ from, to, speaker, text, doubt }: SpokenLine): string {
  const voice = trimEndBy(speaker.replace(/[[\]\s]+/g, " ").trim(), /[ ?]/);
  if (from !== null) {
    const times = `${exactClock(from)} – ${exactClock(to ?? from)}`;
    const mark = typeof doubt === "number" ? "?" : "";
    return `[${[times, voice, mark].filter(Boolean).join(" ")}] ${text}`;
  }
  if (voice !== "") return `${voice}: ${text}`;
  return spoken(text).speaker !== "" || timeBefore.test(text) ? `– ${text}` : text;
}

/** A line as one or more kept lines: each of its cues with its own times, unless its words have changed since. */
export function formatLines(line: SpokenLine): string {
  const cues = line.cues ?? [];
  if (!areOf(cues, line.text)) return formatLine(line);
  let begin = 0;
  return cues
    .map((cue) => {
      const text = line.text.slice(begin, begin + cue.length);
      begin += cue.length + 1;
      return formatLine({ ...cue, speaker: line.speaker, text, doubt: line.doubt === cue.from ? cue.from : null });
    })
    .join("\n");
}

/** Null for a line that another program or a person wrote. */
function parseFormattedLine(row: string): SpokenLine | null {
  const [head = "", start = "", end = "", named = ""] = formattedHead.exec(row) ?? [];
  const text = row.slice(head.length);
  if (head === "" || text === "") return null;
  const from = secondsOf(start);
  const speaker = named.replace(/ \?$/, "").trim();
  const line = { from, to: Math.max(from, secondsOf(end)), speaker, text };
  return named.endsWith(" ?") ? { ...line, doubt: from } : line;
}

/** Lines as people type and programs export them: with or without times, with or without names. */
function plainLines(text: string): SpokenLine[] {
  const found: SpokenLine[] = [];
  let head: { speaker: string; from: number | null } | null = null;
  for (const row of text.split("\n").map((one) => oneLine(one))) {
    if (row === "") continue;
    const kept = parseFormattedLine(row);
    if (kept) {
      found.push(kept);
      head = null;
      continue;
    }
    const [, name = "", at = ""] = headWithTime.exec(row) ?? [];
    if (name !== "") {
      head = { speaker: name.trim(), from: secondsOf(at) };
      continue;
    }
    const [prefix = "", start] = timeBefore.exec(row) ?? [];
    const line = spoken(row.slice(prefix.length));
    const from: number | null = start === undefined ? (head?.from ?? null) : secondsOf(start);
    // What follows a line with a name and has none belongs to the same voice.
    const speaker: string = line.speaker || (head?.speaker ?? found.at(-1)?.speaker ?? "");
    if (line.text === "") head = { speaker, from };
    else {
      found.push({ from, to: null, speaker, text: line.text });
      head = head === null ? null : { speaker: head.speaker, from: null };
      if (line.speaker !== "") head = null;
    }
  }
  return found;
}

/** A long passage in pieces that end with a sentence; its time is dealt out by characters. */
function cut(line: SpokenLine, language: string): SpokenLine[] {
  if (line.text.length <= longestLine) return [line];
  const parts: string[] = [];
  for (const sentence of sentences(line.text, language).flatMap(
    (one) => one.match(/.{1,380}(?:\s|$)|.{1,380}/gsu) ?? [],
  )) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + sentence.length < longestLine)
      parts[parts.length - 1] = `${last} ${sentence.trim()}`;
    else parts.push(sentence.trim());
  }
  const all = parts.reduce((sum, part) => sum + part.length, 0);
  let before = 0;
  return parts.filter(Boolean).map((text) => {
    const at = (share: number): number | null =>
      line.from === null || line.to === null ? null : line.from + ((line.to - line.from) * share) / all;
    const from = at(before);
    before += text.length;
    const piece = { ...line, from, to: at(before), text };
    return typeof line.doubt === "number" ? { ...piece, doubt: from } : piece;
  });
}

/** When lines end that do not say so: when the next one begins, or after the time that their words take. */
function withEnds(lines: readonly SpokenLine[]): SpokenLine[] {
  let next = Infinity;
  return lines
    .toReversed()
    .map((line) => {
      if (line.from === null) return line;
      const following = next;
      next = line.from;
      if (line.to !== null) return line;
      const usual = line.from + Math.max(1, line.text.length / charactersPerSecond);
      return { ...line, to: following >= line.from ? Math.min(following, usual) : usual };
    })
    .toReversed();
}

/** Subtitles begin with a dash where another voice begins. */
const beginsVoice = /^[-–] /;

/** Cues end in the middle of sentences: those of one voice are joined until a sentence ends. */
function withWholeSentences(lines: readonly SpokenLine[]): SpokenLine[] {
  const found: SpokenLine[] = [];
  for (const line of lines) {
    const last = found.at(-1);
    const goesOn =
      last !== undefined &&
      !beginsVoice.test(line.text) &&
      (line.speaker === "" || line.speaker === last.speaker) &&
      line.from !== null &&
      last.to !== null &&
      line.from - last.to <= longestPause &&
      line.from >= (last.from ?? 0) &&
      last.text.length + line.text.length < longestLine &&
      (!/[.!?…]["”“']?$/.test(last.text) || (last.text.length < shortestLine / 2 && !beginsVoice.test(last.text)));
    if (goesOn) {
      last.cues = [...cuesOf(last), ...cuesOf(line)];
      last.text = `${last.text} ${line.text}`;
      last.to = Math.max(last.to ?? 0, line.to ?? 0);
      if (typeof line.doubt === "number") last.doubt ??= line.doubt;
    } else found.push({ ...line });
  }
  return found;
}

/**
 * Lines of a transcript: WebVTT, SubRip, or text with or without times and names. Text without any of them is one
 * voice.
 */
export function transcriptLines(text: string, language = "en"): SpokenLine[] {
  const plain = text.replace(/\r\n?/g, "\n").replace(/^\uFEFF/, "");
  const isCues = plain.split("\n").some((row) => cueHead.test(row));
  const lines = withEnds(isCues ? cues(plain) : plainLines(plain));
  return withWholeSentences(lines).flatMap((line) => cut(line, language));
}

/** Whether a text is a transcript, and no other document: most of its lines have a time or a name before them. */
export function isTranscript(text: string): boolean {
  const rows = text
    .split(/\r\n?|\n/)
    .map(oneLine)
    .filter(Boolean)
    .slice(0, 400);
  if (rows.some((row) => cueHead.test(row))) return true;
  const told = rows.filter((row) => timeBefore.test(row) || headWithTime.test(row) || spoken(row).speaker !== "");
  return told.length >= 2 && told.length * 3 >= rows.length;
}

/** Several transcripts as one: the times of each go on where the one before ends. */
export function joinTranscripts(parts: readonly (readonly SpokenLine[])[]): SpokenLine[] {
  let offset = 0;
  return parts.flatMap((lines) => {
    const moved = lines.map((line) => ({
      ...line,
      from: line.from === null ? null : line.from + offset,
      to: line.to === null ? null : line.to + offset,
      ...(typeof line.doubt === "number" ? { doubt: line.doubt + offset } : {}),
      ...(line.cues
        ? { cues: line.cues.map((cue) => ({ ...cue, from: cue.from + offset, to: cue.to + offset })) }
        : {}),
    }));
    offset = moved.reduce((end, { to }) => Math.max(end, to ?? 0), offset);
    return moved;
  });
}

/** Stretches of lines of at most so many characters each, cut between lines. */
export function stretchesOf<Line extends { text: string }>(
  lines: readonly Line[],
  room: number,
  sizeOf: (line: Line) => number = ({ text }) => text.length,
): Line[][] {
  const stretches: Line[][] = [];
  let size = Infinity;
  for (const line of lines) {
    const own = sizeOf(line) + 1;
    if (size + own > room) {
      stretches.push([]);
      size = 0;
    }
    stretches.at(-1)?.push(line);
    size += own;
  }
  return stretches;
}

/** "Um" is a word in German and a filler only between commas or at the beginning. */
const fillers =
  /(?<![\p{L}\p{N}-])(?:äh+m*|öh+m*|eh+m|hm+|mhm+|uh+m*|umm+|erm+|uh-huh|(?<=^|[,.!?…]\s)um(?=,))(?![\p{L}\p{N}-])/giu;
/** Words that stand twice in good sentences: "Leute, die die Arbeit kennen", "I know that that is so". */
const mayRepeat = /^(?:die|der|das|dem|den|sie|that|had|is|was|very|sehr|no|nein|ja|yes)$/i;

/** `ß` has no capital: nothing is written in its place. */
const capital = (text: string): string => {
  const first = text.charAt(0).toLocaleUpperCase();
  return first.length === 1 ? first + text.slice(1) : text;
};

/** Words said twice in a row, as once, with the sign behind the last. */
function withoutStumbles(text: string): string {
  const words: string[] = [];
  for (const word of text.split(" ")) {
    const last = words.at(-1)?.replace(/,$/, "") ?? "";
    const bare = trimEndBy(word, /[,.!?…]/);
    const isAgain = /^\p{L}+$/u.test(bare) && bare.toLowerCase() === last.toLowerCase() && !mayRepeat.test(bare);
    if (isAgain) words[words.length - 1] = last + word.slice(bare.length);
    else words.push(word);
  }
  return words.join(" ");
}

/** Without fillers and stumbles; no other word is changed, moved or added. */
export function cleaned(text: string): string {
  const line = oneLine(text);
  const without = line
    .replace(fillers, "\u0000")
    // A filler takes one of the commas around it along.
    .replace(/,? ?\u0000(?: ?,)?/g, "\u0000")
    .replace(/^\u0000+[ ,.…–-]*/u, "")
    .replace(/([.!?…])\u0000+[ ,.…–-]*(\p{L}?)/gu, (_, end: string, first: string) => `${end} ${capital(first)}`)
    .replace(/\u0000/g, "");
  const steady = withoutStumbles(oneLine(without)).replace(/ ([.,!?])/g, "$1");
  // What now begins the line began in the middle of it.
  const begins = /^\p{Lu}/u.test(line) && steady !== "";
  const shown = begins ? capital(steady) : steady;
  const left = /[\p{L}\p{N}]/u.test(shown) ? shown : "";
  // A stumble over a filler leaves one.
  return left === text ? left : cleaned(left);
}

const mailAddress = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g;
const account = /\b[A-Z]{2}\d{2}(?: ?[\dA-Z]{4}){3,7}(?: ?[\dA-Z]{1,3})?\b/g;
/** Digits with the signs that are between those of a telephone number. */
const digitRun = /[\d\s/()+-]{7,}/g;
/** Digits of a telephone number at least. */
const minDigits = 7;

/** One date or two at the beginning of a run: digits before them may be an area code. */
const dates =
  /^[\s(]{0,3}(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[\s/-]{1,3}(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))?(?![-/]?\d)/;
const rangeOfYears = /^[\s(]{0,3}((?:19|20)\d\d)\s?[-/]\s?((?:19|20)\d\d)(?!\s?[-/(]?\s?\d)/;
const groupedSum = /^[\s(]{0,3}[1-9]\d{0,2}(?:\s\d{3}){1,4}\s?$/;
const currency = /^(?:€|(?:us)?\$|£|(?:euros?|eur|usd|(?:us-)?dollars?|chf|franken|francs?|gbp|pounds?)(?!\p{L}))/iu;
/** Words before a number that somebody can be reached at or pays into, and dashes inside one. */
const leadsToNumber =
  /(?<!\p{L})tel(?!\p{L})|telefon|phone|mobil|handy|fax|call|anruf|durchwahl|nummer|number|konto|account|\d\s?[‐-―·]\s?$/iu;
const goesOn = /^\s?[‐-―·]\s?\d/;
/** Characters around a number that tell what it is. */
const around = 24;

/** A run of digits without its number, unless it is a date, a range of years, a sum or a part of one. */
function withoutNumber(run: string, at: number, text: string): string {
  const before = text.slice(Math.max(0, at - around), at);
  const behind = text.slice(at + run.length, at + run.length + around);
  if (/\d[.,]$/.test(before) || /^[.,]\d/.test(behind)) return run;
  const isAlone = !leadsToNumber.test(before) && !goesOn.test(behind);
  if (isAlone && groupedSum.test(run) && currency.test(behind)) return run;
  const undated = run.replace(dates, "");
  const left = isAlone
    ? undated.replace(rangeOfYears, (range, from: string, to: string) => (from < to ? "" : range))
    : undated;
  return left.replace(/\D/g, "").length < minDigits ? run : run.replace(run.trim(), "[number]");
}

/**
 * Without e-mail addresses, account numbers, telephone numbers and other long numbers. Figures with separators, dates,
 * ranges of years and sums of money stay.
 */
export const redacted = (text: string): string =>
  text.replace(mailAddress, "[e-mail]").replace(account, "[IBAN]").replace(digitRun, withoutNumber);

const isPartOfWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** A text in small letters, as long as it was: `İ` alone becomes two characters. */
const small = (text: string): string => text.replaceAll("İ", "I").toLowerCase();

/** Where words begin in a text, whatever their case. @param isWhole nothing may be joined to their end */
export function placesOf(words: string, text: string, isWhole: boolean): number[] {
  const plain = small(text);
  return occurrences(
    plain,
    small(words.trim()),
    (from, end) => !isPartOfWord(plain[from - 1]) && !(isWhole && isPartOfWord(plain[end])),
  );
}

/** A text with other words in place of some. */
export function withWords(text: string, before: string, now: string): string {
  let left = text;
  for (const at of placesOf(before, text, true).toReversed())
    left = left.slice(0, at) + now + left.slice(at + before.trim().length);
  return left;
}
