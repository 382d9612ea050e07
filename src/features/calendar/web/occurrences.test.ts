import { expect, test } from "vitest";
import type { EntryPreview } from "../contract.ts";
import { isEntryId } from "./address.ts";
import { entryIdOf, withOwnId } from "./occurrences.ts";
import { rhythmOf } from "./rhythm.ts";

const id = "0191e7b0-0000-7000-8000-000000000000";
const start = "2026-11-30T09:00:00.000Z";
const entry = { id, start } as EntryPreview;

test("A later occurrence has an id of its own, from which that of its entry is read", () => {
  expect(withOwnId(entry)).toBe(entry);
  const again = withOwnId({ ...entry, isOccurrence: true });
  expect(again.id).not.toBe(id);
  expect([entryIdOf(again.id), entryIdOf(id)]).toEqual([id, id]);
  expect([isEntryId(again.id), isEntryId(id)]).toEqual([true, true]);
});

test.each(["", "x", `${id}~`, `${id}~soon`, `${id}~${start}~${start}`, `~${start}`])("%j names no entry", (text) => {
  expect(isEntryId(text)).toBe(false);
});

test.each([
  [null, undefined],
  ["FREQ=WEEKLY;COUNT=4", { frequency: "WEEKLY", interval: 1 }],
  ["INTERVAL=3;FREQ=MONTHLY", { frequency: "MONTHLY", interval: 3 }],
] as const)("The rhythm of %s", (rule, rhythm) => {
  expect(rhythmOf(rule)).toEqual(rhythm);
});
