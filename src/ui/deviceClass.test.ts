import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deviceClassOf } from "./deviceClass.ts";

describe("device class", () => {
  test.each([
    [320, true, "mobile"],
    [767, false, "mobile"],
    [767.9, true, "mobile"],
    [768, false, "desktop"],
    [768, true, "desktop"],
    [899, true, "desktop"],
    [900, true, "tablet"],
    [900, false, "desktop"],
    [1440, true, "tablet"],
    [1441, true, "desktop"],
    [1440, false, "desktop"],
  ] as const)("at %f px with touch %s is %s", (width, isTouch, name) =>
    expect(deviceClassOf(width, isTouch)).toBe(name),
  );

  test("is never tablet without touch, and mobile depends on width alone", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 8000, noNaN: true }), (width) => {
        expect(deviceClassOf(width, false)).not.toBe("tablet");
        expect(deviceClassOf(width, true) === "mobile").toBe(deviceClassOf(width, false) === "mobile");
      }),
    );
  });
});
