import fc from "fast-check";
import { expect, test } from "vitest";
import { withBeginning, withPage } from "./cursorPages.ts";

const item = (nr: number) => ({ id: `item-${nr}` });
const numbers = (items: readonly { id: string }[]): number[] => items.map(({ id }) => Number(id.slice(5)));
const shown = [6, 5, 4, 3, 2, 1].map(item);

test("new items come first, those that no longer fit go, and older pages stay", () => {
  expect(numbers(withBeginning(shown, [8, 6, 4].map(item), false))).toEqual([8, 6, 4, 3, 2, 1]);
  expect(numbers(withBeginning(shown, [8, 6].map(item), true))).toEqual([8, 6]);
  expect(withBeginning(shown, [], true)).toEqual([]);
});

test("a beginning that shares nothing with what is shown replaces it", () => {
  expect(numbers(withBeginning(shown, [9, 8, 7].map(item), false))).toEqual([9, 8, 7]);
});

test("an item that moved up from an older page is there once", () => {
  expect(numbers(withBeginning(shown, [2, 6, 5].map(item), false))).toEqual([2, 6, 5, 4, 3, 1]);
});

test("a page that overlaps with what is shown adds nothing twice", () => {
  expect(numbers(withPage(shown, [1, 0].map(item)))).toEqual([6, 5, 4, 3, 2, 1, 0]);
});

test("a list read page by page and read again from its beginning is the list, each item once", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(500), { maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 60 }),
      (ids, size, again) => {
        const all = ids.map(item);
        let read: { id: string }[] = [];
        for (let at = 0; at < all.length; at += size) read = withPage(read, all.slice(at, at + size));
        expect(read).toEqual(all);
        expect(withBeginning(read, all.slice(0, again), again >= all.length)).toEqual(all);
      },
    ),
  );
});
