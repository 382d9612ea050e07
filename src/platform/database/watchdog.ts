import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** How long an orphaned server waits for somebody to adopt it. */
const graceSeconds = 5;

/** A process that outlives ours and ends the server when ours dies without a word. */
export interface Watchdog {
  /** Tells it that we left in order. */
  dismiss: () => void;
  /** Tells it to look whether the server is still needed, as if we had died. */
  alarm: () => void;
}

/**
 * Starts the watchdog of this process. It waits on a pipe that only we hold: a word means that all is well, the end
 * of the pipe that we were killed, whatever the way. Where there is a shell it waits as one (1 MB) and becomes
 * Node only to act.
 */
export function startWatchdog(dataDir: string): Watchdog {
  const script = fileURLToPath(new URL("endOrphan.ts", import.meta.url));
  const lockFile = join(resolve(dataDir), "database", "postmaster.pid");
  // The grace lets a process that is started again at once adopt the server.
  const shell = `read -r word; [ "$word" = closed ] && exit; sleep ${graceSeconds}; [ -e "$1" ] && shift && exec "$@"`;
  const [program, args] =
    process.platform === "win32"
      ? [process.execPath, [script, resolve(dataDir), String(graceSeconds)]]
      : ["/bin/sh", ["-c", shell, "sh", lockFile, process.execPath, script, resolve(dataDir)]];
  const child = spawn(program, args, {
    cwd: "/",
    detached: true,
    windowsHide: true,
    stdio: ["pipe", "ignore", "ignore"],
    env: { PATH: process.env["PATH"] ?? "" },
  });
  child.on("error", () => undefined);
  child.stdin.on("error", () => undefined);
  child.unref();
  if ("unref" in child.stdin && typeof child.stdin.unref === "function") child.stdin.unref();
  return {
    dismiss() {
      child.stdin.end("closed\n");
    },
    alarm() {
      child.stdin.end();
    },
  };
}
