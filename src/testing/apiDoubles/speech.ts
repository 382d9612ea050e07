import type { ApiReply, ApiSeen } from "./server.ts";

/** A part of a multipart body. File parts keep their name; their bytes are shown as text. */
export interface SeenPart {
  name: string;
  filename: string | null;
  text: string;
}

/** Parts of a multipart body, as a server of transcription reads them. */
export function partsOf({ headers, body }: Pick<ApiSeen, "headers" | "body">): SeenPart[] {
  const boundary = /boundary=([^;]+)/.exec(headers["content-type"] ?? "")?.[1];
  if (boundary === undefined) return [];
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = "", ...rest] = part.replace(/^\r\n/, "").split("\r\n\r\n");
      return {
        name: /name="([^"]*)"/.exec(head)?.[1] ?? "",
        filename: /filename="([^"]*)"/.exec(head)?.[1] ?? null,
        text: rest.join("\r\n\r\n").replace(/\r\n$/, ""),
      };
    });
}

const refusal = (status: number, message: string, code: string, param: string | null = null): ApiReply => ({
  status,
  body: { error: { message, type: "invalid_request_error", param, code } },
});

/** What a model can answer with, the hosted ones by name; local servers answer as whisper-1 does. */
const formatsOf = (model: string): readonly string[] =>
  model.includes("diarize")
    ? ["json", "text", "diarized_json"]
    : /^gpt-4o(?:-mini)?-transcribe/.test(model)
      ? ["json"]
      : ["json", "text", "srt", "verbose_json", "vtt"];

/** Largest upload of the hosted service, bytes. */
export const maxSpeechBytes = 26_214_400;

/** Answers as the transcription of OpenAI and of its local counterparts does. */
export const speechWire = (seen: ApiSeen): ApiReply => {
  if (seen.path !== "/v1/audio/transcriptions" || seen.method !== "POST")
    return refusal(404, "Unknown request URL", "unknown_url");
  if (seen.headers.authorization !== "Bearer speech-key")
    return refusal(401, "Incorrect API key provided", "invalid_api_key");
  if (Number(seen.headers["content-length"] ?? seen.body.length) > maxSpeechBytes)
    return refusal(413, "Maximum content size limit (26214400) exceeded", "");
  const parts = partsOf(seen);
  const of = (name: string): string => parts.find((part) => part.name === name)?.text ?? "";
  const file = parts.find(({ filename }) => filename !== null);
  if (!file || !/\.(?:flac|m4a|mp3|mp4|mpeg|mpga|oga|ogg|wav|webm)$/.test(file.filename ?? ""))
    return refusal(400, "Unrecognized file format.", "");
  if (of("model") === "") return refusal(400, "you must provide a model parameter", "");
  if (file.text.startsWith("broken"))
    return refusal(400, "Audio file might be corrupted or unsupported", "invalid_value");
  const format = of("response_format") || "json";
  const formats = formatsOf(of("model"));
  if (!formats.includes(format))
    return refusal(
      400,
      `response_format '${format}' is not compatible with model '${of("model")}'. Use ${formats.map((one) => `'${one}'`).join(" or ")} instead.`,
      "unsupported_value",
      "response_format",
    );
  const isDiarizing = of("model").includes("diarize");
  if (isDiarizing && of("prompt") !== "")
    return refusal(400, "Prompt is not supported for diarization models", "unsupported_value", "prompt");
  // The hosted model asks for it from 30 seconds on, and nobody knows the length here.
  if (isDiarizing && of("chunking_strategy") === "")
    return refusal(400, "chunking_strategy is required for diarization models", "invalid_value", "chunking_strategy");
  const text = " We agreed on blue. I will paint it by Friday.";
  if (format === "diarized_json")
    return {
      body: {
        task: "transcribe",
        duration: 8.47,
        text: text.trim(),
        segments: [
          {
            type: "transcript.text.segment",
            id: "seg_0",
            start: 0,
            end: 3.32,
            speaker: "A",
            text: " We agreed on blue.",
          },
          {
            type: "transcript.text.segment",
            id: "seg_1",
            start: 3.32,
            end: 8.4,
            speaker: "B",
            text: " I will paint it by Friday.",
          },
        ],
        usage: { type: "duration", seconds: 9 },
      },
    };
  if (format !== "verbose_json") return { body: { text: text.trim() } };
  return {
    body: {
      task: "transcribe",
      language: of("language") || "english",
      duration: 8.47,
      text: text.trim(),
      segments: [
        {
          id: 0,
          seek: 0,
          start: 0,
          end: 3.32,
          text: " We agreed on blue.",
          tokens: [50364],
          temperature: 0,
          avg_logprob: -0.28,
          compression_ratio: 1.2,
          no_speech_prob: 0.01,
        },
        {
          id: 1,
          seek: 0,
          start: 3.32,
          end: 8.4,
          text: " I will paint it by Friday.",
          tokens: [50530],
          temperature: 0,
          avg_logprob: -0.31,
          compression_ratio: 1.2,
          no_speech_prob: 0.02,
        },
      ],
      usage: { type: "duration", seconds: 9 },
    },
  };
};
