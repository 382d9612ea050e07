import { expect, test } from "vitest";
import { areSingleKeysOn, switchSingleKeys } from "./singleKeys.ts";

test("switches single-key shortcuts off and on, with on as default without storage", () => {
  const kept = new Map<string, string>();
  const keeper = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  expect(areSingleKeysOn(keeper)).toBe(true);
  switchSingleKeys(keeper, false);
  expect(areSingleKeysOn(keeper)).toBe(false);
  switchSingleKeys(keeper, true);
  expect(areSingleKeysOn(keeper)).toBe(true);
  const refuse = (): never => {
    throw new Error("no storage");
  };
  const closed = { getItem: refuse, setItem: refuse, removeItem: refuse };
  switchSingleKeys(closed, false);
  expect(areSingleKeysOn(closed)).toBe(true);
});
