import { expect, test } from "vitest";
import { stateNameOf } from "./StateDot.tsx";

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
