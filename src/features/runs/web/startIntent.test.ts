import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { WebStorage } from "#src/kit/webStorage.ts";
import { settleIdempotencyKey, intentFor, intentRefused, isUnanswered, requestText } from "./startIntent.ts";

function memory(): WebStorage & { content: Map<string, string> } {
  const content = new Map<string, string>();
  return {
    content,
    getItem: (key) => content.get(key) ?? null,
    setItem: (key, value) => void content.set(key, value),
    removeItem: (key) => void content.delete(key),
  };
}
const owner = { userId: "u1", workflow: "contentPlanner" };
let count = 0;
const newKey = (): string => `key-${(count += 1)}`;

describe("idempotency key of a run", () => {
  test("stays the same for a second click, a retry and a reload", () => {
    const keeper = memory();
    const first = intentFor(keeper, owner, "r", 100, newKey, "quote-1");
    expect(intentFor(keeper, owner, "r", 100, newKey, "quote-2")).toEqual(first);
    expect(intentFor(keeper, owner, "r", 900, newKey).key).toBe(first.key);
    expect(isUnanswered(keeper, owner, "r")).toBe(true);
  });
  test("is reused by a tab opened before the answer, and a later page gets a new one", () => {
    const keeper = memory();
    const first = intentFor(keeper, owner, "r", 100, newKey);
    settleIdempotencyKey(keeper, owner, first, 500);
    expect(intentFor(keeper, owner, "r", 200, newKey).key).toBe(first.key);
    expect(intentFor(keeper, owner, "r", 600, newKey).key).not.toBe(first.key);
  });
  test("changes for a different request and after a rejection", () => {
    const keeper = memory();
    const first = intentFor(keeper, owner, "r", 100, newKey);
    expect(intentFor(keeper, owner, "other", 100, newKey).key).not.toBe(first.key);
    const second = intentFor(keeper, owner, "r", 100, newKey);
    intentRefused(keeper, owner);
    expect(intentFor(keeper, owner, "r", 100, newKey).key).not.toBe(second.key);
  });
  test("does not depend on the order of fields", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (values) => {
        const turned = Object.fromEntries(Object.entries(values).toReversed());
        expect(requestText(turned)).toBe(requestText(values));
      }),
    );
  });
});
