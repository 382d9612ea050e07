import {
  cleaned,
  clock,
  isTranscript,
  joined,
  redacted,
  type SpokenLine,
  stretchesOf,
  transcriptLines,
  withWords,
} from "../../domain/speech.ts";
import { comparable } from "../../kit/quotes.ts";
import type { Material } from "../../kit/sections.ts";
import { type Answer, type ReadRequest, requestKey, type Scene } from "../../kit/state.ts";
import type { Form } from "./form.ts";

/* What is computed of a transcript: who speaks how long, stretches that a writer can take, and where words were said. */

/** A line of the transcript with its number; the speaker by the name of today. */
export interface Line extends SpokenLine {
  number: number;
  /** Where it was read: `form`, or the id of a source. */
  origin: string;
}

export interface Voice {
  /** As the transcript calls it. */
  voice: string;
  /** As writers were told. */
  told: string;
  name: string;
}

export interface Facts {
  lines: Line[];
  voices: Voice[];
  /** Whether the transcript says when things were said. */
  isTimed: boolean;
  /** From the first to the last word, seconds; 0 without times. */
  seconds: number;
  /** Talk of each voice, longest first: seconds, or characters where there are no times. */
  /** Attached files without a word. */
  unread: number;
  talk: { name: string; share: number; seconds: number | null; first: Line }[];
}
export type AudioScene = Scene<Form, Facts>;

/** A file is read or heard for code alone: writers see stretches of it. */
export const hiddenFile = (fileId: string, { spoken, vocabulary, speakers, attendees }: Form): ReadRequest => ({
  kind: "speech",
  fileId,
  language: spoken === "auto" ? "" : spoken,
  words: [...new Set([...vocabulary, ...speakers.map(({ name }) => name), ...attendees.map(({ name }) => name)])],
  hidden: true,
});

export const isRecording = (name: string): boolean => /\.(?:mp3|m4a|wav|ogg|webm|mp4)$/i.test(name);

interface ReadFile {
  fileId: string;
  id: string;
  title: string;
  text: string;
}

const filesOf = ({ form, state }: Pick<Scene<Form>, "form" | "state">): ReadFile[] =>
  form.attachments.flatMap((fileId) => {
    const request = requestKey(hiddenFile(fileId, form));
    const [read] = state.reads.find((one) => one.request === request)?.sources ?? [];
    return read ? [{ fileId, id: read.source.id, title: read.source.title, text: read.text }] : [];
  });

/** Without a pasted transcript, a single file is one whatever it looks like. */
const transcriptsOf = (scene: Pick<Scene<Form>, "form" | "state">): ReadFile[] => {
  const files = filesOf(scene);
  const isOnly = files.length === 1 && scene.form.transcript.trim() === "";
  return files.filter(({ title, text }) => isOnly || isRecording(title) || isTranscript(text));
};

/** All files, for code alone; those that are no transcripts once more, as material. */
export function requests(scene: Pick<Scene<Form>, "form" | "state">): ReadRequest[] {
  const transcripts = new Set(transcriptsOf(scene).map(({ fileId }) => fileId));
  return [
    ...scene.form.attachments.map((fileId) => hiddenFile(fileId, scene.form)),
    ...filesOf(scene)
      .filter(({ fileId }) => !transcripts.has(fileId))
      .map(({ fileId }): ReadRequest => ({ kind: "file", fileId })),
  ];
}

/** Everything that was pasted and attached, as lines that follow one another. */
export function linesOf(scene: Pick<Scene<Form>, "form" | "state">): (SpokenLine & { origin: string })[] {
  const { form } = scene;
  const parts = [{ id: "form", text: form.transcript }, ...transcriptsOf(scene)].map(({ id, text }) =>
    transcriptLines(text, form.goalLanguage).map((line) => ({ ...line, origin: id })),
  );
  const origins = parts.flatMap((lines) => lines.map(({ origin }) => origin));
  return joined(parts).map((line, index) => ({
    ...line,
    origin: origins[index] ?? "form",
    text: form.redact ? redacted(line.text) : line.text,
  }));
}

const sameVoice = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/** Voices in the order in which they are heard, with the names that the form gives them. */
export function voicesOf(lines: readonly { speaker: string }[], form: Form): Voice[] {
  return [...new Set(lines.map(({ speaker }) => speaker))].filter(Boolean).map((voice) => {
    const name = form.speakers.find((row) => sameVoice(row.voice, voice))?.name.trim() || voice;
    return { voice, told: name, name };
  });
}

/** A voice that no name was found for: `Speaker 2`, `S1`, `Unknown`. */
export const isUnnamed = (name: string): boolean =>
  /^(?:(?:speaker|sprecher(?:in)?|voice|stimme|person|teilnehmer(?:in)?|s|spk)[ _-]?\d{1,3}|unknown(?: speaker)?|unbekannt)$/i.test(
    name.trim(),
  );

interface StoredLine {
  from: number | null;
  to: number | null;
  speaker: string;
  origin: string;
  text: string;
}

export function factsOf(answer: Answer): Omit<Facts, "unread"> {
  const stored = (answer["segments"] as StoredLine[] | undefined) ?? [];
  const voices = (answer["people"] as Voice[] | undefined) ?? [];
  const nameOf = new Map(voices.map(({ voice, name }) => [voice, name || voice]));
  const lines = stored.map((line, index): Line => ({
    ...line,
    number: index + 1,
    speaker: nameOf.get(line.speaker) ?? line.speaker,
  }));
  const isTimed = lines.some(({ from }) => from !== null);
  const weightOf = ({ from, to, text }: Line): number => (isTimed ? Math.max(0, (to ?? 0) - (from ?? 0)) : text.length);
  const all = lines.reduce((sum, line) => sum + weightOf(line), 0);
  const bySpeaker = [
    ...Map.groupBy(
      lines.filter(({ speaker }) => speaker !== ""),
      ({ speaker }) => speaker,
    ),
  ];
  return {
    lines,
    voices,
    isTimed,
    seconds: Math.max(0, ...lines.map(({ to }) => to ?? 0)) - Math.min(0, ...lines.map(({ from }) => from ?? 0)),
    talk: bySpeaker
      .flatMap(([name, own]) => {
        const [first] = own;
        const weight = own.reduce((sum, line) => sum + weightOf(line), 0);
        return first
          ? [{ name, share: all > 0 ? (weight / all) * 100 : 0, seconds: isTimed ? weight : null, first }]
          : [];
      })
      .toSorted((a, b) => b.share - a.share),
  };
}

/** `00:12:03`, or `line 12` where the transcript has no times. */
export const placeOf = (line: Line, { translate }: Pick<AudioScene, "translate">): string =>
  line.from === null ? translate("line {number} | Zeile {number}", { number: line.number }) : clock(line.from);

/** A line as writers see it. */
export const shownLine = ({ from, speaker, text }: Line): string =>
  `${from === null ? "" : `[${clock(from)}] `}${speaker === "" ? "" : `${speaker}: `}${text}`;

/** Characters of a stretch: about a quarter of an hour, and less where a model takes less. */
const stretchRoom = (scene: AudioScene): number => Math.min(14_000, Math.floor(scene.state.room.prompt * 0.27));

const stretchesIn = (scene: AudioScene): Line[][] =>
  [...Map.groupBy(scene.facts.lines, ({ origin }) => origin).values()].flatMap((lines) =>
    stretchesOf(lines, stretchRoom(scene), (line) => shownLine(line).length),
  );

/** Stretches of the transcript, each a question of its own. */
export const stretches = (scene: AudioScene): Material[] =>
  stretchesIn(scene).flatMap((lines, index): Material[] => {
    const [first] = lines;
    const last = lines.at(-1);
    return first && last
      ? [
          {
            id: `${first.origin}.${index + 1}`,
            title: `${placeOf(first, scene)} – ${placeOf(last, scene)}`,
            text: lines.map(shownLine).join("\n"),
          },
        ]
      : [];
  });

const places = new WeakMap<Facts, { text: string; ends: number[] }>();
/** All lines in the form in which quotes are compared, and where each of them ends. */
function comparableLines(facts: Facts): { text: string; ends: number[] } {
  const known = places.get(facts);
  if (known) return known;
  const ends: number[] = [];
  let text = "";
  for (const line of facts.lines) {
    text += `${comparable(line.text)} `;
    ends.push(text.length);
  }
  places.set(facts, { text, ends });
  return { text, ends };
}

/** The line in which words were said, looked for first from the line or the stretch that the id of their row names. */
export function lineSaying(words: string, rowId: string, scene: AudioScene): Line | null {
  const wanted = comparable(words);
  if (wanted === "") return null;
  const { text, ends } = comparableLines(scene.facts);
  const [, line] = /^t(\d+)-\d+$/.exec(rowId) ?? [];
  const [, stretch] = /\.(\d+)-\d+$/.exec(rowId) ?? [];
  const begin = Number(
    line ?? (stretch === undefined ? 1 : (stretchesIn(scene)[Number(stretch) - 1]?.[0]?.number ?? 1)),
  );
  const found = text.indexOf(wanted, ends[begin - 2] ?? 0);
  const at = found >= 0 ? found : text.indexOf(wanted);
  if (at < 0) return null;
  return scene.facts.lines[ends.findIndex((end) => end > at)] ?? null;
}

/** A written text with the names of today, where somebody was renamed after it was written. */
export const renamed = (text: string, { voices }: Facts): string =>
  voices
    .filter(({ told, name }) => name !== "" && told !== "" && told !== name)
    .reduce((left, { told, name }) => withWords(left, told, name), text);

/** Lines without fillers; what was nothing else is left out. */
export const cleanLines = (facts: Facts): Line[] =>
  facts.lines.flatMap((line) => {
    const text = cleaned(line.text);
    return text === "" ? [] : [{ ...line, text }];
  });

/** Characters of a paragraph of cleaned text. */
const longestTurn = 900;

/** What each voice says in one go, without fillers. */
export function turnsOf(facts: Facts): { first: Line; speaker: string; text: string }[] {
  const turns: { first: Line; speaker: string; text: string }[] = [];
  for (const line of cleanLines(facts)) {
    const last = turns.at(-1);
    if (last?.speaker === line.speaker && last.text.length + line.text.length < longestTurn)
      last.text += ` ${line.text}`;
    else turns.push({ first: line, speaker: line.speaker, text: line.text });
  }
  return turns;
}
