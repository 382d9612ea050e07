import { describe, expect, it } from "vitest";
import { isFirstVisit } from "./firstRun.ts";

const welcome = { reason: "welcome", runId: null } as const;
const run = { reason: "run", runId: "01a1fd92-0000-7000-8000-000000000001" } as const;

describe("the first words of the dashboard", () => {
  it("are for who has neither a project nor a run in the ledger", () => {
    expect(isFirstVisit([], { rows: [welcome] })).toBe(true);
    expect(isFirstVisit([], { rows: [] })).toBe(true);
    expect(isFirstVisit([{}], { rows: [welcome] })).toBe(false);
  });

  it("do not come back when the only project was deleted", () => {
    expect(isFirstVisit([], { rows: [run, welcome] })).toBe(false);
    expect(isFirstVisit([], { rows: [welcome], nextCursor: "older" })).toBe(false);
  });

  it("wait until both are known", () => {
    expect(isFirstVisit(undefined, { rows: [welcome] })).toBeUndefined();
    expect(isFirstVisit([], undefined)).toBeUndefined();
  });
});
