import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openAssets } from "./assets.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "pioneer-assets-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "assets", "page-1.js"), "export {};\n");
  await writeFile(join(folder, "assets", "page-1.js.map"), "{}");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("serves assets as immutable and withholds source maps", async () => {
  const assets = await openAssets(folder);
  const part = await assets.serve("/assets/page-1.js", "gzip");
  expect([part?.status, part?.headers.get("cache-control"), part?.headers.get("content-encoding")]).toEqual([
    200,
    "public, max-age=31536000, immutable",
    "gzip",
  ]);
  expect(await assets.serve("/assets/page-1.js.map", "")).toBeNull();
});

test("returns no asset that a newer build has removed", async () => {
  const assets = await openAssets(folder);
  await rm(join(folder, "assets", "page-1.js"));
  expect(await assets.serve("/assets/page-1.js", "")).toBeNull();
  expect(await assets.serve("/assets/page-1.js", "")).toBeNull();
});
