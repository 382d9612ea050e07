import fc from "fast-check";
import { expect, test } from "vitest";
import { shownCell, storedCell } from "./cellValues.ts";

test("figures and dates are typed in the manner of the language", () => {
  expect(shownCell("number", "1234.5", "de")).toBe("1.234,5");
  expect(storedCell("number", "1.234,5", "de")).toBe("1234.5");
  expect(storedCell("number", "many", "en")).toBeNull();
  expect(shownCell("date", "2027-02-01", "en")).toBe("1 Feb 2027");
  expect(shownCell("date", "2027-02-01", "de")).toBe("01.02.2027");
  for (const language of ["en", "de"] as const) {
    for (const typed of ["1 Feb 2027", "1.2.27", "01.02.2027", "2027-02-01"])
      expect(storedCell("date", typed, language)).toBe("2027-02-01");
  }
  expect(storedCell("date", "31.2.2027", "de")).toBeNull();
  expect(storedCell("number", " ", "de")).toBe("");
});

test("a line is one line, a passage keeps its lines", () => {
  expect(storedCell("text", " One\n two ", "en")).toBe("One two");
  expect(storedCell("long", " One\n\ntwo ", "en")).toBe("One\n\ntwo");
});

test("a figure that is shown and taken as it stands is the same figure", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.integer({ min: -1e12, max: 1e12 }),
        fc.integer({ min: -1e9, max: 1e9 }).map((value) => value / 10_000),
      ),
      fc.constantFrom("en" as const, "de" as const),
      (value, language) => {
        const stored = String(value);
        const taken = storedCell("number", shownCell("number", stored, language), language);
        expect(Number(taken)).toBe(Number(stored) + 0);
      },
    ),
  );
});
