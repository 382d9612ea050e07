import { describe, expect, test } from "vitest";
import { activityReducer, runEnded, runsKnown, runStarted, runReported, unreportedRunsReducer } from "./activity.ts";

const after = (...actions: Parameters<typeof activityReducer>[1][]) =>
  actions.reduce(
    (state: ReturnType<typeof activityReducer> | undefined, action) => activityReducer(state, action),
    undefined,
  );

describe("activity indicator", () => {
  test("is active from the first run's start to the last run's end", () => {
    expect(after(runStarted("a"), runStarted("b"), runEnded("a"))).toEqual({ isRunning: true, openRuns: ["b"] });
    expect(after(runStarted("a"), runStarted("b"), runEnded("a"), runEnded("b"))).toEqual({
      isRunning: false,
      openRuns: [],
    });
  });

  test("ignores repeated events", () => {
    expect(after(runStarted("a"), runStarted("a"), runEnded("a"))).toEqual({ isRunning: false, openRuns: [] });
    const ended = after(runStarted("a"), runEnded("a"));
    expect(activityReducer(ended, runEnded("a"))).toBe(ended);
  });

  test("follows the server's list, including runs of other tabs", () => {
    expect(after(runsKnown(["x"]))).toEqual({ isRunning: true, openRuns: ["x"] });
    expect(after(runStarted("a"), runsKnown([]))).toEqual({ isRunning: false, openRuns: [] });
  });
});

describe("runs whose end was not told", () => {
  test("stay until their page has told it, whatever the server's list says", () => {
    const untold = [runStarted("a"), runStarted("b"), runStarted("a"), runsKnown([]), runEnded("a")].reduce(
      (state: readonly string[] | undefined, action) => unreportedRunsReducer(state, action),
      undefined,
    );
    expect(untold).toEqual(["a", "b"]);
    expect(unreportedRunsReducer(untold, runReported("a"))).toEqual(["b"]);
    expect(unreportedRunsReducer(untold, runReported("x"))).toBe(untold);
  });
});
