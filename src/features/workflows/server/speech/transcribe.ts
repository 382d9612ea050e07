import { z } from "zod";
import { trimEndBy } from "#src/kit/text.ts";
import { formatLine } from "../../domain/speech.ts";
import { oneLine } from "../../domain/wording.ts";

/** Why a recording was not transcribed; nothing else is thrown but the reason of the caller's signal. */
export type SpeechErrorCode =
  /** The address, the key or the model is refused. */
  | "refused"
  /** The service takes no recording of this size. */
  | "tooBig"
  /** The service cannot read the recording. */
  | "unreadable"
  /** It asked us to wait, longer than we do. */
  | "limited"
  | "timeout"
  | "unreachable"
  /** The answer is no transcript. */
  | "invalidAnswer";

export class SpeechError extends Error {
  readonly code: SpeechErrorCode;

  constructor(code: SpeechErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "SpeechError";
    this.code = code;
  }
}

export interface SpeechConfig {
  /** Base address of an OpenAI-style service, `https://api.openai.com/v1`. */
  url: string;
  /** Self-hosted servers need none. */
  apiKey?: string | undefined;
  model: string;
}

export interface Recording {
  name: string;
  mediaType: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** ISO 639-1; empty: the service finds out. */
  language: string;
  /** Names and terms that may occur. */
  words: readonly string[];
  signal: AbortSignal;
}

export interface SpokenSegment {
  /** Seconds; null from a model that reports no times. */
  from: number | null;
  to: number | null;
  speaker: string;
  text: string;
  /** The service itself was not sure of these words. */
  isDoubtful?: true;
}

export interface SpeechLimits {
  /** Milliseconds one try may take. */
  timeMs: number;
  /** Seconds we wait when the service asks for it. */
  longestWaitSeconds: number;
  /** Tries of one recording. */
  tries: number;
  /** Bytes of an answer. */
  answerBytes: number;
}

const usual: SpeechLimits = { timeMs: 600_000, longestWaitSeconds: 30, tries: 3, answerBytes: 8_000_000 };
/** Seconds to wait where the service does not say. */
const usualWaitSeconds = 2;
/** Characters of the hint about names; the usual model reads its last 224 tokens. */
const longestHint = 600;
/** Words that the service takes for wrong more likely than for right. */
const minConfidence = 0.5;
/** Probability of silence above which words are doubtful, where the service reports no confidence. */
const maxSilence = 0.6;
/** Characters of an error response that are read. */
const maxErrorLength = 20_000;
/** Longest recording that times are believed of, seconds. */
const longest = 24 * 3600;

const seconds = z.number().min(0).max(longest);
/** What a service adds by itself; a value of another kind is none. */
const estimate = z.number().nullish().catch(null);
const answerShape = z.object({
  text: z.string().max(2_000_000).optional(),
  segments: z
    .array(
      z.object({
        start: seconds,
        end: seconds,
        text: z.string().max(20_000),
        speaker: z.string().max(60).nullish(),
        avg_logprob: estimate,
        no_speech_prob: estimate,
      }),
    )
    .max(50_000)
    .nullish(),
});
type AnswerSegment = NonNullable<z.output<typeof answerShape>["segments"]>[number];

const isDoubtful = ({ avg_logprob: logarithm, no_speech_prob: silence }: AnswerSegment): boolean =>
  typeof logarithm === "number"
    ? Math.exp(logarithm) < minConfidence
    : typeof silence === "number" && silence > maxSilence;

/** `diarized_json`: with voices; `verbose_json`: with times; `json`: text alone. */
type ResponseFormat = "diarized_json" | "verbose_json" | "json";

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });

/** Seconds of `Retry-After`, given as seconds or as a date. */
function waitOf(header: string | null, now: number): number {
  if (header === null) return usualWaitSeconds;
  const date = Date.parse(header);
  const asked = /^\d{1,9}$/.test(header.trim())
    ? Number(header)
    : Number.isNaN(date)
      ? usualWaitSeconds
      : (date - now) / 1000;
  return Math.max(0, asked);
}

/** A body, never further than its limit. */
async function bodyOf(response: Response, most: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > most) throw new SpeechError("invalidAnswer", "the answer is too long");
    parts.push(part);
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}

function segmentsOf(body: string): SpokenSegment[] {
  let json: unknown;
  try {
    json = JSON.parse(body.replace(/^\ufeff/, ""));
  } catch (cause) {
    throw new SpeechError("invalidAnswer", "the answer is no JSON", cause);
  }
  const parsed = answerShape.safeParse(json);
  if (!parsed.success || (!parsed.data.segments && parsed.data.text === undefined))
    throw new SpeechError("invalidAnswer", "the answer holds no transcript");
  const { segments, text = "" } = parsed.data;
  const found: SpokenSegment[] = segments?.length
    ? segments
        .toSorted((a, b) => a.start - b.start)
        .map((segment) => ({
          from: segment.start,
          to: Math.max(segment.start, segment.end),
          speaker: (segment.speaker ?? "").trim(),
          text: oneLine(segment.text),
          ...(isDoubtful(segment) ? { isDoubtful: true as const } : {}),
        }))
    : [{ from: null, to: null, speaker: "", text: oneLine(text) }];
  return found.filter((segment) => segment.text !== "");
}

export interface Transcriber {
  /** @throws SpeechError, or the reason of the recording's signal */
  transcribe: (recording: Recording) => Promise<SpokenSegment[]>;
}

/** Recordings through `POST {base}/audio/transcriptions`, hosted or self-hosted. */
export function openTranscriber(
  config: SpeechConfig,
  { now = Date.now, ...given }: Partial<SpeechLimits> & { now?: () => number } = {},
): Transcriber {
  const limits = { ...usual, ...given };
  const address = `${trimEndBy(config.url, /\//)}/audio/transcriptions`;
  const tellsVoices = /diarize/i.test(config.model);
  let format: ResponseFormat = tellsVoices ? "diarized_json" : "verbose_json";

  const send = async (
    { name, mediaType, bytes, language, words }: Recording,
    asked: ResponseFormat,
    signal: AbortSignal,
  ): Promise<Response> => {
    const form = new FormData();
    form.set("file", new Blob([bytes], { type: mediaType }), name);
    form.set("model", config.model);
    form.set("response_format", asked);
    // Without it OpenAI refuses to tell voices apart in more than half a minute.
    if (tellsVoices) form.set("chunking_strategy", "auto");
    if (language !== "") form.set("language", language);
    const hint = words.join(", ").slice(0, longestHint).toWellFormed();
    // Models that tell voices apart refuse a hint.
    if (hint !== "" && !tellsVoices) form.set("prompt", hint);
    return fetch(address, {
      method: "POST",
      body: form,
      headers: config.apiKey ? { authorization: `Bearer ${config.apiKey}` } : {},
      redirect: "error",
      signal,
    });
  };

  /** @returns what was said, or the seconds after which to try again */
  const attempt = async (recording: Recording): Promise<SpokenSegment[] | number> => {
    const timer = AbortSignal.timeout(limits.timeMs);
    // Parts of a recording are sent at once: another may change the format while this one is under way.
    const asked = format;
    try {
      const response = await send(recording, asked, AbortSignal.any([recording.signal, timer]));
      if (response.ok) return segmentsOf(await bodyOf(response, limits.answerBytes));
      if (response.status === 400 && asked !== "json") {
        const reason = await bodyOf(response, maxErrorLength).catch((error: unknown) => {
          if (error instanceof SpeechError) return "";
          throw error;
        });
        if (!reason.includes("response_format"))
          throw new SpeechError("unreadable", "the service cannot read the recording: 400");
        // Some models tell no times, and only the service knows which: from here on it is asked for text alone.
        format = "json";
        return 0;
      }
      await response.body?.cancel();
      const { status } = response;
      if (status === 429 || status >= 500) return waitOf(response.headers.get("retry-after"), now());
      if (status === 413) throw new SpeechError("tooBig", "the service refuses the size of the recording");
      if (status === 400 || status === 415 || status === 422)
        throw new SpeechError("unreadable", `the service cannot read the recording: ${status}`);
      throw new SpeechError("refused", `the service answered ${status}`);
    } catch (error) {
      recording.signal.throwIfAborted();
      if (timer.aborted) throw new SpeechError("timeout", "the service took too long", error);
      throw error instanceof SpeechError
        ? error
        : new SpeechError("unreachable", "the service cannot be reached", error);
    }
  };

  return {
    async transcribe(recording) {
      for (let tried = 1; ; tried += 1) {
        recording.signal.throwIfAborted();
        const found = await attempt(recording);
        if (typeof found !== "number") return found;
        if (tried >= limits.tries || found > limits.longestWaitSeconds)
          throw new SpeechError("limited", "the service asks to wait too long");
        await pause(found * 1000, recording.signal);
      }
    },
  };
}

/** Segments as lines of a transcript, `[00:12:03.250 – 00:12:07.900 A] …`; moved to where their part begins. */
export const spokenText = (segments: readonly SpokenSegment[], offset = 0): string =>
  segments
    .map(({ from, to, speaker, text, isDoubtful: isInDoubt }) =>
      formatLine({
        from: from === null ? null : from + offset,
        to: to === null ? null : to + offset,
        speaker,
        text,
        doubt: isInDoubt ? from : null,
      }),
    )
    .join("\n");
