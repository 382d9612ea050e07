import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { articleChecks, measureText, titleWidth, widestTitle } from "./articleChecks.ts";

const aims = { keyword: "", length: 10, title: "", headings: "", sources: [], language: "en" };

describe("an article", () => {
  test("is measured", () => {
    const long = `Word${Array.from({ length: 30 }, (_, at) => at).join(" word")}.`;
    const found = measureText(`Short one. ${long}`, ["a b c", long], "en");
    expect(found).toMatchObject({ words: 32, perSentence: 16, longest: [{ text: long, words: 30 }] });
    // 26 of its 28 runs of five words stand in the source.
    expect(found.copied).toBeCloseTo(26 / 28);
    expect(measureText("Un mot.", [], "fr").score).toBeNull();
  });

  test("is checked for its length alone when nothing else was aimed at", () => {
    const { checks } = articleChecks("This text has ten words, and each of them is short.", { ...aims, length: 11 });
    expect(checks.map(({ code, isFine }) => [code, isFine])).toEqual([
      ["length", true],
      ["longSentences", true],
      ["hardToRead", true],
    ]);
    expect(articleChecks("Ten words.", aims).checks[0]).toMatchObject({
      found: "2 | 2",
      target: "10 ± 15\u00a0% | 10 ± 15\u00a0%",
      isFine: false,
    });
  });

  test("is checked for its search term, its title and copied wording", () => {
    const text = "Room acoustics decide how well people work in an office with many desks.";
    const { checks } = articleChecks(text, {
      ...aims,
      keyword: "room acoustics",
      title: "W".repeat(40),
      headings: "How to measure room acoustics",
      sources: [text],
    });
    expect(Object.fromEntries(checks.map(({ code, isFine }) => [code, isFine]))).toMatchObject({
      titleWidth: false,
      termInTitle: false,
      termInOpening: true,
      termInHeading: true,
      copied: false,
    });
    expect(checks.at(-1)).toMatchObject({
      found: "100.0\u00a0% | 100,0\u00a0%",
      target: "below 15\u00a0% | unter 15\u00a0%",
    });
  });
});

describe("the width of a title", () => {
  test("is that of its characters", () => {
    expect(titleWidth("il")).toBe(10);
    expect(titleWidth("WW")).toBe(37);
    expect(titleWidth("How loud is your office? Measure it in one day")).toBeLessThan(widestTitle);
  });

  test("grows with each character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (title) => {
        expect(titleWidth(`${title}i`)).toBeGreaterThan(titleWidth(title) - 1);
        expect(titleWidth(title)).toBeLessThanOrEqual(Math.ceil(title.length * 0.93 * 20));
      }),
    );
  });
});
