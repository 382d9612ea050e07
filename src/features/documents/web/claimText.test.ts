import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Claim } from "../document.ts";
import { cutByClaims, sentenceIndex } from "../blockTexts.ts";
import { claimsBeside, claimsByLine, claimsOf } from "./claimText.ts";

const claim = (id: string, text: string): Claim => ({
  id,
  text,
  kind: "fact",
  sourceIds: [],
  quote: "",
  check: "user",
});

describe("claims in a text", () => {
  test("split it into pieces that add up to the text", () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string(), { maxLength: 5 }), (text, parts) => {
        const claims = parts.map((part, at) => claim(String(at), part));
        expect(
          cutByClaims(text, claims)
            .map((piece) => piece.text)
            .join(""),
        ).toBe(text);
      }),
    );
  });
  test("are listed beside the block when they overlap or are missing", () => {
    const claims = [claim("a", "one two"), claim("b", "two three"), claim("c", "four"), claim("d", "")];
    expect(cutByClaims("one two three", claims)).toEqual([{ text: "one two", claim: claims[0] }, { text: " three" }]);
    expect(
      claimsBeside({ type: "p", text: "one two three", claimIds: ["a", "b", "c", "d"] }, claims).map(({ id }) => id),
    ).toEqual(["b", "c", "d"]);
  });
  test("of one name belong to the row that speaks of them, and no row has another's", () => {
    const named = (id: string, quote: string): Claim => ({ ...claim(id, "Revenue, million euros"), quote });
    const claims = [named("a", "191 in 2024"), named("b", "204 in 2025"), claim("c", "Berlin")];
    const rows = [
      ["Revenue, million euros", "204"],
      ["Revenue, million euros", "191"],
      ["Berlin", "Revenue, million euros"],
    ];
    const block = { type: "table" as const, columns: ["", ""], rows, claimIds: ["a", "b", "c"] };
    const idsOf = (line: readonly Claim[] | undefined) => line?.map(({ id }) => id).toSorted();
    const lines = claimsByLine(block, claims);
    expect([idsOf(lines[0]), idsOf(lines[1])]).toEqual([["b"], ["a"]]);
    expect(idsOf(lines[2])).toContain("c");
    expect(claimsBeside(block, claims)).toEqual([]);
  });
  test("are matched to the block that names them", () => {
    const claims = [claim("a", "x"), claim("b", "y")];
    expect(claimsOf({ type: "p", text: "y", claimIds: ["b", "gone"] }, claims).map(({ id }) => id)).toEqual(["b"]);
    expect(claimsOf({ type: "h", text: "y" }, claims)).toEqual([]);
  });
});

test("a label that goes on in a text is another sentence", () => {
  const label = "Revenue in Germany";
  expect(sentenceIndex(label, `${label} was 191 million euros in 2023.`)).toBe(-1);
  expect(sentenceIndex(label, label)).toBe(0);
  expect(sentenceIndex(label, `Known: ${label}, and more`)).toBe(-1);
  expect(sentenceIndex(label, `${label} grows. ${label}.`)).toBe(26);
  expect(sentenceIndex("They moved in May.", "They moved in May. Then they left.")).toBe(0);
  expect(sentenceIndex("62 %", "Customers book 62 % of them.")).toBe(15);
});
