import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ensureDataDir } from "./dataDir.ts";

let folder = "";
let warnings: unknown[] = [];
const log = { warn: (...said: unknown[]): void => void warnings.push(said) };
const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "pioneer-data-"));
  warnings = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("a new data folder is its owner's alone, whatever the umask", async () => {
  const before = process.umask(0);
  const path = join(folder, "a", "data");
  await ensureDataDir(path, log).finally(() => process.umask(before));
  expect([await modeOf(path), warnings]).toEqual(["700", []]);
});

test("a data folder that an earlier version made is narrowed", async () => {
  await chmod(folder, 0o755);
  await writeFile(join(folder, "auth-secret"), "secret");
  await ensureDataDir(folder, log);
  expect([await modeOf(folder), warnings]).toEqual(["700", []]);
});

test("a wider folder of something else stays as it is, and the log says so", async () => {
  const path = join(folder, "shared");
  await mkdir(path);
  await chmod(path, 0o755);
  await ensureDataDir(path, log);
  expect([await modeOf(path), warnings]).toEqual([
    "755",
    [[{ path, mode: "755" }, "DATA_DIR is open to others; chmod 700 closes it"]],
  ]);
});
