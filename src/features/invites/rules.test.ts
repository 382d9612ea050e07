import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codeLength, codeOf, readCode, shownName } from "./rules.ts";

describe("the name that a stranger is shown", () => {
  test.each([
    ["Mara Brandt", "Mara Brandt"],
    ["  Mara \n Brandt ", "Mara Brandt"],
    ["José Ñandú-O’Neill", "José Ñandú-O’Neill"],
    ["Dr. Ode", "Dr. Ode"],
    ["李小龍", "李小龍"],
    ["Win coins at evil.example", null],
    ["https://evil.example", null],
    ["www.evil", null],
    ["call 0900 1234", null],
    ["a@b", null],
    ["<b>Mara</b>", null],
    ["\u202e\u2066", null],
    ["x".repeat(61), null],
  ])("of %j is %j", (name, shown) => {
    expect(shownName(name)).toBe(shown);
  });

  test("never holds a link, a line end or a mark that turns the writing", () => {
    const part = fc.constantFrom(
      "Mara",
      " ",
      "\n",
      "\u202e",
      "evil",
      ".",
      "de",
      "//",
      "@",
      "www.",
      "http:",
      "0900",
      "1234",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(part).map((parts) => parts.join("")),
          fc.string({ unit: "binary" }),
        ),
        (name) => {
          const shown = shownName(name) ?? "";
          expect(shown).not.toMatch(/[@/\\<>\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|www\.|https?:|\p{L}\.\p{L}{2}|\d{4}/iu);
          expect(shown.length).toBeLessThanOrEqual(60);
        },
      ),
    );
  });
});

describe("a code", () => {
  test("is made of the letters alone, is read again in any case, and uses every byte evenly", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 200, maxLength: 300 }), (random) => {
        fc.pre(random.filter((byte) => byte < 248).length >= codeLength);
        const code = codeOf(random);
        expect(code).toMatch(/^[2-9a-hjkmnp-z]{12}$/);
        expect(readCode(` ${code.toUpperCase()} `)).toBe(code);
      }),
    );
  });

  test("is not read out of anything else", () => {
    for (const text of ["", "short", "x".repeat(17), "with-dash-in-it", "'; drop table", "%00%00%00%00%00"])
      expect(readCode(text)).toBeNull();
    expect(() => codeOf(new Uint8Array(32).fill(255))).toThrow();
  });
});
