import { expect, test } from "vitest";
import { criterionLine } from "./gherkin.ts";

test.each([
  ["Given an invoice is open, when I pay it, then it is paid.", "an invoice is open | I pay it | it is paid"],
  ["- Given a list When I open it Then it has 10 rows", "a list | I open it | it has 10 rows"],
  [
    "Angenommen, ich bin angemeldet: Wenn ich zahle, dann ist sie bezahlt.",
    "ich bin angemeldet | ich zahle | ist sie bezahlt",
  ],
  ["Given a, and b, when c, then d", "a; b | c | d"],
])("a sentence of three steps becomes its parts: %s", (line, parts) => expect(criterionLine(line)).toBe(parts));

test("words that begin a step are taken off the parts", () => {
  expect(criterionLine("Given a customer | When: she pays | Then it is paid.")).toBe(
    "a customer | she pays | it is paid",
  );
  expect(criterionLine("ein Kunde | er zahlt | dann ist sie bezahlt")).toBe("ein Kunde | er zahlt | ist sie bezahlt");
});

test.each(["At most 5 MB", "When it rains, the roof closes.", "a | b", "Wenn es regnet, dann schließt das Dach."])(
  "any other line stays as it is: %s",
  (line) => expect(criterionLine(line)).toBe(line),
);
