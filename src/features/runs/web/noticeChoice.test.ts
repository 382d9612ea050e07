import { expect, test } from "vitest";
import { areNoticesWanted, offerOf, wantNotices } from "./noticeChoice.ts";

const fresh = { permission: "default", areWanted: false, wasAsked: false, elapsedMs: 20_001 } as const;

test("notifications are offered from 20 seconds on, and never where the browser refuses them", () => {
  expect(offerOf({ ...fresh, elapsedMs: 20_000 })).toBeNull();
  expect(offerOf(fresh)).toBe("offer");
  expect(offerOf({ ...fresh, permission: "denied" })).toBeNull();
  expect(offerOf({ ...fresh, permission: "missing" })).toBeNull();
});

test("a granted permission alone is no wish, and a refusal is answered once", () => {
  expect(offerOf({ ...fresh, permission: "granted" })).toBe("offer");
  expect(offerOf({ ...fresh, permission: "granted", areWanted: true, elapsedMs: 0 })).toBe("on");
  expect(offerOf({ ...fresh, permission: "denied", areWanted: true })).toBeNull();
  expect(offerOf({ ...fresh, permission: "denied", wasAsked: true })).toBe("title");
});

test("the choice is kept in the browser and can be taken back", () => {
  const kept = new Map<string, string>();
  const keeper = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  expect(areNoticesWanted(keeper)).toBe(false);
  wantNotices(keeper, true);
  expect(areNoticesWanted(keeper)).toBe(true);
  wantNotices(keeper, false);
  expect(areNoticesWanted(keeper)).toBe(false);
});
