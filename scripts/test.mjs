// All checks and tests: node scripts/test.mjs [arguments of vitest]. Ends with "N passed, N failed".
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findBrowser } from "./browser.mjs";
import { check } from "./check.mjs";
import { run } from "./run.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const total = await check();

let browser = process.env.CHROME_PATH ?? "";
try {
  browser = await findBrowser();
  count({ passed: 1, failed: 0 });
} catch (error) {
  console.log(`FAIL browser\n${error instanceof Error ? error.message : String(error)}`);
  count({ passed: 0, failed: 1 });
}

count(await vitest(process.argv.slice(2), browser));
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);

function count({ passed, failed }) {
  total.passed += passed;
  total.failed += failed;
}

/** Figures of a whole run. A run that breaks down, or finds no test, is one failure. */
async function vitest(args, chromePath) {
  const folder = mkdtempSync(join(tmpdir(), "pioneer-results-"));
  const file = join(folder, "results.json");
  try {
    const code = await run(
      process.execPath,
      [
        join(root, "node_modules/vitest/vitest.mjs"),
        "run",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${file}`,
        ...args,
      ],
      { cwd: root, env: { ...process.env, ...(chromePath ? { CHROME_PATH: chromePath } : {}) } },
    );
    return figures(file, code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function figures(file, code) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return { passed: 0, failed: 1 };
  }
  // A file that could not be loaded has no tests to count, and fails nevertheless.
  const broken = report.testResults.filter((it) => it.status === "failed" && it.assertionResults.length === 0).length;
  const passed = report.numPassedTests;
  // A skipped test proves nothing, and nobody would notice it.
  const skipped = report.numPendingTests + (report.numTodoTests ?? 0);
  if (skipped > 0) console.log(`${skipped} tests were skipped, which counts as failed`);
  const failed = report.numFailedTests + broken + skipped;
  return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed };
}
