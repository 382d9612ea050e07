import { describe, expect, test } from "vitest";
import { countTerm, termShare } from "./searchTerms.ts";

describe("a search term", () => {
  test.each([
    ["Protokoll", "Das Protokoll und die Protokolle, drei Protokollen", "de", 3],
    ["Protokoll", "Protokollführung", "de", 0],
    ["meeting notes", "Meeting notes are notes of a meeting. MEETING NOTES", "en", 2],
    ["meeting notes", "Meeting. The notes", "en", 0],
    ["", "Anything at all", "en", 0],
  ])("%j is counted with its endings in %j", (term, text, language, count) => {
    expect(countTerm(text, term, language)).toBe(count);
  });

  test("takes the share of all its words: 2 of 10", () => {
    expect(termShare("Meeting notes of one page are read by all teams", "meeting notes", "en")).toBe(0.2);
    expect(termShare("", "meeting notes", "en")).toBe(0);
  });
});
