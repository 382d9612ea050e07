import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Runs a program to its end.
 * @param {string} program
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} options
 * @returns {Promise<number>} its exit code, 1 when a signal ended it
 */
export function run(program, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: "inherit", windowsHide: true, ...options });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

/**
 * Runs a program to its end and keeps what it says.
 * @param {string} program
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} options
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runQuietly(program, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (part) => {
        output += part;
      });
    }
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * Ends as the program given. Where Node can replace its process it does: signals then reach the program directly and
 * no second process stays in memory. Elsewhere signals are passed on and the exit code is taken over.
 * @param {string} program
 * @param {string[]} args
 * @param {string} root
 */
export async function replaceProcess(program, args, root) {
  const env = runtimeEnvironment(root);
  if (process.platform !== "win32" && typeof process.execve === "function") {
    process.chdir(root);
    process.execve(program, [program, ...args], env);
  }
  await import("./endWithParent.mjs");
  const child = spawn(program, args, { cwd: root, env, stdio: "inherit", windowsHide: true });
  // A terminal sends Ctrl+C to the child itself; passing it on as well would press it twice.
  process.on("SIGINT", () => process.stdin.isTTY || child.kill("SIGINT"));
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (...outcome) => resolve(outcome));
  });
  if (!signal) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/** Environment of our programs: compiled code is kept between starts, where packages can be written to. */
export function runtimeEnvironment(root) {
  const cache = join(root, "node_modules", ".cache", "compile");
  try {
    mkdirSync(cache, { recursive: true });
  } catch {
    return { ...process.env };
  }
  return { NODE_COMPILE_CACHE: cache, ...process.env };
}
