import { rmSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/** A lock that was not renewed for this long (milliseconds) is stale, even if its process id exists. */
const staleMs = 30_000;

/**
 * Runs `work` while no other process of this checkout prepares it. Two first starts at once install once.
 * @template Result
 * @param {string} path
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withLock(path, work) {
  while (!take(path)) await wait(100);
  const beat = setInterval(() => utimesSync(path, new Date(), new Date()), 2_000);
  const release = () => rmSync(path, { force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    process.removeListener("exit", release);
    release();
  }
}

function take(path) {
  try {
    writeFileSync(path, `${process.pid}\n`, { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (isStale(path)) rmSync(path, { force: true });
    return false;
  }
}

function isStale(path) {
  try {
    if (Date.now() - statSync(path).mtimeMs > staleMs) return true;
    const text = readFileSync(path, "utf8");
    if (!text.endsWith("\n")) return false;
    process.kill(Number(text), 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}
