import { spawnSync } from "node:child_process";
import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "#src/testing/database.ts";
import { withWorkFolder } from "./workFolder.ts";

let data: { path: string; remove: () => Promise<void> };

beforeEach(async () => {
  data = await temporaryFolder();
});
afterEach(() => data.remove());

async function leave(name: string): Promise<void> {
  await mkdir(join(data.path, name, "tables"), { recursive: true });
  await writeFile(join(data.path, name, "tables", "0"), "rows");
}

test("creates a private work folder and removes it after a failure", async () => {
  const work = withWorkFolder(data.path, "backup", async (folder) => {
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    throw new Error("no space");
  });
  await expect(work).rejects.toThrow("no space");
  expect(await readdir(data.path)).toEqual([]);
});

test("removes only the work folders of processes that have ended", async () => {
  const gone = spawnSync(process.execPath, ["-e", ""]).pid;
  const kept = [`backup-${process.ppid}-0123abcd`, "backup-of-mine", `backup-${gone}-notes`, "files"];
  for (const name of kept) await leave(name);
  const swept = [`backup-${gone}-0123abcd`, `restore-${gone}-0123abcd`, `backup-${process.pid}-0123abcd`];
  for (const name of swept) await leave(name);
  await withWorkFolder(data.path, "backup", () => Promise.resolve());
  expect((await readdir(data.path)).toSorted()).toEqual(kept.toSorted());
});

test("keeps two work folders of one process apart", async () => {
  const inner = await withWorkFolder(data.path, "backup", async (folder) => {
    await withWorkFolder(data.path, "backup", () => Promise.resolve());
    return stat(folder);
  });
  expect(inner.isDirectory()).toBe(true);
});
