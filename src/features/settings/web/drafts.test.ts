import { expect, test } from "vitest";
import { loadFieldDraft, saveFieldDraft } from "./drafts.ts";

test("keeps a draft per user and field until it is saved", () => {
  const kept = new Map<string, string>();
  const keeper = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  saveFieldDraft(keeper, "mara", "a", "half a sen");
  saveFieldDraft(keeper, "mara", "b", "");
  expect([loadFieldDraft(keeper, "mara", "a"), loadFieldDraft(keeper, "mara", "b")]).toEqual(["half a sen", ""]);
  expect(loadFieldDraft(keeper, "jonas", "a")).toBeUndefined();
  saveFieldDraft(keeper, "mara", "a", undefined);
  saveFieldDraft(keeper, "mara", "b", undefined);
  expect(kept.size).toBe(0);
  kept.set("pioneer.form:mara:settings", "no JSON");
  expect(loadFieldDraft(keeper, "mara", "a")).toBeUndefined();
});
