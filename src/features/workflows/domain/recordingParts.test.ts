import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  longestPart,
  maxPartBytes,
  recordingParts,
  sharedSeconds,
  withoutShared,
  withSharedVoices,
} from "./recordingParts.ts";

describe("the parts of a recording", () => {
  const recordings = fc.record({
    seconds: fc.double({ min: 0.1, max: 5 * 3600, noNaN: true }),
    bytes: fc.integer({ min: 1, max: 100 * 1024 * 1024 }),
    isVideo: fc.boolean(),
  });

  test("cover it without a gap, share two seconds, and keep to both limits", () => {
    fc.assert(
      fc.property(recordings, (recording) => {
        const parts = recordingParts(recording);
        if (parts.length === 0) {
          expect(recording.isVideo).toBe(false);
          expect(recording.seconds).toBeLessThanOrEqual(longestPart);
          return;
        }
        expect(parts[0]?.from).toBe(0);
        expect(parts.at(-1)?.to).toBe(recording.seconds);
        parts.forEach(({ from, to }, index) => {
          expect(to - from).toBeGreaterThan(0);
          expect(to - from).toBeLessThanOrEqual(longestPart + 1e-6);
          const next = parts[index + 1];
          if (next) expect(to - next.from).toBeCloseTo(sharedSeconds, 5);
          const bytesOfPart = ((to - from) / recording.seconds) * recording.bytes;
          if (!recording.isVideo && to - from > 2 * sharedSeconds)
            expect(bytesOfPart).toBeLessThanOrEqual(maxPartBytes * 1.001);
        });
      }),
    );
  });

  test("a quarter of an hour of speech is sent as it is, an hour in three parts, a film as its sound", () => {
    expect(recordingParts({ seconds: 900, bytes: 7_200_000, isVideo: false })).toEqual([]);
    expect(recordingParts({ seconds: 3600, bytes: 28_800_000, isVideo: false })).toHaveLength(3);
    expect(recordingParts({ seconds: 900, bytes: 90_000_000, isVideo: true })).toEqual([{ from: 0, to: 900 }]);
  });

  test("an uncompressed recording is cut by its weight", () => {
    const parts = recordingParts({ seconds: 600, bytes: 600 * 176_400, isVideo: false });
    expect(parts.length).toBeGreaterThan(4);
    for (const { from, to } of parts) expect((to - from) * 176_400).toBeLessThanOrEqual(maxPartBytes);
  });
});

const linesOf = (words: readonly string[], breaks: readonly number[] = []): { text: string }[] => {
  const lines: { text: string }[] = [];
  words.forEach((word, index) => {
    const last = lines.at(-1);
    if (last && !breaks.includes(index)) last.text += ` ${word}`;
    else lines.push({ text: word });
  });
  return lines;
};
const wordsIn = (lines: readonly { text: string }[]): string[] =>
  lines.flatMap(({ text }) => text.split(" ")).filter(Boolean);

describe("two hearings of one recording", () => {
  /** No word twice: what stands twice afterwards was heard twice. */
  const talks = fc
    .record({
      count: fc.integer({ min: 30, max: 120 }),
      cut: fc.double({ min: 0.3, max: 0.7, noNaN: true }),
      shared: fc.integer({ min: 2, max: 9 }),
      breaks: fc.array(fc.integer({ min: 1, max: 119 }), { maxLength: 12 }),
      isTailCut: fc.boolean(),
      isHeadCut: fc.boolean(),
    })
    .map(({ count, cut, ...rest }) => ({
      ...rest,
      words: Array.from({ length: count }, (_, index) => `word${index}${index % 7 === 6 ? "." : ""}`),
      at: Math.floor(count * cut),
    }));

  test("give each word once, in its order, whatever line it stands in", () => {
    fc.assert(
      fc.property(talks, ({ words, at, shared, breaks }) => {
        const first = linesOf(words.slice(0, at + shared), breaks);
        const second = linesOf(words.slice(at), breaks);
        expect(wordsIn(withoutShared([first, second]))).toEqual(words);
      }),
    );
  });

  test("are put together also where each line has a single word", () => {
    const words = Array.from({ length: 20 }, (_, index) => ({ text: `word${index}` }));
    expect(withoutShared([words.slice(0, 14), words.slice(5)])).toEqual(words);
  });

  test("a word that the border cuts is taken from the part that heard it whole", () => {
    fc.assert(
      fc.property(talks, ({ words, at, shared, isTailCut, isHeadCut }) => {
        fc.pre(shared >= 4);
        const first = words.slice(0, at + shared);
        const second = words.slice(at);
        if (isTailCut) first[first.length - 1] = "wo";
        if (isHeadCut) second[0] = "ord";
        expect(wordsIn(withoutShared([linesOf(first), linesOf(second)]))).toEqual(words);
      }),
    );
  });

  test("that share no words lose none", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }), (one, other) => {
        const first = Array.from({ length: one }, (_, index) => `a${index}`);
        const second = Array.from({ length: other }, (_, index) => `b${index}`);
        expect(wordsIn(withoutShared([linesOf(first), linesOf(second)]))).toEqual([...first, ...second]);
      }),
    );
  });

  test("a silent part and lines without a word change nothing", () => {
    expect(withoutShared([[{ text: "One two." }], [], [{ text: "–" }, { text: "Three four." }]])).toEqual([
      { text: "One two." },
      { text: "–" },
      { text: "Three four." },
    ]);
  });

  test("words on both sides of a silent part are said twice", () => {
    const lines = [[{ text: "We are done, thank you all" }], [], [{ text: "Thank you all for coming" }]];
    expect(wordsIn(withoutShared(lines))).toEqual(wordsIn(lines.flat()));
  });

  test("three parts, other signs and capitals", () => {
    const parts = [
      [{ text: "We start with the ceiling, and" }],
      [{ text: "the ceiling and then the walls" }, { text: "of the large" }],
      [{ text: "the large room. Done." }],
    ];
    expect(withoutShared(parts).map(({ text }) => text)).toEqual([
      "We start with the ceiling, and",
      "then the walls",
      "of the large",
      "room. Done.",
    ]);
  });
});

describe("times at a border", () => {
  test("are those of the words that are left, to the cue", () => {
    const first = [{ text: "We start with the ceiling", from: 996, to: 1001 }];
    const cues = [
      { length: 11, from: 999, to: 1001 },
      { length: 14, from: 1003, to: 1005 },
    ];
    const second = [{ text: "the ceiling and the walls.", from: 999, to: 1005, cues }];
    expect(withoutShared([first, second])).toEqual([
      first[0],
      { text: "and the walls.", from: 1003, to: 1005, cues: [cues[1]] },
    ]);
  });
});

describe("voices of the parts", () => {
  const said = (speaker: string, text: string) => ({ speaker, text });
  const namesOf = (parts: ReturnType<typeof said>[][]): string[][] =>
    withSharedVoices(parts).map((part) => part.map(({ speaker }) => speaker));

  /** Who speaks each word, and which words two parts both heard; each part names its voices by letters of its own. */
  const talks = fc.record({
    voices: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 12, maxLength: 40 }),
    at: fc.integer({ min: 4, max: 8 }),
    shared: fc.integer({ min: 0, max: 6 }),
    names: fc.shuffledSubarray(["A", "B", "C", "D"], { minLength: 4 }),
  });

  test("are those of the whole recording where both parts heard them, and never two people under one name", () => {
    fc.assert(
      fc.property(talks, ({ voices, at, shared, names }) => {
        const words = voices.map((voice, index) => ({ voice, text: `word${index}` }));
        const before = words.slice(0, at + shared);
        const after = words.slice(at);
        const [, second = []] = namesOf([
          before.map(({ voice, text }) => said("ABCD".charAt(voice), text)),
          after.map(({ voice, text }) => said(names[voice] ?? "", text)),
        ]);
        const common = words.slice(at, at + shared);
        for (const [index, { voice }] of after.entries()) {
          const own = "ABCD".charAt(voice);
          const isCommon = common.filter((word) => word.voice === voice).length >= 2;
          expect(second[index]).toBe(isCommon ? own : `${names[voice]} (2)`);
        }
      }),
    );
  });

  test("go on over several parts", () => {
    expect(
      namesOf([
        [said("A", "We start."), said("B", "Good, I begin here")],
        [said("X", "I begin here with"), said("Y", "the walls of the room")],
        [said("B", "walls of the room"), said("A", "No.")],
      ]),
    ).toEqual([
      ["A", "B"],
      ["B", "Y (2)"],
      ["Y (2)", "A (3)"],
    ]);
  });

  test("stay apart where the shared words say two things", () => {
    expect(
      namesOf([
        [said("A", "one two"), said("B", "three four")],
        [said("X", "one two three four"), said("Y", "five")],
      ]),
    ).toEqual([
      ["A", "B"],
      ["X (2)", "Y (2)"],
    ]);
  });

  test("that nobody names stay without a name", () => {
    expect(namesOf([[said("", "one two")], [said("", "one two three")]])).toEqual([[""], [""]]);
  });
});
