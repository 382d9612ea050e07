// Static checks, all at once: node scripts/check.mjs. Needs no database.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

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

function runCheck({ name, args }) {
  return new Promise((resolve) => {
    const start = performance.now();
    const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (part) => {
        output += part;
      });
    }
    const end = (code) => resolve({ name, code, output, milliseconds: Math.round(performance.now() - start) });
    child.once("error", (error) => {
      output += String(error);
      end(1);
    });
    child.once("close", (code) => end(code ?? 1));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { failed } = await check();
  process.exit(failed > 0 ? 1 : 0);
}
