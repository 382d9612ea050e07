import { afterAll, describe, expect, test } from "vitest";
import { silence, type SoundKind } from "#src/testing/sounds.ts";
import { recordings } from "#src/testing/documents.ts";
import { ExtractError, openExtractor } from "./server/extract.ts";

const extractor = openExtractor();
afterAll(() => extractor.close());

const kinds: SoundKind[] = ["mp3", "ogg", "webm", "m4a", "mp4", "wav"];
const lengthOf = async (name: string, bytes: Uint8Array) => (await extractor.extract({ name, bytes })).seconds;

describe("the length of a recording", () => {
  test.each(kinds)("is read of %s", async (kind) => {
    expect(await lengthOf(`talk.${kind}`, await silence(kind, 90))).toBeCloseTo(90, 0);
  });
  test.each(Object.keys(recordings))("is unknown of %s that is broken, or that of its one frame", async (name) => {
    const seconds = await lengthOf(name, recordings[name] ?? new Uint8Array());
    expect(seconds ?? 0).toBeLessThan(1);
  });
  test("of a recording that is cut off is at most that of the whole", async () => {
    const whole = await silence("mp3", 60);
    expect(await lengthOf("talk.mp3", whole.slice(0, whole.length / 2))).toBeLessThanOrEqual(61);
  });
  test("is none of a document", async () => {
    expect(await lengthOf("a.txt", new TextEncoder().encode("words"))).toBeNull();
  });
});

describe("a part of a recording", () => {
  test.each(kinds)("of %s is a recording of its own, of the length that was asked for", async (kind) => {
    const bytes = await silence(kind, 120);
    const part = await extractor.cut({ bytes, cut: { from: 30, to: 75 } });
    expect(part.bytes.length).toBeLessThan(bytes.length * 0.6);
    // A service takes sound in a container of films as m4a; uploads call it mp4.
    const ending = part.ending === "m4a" ? "mp4" : part.ending;
    expect(await lengthOf(`part.${ending}`, part.bytes)).toBeCloseTo(45, 0);
  });
  test("of a film is its sound alone", async () => {
    const { ending, mediaType } = await extractor.cut({ bytes: await silence("webm", 10), cut: { from: 0, to: 10 } });
    expect([ending, mediaType]).toEqual(["ogg", "audio/ogg"]);
  });
  test.each([
    ["bytes that are no recording", new TextEncoder().encode("words, words, words"), 0],
    ["a moment behind the end", null, 500],
  ])("%s: refused", async (_, bytes, from) => {
    const work = extractor.cut({ bytes: bytes ?? (await silence("ogg", 5)), cut: { from, to: from + 1 } });
    const error: unknown = await work.catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ExtractError);
    expect((error as ExtractError).code).toBe("unreadable");
  });
  test("an hour takes no longer than its bytes", async () => {
    const bytes = await silence("mp3", 3600);
    const { bytes: part } = await extractor.cut({ bytes, cut: { from: 1800, to: 3190 } });
    expect(part.length / bytes.length).toBeCloseTo(1390 / 3600, 2);
  });
});
