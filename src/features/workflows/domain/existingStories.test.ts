import { expect, test } from "vitest";
import { existingStories, maxExisting } from "./existingStories.ts";

test("a table is read with quotes, semicolons and an optional header", () => {
  expect(
    existingStories('\uFEFFKey;Summary;State\r\nA-1;"Sign in; with ""e-mail""";open\r\nA-2;"Two\nlines";done'),
  ).toEqual([
    { id: "A-1", text: 'Sign in; with "e-mail"' },
    { id: "A-2", text: "Two lines" },
  ]);
  expect(existingStories("1,Print the list\n2,Pay an order").map(({ text }) => text)).toEqual([
    "Print the list",
    "Pay an order",
  ]);
});

test("a list has one story in each line, also with commas", () => {
  expect(existingStories("- Print the list\n2. See, edit, delete an order")).toEqual([
    { id: "1", text: "Print the list" },
    { id: "2", text: "See, edit, delete an order" },
  ]);
});

test("nothing and lines without words are no stories, and only so many rows are read", () => {
  expect(existingStories("")).toEqual([]);
  expect(existingStories("---\n***")).toEqual([]);
  expect(existingStories(Array.from({ length: 1200 }, (_, at) => `Story ${at}`).join("\n"))).toHaveLength(maxExisting);
});
