import fc from "fast-check";
import { expect, test } from "vitest";
import { progressOf, projectState, stateAt, stateGroupOf, stateNameOf, stateWithoutResult } from "./rules.ts";

test("maps run progress to project states 2 to 49 and back", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: false }), (progress) => {
      const state = stateAt(progress);
      expect(state).toBeGreaterThanOrEqual(2);
      expect(state).toBeLessThanOrEqual(49);
      expect(stateGroupOf(state)).toBe("progress");
      expect(stateAt(progressOf(state) ?? -1)).toBe(state);
    }),
  );
  expect(stateAt(0)).toBe(2);
  expect(stateAt(1)).toBe(49);
  expect(stateAt(progressOf(33) ?? -1)).toBe(33);
  expect(progressOf(projectState.ready)).toBeNull();
});

test.each([
  [null, 50],
  [1, 50],
  [30, 50],
  [60, 60],
  [100, 100],
  [500, 50],
])("a run that brought nothing leaves a document of state %j in state %i", (before, after) => {
  expect(stateWithoutResult(before)).toBe(after);
});

test.each([
  [1, "new"],
  [2, "progress"],
  [49, "progress"],
  [50, "ready"],
  [60, "ready"],
  [99, "ready"],
  [100, "done"],
  [500, "other"],
  [0, "other"],
  [101, "other"],
])("assigns state %i to the group %s", (state, group) => {
  expect(stateGroupOf(state)).toBe(group);
});

test.each([
  [1, "new"],
  [2, "progress"],
  [49, "progress"],
  [50, "ready"],
  [74, "ready"],
  [75, "applied"],
  [76, "ready"],
  [99, "ready"],
  [100, "done"],
  [500, "other"],
  [0, "other"],
] as const)("shows project state %i as %s", (state, name) => {
  expect(stateNameOf({ state })).toBe(name);
});

test.each([
  [500, false, "failed", "failed"],
  [500, false, "cancelled", "cancelled"],
  [500, false, "succeeded", "other"],
  [500, false, null, "other"],
  [500, true, "failed", "other"],
  [50, false, "failed", "ready"],
  [2, false, "failed", "progress"],
] as const)("shows state %i (archived: %s, latest run: %s) as %s", (state, archived, latestRunStatus, name) => {
  expect(stateNameOf({ state, archived, latestRunStatus })).toBe(name);
});
