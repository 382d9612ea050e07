import { expect, test } from "vitest";
import type { WebStorage } from "#src/kit/webStorage.ts";
import { setFlash, takeFlash } from "./flashMessage.ts";

const openKeeper = (kept = new Map<string, string>()): WebStorage => ({
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => void kept.set(key, value),
  removeItem: (key) => void kept.delete(key),
});

test("shows a stored message once on the next page", () => {
  const keeper = openKeeper();
  expect(takeFlash(keeper)).toBeUndefined();
  setFlash("login.success", keeper);
  expect(takeFlash(keeper)).toBe("login.success");
  expect(takeFlash(keeper)).toBeUndefined();
});

test("ignores a stored value that is not a message", () => {
  const keeper = openKeeper(new Map([["pioneer.told", "<b>hello</b>"]]));
  expect(takeFlash(keeper)).toBeUndefined();
});

test("shows no message and throws no error when storage is unavailable", () => {
  const refuse = () => {
    throw new DOMException("denied", "SecurityError");
  };
  const keeper: WebStorage = { getItem: refuse, setItem: refuse, removeItem: refuse };
  expect(() => setFlash("register.success", keeper)).not.toThrow();
  expect(takeFlash(keeper)).toBeUndefined();
});
