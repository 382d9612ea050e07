import { gzipSync } from "node:zlib";
import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openContext, openServedProduct, register, type ServedProduct } from "#src/testing/browser.ts";
import { settled } from "#src/testing/settled.ts";

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

interface Script {
  path: string;
  /** Bytes after gzip at its usual level. */
  bytes: number;
}

/** Every script that a first visit of a page fetches until it is quiet. */
async function scriptsOf(context: BrowserContext, path: string): Promise<Script[]> {
  const page = await context.newPage();
  const paths = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".js")) paths.add(pathname);
  });
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await settled(page);
  expect(new URL(page.url()).pathname).toBe(path);
  // What was asked for ahead of the script has been taken by it.
  expect(await page.evaluate(() => Object.keys(Reflect.get(globalThis, "pioneerEarly") ?? {}))).toEqual([]);
  await page.close();
  const scripts = await Promise.all(
    [...paths].map(async (script): Promise<Script> => {
      const answer = await product.fetch(new Request(new URL(script, product.url)));
      return { path: script, bytes: gzipSync(await answer.arrayBuffer()).byteLength };
    }),
  );
  return scripts.toSorted((a, b) => b.bytes - a.bytes);
}

const kilobytes = (scripts: Script[]): number => scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
const told = (scripts: Script[]): string => scripts.map(({ path, bytes }) => `${bytes} ${path}`).join("\n");

test("The sign-in page loads at most 110 KB of script, without the router and the shell", async () => {
  const { context } = await openContext(product);
  const scripts = await scriptsOf(context, "/pioneers/signin");
  expect(kilobytes(scripts), told(scripts)).toBeLessThanOrEqual(110);
  expect(scripts.filter(({ path }) => /\/own-/.test(path))).toEqual([]);
  await context.close();
});

test("The start page loads at most 60 KB of script: its own and the theme, no library", async () => {
  const { context } = await openContext(product);
  const scripts = await scriptsOf(context, "/");
  expect(kilobytes(scripts), told(scripts)).toBeLessThanOrEqual(60);
  expect(scripts.map(({ path }) => path.replace(/^.*\/|-.*$/g, "")).toSorted()).toEqual(["start", "theme"]);
  await context.close();
});

test("The first page of a signed-in person loads at most 166 KB of script", async () => {
  const { context } = await openContext(product);
  const page = await context.newPage();
  await register(page);
  await page.close();
  const scripts = await scriptsOf(context, "/dashboard");
  expect(kilobytes(scripts), told(scripts)).toBeLessThanOrEqual(166);
  // What nearly all runs is compiled while it arrives.
  const hinted = await Promise.all(
    scripts.map(async ({ path }) => {
      const source = await (await product.fetch(new Request(new URL(path, product.url)))).text();
      return source.startsWith("//# allFunctionsCalledOnLoad\n") ? path.replace(/^.*\/|-.*$/g, "") : [];
    }),
  );
  expect(hinted.flat().toSorted()).toEqual(["base", "index", "own"]);
  await context.close();
});
