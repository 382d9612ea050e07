// Makes a fresh clone ready for a task and then runs it: node scripts/ready.mjs <task> [arguments].
// Runs on the host's Node and needs no package; everything after it runs on the Node that the packages bring.
import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installedRuntime, installPackages } from "./install.mjs";
import { withLock } from "./lock.mjs";
import { replaceProcess } from "./run.mjs";
import { buildWeb, isWebBuilt } from "./webBuild.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

const endWithParent = new URL("endWithParent.mjs", import.meta.url).href;

/** What each task needs, and what it is. */
const tasks = {
  // Short-lived objects are collected early: docs/decisions/0008-memory.md.
  start: { web: true, file: "src/server/main.ts", flags: ["--max-semi-space-size=16", "--import", endWithParent] },
  // Everything that start needs, so that it works in a folder of another user or on a read-only disk.
  build: { web: true },
  dev: { file: "scripts/dev.mjs", flags: ["--import", endWithParent] },
  test: { web: true, file: "scripts/test.mjs" },
  check: { file: "scripts/check.mjs" },
  fix: { file: "scripts/fix.mjs" },
  docs: { file: "scripts/docs.mjs" },
  seed: { file: "scripts/seed.mjs" },
  bench: { web: true, file: "bench/main.ts" },
  eval: { file: "bench/workflows/evaluate.ts" },
  prompts: { file: "bench/workflows/prompts.ts" },
  torture: { web: true, file: "scripts/torture.mjs" },
  mutate: { web: true, file: "scripts/mutate.mjs" },
  backup: { file: "scripts/backup.mjs" },
  restore: { file: "scripts/restore.mjs" },
  doctor: { file: "scripts/doctor.mjs" },
  adopt: { file: "scripts/adopt.mjs" },
  operator: { file: "scripts/operator.mjs" },
};

const [name = "", ...args] = process.argv.slice(2);
const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
if (!task) fail(`usage: node scripts/ready.mjs ${Object.keys(tasks).join("|")}`);

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Pioneer needs Node 20.19 or newer to begin with, this is ${process.version}.`);
}

try {
  const node = isWritable(join(root, "dist")) ? await prepare() : prepared();
  if (task.file) {
    if (!existsSync(join(root, task.file))) fail(`${task.file} is missing`);
    await replaceProcess(node, [...(task.flags ?? []), join(root, task.file), ...args], root);
  }
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

/** Installs and builds what is missing, one process at a time. */
async function prepare() {
  mkdirSync(join(root, "dist"), { recursive: true });
  return withLock(join(root, "dist", "ready.lock"), async () => {
    const runtime = await installPackages(root);
    if (task.web) await buildWeb(root, runtime);
    return runtime;
  });
}

/** In a folder that cannot be written to, everything must be there. */
function prepared() {
  const runtime = installedRuntime(root);
  if (runtime && (!task.web || isWebBuilt(root))) return runtime;
  throw new Error(`${root} cannot be written to and is not built yet. Its owner builds it with: npm run build`);
}

function isWritable(folder) {
  try {
    accessSync(existsSync(folder) ? folder : root, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
