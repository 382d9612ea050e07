// Static checks, all at once: node scripts/check.mjs. Needs no database.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runQuietly } from "./run.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const packaged = (path) => join(root, "node_modules", path);

/** Name for people, and what Node runs. */
const checks = [
  // What was right and has not changed is not looked at again.
  {
    name: "types",
    args: [
      packaged("typescript/bin/tsc"),
      "--noEmit",
      "--incremental",
      "--tsBuildInfoFile",
      packaged(".cache/types.tsbuildinfo"),
    ],
  },
  { name: "lint", args: [packaged("oxlint/bin/oxlint"), "--type-aware", "--deny-warnings"] },
  { name: "format", args: [packaged("oxfmt/bin/oxfmt"), "--list-different"] },
  { name: "unused", args: [packaged("knip/bin/knip.js"), "--no-progress"] },
  { name: "expressions", args: ["scripts/regexps.mjs"] },
  { name: "docs", args: ["scripts/docs.mjs", "--check"] },
];

/**
 * Runs every check and prints what those say that do not hold.
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function check() {
  const results = await Promise.all(checks.map(runCheck));
  for (const { name, code, output, milliseconds } of results) {
    console.log(`${code === 0 ? "ok  " : "FAIL"} ${name} (${milliseconds} ms)`);
    if (code !== 0) console.log(output.trimEnd());
  }
  const failed = results.filter(({ code }) => code !== 0).length;
  return { passed: results.length - failed, failed };
}

async function runCheck({ name, args }) {
  const start = performance.now();
  const ended = await runQuietly(process.execPath, args, { cwd: root }).catch((error) => ({
    code: 1,
    output: `${error}`,
  }));
  return { name, ...ended, milliseconds: Math.round(performance.now() - start) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { failed } = await check();
  process.exit(failed > 0 ? 1 : 0);
}
