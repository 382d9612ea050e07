import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { codeOf } from "#src/kit/causes.ts";
import { isAlive } from "./processes.ts";

/** How often a holder shows that it is there, and after how long without that it counts as gone; milliseconds. */
const beatMs = 500;
const staleMs = 5_000;

/**
 * Runs `work` while no other process of this machine prepares or starts the same data folder.
 *
 * A file with the holder's pid, renewed every half second: a holder that died is replaced at once, one that hangs or
 * whose pid was given to somebody else after five seconds. This lock saves work and waiting; what protects the data
 * are the rename of a finished cluster and PostgreSQL's own lock file.
 */
export async function withStartLock<Result>(dataDir: string, work: () => Promise<Result>): Promise<Result> {
  const path = join(dataDir, "server.lock");
  const content = `${process.pid} ${randomBytes(8).toString("hex")}\n`;
  while (!take(path, content)) await wait(20);
  const beat = setInterval(() => {
    if (read(path) === content) utimesSync(path, new Date(), new Date());
  }, beatMs);
  beat.unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    if (read(path) === content) rmSync(path, { force: true });
  }
}

function take(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { mode: 0o600, flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    clearStale(path);
    return false;
  }
}

function clearStale(path: string): void {
  const content = read(path);
  if (content === undefined) return;
  const age = ageOf(path);
  // Half a line is a holder in the middle of writing it.
  const isHeld = !content.endsWith("\n") || isAlive(Number(content.split(" ")[0]));
  if (age === undefined || (isHeld && age < staleMs)) return;
  const aside = `${path}.${randomBytes(8).toString("hex")}`;
  try {
    renameSync(path, aside);
    // Between reading and renaming another process may have put its own lock there: give it back.
    const moved = readFileSync(aside, "utf8");
    if (moved !== content) writeFileSync(path, moved, { mode: 0o600, flag: "wx" });
  } catch {
    // Somebody else cleared it, or a newer lock is in place already.
  } finally {
    rmSync(aside, { force: true });
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function ageOf(path: string): number | undefined {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return undefined;
  }
}
