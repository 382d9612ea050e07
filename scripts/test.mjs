// Checks and tests: node scripts/test.mjs [part …] [options of Vitest]. Ends with "N passed, N failed".
// What the parts are is said by src/testing/runner/parts.ts, what a run comes to by report.ts beside it.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isReport } from "../src/testing/runner/outcome.ts";
import { planOf, testFilesOf } from "../src/testing/runner/parts.ts";
import {
  evaluateRun,
  patternOf,
  repeatsOf,
  renderFailure,
  renderFailureLine,
  renderTimes,
  renderUnsteady,
} from "../src/testing/runner/report.ts";
import { findBrowser } from "./browser.mjs";
import { check } from "./check.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
/** How often a run says how far it is; milliseconds. */
const reportIntervalMs = 30_000;

process.chdir(root);
const all = testFilesOf(root);
let plan;
try {
  plan = planOf(process.argv.slice(2), all);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
rmSync(join(root, "test-results"), { recursive: true, force: true });

const total = { passed: 0, failed: 0 };
const count = ({ passed, failed }) => {
  total.passed += passed;
  total.failed += failed;
};
const wantsBrowser = plan.files.some((file) => file.endsWith(".browser.test.ts"));
// A browser is fetched while the checks run: one waits for the network, the others for the processor.
const [checks, browser] = await Promise.all([
  plan.checks ? check() : { passed: 0, failed: 0 },
  wantsBrowser ? findBrowser().catch((error) => error) : undefined,
]);
count(checks);
if (browser instanceof Error) {
  console.log(`FAIL browser\n${browser.message}`);
  count({ passed: 0, failed: 1 });
} else if (browser) {
  process.env.CHROME_PATH = browser;
  count({ passed: 1, failed: 0 });
}

const startedAt = performance.now();
const sinceStart = () => `${Math.round((performance.now() - startedAt) / 1000)} s`;
if (plan.files.length > 0) {
  const isWhole = plan.files.length === all.length;
  const first = await runVitest(isWhole ? [] : plan.files, plan.options, { isTold: true });
  const repeats = new Map();
  for (const [file, failures] of repeatsOf(first)) {
    const pattern = patternOf(failures);
    console.log(`Again, alone: ${file}`);
    repeats.set(
      file,
      await runVitest([file], ["--project=browser", "--maxWorkers=1", ...(pattern ? ["-t", pattern] : [])], {
        attempt: "2",
      }),
    );
  }
  const isNarrowed = plan.options.some((option) => /^(?:-t$|-t=|--testNamePattern)/.test(option));
  const verdict = evaluateRun(first, repeats, isNarrowed);
  if (verdict.failures.length > 0) console.log(`\nFailed\n${verdict.failures.map(renderFailureLine).join("\n")}`);
  for (const fault of verdict.faults) console.log(fault);
  if (verdict.faults.length > 0) console.log(first.output.trimEnd());
  if (verdict.unsteady.length > 0) console.log(`\n${renderUnsteady(verdict.unsteady)}`);
  console.log(`\n${renderTimes(first.files)}\nTests took ${sinceStart()}`);
  count(verdict);
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** Vitest in a child process that reports by messages; its own output is shown when it crashes. */
function runVitest(files, options, { attempt = "1", isTold = false }) {
  return new Promise((resolve) => {
    const outcome = { files: [], stray: [], code: 1, output: "" };
    // A reporter given on the command line prints as usual.
    const isOwn = options.some((option) => option.startsWith("--reporter"));
    const args = [
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      "--reporter=./src/testing/runner/reporter.ts",
      ...files,
      ...options,
    ];
    const child = spawn(process.execPath, args, {
      stdio: ["ignore", isOwn ? "inherit" : "pipe", isOwn ? "inherit" : "pipe", "ipc"],
      env: { ...process.env, TEST_ATTEMPT: attempt },
    });
    let expected = 0;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (part) => {
        outcome.output = (outcome.output + part).slice(-20_000);
      });
    }
    child.on("message", (message) => {
      if (!isReport(message)) return;
      if (message.type === "started") expected = message.files;
      else if (message.type === "ended") outcome.stray = message.stray;
      else {
        outcome.files.push(message.outcome);
        for (const failure of message.outcome.failures) console.log(renderFailure(failure));
      }
    });
    const beat = setInterval(() => {
      if (isTold) console.log(`… ${outcome.files.length} of ${expected} files after ${sinceStart()}`);
    }, reportIntervalMs);
    child.once("error", (error) => {
      outcome.output += String(error);
    });
    child.once("close", (code) => {
      clearInterval(beat);
      resolve({ ...outcome, code: code ?? 1 });
    });
  });
}
