import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, runtimeEnvironment } from "./run.mjs";

/** Files beside src that change what the browser gets. */
const inputs = ["index.html", "vite.config.ts", "package.json", "package-lock.json", "tsconfig.json"];
/** Folders that only the server or the tests read. */
const skipped = ["src/testing", "src/platform/database", "src/server/migrations"];

/**
 * Whether dist/web holds the pages of these sources.
 * @param {string} root
 */
export function isWebBuilt(root, wanted = `${hashOf(root)}\n`) {
  const stamp = join(root, "dist", "web.sha256");
  const page = join(root, "dist", "web", "index.html");
  return existsSync(page) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted;
}

/**
 * Builds the pages into dist/web when what they are made of changed since the last build.
 * @param {string} root
 * @param {string} node
 */
export async function buildWeb(root, node) {
  const target = join(root, "dist", "web");
  const stamp = join(root, "dist", "web.sha256");
  const wanted = `${hashOf(root)}\n`;
  if (isWebBuilt(root, wanted)) return;
  console.log("Building the pages (once, and when they change) …");
  const fresh = join(root, "dist", "web.new");
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  const code = await run(node, [vite, "build", "--outDir", fresh, "--emptyOutDir", "--logLevel", "warn"], {
    cwd: root,
    env: { ...runtimeEnvironment(root), NODE_ENV: "production" },
  });
  if (code !== 0) throw new Error("The pages could not be built; what Vite said is above.");
  // A running server serves complete builds only.
  const old = join(root, "dist", "web.old");
  rmSync(old, { recursive: true, force: true });
  if (existsSync(target)) renameSync(target, old);
  renameSync(fresh, target);
  rmSync(old, { recursive: true, force: true });
  writeFileSync(stamp, wanted);
}

function hashOf(root) {
  const hash = createHash("sha256");
  const add = (path) => {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update("\0");
  };
  const walk = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!skipped.includes(path) && !/^src\/features\/[^/]+\/server$/.test(path)) walk(path);
      } else if (!/\.test\.tsx?$/.test(entry.name)) {
        add(path);
      }
    }
  };
  for (const path of inputs) if (existsSync(join(root, path))) add(path);
  walk("src");
  return hash.digest("hex");
}
