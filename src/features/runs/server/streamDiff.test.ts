import fc from "fast-check";
import { expect, test } from "vitest";
import { applyRunEvent, emptyRunDocument } from "../web/runDocument.ts";
import { draftEvents } from "./streamDiff.ts";

const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ maxLength: 12 }),
    fc.integer(),
    fc.boolean(),
    fc.array(tie("value"), { maxLength: 5 }),
    fc.dictionary(fc.constantFrom("title", "sections", "blocks", "text", "rows"), tie("value"), { maxKeys: 4 }),
  ),
})).value;
const draft = fc.dictionary(fc.constantFrom("title", "summary", "sections"), json, { minKeys: 1 });

/** What a page shows after the events. */
const shownAfter = (drafts: unknown[]): unknown => {
  let page = emptyRunDocument;
  let before: unknown = {};
  for (const next of drafts) {
    for (const event of draftEvents(before, next)) page = applyRunEvent(page, event);
    before = next;
  }
  return page.draft;
};

test("a page that takes the differences shows the newest draft, whatever changed", () => {
  fc.assert(
    fc.property(fc.array(draft, { minLength: 1, maxLength: 5 }), (drafts) => {
      // A draft keeps its parts: what was there once stays there, with another value.
      const grown = drafts.map((_, at) => Object.assign({}, ...drafts.slice(0, at + 1)) as object);
      expect(shownAfter(grown)).toEqual(grown.at(-1));
    }),
    { numRuns: 300 },
  );
});

test("text that goes on is sent as its new end only", () => {
  expect(draftEvents({ a: ["One two"] }, { a: ["One two three", "x"] })).toEqual([
    { type: "delta", path: ["a", 0], offset: 7, text: " three" },
    { type: "partial", path: ["a", 1], value: "x" },
  ]);
});
