import fc from "fast-check";
import { expect, test } from "vitest";
import { itemsOf } from "./useCursorPages.ts";

const item = (nr: number) => ({ id: `item-${nr}` });
const pagesOf = (...pages: number[][]) => pages.map((items) => ({ items: items.map(item), nextCursor: undefined }));
const numbers = (items: readonly { id: string }[]): number[] => items.map(({ id }) => Number(id.slice(5)));

test("a page that overlaps with the one before adds nothing twice", () => {
  expect(numbers(itemsOf(pagesOf([6, 5, 4], [4, 3], [3, 2, 1])))).toEqual([6, 5, 4, 3, 2, 1]);
});

test("an item that moved up from an older page is there once", () => {
  expect(numbers(itemsOf(pagesOf([2, 6, 5], [4, 3, 2])))).toEqual([2, 6, 5, 4, 3]);
});

test("a list read page by page is the list, each item once, even where pages overlap", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(500), { maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      fc.nat(3),
      (ids, size, overlap) => {
        const pages: number[][] = [];
        for (let at = 0; at < ids.length; at += size) pages.push(ids.slice(Math.max(0, at - overlap), at + size));
        expect(numbers(itemsOf(pagesOf(...pages)))).toEqual(ids);
      },
    ),
  );
});
