import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { graphemeCount } from "#src/kit/text.ts";
import {
  beatsOf,
  chaptersOf,
  clockText,
  isTooLong,
  retimed,
  shortVersion,
  spokenSeconds,
  spokenWords,
  srtPieces,
  subtitleLine,
  subtitlesOf,
} from "./video.ts";

const lengths = fc.integer({ min: 10, max: 900 });

describe("beats", () => {
  test("fill the video without a gap, from an opening to an ending", () => {
    fc.assert(
      fc.property(lengths, fc.nat(30), fc.constantFrom(2, 2.4, 2.8), (seconds, points, pace) => {
        const beats = beatsOf(seconds, points, pace);
        expect(beats.map(({ from }) => from)).toEqual([0, ...beats.slice(0, -1).map(({ to }) => to)]);
        expect(beats.at(-1)?.to).toBe(seconds);
        expect([beats[0]?.role, beats.at(-1)?.role]).toEqual(["hook", "call"]);
        expect(beats.every(({ from, to }) => to - from >= 2 && to - from <= 55)).toBe(true);
        expect(new Set(beats.map(({ id }) => id)).size).toBe(beats.length);
      }),
    );
  });

  test("take every point once and in order", () => {
    fc.assert(
      fc.property(lengths, fc.nat(30), (seconds, points) => {
        const beats = beatsOf(seconds, points, 2.4);
        expect(beats.flatMap((beat) => beat.points)).toEqual(Array.from({ length: points }, (_, at) => at));
        expect(beats.filter((beat) => beat.role !== "step").flatMap((beat) => beat.points)).toEqual([]);
      }),
    );
  });

  test("of 15, 45 and 480 seconds", () => {
    const spans = (seconds: number, points: number) =>
      beatsOf(seconds, points, 2.4).map(({ role, from, to, words }) => [role, from, to, words]);
    expect(spans(15, 2)).toEqual([
      ["hook", 0, 3, 7],
      ["step", 3, 8, 12],
      ["step", 8, 13, 12],
      ["call", 13, 15, 4],
    ]);
    expect(spans(45, 3).map(([role]) => role)).toEqual(["hook", "problem", "step", "step", "step", "proof", "call"]);
    // Two points need more than one beat each: nobody listens to one thought for three minutes.
    expect(beatsOf(480, 2, 2).filter(({ role }) => role === "step")).toHaveLength(9);
  });
});

describe("spoken time", () => {
  test("counts digits and signs of figures as words", () => {
    expect(spokenWords("It costs 1,450 €.", "en")).toBe(7);
    expect(spokenSeconds("one two three four five six", 2.4, "en")).toBe(2.5);
    expect(spokenSeconds("", 2, "en")).toBe(0);
  });

  test("may run over by half a second", () => {
    expect([isTooLong(3.5, { from: 0, to: 3 }), isTooLong(3.6, { from: 0, to: 3 })]).toEqual([false, true]);
  });

  test("reads as minutes and seconds", () => {
    expect([0, 7, 65, 900].map(clockText)).toEqual(["0:00", "0:07", "1:05", "15:00"]);
  });
});

const voice = fc
  .array(fc.constantFrom("Put", "the", "phone", "down.", "Wörter", "Beschwichtigungsversuche", "👩‍🔧", "Why?", "a"), {
    minLength: 1,
    maxLength: 60,
  })
  .map((words) => words.join(" "));

describe("subtitles", () => {
  test("say every word in order, in two lines at most, inside of their beat", () => {
    fc.assert(
      fc.property(fc.array(voice, { minLength: 1, maxLength: 5 }), fc.boolean(), (voices, isUpright) => {
        const beats = voices.map((one, at) => ({
          from: at * 10,
          to: at * 10 + 10,
          voice: one,
          spoken: spokenSeconds(one, 2.4, "en"),
        }));
        const subtitles = subtitlesOf(beats, { isUpright, language: "en" });
        expect(subtitles.flatMap(({ text }) => text.split(/\s/)).join(" ")).toBe(voices.join(" "));
        const longest = subtitleLine[isUpright ? "upright" : "wide"];
        for (const [at, { from, to, text }] of subtitles.entries()) {
          expect(from).toBeGreaterThanOrEqual((subtitles[at - 1]?.to ?? 0) - 1e-9);
          expect(to).toBeGreaterThan(from);
          expect(beats.some((beat) => from >= beat.from - 1e-9 && to <= beat.to + 1e-9)).toBe(true);
          expect(text.split("\n").length).toBeLessThanOrEqual(2);
          expect(Math.max(...text.split("\n").map((line) => graphemeCount(line)))).toBeLessThanOrEqual(longest);
        }
      }),
    );
  });

  test("of a long sentence are cut evenly: none is a single word", () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,10}$/), { minLength: 20, maxLength: 60 }),
        fc.boolean(),
        (said, isUpright) => {
          const beat = { from: 0, to: 60, voice: `${said.join(" ")}.`, spoken: 30 };
          fc.pre(beat.voice.length > 84);
          for (const { text } of subtitlesOf([beat], { isUpright, language: "en" }))
            expect(text.length).toBeGreaterThan(10);
        },
      ),
    );
  });
  test("of sentences of one word are shown together with their neighbour", () => {
    const beat = { from: 0, to: 4, voice: "Record. Listen to it twice. Send.", spoken: 3 };
    expect(subtitlesOf([beat], { isUpright: false, language: "en" }).map(({ text }) => text)).toEqual([beat.voice]);
  });

  test("make a file of numbered cues", () => {
    const beats = [
      { from: 0, to: 3, voice: "Don't order that microphone yet.", spoken: 2.1 },
      { from: 3, to: 6, voice: "", spoken: 0 },
      { from: 6, to: 9, voice: "Test.", spoken: 0.4 },
    ];
    const subtitles = subtitlesOf(beats, { isUpright: true, language: "en" });
    expect(srtPieces(subtitles, 1000)).toEqual([
      "1\n00:00:00,000 --> 00:00:02,600\nDon't order that\nmicrophone yet.\n\n2\n00:00:06,000 --> 00:00:06,900\nTest.\n",
    ]);
    expect(srtPieces(subtitles, 60).join("\n")).toBe(srtPieces(subtitles, 1000)[0]);
    expect(srtPieces(subtitles, 60)).toHaveLength(2);
  });
});

test("a shorter version has opening and ending, then what weighs most, in the order of the video", () => {
  const beat = (role: "hook" | "step" | "call", seconds: number, rank: number) => ({ role, seconds, rank });
  const beats = [beat("hook", 3, 3), beat("step", 6, 2), beat("step", 5, 1), beat("step", 4, 2), beat("call", 2, 3)];
  expect(shortVersion(beats, 15).map(({ seconds }) => seconds)).toEqual([3, 5, 4, 2]);
  fc.assert(
    fc.property(fc.integer({ min: 5, max: 60 }), (seconds) => {
      const kept = shortVersion(beats, seconds);
      expect(kept.reduce((sum, one) => sum + one.seconds, 0)).toBeLessThanOrEqual(seconds);
      expect(kept).toEqual(beats.filter((one) => kept.includes(one)));
    }),
  );
});

test("a version is timed anew: from 0 to its end without a gap, and no beat is shorter than its words", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 10, max: 90 }), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0, max: 30 }),
      (tenths, slack) => {
        const beats = tenths.map((one) => ({ seconds: one / 10 }));
        const whole = Math.ceil(beats.reduce((sum, one) => sum + one.seconds, 0)) + slack;
        const timed = retimed(beats, whole);
        expect(timed.map(({ from }) => from)).toEqual([0, ...timed.slice(0, -1).map(({ to }) => to)]);
        expect(timed.at(-1)?.to).toBe(whole);
        for (const { from, to, seconds } of timed) expect(to - from).toBeGreaterThanOrEqual(seconds - 0.11);
      },
    ),
  );
  expect(retimed([], 15)).toEqual([]);
});

test("chapters begin at 0:00 and last ten seconds each", () => {
  fc.assert(
    fc.property(lengths, fc.nat(12), (seconds, points) => {
      const starts = chaptersOf(beatsOf(seconds, points, 2.4)).map(({ from }) => from);
      if (starts.length === 0) return;
      expect(starts.length).toBeGreaterThanOrEqual(3);
      expect(starts[0]).toBe(0);
      for (const [at, from] of starts.entries()) expect((starts[at + 1] ?? seconds) - from).toBeGreaterThanOrEqual(10);
    }),
  );
  expect(chaptersOf(beatsOf(120, 3, 2.4)).length).toBeGreaterThan(3);
  expect(chaptersOf(beatsOf(25, 3, 2.4))).toEqual([]);
});
