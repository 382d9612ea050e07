import { expect, test } from "vitest";
import { stateName } from "./StateDot.tsx";

test.each([
  [1, "new"],
  [2, "progress"],
  [49, "progress"],
  [50, "ready"],
  [99, "ready"],
  [100, "done"],
  [500, "other"],
  [0, "other"],
] as const)("project state %i is %s", (state, name) => {
  expect(stateName(state)).toBe(name);
});
