import { expect, test } from "vitest";
import { formatMonths } from "#src/ui/dayNames.ts";

test.each([
  ["2026-11-02", "2026-11-30", "en", "November 2026"],
  ["2026-11-21", "2026-12-18", "en", "November to December 2026"],
  ["2026-11-21", "2026-12-18", "de", "November bis Dezember 2026"],
  ["2026-12-21", "2027-01-17", "de", "Dezember 2026 bis Januar 2027"],
] as const)("names the months from %s to %s in %s as %s", (first, last, language, words) => {
  expect(formatMonths(first, last, language)).toBe(words);
});
