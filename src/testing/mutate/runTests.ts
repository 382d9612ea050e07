import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Target } from "./target.ts";

/** What became of a test; `missing` when nothing ran under its title. */
export type Outcome = "passed" | "failed" | "missing";

export interface TestRun {
  of: (target: Target) => Outcome;
  /** Output of the test run, for an unexpected outcome. */
  output: string;
}

/** Longest time for one test file, ms: a test that an edit makes hang ends with its own limit before. */
const longestMs = 240_000;

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      /** Why a file could not run. */
      message: z.string(),
      assertionResults: z.array(z.object({ title: z.string(), status: z.string() })),
    }),
  ),
});

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * Runs the named tests of a checkout and nothing else.
 * @param databaseFolder of the test server that all runs share
 */
export async function runTests(
  checkout: string,
  targets: readonly Target[],
  options: { databaseFolder: string; chromePath: string },
): Promise<TestRun> {
  const folder = mkdtempSync(join(tmpdir(), "pioneer-mutate-results-"));
  const file = join(folder, "results.json");
  try {
    const files = [...new Set(targets.map((target) => target.file))];
    const args = [
      join(checkout, "node_modules/vitest/vitest.mjs"),
      "run",
      ...files,
      // The full name ends with the title; the group precedes it.
      "--testNamePattern",
      `(?:^| )(?:${[...new Set(targets.map(({ title }) => escaped(title)))].join("|")})$`,
      "--reporter=json",
      `--outputFile=${file}`,
    ];
    const env = {
      ...process.env,
      TEST_DATABASE_FOLDER: options.databaseFolder,
      CHROME_PATH: options.chromePath,
    };
    const output = await outputOf(args, { cwd: checkout, env, timeout: longestMs * files.length });
    const results = readResults(file);
    const reasons = results.map(({ message }) => message).filter((message) => message !== "");
    return { of: judge(results, checkout), output: [output.trimEnd(), ...reasons].join("\n") };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readResults(file: string): z.infer<typeof report>["testResults"] {
  try {
    return report.parse(JSON.parse(readFileSync(file, "utf8"))).testResults;
  } catch {
    return [];
  }
}

/** Several tests of a file may share a title: one that fails is enough. */
const judge =
  (results: z.infer<typeof report>["testResults"], checkout: string) =>
  (target: Target): Outcome => {
    const statuses = results
      .filter(({ name }) => name === join(checkout, target.file))
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ title, status }) => title === target.title && (status === "passed" || status === "failed"))
      .map(({ status }) => status);
    if (statuses.length === 0) return "missing";
    return statuses.includes("failed") ? "failed" : "passed";
  };

function outputOf(args: string[], options: { cwd: string; env: NodeJS.ProcessEnv; timeout: number }): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (part: string) => {
        output += part;
      });
    child.once("error", reject);
    child.once("close", (_, signal) => {
      if (signal !== null) output += `\nEnded by ${signal}, after ${String(options.timeout / 1000)} s at most.`;
      resolve(output);
    });
  });
}
