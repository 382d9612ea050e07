import { expect, test } from "vitest";
import { changedIn, draftKey, hasDraft, loadDraft, saveDraft } from "./drafts.ts";

function memory() {
  const content = new Map<string, string>();
  return {
    content,
    getItem: (key: string) => content.get(key) ?? null,
    setItem: (key: string, value: string) => void content.set(key, value),
    removeItem: (key: string) => void content.delete(key),
  };
}

const first = { name: "", tags: ["Fair"], score: null as number | null, isOpen: false };
const key = draftKey("u1", "lead:new");

test("stores only the changed fields of a draft", () => {
  const storage = memory();
  const typed = { ...first, name: "Räder \u202E 🚲", score: 7 };
  saveDraft(storage, key, changedIn(first, typed));
  expect({ ...first, ...loadDraft(storage, key, first) }).toEqual(typed);
  // A value that came from the server meanwhile is not covered by an old one.
  expect({ ...first, tags: ["New"], ...loadDraft(storage, key, first) }).toEqual({ ...typed, tags: ["New"] });
});

test("stores nothing for an unchanged form", () => {
  const storage = memory();
  saveDraft(storage, key, { name: "Half" });
  expect(hasDraft(storage, key)).toBe(true);
  saveDraft(storage, key, changedIn(first, { ...first, tags: ["Fair"] }));
  expect(storage.content.size).toBe(0);
  expect(hasDraft(storage, key)).toBe(false);
  expect(loadDraft(storage, key, first)).toEqual({});
});

test.each(["", "null", "7", "[1]", "{", '{"name":7,"tags":"x","isOpen":"yes","other":"?","__proto__":{"name":"x"}}'])(
  "ignores a stored draft of another version (%s)",
  (text) => {
    const storage = memory();
    storage.setItem(key, text);
    expect(loadDraft(storage, key, first)).toEqual({});
  },
);

test("continues without drafts when storage is unavailable", () => {
  const refuse = (): never => {
    throw new Error("denied");
  };
  const storage = { getItem: refuse, setItem: refuse, removeItem: refuse };
  expect(loadDraft(storage, key, first)).toEqual({});
  expect(hasDraft(storage, key)).toBe(false);
  expect(() => saveDraft(storage, key, { name: "x" })).not.toThrow();
});
