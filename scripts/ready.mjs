// Makes a fresh clone ready for a task and then runs it: node scripts/ready.mjs <task> [arguments].
// Runs on the host's Node and needs no package; everything after it runs on the Node that the packages bring.
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackages } from "./install.mjs";
import { withLock } from "./lock.mjs";
import { become } from "./run.mjs";
import { buildWeb } from "./webBuild.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

const endWithParent = new URL("endWithParent.mjs", import.meta.url).href;

/** What each task needs, and what it is. */
const tasks = {
  // Short-lived objects are collected early: docs/decisions/0008-memory.md.
  start: { web: true, file: "src/server/main.ts", flags: ["--max-semi-space-size=16", "--import", endWithParent] },
  dev: { file: "scripts/dev.mjs", flags: ["--import", endWithParent] },
  test: { web: true, file: "scripts/test.mjs" },
  check: { file: "scripts/check.mjs" },
  fix: { file: "scripts/fix.mjs" },
  docs: { file: "scripts/docs.mjs" },
  seed: { file: "scripts/seed.mjs" },
  bench: { web: true, file: "bench/main.ts" },
  torture: { web: true, file: "scripts/torture.mjs" },
  backup: { file: "scripts/backup.mjs" },
  restore: { file: "scripts/restore.mjs" },
};

const [name = "", ...args] = process.argv.slice(2);
const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
if (!task) fail(`usage: node scripts/ready.mjs ${Object.keys(tasks).join("|")}`);

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Pioneer needs Node 20.19 or newer to begin with, this is ${process.version}.`);
}

try {
  mkdirSync(join(root, "dist"), { recursive: true });
  const node = await withLock(join(root, "dist", "ready.lock"), async () => {
    const runtime = await installPackages(root);
    if (task.web) await buildWeb(root, runtime);
    return runtime;
  });
  if (!existsSync(join(root, task.file))) fail(`${task.file} is missing`);
  await become(node, [...(task.flags ?? []), join(root, task.file), ...args], root);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
