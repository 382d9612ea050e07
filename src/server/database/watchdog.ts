import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

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
  const [program, args] =
    process.platform === "win32"
      ? [process.execPath, [script, dataDir, "wait"]]
      : ["/bin/sh", ["-c", 'read -r word; [ "$word" = closed ] || exec "$@"', "sh", process.execPath, script, dataDir]];
  const child = spawn(program, args, {
    cwd: "/",
    detached: true,
    windowsHide: true,
    stdio: ["pipe", "ignore", "ignore"],
    env: { PATH: process.env["PATH"] ?? "", NODE_OPTIONS: "--disable-warning=ExperimentalWarning" },
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
