import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { type AppOptions, createApp } from "./app.ts";
import type { Assets } from "#src/platform/http/assets.ts";

/** What an address of the client is answered with, by what the client knows. */

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct();
});
afterAll(() => product.close());

const assets: Assets = {
  knows: (path) => (/kitchen/i.test(path) ? "hidden" : path === "/leads" ? "page" : null),
  serve: () => Promise.resolve(null),
  page: () => Promise.resolve(new Response("<html>", { headers: { "content-type": "text/html" } })),
};

function appOf(nodeEnv: "production" | "development") {
  const options: AppOptions = {
    deps: {
      ...product.deps,
      config: { ...product.deps.config, nodeEnv },
      readSession: () => Promise.resolve(null),
    },
    assets,
    startPage: { serve: () => Promise.resolve(null) },
    readiness: () => Promise.resolve({ ready: true, reasons: [] }),
    version: "test",
    observers: { metrics: undefined, tracing: undefined },
    disk: { hasRoom: () => Promise.resolve(true), note: () => undefined },
  };
  const app = createApp(options);
  return async (path: string, accept: string): Promise<[number, string | null]> => {
    const answer = await app.request(`${product.origin}${path}`, { headers: { accept } });
    return [answer.status, answer.headers.get("content-type")];
  };
}

test("an address without a page is 404: a page for browsers, an error for programs", async () => {
  const ask = appOf("production");
  for (const path of ["/healthz", "/foo/bar", "/wp-admin"]) {
    expect(await ask(path, "text/html,*/*")).toEqual([404, "text/html"]);
    for (const accept of ["*/*", "application/json", ""])
      expect([accept, ...(await ask(path, accept))]).toEqual([accept, 404, "application/json"]);
  }
  for (const accept of ["text/html", "*/*"]) expect(await ask("/leads", accept)).toEqual([200, "text/html"]);
});

test("what is shown while the product is developed is absent in production, for browsers too", async () => {
  const [production, development] = [appOf("production"), appOf("development")];
  for (const path of ["/_kitchen", "/_KITCHEN", "/de/_kitchen"]) {
    expect(await production(path, "text/html")).toEqual([404, "application/json"]);
    expect((await development(path, "text/html"))[0]).toBe(200);
  }
});
