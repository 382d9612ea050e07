import { codeOf } from "#src/kit/causes.ts";
import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Whether a process with this id exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** What `postmaster.pid` of a cluster says, documented in PostgreSQL's `miscadmin.h`. */
export interface Postmaster {
  pid: number;
  port: number | undefined;
  /** `starting`, `ready`, `stopping`, `standby` or empty while it is too early. */
  status: string;
}

/**
 * The server that runs on a cluster now. A lock file whose process is gone, is a zombie, or belongs to another
 * program that got the same id, does not count.
 */
export function runningPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return undefined;
  }
  // Single-user mode writes its id negated.
  const pid = Math.abs(Number(lines[0]?.trim()));
  if (!isServerOf(cluster, pid)) return undefined;
  const port = Number(lines[3]?.trim());
  return { pid, port: Number.isInteger(port) && port > 0 ? port : undefined, status: lines[7]?.trim() ?? "" };
}

/**
 * Removes the lock file of a server that is gone while another program has its process id: PostgreSQL would take that
 * program for the server and refuse to start. All in one turn, so that no server can start in between.
 */
export function clearLockFile(cluster: string): void {
  if (!runningPostmaster(cluster)) rmSync(join(cluster, "postmaster.pid"), { force: true });
}

/** Whether process `pid` is a PostgreSQL working in the folder `cluster`. */
export function isServerOf(cluster: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform === "linux") {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
    } catch {
      return false;
    }
  }
  try {
    const command =
      process.platform === "win32"
        ? execFileSync("tasklist", ["/FI", `PID eq ${pid}`, "/NH"], { encoding: "utf8" })
        : execFileSync("ps", ["-o", "stat=,command=", "-p", String(pid)], { encoding: "utf8" });
    return command.includes("postgres") && !command.trimStart().startsWith("Z");
  } catch {
    return false;
  }
}
