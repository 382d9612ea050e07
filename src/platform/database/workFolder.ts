import { randomBytes } from "node:crypto";
import { chmod, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { isAlive } from "./processes.ts";

const kinds = ["backup", "restore"] as const;
const namePattern = new RegExp(`^(?:${kinds.join("|")})-(\\d+)-[0-9a-f]{8}$`);

/** Folders of work that goes on in this process. */
const inUse = new Set<string>();

/**
 * Hands `work` an empty folder in `dataDir` that only its owner may enter (0700), and removes it afterwards. What
 * killed processes left there goes first: such folders hold copies of everything, the secret too. A folder's name
 * says which process it belongs to; while one with that id exists, it stays.
 */
export async function withWorkFolder<Result>(
  dataDir: string,
  kind: (typeof kinds)[number],
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  await sweep(dataDir);
  const name = `${kind}-${process.pid}-${randomBytes(4).toString("hex")}`;
  const folder = join(dataDir, name);
  inUse.add(name);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Some file systems give a new folder the rights of the one around it.
    await chmod(folder, 0o700);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    inUse.delete(name);
  }
}

async function sweep(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => []);
  for (const name of names) {
    const pid = Number(namePattern.exec(name)?.[1]);
    // In a container every start may get the same id: one of ours that we do not know is of an earlier process.
    const isStale = pid === process.pid ? !inUse.has(name) : pid > 0 && !isAlive(pid);
    // One of another user waits for a backup that may remove it.
    if (isStale) await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
