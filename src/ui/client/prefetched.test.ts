import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { contract } from "#src/features/contract.ts";
import { type RouteRow, type RouteTree, routesOf } from "#src/app/build/contractPlugin.ts";
import { takePrefetched } from "./prefetched.ts";

afterEach(() => vi.unstubAllGlobals());

const isRow = (value: RouteRow | RouteTree): value is RouteRow => Array.isArray(value);
const rowsOf = (tree: RouteTree): RouteRow[] =>
  Object.values(tree).flatMap((value) => (isRow(value) ? [value] : rowsOf(value)));

test("prefetches only GET routes of the contract", () => {
  const script = readFileSync(join(import.meta.dirname, "../../app/public/theme.js"), "utf8");
  const asked = [...script.matchAll(/\bask\("([^"?]+)/g)].map((match) => match[1]);
  const readable = rowsOf(routesOf(contract)).flatMap(([method, path]) => (method === "GET" ? [path] : []));
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((path) => path === undefined || !readable.includes(path))).toEqual([]);
});

test("uses a prefetched response once, and not when it is outdated", () => {
  const answer = Promise.resolve(new Response("{}"));
  const at = performance.now();
  const pioneerEarly = { "/api/user": { at, answer }, "/api/coins": { at: at - 10_001, answer } };
  vi.stubGlobal("window", { pioneerEarly });
  expect(takePrefetched("/api/user")).toBe(answer);
  expect(takePrefetched("/api/user")).toBeUndefined();
  expect(takePrefetched("/api/coins")).toBeUndefined();
  expect(takePrefetched("/api/dashboard")).toBeUndefined();
});
