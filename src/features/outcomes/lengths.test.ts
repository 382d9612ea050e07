import { expect, test } from "vitest";
import { excessOf, lengthLimit, postLength } from "./rules.ts";

test("counts characters as people see them, on X with 23 for each web address", () => {
  const family = "\u{1F468}\u200d\u{1F469}\u200d\u{1F467}";
  expect(postLength(`${family} e\u0301`, "LinkedIn")).toBe(3);
  const text = `Read https://example.com/${"a".repeat(80)}. Or (http://a.example) now`;
  expect(postLength(text, "X (Twitter)")).toBe("Read . Or () now".length + 2 * 23);
  expect(postLength(text, "LinkedIn")).toBe(text.length);
  expect([postLength("", "X (Twitter)"), postLength("ab", null)]).toEqual([0, 2]);
});

test("limits a text by its platform, and an article not at all", () => {
  const limitOf = (platform: string | null, contentType: number | null = null) =>
    lengthLimit({ platform, contentType });
  expect([
    limitOf("X (Twitter)"),
    limitOf("LinkedIn", 3),
    limitOf("LinkedIn", 100),
    limitOf("Own magazine"),
    limitOf(null),
  ]).toEqual([280, 3000, undefined, undefined, undefined]);
});

test("counts what has to go before a text is approved or published, and nothing before", () => {
  const long = { brief: "x".repeat(281), platform: "X (Twitter)", contentType: 3 };
  const statuses = ["approved", "published", "drafted", "skipped"] as const;
  expect(statuses.map((status) => excessOf({ ...long, status }))).toEqual([1, 1, 0, 0]);
  expect(excessOf({ ...long, status: "approved", brief: "x".repeat(280) })).toBe(0);
  expect(excessOf({ ...long, status: "approved", platform: "LinkedIn", contentType: 100 })).toBe(0);
});
