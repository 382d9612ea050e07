import fc from "fast-check";
import { expect, test } from "vitest";
import { memoizeByText } from "./memoizeByText.ts";

test("remembers the last texts, each in its language, and never answers with another one's", () => {
  let computed = 0;
  const shout = memoizeByText((text, language) => {
    computed += 1;
    return [language, text.toUpperCase()];
  }, 2);
  expect(shout("a", "en")).toEqual(["en", "A"]);
  expect(shout("a", "de")).toEqual(["de", "A"]);
  expect(shout("a", "en")).toBe(shout("a", "en"));
  expect(computed).toBe(2);
  for (const text of ["b", "c", "d", "e"]) shout(text, "en");
  expect(computed).toBe(6);
  shout("a", "en");
  expect(computed).toBe(7);
  const languages = fc.constantFrom("en", "de", "en\na");
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom("a", "b", "a\nb", ""), languages)), (calls) => {
      const echo = memoizeByText((text, language) => JSON.stringify([language, text]), 3);
      for (const [text, language] of calls) expect(echo(text, language)).toBe(JSON.stringify([language, text]));
    }),
  );
});

test("keeps no long texts", () => {
  let computed = 0;
  const length = memoizeByText((text) => {
    computed += 1;
    return text.length;
  }, 2);
  const text = "x".repeat(5_001);
  expect([length(text, "en"), length(text, "en"), computed]).toEqual([5_001, 5_001, 2]);
});
