import { describe, expect, it } from "vitest";
import { activityReducer, runEnded, runsKnown, runStarted } from "./activity.ts";

const after = (...actions: Parameters<typeof activityReducer>[1][]) =>
  actions.reduce(
    (state: ReturnType<typeof activityReducer> | undefined, action) => activityReducer(state, action),
    undefined,
  );

describe("the busy frame", () => {
  it("shows from the first start to the last end", () => {
    expect(after(runStarted("a"), runStarted("b"), runEnded("a"))).toEqual({ isRunning: true, openRuns: ["b"] });
    expect(after(runStarted("a"), runStarted("b"), runEnded("a"), runEnded("b"))).toEqual({
      isRunning: false,
      openRuns: [],
    });
  });

  it("takes the same word twice as once", () => {
    expect(after(runStarted("a"), runStarted("a"), runEnded("a"))).toEqual({ isRunning: false, openRuns: [] });
    const ended = after(runStarted("a"), runEnded("a"));
    expect(activityReducer(ended, runEnded("a"))).toBe(ended);
  });

  it("follows the server's list, also for runs of another tab", () => {
    expect(after(runsKnown(["x"]))).toEqual({ isRunning: true, openRuns: ["x"] });
    expect(after(runStarted("a"), runsKnown([]))).toEqual({ isRunning: false, openRuns: [] });
  });
});
