import { expect, test } from "vitest";
import { draftOf, keepDraft } from "./drafts.ts";

test("keeps a draft per user and field until it is saved", () => {
  const kept = new Map<string, string>();
  const keeper = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  keepDraft(keeper, "mara", "a", "half a sen");
  keepDraft(keeper, "mara", "b", "");
  expect([draftOf(keeper, "mara", "a"), draftOf(keeper, "mara", "b")]).toEqual(["half a sen", ""]);
  expect(draftOf(keeper, "jonas", "a")).toBeUndefined();
  keepDraft(keeper, "mara", "a", undefined);
  keepDraft(keeper, "mara", "b", undefined);
  expect(kept.size).toBe(0);
  kept.set("pioneer.form:mara:settings", "no JSON");
  expect(draftOf(keeper, "mara", "a")).toBeUndefined();
});
