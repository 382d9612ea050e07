import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { likenessOf, similarity, similarityFrom } from "./likeness.ts";

const prose = fc.string({ unit: "grapheme", maxLength: 200 });

describe("similarity", () => {
  test("is symmetric, between 0 and 1, and 1 for equal texts", () => {
    fc.assert(
      fc.property(prose, prose, (a, b) => {
        const value = similarity(a, b);
        expect(value).toBe(similarity(b, a));
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
        expect(similarity(a, a)).toBe(1);
      }),
    );
  });

  test("distinguishes a reworded text from a different one", () => {
    const story = "As a buyer I want to export my orders";
    expect(similarity(story, "As a buyer, I want to export all my orders!")).toBeGreaterThan(0.8);
    expect(similarity(story, "As an admin I lock an account")).toBeLessThan(0.5);
  });

  test("is told from a least one on, and is the same then", () => {
    const few = fc.string({ unit: fc.constantFrom("a", "b", " "), maxLength: 12 });
    fc.assert(
      fc.property(few, few, fc.double({ min: 0.01, max: 1, noNaN: true }), (a, b, least) => {
        const value = similarity(a, b);
        expect(similarityFrom(likenessOf(a), likenessOf(b), least)).toBe(value >= least ? value : 0);
      }),
    );
  });
});
