import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ApiDouble, type Mishap, openApiDouble } from "#src/testing/apiDoubles/server.ts";
import { partsOf, speechWire } from "#src/testing/apiDoubles/speech.ts";
import { transcriptLines } from "../../domain/speech.ts";
import { openTranscriber, type Recording, SpeechError, type SpeechLimits, spokenText } from "./transcribe.ts";

let double: ApiDouble;
beforeAll(async () => {
  double = await openApiDouble(speechWire);
});
afterAll(() => double.close());
beforeEach(() => {
  double.goWrong(null);
  double.slow(0);
  double.answer(speechWire);
  double.seen.length = 0;
});

const recording = (changes: Partial<Recording> = {}): Recording => ({
  name: "talk.mp3",
  mediaType: "audio/mpeg",
  bytes: new TextEncoder().encode("ID3 sound"),
  language: "",
  words: [],
  signal: new AbortController().signal,
  ...changes,
});
const openWith = (model: string, limits: Partial<SpeechLimits> = {}, apiKey = "speech-key") =>
  openTranscriber({ url: `${double.url}/v1/`, apiKey, model }, { timeMs: 5000, ...limits });
const open = (limits: Partial<SpeechLimits> = {}, apiKey = "speech-key") => openWith("whisper-1", limits, apiKey);
const failure = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(SpeechError);
  return (error as SpeechError).code;
};

describe("a recording", () => {
  test("is sent with model, language and names, and comes back as segments", async () => {
    const found = await open().transcribe(recording({ language: "en", words: ["Nordhaus", "Möller"] }));
    expect(found).toEqual([
      { from: 0, to: 3.32, speaker: "", text: "We agreed on blue." },
      { from: 3.32, to: 8.4, speaker: "", text: "I will paint it by Friday." },
    ]);
    const [seen] = double.seen;
    expect(partsOf(seen ?? { headers: {}, body: "" })).toEqual([
      { name: "file", filename: "talk.mp3", text: "ID3 sound" },
      { name: "model", filename: null, text: "whisper-1" },
      { name: "response_format", filename: null, text: "verbose_json" },
      { name: "language", filename: null, text: "en" },
      { name: "prompt", filename: null, text: "Nordhaus, Möller" },
    ]);
  });

  test.each([
    ["gpt-4o-transcribe-diarize", ["A", "B"], ["We agreed on blue.", "I will paint it by Friday."]],
    ["gpt-4o-transcribe", [""], ["We agreed on blue. I will paint it by Friday."]],
    ["whisper-1", ["", ""], ["We agreed on blue.", "I will paint it by Friday."]],
  ])("of %s has the voices and times that this model tells", async (model, speakers, texts) => {
    const transcriber = openTranscriber({ url: `${double.url}/v1/`, apiKey: "speech-key", model }, { timeMs: 5000 });
    const found = await transcriber.transcribe(recording({ words: ["Nordhaus"] }));
    expect(found.map(({ speaker }) => speaker)).toEqual(speakers);
    expect(found.map(({ text }) => text)).toEqual(texts);
  });

  test("sends no key where none is set, and no empty wishes", async () => {
    double.answer(() => ({ body: { text: "Hello.", segments: [] } }));
    expect(await open({}, "").transcribe(recording())).toEqual([{ from: null, to: null, speaker: "", text: "Hello." }]);
    expect(double.seen[0]?.headers.authorization).toBeUndefined();
    expect(double.seen[0]?.body).not.toMatch(/name="(?:language|prompt)"/);
  });

  test("keeps speakers, sorts by time and leaves out silence", async () => {
    double.answer(() => ({
      body: {
        segments: [
          { start: 5, end: 4, text: "Two.", speaker: "B" },
          { start: 1, end: 3, text: " One.\n", speaker: "A" },
          { start: 3, end: 4, text: " " },
        ],
      },
    }));
    expect(await open().transcribe(recording())).toEqual([
      { from: 1, to: 3, speaker: "A", text: "One." },
      { from: 5, to: 5, speaker: "B", text: "Two." },
    ]);
  });

  test("becomes lines of a transcript that read as they were said", () => {
    const text = spokenText(
      [
        { from: 3.32, to: 8, speaker: "A", text: "Blue." },
        { from: 18, to: 19, speaker: "", text: "Yes." },
      ],
      1388,
    );
    expect(text).toBe("[00:23:11.320 – 00:23:16.000 A] Blue.\n[00:23:26.000 – 00:23:27.000] Yes.");
    expect(transcriptLines(text)[0]).toMatchObject({ from: 1391.32, to: 1396, speaker: "A", text: "Blue." });
  });

  test("is marked where the service itself was not sure, and nowhere where it does not say", async () => {
    const segment = { start: 1, end: 2, text: "Blue." };
    double.answer(() => ({
      body: {
        segments: [
          { ...segment, avg_logprob: -0.28, no_speech_prob: 0.9 },
          { ...segment, avg_logprob: -0.7 },
          { ...segment, no_speech_prob: 0.7 },
          { ...segment, no_speech_prob: 0.5 },
          { ...segment, avg_logprob: "high" },
          segment,
        ],
      },
    }));
    const found = await open().transcribe(recording());
    expect(found.map(({ isDoubtful }) => isDoubtful)).toEqual([undefined, true, true, undefined, undefined, undefined]);
    expect(spokenText(found).split("\n")[1]).toBe("[00:00:01.000 – 00:00:02.000 ?] Blue.");
  });
});

describe("a model", () => {
  const sentWith = (name: string) =>
    double.seen.map((seen) => partsOf(seen).find((part) => part.name === name)?.text ?? null);

  test("that tells voices apart is asked for them, without the hint that it refuses", async () => {
    const found = await openWith("gpt-4o-transcribe-diarize").transcribe(recording({ language: "en", words: ["Ada"] }));
    expect(found).toEqual([
      { from: 0, to: 3.32, speaker: "A", text: "We agreed on blue." },
      { from: 3.32, to: 8.4, speaker: "B", text: "I will paint it by Friday." },
    ]);
    expect(sentWith("response_format")).toEqual(["diarized_json"]);
    expect(sentWith("chunking_strategy")).toEqual(["auto"]);
    expect(sentWith("language")).toEqual(["en"]);
  });

  test("that tells no times gives its text, and is asked for times only once", async () => {
    const transcriber = openWith("gpt-4o-transcribe");
    const text = "We agreed on blue. I will paint it by Friday.";
    for (let part = 0; part < 2; part += 1)
      expect(await transcriber.transcribe(recording({ words: ["Ada"] }))).toEqual([
        { from: null, to: null, speaker: "", text },
      ]);
    expect(sentWith("response_format")).toEqual(["verbose_json", "json", "json"]);
    expect(sentWith("chunking_strategy")).toEqual([null, null, null]);
    expect(sentWith("prompt")).toEqual(["Ada", "Ada", "Ada"]);
  });

  test("that tells no times gives the text of all parts that are sent at once", async () => {
    const transcriber = openWith("gpt-4o-transcribe");
    double.slow(50);
    const found = await Promise.all([1, 2, 3].map(() => transcriber.transcribe(recording())));
    expect(found.map((segments) => segments.length)).toEqual([1, 1, 1]);
    await transcriber.transcribe(recording());
    expect(sentWith("response_format").slice(-4)).toEqual(["json", "json", "json", "json"]);
  });

  test("that refuses text alone as well is not asked again and again", async () => {
    double.answer(() => ({ status: 400, body: "response_format" }));
    expect(await failure(open().transcribe(recording()))).toBe("unreadable");
    expect(sentWith("response_format")).toEqual(["verbose_json", "json"]);
  });

  test("that refuses the recording and not the form of the answer is not asked again", async () => {
    double.answer(() => ({ status: 400, body: "x".repeat(100_000) }));
    expect(await failure(open().transcribe(recording()))).toBe("unreadable");
    expect(double.seen).toHaveLength(1);
  });
});

describe("what goes wrong", () => {
  test.each([
    ["a wrong key", () => open({}, "wrong").transcribe(recording()), "refused"],
    ["a wrong address", () => openTranscriber({ url: double.url, model: "m" }).transcribe(recording()), "refused"],
    [
      "a broken recording",
      () => open().transcribe(recording({ bytes: new TextEncoder().encode("broken") })),
      "unreadable",
    ],
    ["a format that the service lacks", () => open().transcribe(recording({ name: "talk.xyz" })), "unreadable"],
    [
      "a service that is not there",
      () => openTranscriber({ url: "http://127.0.0.1:1", model: "m" }).transcribe(recording()),
      "unreachable",
    ],
  ])("%s is said and not tried again", async (_, work, code) => {
    expect(await failure(work())).toBe(code);
    expect(double.seen.length).toBeLessThanOrEqual(1);
  });

  test("a recording that is too big for the service", async () => {
    double.answer(() => ({ status: 413, body: "Request Entity Too Large", type: "text/html" }));
    expect(await failure(open().transcribe(recording()))).toBe("tooBig");
    expect(double.seen).toHaveLength(1);
  });

  test.each<[Mishap, string]>([
    ["html", "invalidAnswer"],
    ["truncated", "invalidAnswer"],
    ["empty", "invalidAnswer"],
    ["utf16", "invalidAnswer"],
    ["reset", "unreachable"],
    ["tooManyForLong", "limited"],
  ])("%s", async (mishap, code) => {
    double.goWrong(mishap);
    expect(await failure(open().transcribe(recording()))).toBe(code);
    expect(double.seen).toHaveLength(1);
  });

  test.each([
    ["no object", []],
    ["times of a year", { segments: [{ start: 1e9, end: 1e9, text: "x" }] }],
    ["a number as text", { text: 7 }],
    ["nothing", {}],
  ])("an answer with %s is no transcript", async (_, body) => {
    double.answer(() => ({ body }));
    expect(await failure(open().transcribe(recording()))).toBe("invalidAnswer");
  });

  test("an answer without end is not read to its end", async () => {
    double.answer(() => ({ body: { text: "x".repeat(10_000) } }));
    expect(await failure(open({ answerBytes: 1000 }).transcribe(recording()))).toBe("invalidAnswer");
  });

  test("waits as long as it is asked to, and tries again", async () => {
    double.goWrong("tooManyForASecond", 1);
    expect(await open().transcribe(recording())).toHaveLength(2);
    const [first, second] = double.seen;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(900);
  });

  test("tries a few times and no more", async () => {
    double.answer(() => ({ status: 503, headers: { "retry-after": "0" }, body: "" }));
    expect(await failure(open().transcribe(recording()))).toBe("limited");
    expect(double.seen).toHaveLength(3);
  });

  test("gives up on a service that never answers", async () => {
    double.goWrong("silent");
    expect(await failure(open({ timeMs: 100 }).transcribe(recording()))).toBe("timeout");
  });

  test("follows no redirect with the recording", async () => {
    double.answer(() => ({ status: 307, headers: { location: "http://127.0.0.1:9/" }, body: "" }));
    expect(await failure(open().transcribe(recording()))).toBe("unreachable");
  });

  test("ends with the reason of the caller, also while it waits", async () => {
    double.goWrong("tooManyForASecond");
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error("cancelled")), 100);
    await expect(open().transcribe(recording({ signal: controller.signal }))).rejects.toThrow("cancelled");
  });
});
