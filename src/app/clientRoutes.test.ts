import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clientRoutes } from "./clientRoutes.ts";
import { paths } from "#src/ui/client/paths.ts";

test("the server is told of every page that the router names", () => {
  const router = readFileSync(new URL("router.tsx", import.meta.url), "utf8");
  const named = [...router.matchAll(/\bpaths\.(?!ts\b)(\w+)/g)].map(([, name = ""]) => name as keyof typeof paths);
  const known = [...clientRoutes.pages, ...clientRoutes.development];
  expect(named.length).toBeGreaterThan(15);
  for (const name of named) {
    const path = paths[name];
    if (typeof path === "string") expect(known).toContain(path);
    else expect(known.filter((one) => one.startsWith(path("")))).not.toEqual([]);
  }
  expect(clientRoutes.pages).not.toContain(paths.kitchen);
});
