import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DiffPart, pairUp, wordDiff } from "./rules.ts";

const textOf = (parts: DiffPart[], without: DiffPart["kind"]): string =>
  parts
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join("");

/** Texts that have words in common, as two revisions do, and texts that are anything at all. */
const word = fc.constantFrom("a", "two", "drei", "62", "%", ",", ". ", " ", "\n", "Öl", "e\u0301", "👩‍🔧", "日本", "3.4");
const text = fc.oneof(
  fc.array(word, { maxLength: 30 }).map((words) => words.join("")),
  fc.string({ unit: "binary", maxLength: 40 }),
);

describe("word diff", () => {
  test("reproduces both texts without empty or repeated parts, deletions before insertions", () => {
    fc.assert(
      fc.property(text, text, fc.constantFrom("en", "de", "ja", "no language"), (before, after, language) => {
        const parts = wordDiff(before, after, language);
        expect(textOf(parts, "ins")).toBe(before);
        expect(textOf(parts, "del")).toBe(after);
        expect(parts.filter((part) => part.text === "")).toEqual([]);
        const order = parts.map(({ kind }) => kind[0]).join("");
        expect(order).not.toMatch(/ss|ii|dd|id/);
      }),
      { numRuns: 500 },
    );
  });

  test("reports no change for equal texts", () => {
    fc.assert(
      fc.property(text, (one) => {
        expect(wordDiff(one, one, "en")).toEqual(one === "" ? [] : [{ kind: "same", text: one }]);
      }),
    );
  });

  test("joins changes separated by spaces and keeps words whole", () => {
    expect(wordDiff("customers book about two thirds of it", "customers book 62 % of it", "en")).toEqual([
      { kind: "same", text: "customers book " },
      { kind: "del", text: "about two thirds" },
      { kind: "ins", text: "62 %" },
      { kind: "same", text: " of it" },
    ]);
    expect(wordDiff("4 days off the road", "3.4 days off the road", "en").slice(0, 2)).toEqual([
      { kind: "del", text: "4" },
      { kind: "ins", text: "3.4" },
    ]);
  });

  test("shows a rewritten text as one deletion and one insertion", () => {
    const parts = wordDiff("The roof is made of availability.", "Seven customers mention a loan bike.", "en");
    expect(parts.map(({ kind }) => kind)).toEqual(["del", "ins"]);
  });

  test("falls back to one deletion and one insertion when the search takes too long", () => {
    const words = Array.from({ length: 4_000 }, (_, at) => `word${at}`);
    const parts = wordDiff(words.join(" "), words.toReversed().join(" "), "en");
    expect(parts.map(({ kind }) => kind)).toEqual(["del", "ins"]);
  });
});

describe("list pairing", () => {
  const list = fc.array(fc.constantFrom("a", "b", "ab", "abc", "x", "y"), { maxLength: 8 });

  test("contains every item of both lists once and in order", () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        const pairs = pairUp(before, after, {
          keyOf: (one) => one,
          alike: (a, b) => (a.startsWith(b) || b.startsWith(a) ? 0.5 : 0),
        });
        expect(pairs.flatMap((pair) => pair.before ?? [])).toEqual(before);
        expect(pairs.flatMap((pair) => pair.after ?? [])).toEqual(after);
      }),
    );
  });

  test("pairs equal and similar items only", () => {
    const pairs = pairUp(["same", "ab", "gone"], ["same", "abc", "new"], {
      keyOf: (one) => one,
      alike: (a, b) => (b.startsWith(a) ? 0.5 : 0),
    });
    expect(pairs).toEqual([
      { before: "same", after: "same" },
      { before: "ab", after: "abc" },
      { before: "gone", after: null },
      { before: null, after: "new" },
    ]);
  });
});
