import fc from "fast-check";
import { expect, test } from "vitest";
import { diffChoiceOf, mergeChoice } from "./diffChoice.ts";

const before = ["Have a look at the pads and write the value down.", "Spin the wheel.", "Call us."];
const after = [
  "Have a look at the rotor and write the value down.",
  "Spin the wheel.",
  "Pull the lever ten times.",
  "Call us.",
];

test("changes are numbered in reading order, and each is accepted alone", () => {
  const choice = diffChoiceOf(before, after, "en");
  expect(choice.count).toBe(2);
  expect(mergeChoice(choice, (id) => id === 0)).toEqual([after[0], "Spin the wheel.", "Call us."]);
  expect(mergeChoice(choice, (id) => id === 1)).toEqual([before[0], ...after.slice(1)]);
});

test("a paragraph that went stays unless its change is accepted", () => {
  const choice = diffChoiceOf(after, before, "en");
  expect(mergeChoice(choice, () => false)).toEqual(after);
  expect(choice.paragraphs.map(({ kind }) => kind)).toEqual(["both", "both", "went", "both"]);
});

const word = fc.constantFrom("brake", "pad", "the", "rotor", "wet,", "8.6 m", "\n", "größer", "👩‍🔧", "。", "");
const paragraph = fc.oneof(
  fc.array(word, { maxLength: 12 }).map((words) => words.join(" ")),
  fc.string({ unit: "grapheme", maxLength: 30 }),
);
const paragraphs = fc.array(paragraph, { maxLength: 6 });

test("all accepted is the newer text, none accepted the older one, whatever they say", () => {
  fc.assert(
    fc.property(paragraphs, paragraphs, fc.constantFrom("en", "de", "ja"), (older, newer, language) => {
      const choice = diffChoiceOf(older, newer, language);
      expect(mergeChoice(choice, () => true)).toEqual(newer);
      expect(mergeChoice(choice, () => false)).toEqual(older);
      const ids = choice.paragraphs.flatMap(({ pieces }) =>
        pieces.flatMap((piece) => (piece.kind === "change" ? [piece.id] : [])),
      );
      expect(ids).toEqual(Array.from({ length: choice.count }, (_, at) => at));
    }),
  );
});
