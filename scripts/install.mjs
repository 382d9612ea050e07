import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { run } from "./run.mjs";

/**
 * Installs the packages when the lock file asks for others than are there.
 * @param {string} root
 * @returns {Promise<string>} the Node of the packages, which runs the product
 */
export async function installPackages(root) {
  const lock = readFileSync(join(root, "package-lock.json"), "utf8");
  const stamp = join(root, "node_modules", ".pioneer-lock");
  const wanted = `${createHash("sha256").update(lock).digest("hex")} ${process.platform}-${process.arch}\n`;
  if (read(stamp) !== wanted) {
    if (!isInstalled(root, JSON.parse(lock))) await install(root);
    writeOnce(stamp, wanted);
  }
  return runtimeOf(root);
}

/**
 * Looks only.
 * @param {string} root
 * @returns {string | undefined} the Node that runs the product; undefined when packages are missing
 */
export function installedRuntime(root) {
  return isInstalled(root, JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")))
    ? runtimeOf(root)
    : undefined;
}

/** Whether every package of the lock file is there in its version; file times say nothing after a `git clone`. */
function isInstalled(root, lock) {
  const there = JSON.parse(read(join(root, "node_modules", ".package-lock.json")) || "{}").packages ?? {};
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === "" || wanted.link) return true;
    const found = there[path];
    // An optional package of another platform is rightly absent.
    return found ? found.version === wanted.version : Boolean(wanted.optional || wanted.peer);
  });
}

async function install(root) {
  console.log("Installing packages (once, and when package-lock.json changes) …");
  const args = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = process.env.npm_execpath ?? "";
  // npm looks for the package's own Node first in PATH; while it replaces that, only this process's Node is there.
  const code =
    basename(npm) === "npm-cli.js"
      ? await run(process.execPath, [npm, ...args], { cwd: root, stdio: ["ignore", "ignore", "inherit"] })
      : await run("npm", args, {
          cwd: root,
          stdio: ["ignore", "ignore", "inherit"],
          shell: process.platform === "win32",
        });
  if (code !== 0) throw new Error("npm ci failed; what it said is above.");
}

function runtimeOf(root) {
  const name = process.platform === "win32" ? "node.exe" : "node";
  const own = join(root, "node_modules", "node", "bin", name);
  try {
    accessSync(own, constants.X_OK);
    return own;
  } catch {
    // Install scripts may be switched off; a new enough Node of the host does as well.
    if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
    throw new Error(
      `${own} is missing because npm ran no install scripts. Run npm rebuild node --ignore-scripts=false, or use Node 24 or newer.`,
    );
  }
}

function read(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

function writeOnce(path, text) {
  try {
    writeFileSync(path, text);
  } catch {
    // Packages of another user: the comparison is made again next time.
  }
}
