import { expect, test } from "vitest";
import { phoneKey } from "./leadMatching.ts";

test.each([
  ["+49 30 123456", "030 123456"],
  ["0049 30 123456", "030/123456"],
  ["+49 (0)30 123456", "(030) 12 34 56"],
  ["+43 1 5123456", "01 5123456"],
  ["+353 1 234567", "01 234567"],
  ["+352 123456", "12 34 56"],
  ["+1 212 555 0100", "212-555-0100"],
  ["+49 170 12345678", "0170 12345678"],
])("a number with its dialling code and without is one: %s", (international, national) => {
  expect(phoneKey(international)).toBe(phoneKey(national));
  expect(phoneKey(national)).not.toBe("");
});

test.each([
  ["030 123456", "040 123456"],
  ["+49 30 123456", "+49 40 123456"],
])("other numbers stay others: %s", (one, other) => expect(phoneKey(one)).not.toBe(phoneKey(other)));

test("a few digits are no number", () => expect(["12345", "", "+49 1234"].map(phoneKey)).toEqual(["", "", ""]));
