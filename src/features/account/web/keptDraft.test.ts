import { expect, test } from "vitest";
import { changedIn, draftKey, hasDraft, keepDraft, readDraft } from "./keptDraft.ts";

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

test("what was changed is kept, and only that", () => {
  const storage = memory();
  const typed = { ...first, name: "Räder \u202E 🚲", score: 7 };
  keepDraft(storage, key, changedIn(first, typed));
  expect({ ...first, ...readDraft(storage, key, first) }).toEqual(typed);
  // A value that came from the server meanwhile is not covered by an old one.
  expect({ ...first, tags: ["New"], ...readDraft(storage, key, first) }).toEqual({ ...typed, tags: ["New"] });
});

test("a form that is as it was keeps nothing", () => {
  const storage = memory();
  keepDraft(storage, key, { name: "Half" });
  expect(hasDraft(storage, key)).toBe(true);
  keepDraft(storage, key, changedIn(first, { ...first, tags: ["Fair"] }));
  expect(storage.content.size).toBe(0);
  expect(hasDraft(storage, key)).toBe(false);
  expect(readDraft(storage, key, first)).toEqual({});
});

test.each(["", "null", "7", "[1]", "{", '{"name":7,"tags":"x","isOpen":"yes","other":"?","__proto__":{"name":"x"}}'])(
  "what another version kept (%s) does no harm",
  (text) => {
    const storage = memory();
    storage.setItem(key, text);
    expect(readDraft(storage, key, first)).toEqual({});
  },
);

test("without storage the form goes on", () => {
  const refuse = (): never => {
    throw new Error("denied");
  };
  const storage = { getItem: refuse, setItem: refuse, removeItem: refuse };
  expect(readDraft(storage, key, first)).toEqual({});
  expect(hasDraft(storage, key)).toBe(false);
  expect(() => keepDraft(storage, key, { name: "x" })).not.toThrow();
});
