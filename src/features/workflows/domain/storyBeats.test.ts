import fc from "fast-check";
import { expect, test } from "vitest";
import { chaptersOf, structures, type Structure } from "./storyBeats.ts";

const structure = fc.constantFrom(...(Object.keys(structures) as Structure[]).filter((one) => one !== "none"));

test("a frame covers any number of chapters with all its beats in order, and the words of the book", () => {
  fc.assert(
    fc.property(
      structure,
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 1000, max: 200_000 }),
      (one, count, words) => {
        const chapters = chaptersOf(one, count, words);
        const beats = chaptersOf(one, 0, words).flatMap((chapter) => chapter.beats);
        expect(chapters).toHaveLength(count > 0 ? count : beats.length);
        expect([...new Set(chapters.flatMap((chapter) => chapter.beats))]).toEqual(beats);
        for (const chapter of chapters) {
          expect(chapter.beats.length).toBeGreaterThan(0);
          expect(chapter.part).toBeLessThanOrEqual(chapter.of);
        }
        const sum = chapters.reduce((all, chapter) => all + chapter.words, 0);
        expect(Math.abs(sum - words)).toBeLessThanOrEqual(chapters.length);
      },
    ),
  );
});

test("the shares of a frame are the whole book, and no frame has no chapters", () => {
  for (const one of ["threeAct", "hero", "argument"] as const)
    expect(chaptersOf(one, 0, 1000).reduce((sum, { beats }) => sum + (beats[0]?.share ?? 0), 0)).toBe(100);
  expect(chaptersOf("none", 12, 1000)).toEqual([]);
});
