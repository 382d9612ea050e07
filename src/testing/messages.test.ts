import { expect, test } from "vitest";
import { facts } from "./specification/facts.ts";
import { isRaised, messageGroups, partOf, wordsOf } from "./specification/messages.ts";

const keys = messageGroups.flatMap(([, names]) => names);
const told = new Set(facts.flatMap(({ tells }) => tells ?? []));

test.each(keys)("%s is seen by a row of the specification, or waits for its part", (key) => {
  expect([told.has(key), isRaised(key)]).toEqual(partOf(key) ? [false, false] : [true, true]);
});

test.each(keys)("%s has a title and a description in both languages", (key) => {
  const [en, de] = [wordsOf("en", key), wordsOf("de", key)];
  expect([en.title === de.title, en.description === de.description]).toEqual([false, false]);
});

test("rows tell only messages that the specification names", () => {
  expect([...told].filter((key) => !keys.includes(key))).toEqual([]);
});
