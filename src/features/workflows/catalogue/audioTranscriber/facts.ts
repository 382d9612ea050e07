import { z } from "zod";
import {
  cleaned,
  clock,
  isTranscript,
  joinTranscripts,
  formatLines,
  redacted,
  type SpokenLine,
  stretchesOf,
  transcriptLines,
  withWords,
} from "../../domain/speech.ts";
import { parseCues, recued } from "../../domain/cues.ts";
import { type RecordingPart, withoutShared, withSharedVoices } from "../../domain/recordingParts.ts";
import { normalizedText } from "../../kit/quotes.ts";
import type { Material } from "../../kit/sections.ts";
import { type Answer, type ReadRequest, requestKey, type Scene } from "../../kit/state.ts";
import type { SourceText } from "../../workflow.ts";
import type { Form } from "./form.ts";

/*
 * What is computed of a transcript: who speaks how long, stretches that a writer can take, and where words were said.
 */

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
  /** Attached files without a word. */
  unread: number;
  /** Talk of each voice, longest first: seconds, or characters where there are no times. */
  talk: { name: string; share: number; seconds: number | null; first: Line }[];
}
export type AudioScene = Scene<Form, Facts>;

/** A file is read for code alone, and of a recording the parts in which it is heard: writers see stretches of it. */
export const hiddenFile = (fileId: string): ReadRequest => ({ kind: "recording", fileId, hidden: true });

/** What is said in a recording, or in a part of it. */
export const hearing = (
  fileId: string,
  part: RecordingPart | undefined,
  { spoken, vocabulary, speakers, attendees }: Form,
): ReadRequest => ({
  kind: "speech",
  fileId,
  language: spoken === "auto" ? "" : spoken,
  words: [...new Set([...vocabulary, ...speakers.map(({ name }) => name), ...attendees.map(({ name }) => name)])],
  ...(part ? { part } : {}),
  hidden: true,
});

export const isRecording = (name: string): boolean => /\.(?:mp3|m4a|wav|ogg|webm|mp4)$/i.test(name);

const recordingPlan = z.array(z.strictObject({ from: z.number(), to: z.number() }));

/** Parts of a recording, one without limits where it is heard whole; null for a file that is read. */
function partsOf(text: string): (RecordingPart | undefined)[] | null {
  if (!text.startsWith("[")) return null;
  try {
    const parts = recordingPlan.safeParse(JSON.parse(text)).data;
    return parts?.length === 0 ? [undefined] : (parts ?? null);
  } catch {
    return null;
  }
}

/** Text that was read or heard, in the order of the recording; those of one file share words at their borders. */
interface Piece {
  id: string;
  text: string;
}
interface ReadFile {
  fileId: string;
  name: string;
  pieces: Piece[];
  /** What is heard of it; null for a file that is read. */
  parts: (RecordingPart | undefined)[] | null;
}
type Reading = Pick<Scene<Form>, "form" | "state">;

const sourceOf = (request: ReadRequest, { state }: Reading): SourceText | undefined => {
  const key = requestKey(request);
  return state.reads.find((one) => one.request === key)?.sources[0];
};

const filesOf = (scene: Reading): ReadFile[] =>
  scene.form.attachments.flatMap((fileId): ReadFile[] => {
    const read = sourceOf(hiddenFile(fileId), scene);
    if (!read) return [];
    const parts = partsOf(read.text);
    const sources = parts?.map((part) => sourceOf(hearing(fileId, part, scene.form), scene)) ?? [read];
    // A part in which nothing was heard keeps its place between its neighbours.
    const pieces = sources.map((one) => ({ id: one?.source.id ?? "", text: one?.text ?? "" }));
    const isHeard = pieces.some(({ text }) => text !== "");
    return [{ fileId, name: read.source.title, parts, pieces: isHeard ? pieces : [] }];
  });

/** Without a pasted transcript, a single file is one whatever it looks like. */
const transcriptsOf = (scene: Reading): ReadFile[] => {
  const files = filesOf(scene);
  const isOnly = files.length === 1 && scene.form.transcript.trim() === "";
  return files.filter(({ parts, pieces }) => isOnly || parts !== null || pieces.some(({ text }) => isTranscript(text)));
};

/**
 * All files, for code alone; recordings part by part; those that are no transcripts are read a second time, as
 * material.
 */
export function requests(scene: Reading): ReadRequest[] {
  const transcripts = transcriptsOf(scene);
  const known = new Set(transcripts.map(({ fileId }) => fileId));
  return [
    ...scene.form.attachments.map(hiddenFile),
    ...transcripts.flatMap(({ fileId, parts }) => (parts ?? []).map((part) => hearing(fileId, part, scene.form))),
    ...filesOf(scene)
      .filter(({ fileId }) => !known.has(fileId))
      .map(({ fileId }): ReadRequest => ({ kind: "file", fileId })),
  ];
}

/** A line with fewer words, each at its own time. */
const reworded = <One extends SpokenLine>(line: One, text: string): One => ({
  ...line,
  text,
  ...(line.cues ? { cues: recued({ text: line.text, cues: line.cues }, text) } : {}),
});

type OriginLine = SpokenLine & { origin: string };

const linesOfFile = ({ pieces, parts }: Pick<ReadFile, "pieces" | "parts">, { form }: Reading): OriginLine[] => {
  const lines = pieces.map(({ id, text }) =>
    transcriptLines(text, form.goalLanguage).map((line) => ({ ...line, origin: id })),
  );
  return withoutShared(parts === null ? lines : withSharedVoices(lines)).map((line) =>
    form.redact ? reworded(line, redacted(line.text)) : line,
  );
};

/** What was heard of each recording, as the text that can replace it. */
export const heardOf = (scene: Reading): { fileId: string; text: string }[] =>
  filesOf(scene).flatMap(({ fileId, parts, pieces }) =>
    parts === null || pieces.length === 0
      ? []
      : [{ fileId, text: linesOfFile({ parts, pieces }, scene).map(formatLines).join("\n") }],
  );

/** Stretches of recordings in which nothing was heard; a recording without a word is none of them. */
export const unheardOf = (scene: Reading): { name: string; part: RecordingPart }[] =>
  filesOf(scene).flatMap(({ fileId, name, parts, pieces }) =>
    pieces.length === 0
      ? []
      : (parts ?? []).flatMap((part) =>
          part && !sourceOf(hearing(fileId, part, scene.form), scene) ? [{ name, part }] : [],
        ),
  );

/** Everything that was pasted and attached, as lines that follow one another. */
export function linesOf(scene: Reading): OriginLine[] {
  const { form } = scene;
  const pasted = linesOfFile({ pieces: [{ id: "form", text: form.transcript }], parts: null }, scene);
  const parts = [pasted, ...transcriptsOf(scene).map((file) => linesOfFile(file, scene))];
  const origins = parts.flatMap((lines) => lines.map(({ origin }) => origin));
  return joinTranscripts(parts).map((line, index) => ({
    ...line,
    origin: origins[index] ?? "form",
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
  /^(?:(?:speaker|sprecher(?:in)?|voice|stimme|person|teilnehmer(?:in)?|s|spk)[ _-]?\d{1,3}|[a-z]|unknown(?: speaker)?|unbekannt)(?: \(\d{1,3}\))?$/i.test(
    name.trim(),
  );

interface StoredLine {
  from: number | null;
  to: number | null;
  speaker: string;
  origin: string;
  doubt?: number | null;
  cues?: string;
  text: string;
}

/** Files without a word. */
export function filesRead(form: Form, textOf: (request: ReadRequest) => string | null): Pick<Facts, "unread"> {
  const isRead = (id: string): boolean => {
    const text = textOf(hiddenFile(id)) ?? "";
    const texts = partsOf(text)?.map((part) => textOf(hearing(id, part, form)) ?? "") ?? [text];
    return texts.some((one) => one !== "");
  };
  return { unread: form.attachments.filter((id) => !isRead(id)).length };
}

export function factsOf(answer: Answer): Omit<Facts, "unread"> {
  const stored = (answer["segments"] as StoredLine[] | undefined) ?? [];
  const voices = (answer["people"] as Voice[] | undefined) ?? [];
  const nameOf = new Map(voices.map(({ voice, name }) => [voice, name || voice]));
  const lines = stored.map((line, index): Line => ({
    ...line,
    cues: parseCues(line.cues ?? ""),
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
export const linePosition = (line: Line, { translate }: Pick<AudioScene, "translate">): string =>
  line.from === null ? translate("line {number} | Zeile {number}", { number: line.number }) : clock(line.from);

/** A line as writers see it. */
export const shownLine = ({ from, speaker, text }: SpokenLine): string =>
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
            title: `${linePosition(first, scene)} – ${linePosition(last, scene)}`,
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
    text += `${normalizedText(line.text)} `;
    ends.push(text.length);
  }
  places.set(facts, { text, ends });
  return { text, ends };
}

/** The line in which words were said, looked for first from the line or the stretch that the id of their row names. */
export function lineSaying(words: string, rowId: string, scene: AudioScene): Line | null {
  const wanted = normalizedText(words);
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
    return text === "" ? [] : [reworded(line, text)];
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
