import fc from "fast-check";
import { expect, test } from "vitest";
import { matchesIn } from "./findInText.ts";

const found = (text: string, wanted: string): string[] =>
  matchesIn(text, wanted).map(({ from, to }) => text.slice(from, to));

test("Words are found without regard to capitals, accents and the kind of blank", () => {
  expect(found("Brakes fail. BRAKES squeal; the brake lever", "brakes")).toEqual(["Brakes", "BRAKES"]);
  expect(found("Räder und Rader", "rader")).toEqual(["Räder", "Rader"]);
  expect(found("Cafe\u0301 au lait", "café")).toEqual(["Cafe\u0301"]);
  expect(found("300\u00a0coins", "300 coins")).toEqual(["300\u00a0coins"]);
  expect(found("a 🚲 b 🚲", "🚲")).toEqual(["🚲", "🚲"]);
  expect(found("ﬁx", "f")).toEqual(["ﬁ"]);
  expect(found("aaaa", "aa")).toEqual(["aa", "aa"]);
});

test.each(["", "  ", "\u0301"])("Nothing is found for %j", (wanted) => {
  expect(found("Any text", wanted)).toEqual([]);
});

test("Each match is a piece of the text, in order and without overlap, and a text finds itself", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "A", "ä", "e\u0301", "İ", "ß", "🚲", " ", "\n", "ﬁ") });
  fc.assert(
    fc.property(text, text, (hay, needle) => {
      let before = 0;
      for (const { from, to } of matchesIn(hay, needle)) {
        expect(from).toBeGreaterThanOrEqual(before);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(hay.length);
        before = to;
      }
      if (needle.trim() !== "") expect(matchesIn(`x${needle.trim()}x`, needle).length).toBeGreaterThan(0);
    }),
  );
});
