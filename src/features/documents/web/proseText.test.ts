import fc from "fast-check";
import { expect, test } from "vitest";
import { pastedParagraphs, proseParagraphs, proseText, trimmedParagraphs } from "./proseText.ts";

test("what is pasted is parted by empty lines, or line by line where there are none", () => {
  expect(pastedParagraphs("One\r\ntwo\r\n\r\n  Three \n \n\n")).toEqual(["One\ntwo", "Three"]);
  expect(pastedParagraphs("One\ntwo\u2028three")).toEqual(["One", "two", "three"]);
  expect(pastedParagraphs(" \n\n ")).toEqual([]);
});

test("paragraphs survive the way into one text and back", () => {
  const paragraph = fc.stringMatching(/^[a-z ]{0,8}\n?[a-z. ]{1,8}$/).map((text) => text.trim());
  fc.assert(
    fc.property(fc.array(paragraph), (given) => {
      const paragraphs = trimmedParagraphs(given).filter((text) => !/\n\s*\n/.test(text));
      expect(proseParagraphs(proseText(paragraphs))).toEqual(paragraphs);
    }),
  );
});
