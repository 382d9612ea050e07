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

test("knows the client's pages in every spelling, and nothing else", async () => {
  expect((await openAssets(folder)).knows("/anything")).toBe("page");
  const routes = { pages: ["/", "/leads", "/projects/*"], development: ["/_kitchen"] };
  await writeFile(join(folder, "client-routes.json"), JSON.stringify(routes));
  const assets = await openAssets(folder);
  for (const path of ["/", "/de", "/leads", "/Leads/", "/de/leads", "/l%65ads", "/projects/1", "/projects/%2F"])
    expect([path, assets.knows(path)]).toEqual([path, "page"]);
  for (const path of ["/version", "/healthz", "/leads/1", "/projects", "/projects/1/2", "/%", "/de/de/leads"])
    expect([path, assets.knows(path)]).toEqual([path, null]);
  for (const path of [
    "/_kitchen",
    "/_KITCHEN",
    "/%5fkitchen/",
    "//_Kitchen",
    "/de/_kitchen",
    "/de/de/_kitchen",
    "/_kitchen/x",
  ])
    expect([path, assets.knows(path)]).toEqual([path, "hidden"]);
  expect(await assets.serve("/client-routes.json", "")).toBeNull();
});

test("returns no asset that a newer build has removed", async () => {
  const assets = await openAssets(folder);
  await rm(join(folder, "assets", "page-1.js"));
  expect(await assets.serve("/assets/page-1.js", "")).toBeNull();
  expect(await assets.serve("/assets/page-1.js", "")).toBeNull();
});
