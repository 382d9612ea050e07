import fc from "fast-check";
import { expect, test } from "vitest";
import { naceCode } from "./nace.ts";

test.each([
  ["J62", "J62"],
  ["62", "J62"],
  [" g47.91 ", "G4791"],
  ["4791", "G4791"],
  ["01", "A01"],
  ["99", "U99"],
  ["c", "C"],
  // The division decides.
  ["A62", "J62"],
  ["", null],
  ["00", null],
  ["7", null],
  ["V10", null],
  ["62.012", null],
])("%s is %s", (text, code) => {
  expect(naceCode(text)).toBe(code);
});

test("a code stays what it is", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9999 }), (number) => {
      const code = naceCode(String(number).padStart(number < 100 ? 2 : 4, "0"));
      if (code !== null) expect(naceCode(code)).toBe(code);
    }),
  );
});
