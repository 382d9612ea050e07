import { expect, test } from "vitest";
import { type Keeper, takeTold, tellOnNextPage } from "./toldLater.ts";

const openKeeper = (kept = new Map<string, string>()): Keeper => ({
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => void kept.set(key, value),
  removeItem: (key) => void kept.delete(key),
});

test("shows a stored message once on the next page", () => {
  const keeper = openKeeper();
  expect(takeTold(keeper)).toBeUndefined();
  tellOnNextPage("login.success", keeper);
  expect(takeTold(keeper)).toBe("login.success");
  expect(takeTold(keeper)).toBeUndefined();
});

test("ignores a stored value that is not a message", () => {
  const keeper = openKeeper(new Map([["pioneer.told", "<b>hello</b>"]]));
  expect(takeTold(keeper)).toBeUndefined();
});

test("shows no message and throws no error when storage is unavailable", () => {
  const refuse = () => {
    throw new DOMException("denied", "SecurityError");
  };
  const keeper: Keeper = { getItem: refuse, setItem: refuse, removeItem: refuse };
  expect(() => tellOnNextPage("register.success", keeper)).not.toThrow();
  expect(takeTold(keeper)).toBeUndefined();
});
