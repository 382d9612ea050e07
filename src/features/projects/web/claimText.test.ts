import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Claim } from "#src/features/workflows/workflow.ts";
import { claimsBeside, claimsOf, cutByClaims } from "./claimText.ts";

const claim = (id: string, text: string): Claim => ({
  id,
  text,
  kind: "fact",
  sourceIds: [],
  quote: "",
  check: "user",
});

describe("sentences of claims in a text", () => {
  test("all pieces together are the text, whatever the claims say", () => {
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
  test("an overlapping claim and a missing one stand beside the block", () => {
    const claims = [claim("a", "one two"), claim("b", "two three"), claim("c", "four"), claim("d", "")];
    expect(cutByClaims("one two three", claims)).toEqual([{ text: "one two", claim: claims[0] }, { text: " three" }]);
    expect(claimsBeside(["one two three"], claims).map(({ id }) => id)).toEqual(["b", "c", "d"]);
  });
  test("a block has the claims that it names", () => {
    const claims = [claim("a", "x"), claim("b", "y")];
    expect(claimsOf({ type: "p", text: "y", claimIds: ["b", "gone"] }, claims).map(({ id }) => id)).toEqual(["b"]);
    expect(claimsOf({ type: "h", text: "y" }, claims)).toEqual([]);
  });
});
