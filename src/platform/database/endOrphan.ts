import { realpathSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { takeLease } from "./lease.ts";
import { runningPostmaster } from "./processes.ts";
import { stopServer } from "./server.ts";
import { readRecord } from "./serverRecord.ts";
import { serverUser } from "./serverUser.ts";

/**
 * What the watchdog becomes when its process has died: ends the server unless somebody uses it.
 * `endOrphan <data folder>`, and where no shell can wait for us also the seconds of grace after the end of our input.
 */
const attempts = 60;

const [dataDir, graceSeconds] = process.argv.slice(2);
if (!dataDir) throw new Error("usage: endOrphan <data folder> [seconds]");
if (graceSeconds) {
  if ((await readStdin()) === "closed") process.exit(0);
  await wait(Number(graceSeconds) * 1_000);
}
for (let attempt = 0; attempt < attempts; attempt += 1) {
  if ((await endWhenUnused(dataDir)) === "done") break;
  await wait(1_000);
}

async function endWhenUnused(folder: string): Promise<"done" | "again"> {
  const cluster = clusterOf(folder);
  const running = cluster ? runningPostmaster(cluster) : undefined;
  if (!cluster || !running) return "done";
  const record = await readRecord(folder);
  if (!record || running.status !== "ready" || !running.port) return "again";
  try {
    const lease = await takeLease({ port: running.port, password: record.password });
    if ((await lease.release()) === "last")
      await stopServer({ folder: cluster, user: serverUser(undefined) }, running.pid);
    return "done";
  } catch {
    return "again";
  }
}

function clusterOf(folder: string): string | undefined {
  try {
    return join(realpathSync(folder), "database");
  } catch {
    return undefined;
  }
}

async function readStdin(): Promise<string> {
  let text = "";
  for await (const part of process.stdin.setEncoding("utf8")) text += String(part);
  return text.trim();
}
