import { describe, expect, test } from "vitest";
import type { Failure, FileOutcome } from "./outcome.ts";
import { planOf } from "./parts.ts";
import {
  evaluateRun,
  maxRepeats,
  patternOf,
  repeatsOf,
  type RunOutcome,
  renderFailure,
  renderFailureLine,
  renderUnsteady,
} from "./report.ts";

const failure = (more: Partial<Failure> = {}): Failure => ({
  project: "browser",
  file: "src/app/menus.browser.test.ts",
  names: ["on a phone", "the menu opens (once)"],
  errors: ["AssertionError: expected 1 to be 2\nat src/app/menus.browser.test.ts:3:1"],
  evidence: [{ folder: "test-results/menus-attempt-1", lines: ["page: /dashboard"] }],
  ...more,
});
const outcome = (more: Partial<FileOutcome> = {}): FileOutcome => {
  const failures = more.failures ?? [];
  const { project, file } = failures[0] ?? failure();
  return {
    project,
    file,
    milliseconds: 10,
    passed: 1,
    failed: failures.length,
    skipped: 0,
    failures,
    kept: [],
    ...more,
  };
};
const run = (files: FileOutcome[], code = files.some((one) => one.failed > 0) ? 1 : 0): RunOutcome => ({
  files,
  stray: [],
  code,
});

describe("A run of the tests", () => {
  test("is green when every test passes", () => {
    expect(evaluateRun(run([outcome(), outcome({ passed: 4 })]), new Map())).toMatchObject({ passed: 5, failed: 0 });
  });

  test("is green when a failed browser test passes alone, and names both of its traces", () => {
    const first = run([outcome({ failures: [failure()] })]);
    const { file, names } = failure();
    expect([...repeatsOf(first).keys()]).toEqual([file]);
    const evidence = [{ folder: "test-results/menus-attempt-2", lines: [] }];
    const verdict = evaluateRun(first, new Map([[file, run([outcome({ kept: [{ names, evidence }] })])]]));
    expect(verdict).toMatchObject({ passed: 2, failed: 0, failures: [] });
    const told = renderUnsteady(verdict.unsteady);
    expect(told).toMatch(/^Unsteady/);
    for (const part of ["the menu opens", "expected 1 to be 2", "menus-attempt-1", "menus-attempt-2"])
      expect(told).toContain(part);
  });

  test("fails when a browser test fails alone too", () => {
    const first = run([outcome({ failures: [failure()] })]);
    const verdict = evaluateRun(
      first,
      new Map([[failure().file, run([outcome({ passed: 0, failures: [failure()] })])]]),
    );
    expect(verdict).toMatchObject({ passed: 1, failed: 1, unsteady: [] });
  });

  test("judges each of two repeated tests on its own", () => {
    const other = failure({ names: ["another test"] });
    const first = run([outcome({ passed: 0, failures: [failure(), other] })]);
    const verdict = evaluateRun(first, new Map([[other.file, run([outcome({ failures: [other] })])]]));
    expect(verdict).toMatchObject({ passed: 1, failed: 1 });
    expect(verdict.unsteady.map(({ names }) => names)).toEqual([failure().names]);
  });

  test("never repeats a test without a browser", () => {
    const first = run([outcome({ failures: [failure({ project: "unit", file: "src/kit/ids.test.ts" })] })]);
    expect(repeatsOf(first).size).toBe(0);
    expect(evaluateRun(first, new Map())).toMatchObject({ failed: 1 });
  });

  test("repeats nothing when too many browser tests fail to be a matter of chance", () => {
    const failures = Array.from({ length: maxRepeats + 1 }, (_, at) => failure({ names: [`test ${at}`] }));
    expect(repeatsOf(run([outcome({ failures })])).size).toBe(0);
  });

  test("fails when the repetition breaks down before a test has passed", () => {
    const first = run([outcome({ failures: [failure()] })]);
    expect(evaluateRun(first, new Map([[failure().file, run([], 1)]]))).toMatchObject({ failed: 1 });
  });

  test.each([
    ["no test ran", run([]), "No test ran"],
    ["Vitest fails for a reason of its own", run([outcome()], 3), "Vitest ended with code 3"],
    ["a promise was rejected outside of all tests", { ...run([outcome()], 1), stray: ["lost"] }, "lost"],
    ["a test was skipped", run([outcome({ skipped: 1 })]), "1 tests were skipped"],
  ])("fails when %s", (_, first, says) => {
    const verdict = evaluateRun(first, new Map());
    expect(verdict.failed).toBe(1);
    expect(verdict.faults.join()).toContain(says);
  });

  test("counts a file whose hook fails, and one that does not load", () => {
    const broken = outcome({ passed: 0, failures: [failure({ project: "unit", names: [] })] });
    expect(evaluateRun(run([broken]), new Map())).toMatchObject({ passed: 0, failed: 1 });
  });

  test("allows tests to be left out that were not asked for by name", () => {
    expect(evaluateRun(run([outcome({ skipped: 7 })]), new Map(), true)).toMatchObject({ failed: 0, faults: [] });
  });
});

test("A test that runs again is found by its whole name, whatever signs are in it", () => {
  const pattern = new RegExp(patternOf([failure()]) ?? "");
  expect(pattern.test("on a phone > the menu opens (once)")).toBe(true);
  expect(pattern.test("also on a phone > the menu opens (once)")).toBe(false);
  expect(patternOf([failure({ names: [] })])).toBeUndefined();
});

describe("A suite (of one)", () => {
  test("has its tests found by the name that Vitest itself looks at", ({ task }) => {
    const names = ["A suite (of one)", task.name];
    expect(task.fullTestName).toMatch(new RegExp(patternOf([failure({ names })]) ?? ""));
  });
});

test("A failed test is told with its name, its error, what the page said and where its trace is", () => {
  const lines = renderFailure(failure()).split("\n");
  expect(lines[0]).toBe("FAIL src/app/menus.browser.test.ts > on a phone > the menu opens (once)");
  expect(lines.slice(1).map((line) => line.trim())).toEqual([
    "AssertionError: expected 1 to be 2",
    "at src/app/menus.browser.test.ts:3:1",
    "page: /dashboard",
    "kept in test-results/menus-attempt-1",
  ]);
});

test("A failed property is told in the summary with what it failed for", () => {
  const errors = [
    'Error: Property failed after 93 tests\n{ seed: 7, path: "92:1", endOnFailure: true }\nCounterexample: [["a"],1]\nShrunk 1 time(s)\nat x',
  ];
  expect(renderFailureLine(failure({ names: ["any piece"], errors, evidence: [] })).split("\n")).toEqual([
    "  src/app/menus.browser.test.ts > any piece: Error: Property failed after 93 tests",
    '    { seed: 7, path: "92:1", endOnFailure: true }',
    '    Counterexample: [["a"],1]',
  ]);
});

describe("npm test", () => {
  const files = [
    "src/features/leads/leads.test.ts",
    "src/features/leads/web/leads.browser.test.ts",
    "src/features/workflows/catalogue/contentPlanner.test.ts",
    "src/features/workflows/runs.test.ts",
    "src/kit/ids.test.ts",
    "src/app/pages.browser.test.ts",
  ];
  const chosen = (...args: string[]) => planOf(args, files).files;

  test("runs the checks and all tests when nothing is named", () => {
    expect(planOf([], files)).toEqual({ checks: true, files, options: [] });
  });

  test("runs the checks alone", () => {
    expect(planOf(["check"], files)).toEqual({ checks: true, files: [], options: [] });
  });

  test("runs tests with or without a browser", () => {
    expect(chosen("browser")).toEqual([files[1], files[5]]);
    expect(chosen("unit")).toEqual([files[0], files[2], files[3], files[4]]);
  });

  test("runs a feature, a folder, a workflow, a file, or several of them", () => {
    expect(chosen("leads")).toEqual([files[0], files[1]]);
    expect(chosen("leads", "browser")).toEqual([files[1]]);
    expect(chosen("src/features/workflows")).toEqual([files[2], files[3]]);
    expect(chosen("contentPlannerWorkflow")).toEqual([files[2]]);
    expect(chosen("contentPlanner", "kit")).toEqual([files[2], files[4]]);
    expect(chosen("./src/app/pages.browser.test.ts:12")).toEqual([files[5]]);
    expect(chosen("runs")).toEqual([files[3]]);
    expect(planOf(["check", "kit"], files)).toMatchObject({ checks: true, files: [files[4]] });
  });

  test("passes options on to Vitest, with what follows them", () => {
    expect(planOf(["leads", "-t", "bulk"], files)).toMatchObject({ checks: false, options: ["-t", "bulk"] });
  });

  test("says which parts there are when one is unknown", () => {
    expect(() => planOf(["leed"], files)).toThrow(/There is no part "leed"[^]+features: leads, workflows/);
  });
});
