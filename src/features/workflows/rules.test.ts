import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { styleLine } from "./catalogue/writingStyles.ts";
import {
  audienceLevelLabelKey,
  audienceLevels,
  coinsOf,
  defaultWritingStyles,
  progressOf,
  projectState,
  stateAt,
  stateGroupOf,
  workflowKeyOf,
  workflowNameOf,
  writingStyleCodes,
  writingStyleLabelKey,
} from "./rules.ts";

test("finds a price by either name of a workflow", () => {
  expect(coinsOf("contentPlanner")).toBe(300);
  expect(coinsOf("contentPlannerWorkflow")).toBe(300);
  expect(coinsOf("leadsListProvider")).toBe(2500);
  expect(coinsOf("videoScriptWriter")).toBe(10);
  expect(coinsOf("__proto__")).toBeUndefined();
  expect(coinsOf("Workflow")).toBeUndefined();
  expect(workflowKeyOf(workflowNameOf("bookWriting"))).toBe("bookWriting");
});

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

test.each(["en", "de"])("translates writing styles and audience levels (%s)", (language) => {
  const file = join(import.meta.dirname, "../../shell/i18n", language, "workflows.json");
  const texts = JSON.parse(readFileSync(file, "utf8")) as Record<string, Record<string, string>>;
  const keys = [...writingStyleCodes.map(writingStyleLabelKey), ...audienceLevels.map(audienceLevelLabelKey)];
  const named = Object.entries(texts).flatMap(([group, names]) =>
    Object.keys(names).map((name) => `workflows:${group}.${name}`),
  );
  expect(keys.filter((key) => !named.includes(key))).toEqual([]);
  expect(defaultWritingStyles).toEqual([11, 21, 24]);
});

test("gives every writing style a distinct instruction", () => {
  const lines = writingStyleCodes.map((code) => styleLine([code]));
  expect(new Set(lines).size).toBe(writingStyleCodes.length);
  expect(styleLine([21, 99, 24])).toBe(`${styleLine([21])}; ${styleLine([24])}`);
  expect(styleLine([])).toBe(styleLine([11]));
});
