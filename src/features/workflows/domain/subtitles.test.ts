import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exactClock, formatLine, secondsOf, transcriptLines } from "./speech.ts";
import { srtOf, subtitlesOf, vttOf } from "./subtitles.ts";
import { allWords, timed } from "./speechFixture.ts";

describe("subtitles", () => {
  test("fit two lines of 42 characters, inside the time of their line, and lose nothing", () => {
    fc.assert(
      fc.property(timed, (lines) => {
        const subtitles = subtitlesOf(lines);
        expect(allWords(subtitles.map((one) => ({ text: one.lines.join(" ") })))).toEqual(allWords(lines));
        for (const { from, to, lines: rows } of subtitles) {
          expect(rows.length).toBeLessThanOrEqual(2);
          expect(rows.every((row) => row.length <= 42)).toBe(true);
          expect(to).toBeGreaterThanOrEqual(from);
        }
        expect(subtitles.every(({ from }, at) => at === 0 || from >= (subtitles[at - 1]?.to ?? 0) - 1e-6)).toBe(true);
      }),
    );
  });
  test("are written as SubRip and WebVTT", () => {
    const lines = [{ from: 3723.4, to: 3725, speaker: "Ada <b>", text: "Tom & I agree." }];
    expect(srtOf(lines)).toBe("1\n01:02:03,400 --> 01:02:05,000\nTom & I agree.\n");
    expect(vttOf(lines)).toBe("WEBVTT\n\n01:02:03.400 --> 01:02:05.000\n<v Ada &lt;b&gt;>Tom &amp; I agree.\n");
    expect(srtOf([{ from: null, to: null, speaker: "", text: "No time." }])).toBe("");
  });

  test("that were given are kept, each with its times", () => {
    const given = fc.array(
      fc.record({
        pause: fc.integer({ min: 0, max: 2000 }),
        length: fc.integer({ min: 1000, max: 6000 }),
        words: fc.integer({ min: 1, max: 5 }),
        hasDash: fc.boolean(),
        ending: fc.constantFrom("", ".", "?", ","),
      }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(given, (cues) => {
        let at = 0;
        const file = cues
          .map(({ pause, length, words, hasDash, ending }, index) => {
            const from = at + pause;
            at = from + length;
            const said = Array.from({ length: words }, (_, word) => `s${index}w${word}`).join(" ");
            const times = [from, at].map((ms) => exactClock(ms / 1000, ",")).join(" --> ");
            return `${index + 1}\n${times}\n${hasDash ? "- " : ""}${said}${ending}\n`;
          })
          .join("\n");
        expect(srtOf(transcriptLines(file))).toBe(file);
      }),
      { numRuns: 1000 },
    );
  });
  test("of one long line are cut evenly: none is a single word", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 20, maxLength: 60 }), (said) => {
        const text = `${said.join(" ")}.`;
        fc.pre(text.length > 84);
        for (const { lines } of subtitlesOf([{ from: 0, to: 30, speaker: "", text }]))
          expect(lines.join(" ").length).toBeGreaterThan(12);
      }),
    );
  });
  test("of words that are over in no time are shown together", () => {
    const lines = transcriptLines(
      ["We", "need", "the", "offer."]
        .map((one, at) => formatLine({ from: at / 4, to: (at + 1) / 4, speaker: "A", text: one }))
        .join("\n"),
    );
    expect(subtitlesOf(lines)).toEqual([{ from: 0, to: 1, speaker: "A", lines: ["We need the offer."] }]);
  });

  /** What a service hears: thousandths of seconds, pieces of sentences, the same voice for a while. */
  const heard = fc
    .array(
      fc.record({
        pause: fc.integer({ min: 0, max: 4000 }),
        length: fc.integer({ min: 1, max: 9000 }),
        isSameVoice: fc.boolean(),
        ending: fc.constantFrom("", ".", "?"),
        words: fc.integer({ min: 1, max: 30 }),
        isDoubtful: fc.boolean(),
      }),
      { minLength: 1, maxLength: 15 },
    )
    .map((segments) => {
      let at = 0;
      let voice = 0;
      return segments.map(({ pause, length, isSameVoice, ending, words, isDoubtful }, index) => {
        const from = at + pause;
        at = from + length;
        voice += isSameVoice ? 0 : 1;
        // Each word is there once and names its segment.
        const said = Array.from({ length: words }, (_, word) => `s${index}w${word}`).join(" ");
        return {
          from: from / 1000,
          to: at / 1000,
          speaker: `V${voice}`,
          text: `${said}${ending}`,
          ...(isDoubtful ? { isDoubtful } : {}),
        };
      });
    });
  test("of a recording show each word while its segment is said, to the millisecond", () => {
    fc.assert(
      fc.property(heard, fc.integer({ min: 0, max: 20_000_000 }), (segments, shift) => {
        const lines = transcriptLines(
          segments
            .map((segment) => ({
              ...segment,
              from: segment.from + shift / 1000,
              to: segment.to + shift / 1000,
              doubt: "isDoubtful" in segment ? segment.from : null,
            }))
            .map(formatLine)
            .join("\n"),
        );
        expect(allWords(lines)).toEqual(allWords(segments));
        const cues = srtOf(lines)
          .trim()
          .split("\n\n")
          .map((cue) => cue.split("\n"));
        for (const [, times = "", ...rows] of cues) {
          const [from = "", to = ""] = times.split(" --> ");
          const said = allWords([{ text: rows.join(" ") }]).map((one) => segments[Number(/s(\d+)w/.exec(one)?.[1])]);
          const [first] = said;
          const last = said.at(-1);
          const near = 0.0011;
          expect(secondsOf(from) + near).toBeGreaterThanOrEqual((first?.from ?? NaN) + shift / 1000);
          expect(secondsOf(from) - near).toBeLessThanOrEqual((first?.to ?? NaN) + shift / 1000);
          expect(secondsOf(to) + near).toBeGreaterThanOrEqual((last?.from ?? NaN) + shift / 1000);
          expect(secondsOf(to) - near).toBeLessThanOrEqual((last?.to ?? NaN) + shift / 1000);
        }
        // The first words of a segment that begins a subtitle begin exactly with it.
        const exact = new Set(
          cues.map(([, times = ""]) => Math.round(secondsOf(times.split(" --> ")[0] ?? "") * 1000)),
        );
        for (const { from, text } of lines) if (text !== "") expect(exact).toContain(Math.round((from ?? 0) * 1000));
      }),
    );
  });
});
