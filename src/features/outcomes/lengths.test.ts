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

test("counts on X as X does: code points of the composed text, East Asian ones and emojis twice", () => {
  const onX = (text: string): number => postLength(text, "X (Twitter)");
  expect(onX("日本語の投稿です。".repeat(22))).toBe(2 * 9 * 22);
  expect(onX("क्षत्रिय क्षेत्र")).toBe(16);
  expect(onX("e\u0301 ä ß „Ja“ – 5 €")).toBe("é ä ß „Ja“ – 5 €".length + 1);
  expect(onX("👩‍🔧 🇩🇪 1️⃣ ☺️ → ❤")).toBe(2 + 1 + 2 + 1 + 2 + 1 + 2 + 1 + 2 + 1 + 2);
  expect(postLength("👩‍🔧 日本", "Bluesky")).toBe(4);
  for (const platform of ["X (Twitter)", "Bluesky", null]) {
    expect(postLength("Look: [Link]", platform)).toBe(29);
    expect(postLength("[Link] [Link]", platform)).toBe(47);
  }
  expect(onX("[Link]https://example.com/a-long-address-of-an-offer]")).toBe(47);
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
  expect(excessOf({ ...long, status: "approved", brief: "日".repeat(198) })).toBe(116);
  expect(excessOf({ ...long, status: "approved", platform: "LinkedIn", contentType: 100 })).toBe(0);
});
