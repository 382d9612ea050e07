import { expect, test } from "vitest";
import {
  documentDraftKey,
  removeDocumentDraft,
  saveDocumentDraft,
  maxDrafts,
  loadDocumentDraft,
  type DraftStorage,
} from "./documentDrafts.ts";

/** @param room characters it takes */
function memory(room = Infinity) {
  const content = new Map<string, string>();
  const storage: DraftStorage = {
    get length() {
      return content.size;
    },
    key: (at) => [...content.keys()][at] ?? null,
    getItem: (key) => content.get(key) ?? null,
    setItem: (key, value) => {
      const others = [...content].reduce((sum, [name, text]) => sum + (name === key ? 0 : text.length), 0);
      if (others + value.length > room) throw new DOMException("full", "QuotaExceededError");
      content.set(key, value);
    },
    removeItem: (key) => void content.delete(key),
  };
  return { content, storage };
}

const key = documentDraftKey("u1", "p1", "opening");
const texts = { opening: { was: "We began.", text: "We began with one shelf." } };

test("what was typed is read again, with what it began with, until it is dropped", () => {
  const { storage, content } = memory();
  expect(loadDocumentDraft(storage, key)).toBeNull();
  expect(saveDocumentDraft(storage, key, texts, 5)).toBe(true);
  expect(loadDocumentDraft(storage, key)).toEqual({ at: 5, texts });
  saveDocumentDraft(storage, key, {}, 6);
  expect(content.size).toBe(0);
  saveDocumentDraft(storage, key, texts, 7);
  removeDocumentDraft(storage, key);
  expect(loadDocumentDraft(storage, key)).toBeNull();
});

test("what is no draft is left out", () => {
  const { storage } = memory();
  for (const value of [
    "",
    "{",
    "null",
    "[]",
    '{"v":2}',
    '{"v":1,"at":"x","texts":{}}',
    '{"v":1,"at":1,"texts":{"a":5}}',
  ]) {
    storage.setItem(key, value);
    expect([value, loadDocumentDraft(storage, key)]).toEqual([value, null]);
  }
  storage.setItem(key, JSON.stringify({ v: 1, at: 1, texts: { a: { was: "", text: "x" }, b: { text: "y" } } }));
  expect(loadDocumentDraft(storage, key)?.texts).toEqual({ a: { was: "", text: "x" } });
});

test("there are at most so many, the oldest go, and what is not a draft stays", () => {
  const { storage, content } = memory();
  storage.setItem("pioneer.theme", "dark");
  for (let at = 0; at < maxDrafts + 5; at += 1)
    saveDocumentDraft(storage, documentDraftKey("u1", "p1", `s${at}`), texts, at);
  expect(content.size).toBe(maxDrafts + 1);
  expect(loadDocumentDraft(storage, documentDraftKey("u1", "p1", "s4"))).toBeNull();
  expect(loadDocumentDraft(storage, documentDraftKey("u1", "p1", "s5"))).not.toBeNull();
});

test("without room the oldest drafts make some; what is still too long is refused without an error", () => {
  const { storage } = memory(700);
  for (let at = 0; at < 6; at += 1) saveDocumentDraft(storage, documentDraftKey("u1", "p1", `s${at}`), texts, at);
  const long = { opening: { was: "", text: "x".repeat(200) } };
  expect(saveDocumentDraft(storage, key, long, 9)).toBe(true);
  expect(loadDocumentDraft(storage, key)?.texts).toEqual(long);
  expect(saveDocumentDraft(storage, key, { opening: { was: "", text: "x".repeat(800) } }, 10)).toBe(false);
});

test("a browser that refuses its storage is no error", () => {
  const refuse = (): never => {
    throw new DOMException("denied", "SecurityError");
  };
  const storage = { key: refuse, getItem: refuse, setItem: refuse, removeItem: refuse, length: 1 };
  expect(loadDocumentDraft(storage, key)).toBeNull();
  expect(saveDocumentDraft(storage, key, texts, 1)).toBe(false);
  expect(() => removeDocumentDraft(storage, key)).not.toThrow();
});
