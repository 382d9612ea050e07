import { expect, test } from "vitest";
import { endingOf, saidDay } from "./lastRun.ts";

const how = { zone: "Europe/Berlin", now: "2026-11-23T09:00:00Z", words: { today: "today", yesterday: "yesterday" } };
const plain = (words: string): string => words.replaceAll("\u00a0", " ");

test.each([
  ["2026-11-23T07:10:00Z", "today 08:10", "today 08:10"],
  // Already the 23rd in Berlin, still the 22nd in London.
  ["2026-11-22T23:30:00Z", "today 00:30", "today 00:30"],
  ["2026-11-22T08:00:00Z", "yesterday", "yesterday"],
  ["2026-11-21T08:00:00Z", "Sat 21 Nov", "Sa 21. Nov."],
  ["2026-11-17T08:00:00Z", "Tue 17 Nov", "Di 17. Nov."],
  ["2026-11-16T08:00:00Z", "16 Nov", "16. Nov."],
  ["2025-11-20T08:00:00Z", "20 Nov 2025", "20. Nov. 2025"],
])("%s is said as %s", (at, en, de) => {
  expect(plain(saidDay(at, { ...how, language: "en" }))).toBe(en);
  expect(plain(saidDay(at, { ...how, language: "de" }))).toBe(de);
});

test.each([
  ["succeeded", null, undefined],
  ["running", null, "running"],
  ["queued", null, "running"],
  ["failed", "timeout", "failed"],
  ["failed", "nothing_found", "foundNothing"],
  ["cancelled", null, "cancelled"],
  ["cancelled", "nothing_new", "nothingNew"],
] as const)("a run that is %s (%s) is said as %s", (status, code, word) => {
  expect(endingOf({ status, error: code === null ? null : { code, message: "" } })).toBe(word);
});
