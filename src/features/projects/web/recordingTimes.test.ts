import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Source } from "#src/features/documents/document.ts";
import { clock, joinTranscripts, secondsOf, type SpokenLine } from "#src/features/workflows/domain/speech.ts";
import { momentsOf } from "./recordingTimes.ts";

const idOf = (index: number): string => `01980000-0000-7000-8000-00000000000${index}`;
const sourceOf = (id: string, fileId: string, place = ""): Source => ({
  id,
  url: `file:${fileId}${place}`,
  title: "talk.mp3",
  publisher: "",
  publishedAt: null,
  retrievedAt: "",
  contentHash: "",
  licence: "",
});

/** Lines of a recording one after the other, thousandths of seconds. */
const recording = fc
  .array(fc.record({ pause: fc.integer({ min: 0, max: 9000 }), length: fc.integer({ min: 1, max: 9000 }) }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((lines) => {
    let at = 0;
    return lines.map(({ pause, length }): SpokenLine => {
      const from = at + pause;
      at = from + length;
      return { from: from / 1000, to: at / 1000, speaker: "", text: "x" };
    });
  });

describe("a time of a document", () => {
  test("plays the very recording whose line begins there, from where it begins, or nothing", () => {
    fc.assert(
      fc.property(fc.array(recording, { minLength: 1, maxLength: 4 }), (recordings) => {
        const origins = recordings.flatMap((lines, index) => lines.map(() => `s${index + 1}`));
        const segments = joinTranscripts(recordings).map((line, index) => ({ ...line, origin: origins[index] }));
        const sources = recordings.map((_, index) => sourceOf(`s${index + 1}`, idOf(index + 1)));
        const momentOf = momentsOf({ segments }, sources);
        const own = recordings.flatMap((lines, index) => lines.map(({ from }) => ({ fileId: idOf(index + 1), from })));
        const shown = segments.map(({ from }) => secondsOf(clock(from ?? 0)));
        for (const [at, time] of shown.entries()) {
          const moment = momentOf(time);
          const candidates = own.filter((_, index) => shown[index] === time);
          if (new Set(candidates.map(({ fileId }) => fileId)).size > 1) expect(moment).toBeNull();
          else {
            expect(moment?.fileId).toBe(own[at]?.fileId);
            expect(moment?.seconds).toBeCloseTo(candidates[0]?.from ?? -1, 6);
          }
        }
      }),
    );
  });

  test("is a place in the recording also behind a pasted transcript, which plays nothing", () => {
    const segments = [
      { from: 1, to: 20, origin: "form" },
      { from: 25, to: 30, origin: "s2", doubt: 27.5 },
    ];
    const momentOf = momentsOf({ segments }, [sourceOf("s2", idOf(1), "#t=3")]);
    expect(momentOf(1)).toBeNull();
    expect(momentOf(25)).toEqual({ fileId: idOf(1), seconds: 5 });
    expect(momentOf(27)).toEqual({ fileId: idOf(1), seconds: 7.5 });
    expect(momentOf(26)).toBeNull();
  });

  test("plays nothing in a document without lines", () => {
    expect(momentsOf(null, [])(1)).toBeNull();
    expect(momentsOf({ segments: ["x", { from: "1", origin: "s1" }] }, [sourceOf("s1", idOf(1))])(1)).toBeNull();
  });
});
