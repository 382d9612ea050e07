import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { styleLine } from "./catalogue/writingStyles.ts";
import {
  audienceLevelLabelKey,
  audienceLevels,
  coinsOf,
  defaultWritingStyles,
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

test.each(["en", "de"])("translates writing styles and audience levels (%s)", (language) => {
  const file = join(import.meta.dirname, "../../ui/i18n", language, "workflows.json");
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
