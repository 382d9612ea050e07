import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientRoutesFile, headTagsFile, startPageFolder } from "#src/kit/headTags.ts";
import { securityHeaders } from "#src/platform/http/headers.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import type { Answer, Person } from "#src/testing/visitor.ts";
import { root } from "#src/testing/sourceTree.ts";
import type { Belongings } from "./fixture.ts";
import { furnish } from "./fixtures.ts";

let product: TestProduct;
let mara: Person;
let has: Belongings;
beforeAll(async () => {
  product = await openTestProduct({ env: { THROTTLES: "default" } });
  mara = await product.signUp();
  has = await furnish(mara);
});
afterAll(() => product.close());

/** Each directive of a policy with its values. */
const directives = (policy: string | null): Map<string, string[]> =>
  new Map(
    (policy ?? "").split(";").map((part) => {
      const [name = "", ...values] = part.trim().split(/\s+/);
      return [name, values];
    }),
  );

function expectHeaders(what: string, { headers }: Pick<Answer, "headers">): void {
  const policy = directives(headers.get("content-security-policy"));
  const scripts = policy.get("script-src") ?? policy.get("default-src") ?? [];
  expect([what, policy.get("default-src")]).toEqual([what, ["'none'"]]);
  for (const value of ["'unsafe-inline'", "'unsafe-eval'", "*", "data:", "blob:", "http:", "https:"]) {
    expect([what, value, scripts.includes(value)]).toEqual([what, value, false]);
  }
  expect([what, policy.get("frame-ancestors")]).toEqual([what, ["'none'"]]);
  expect(policy.get("base-uri") ?? ["'none'"]).toEqual(["'none'"]);
  expect([what, headers.get("x-content-type-options")]).toEqual([what, "nosniff"]);
  expect([what, headers.get("referrer-policy")]).toEqual([what, "same-origin"]);
  expect([what, headers.get("cross-origin-opener-policy")]).toEqual([what, "same-origin"]);
  expect([what, headers.get("cross-origin-resource-policy")]).toEqual([what, "same-origin"]);
  expect([what, headers.get("permissions-policy")]).toEqual([what, expect.stringContaining("geolocation=()")]);
  expect([what, headers.get("x-powered-by"), headers.get("server")]).toEqual([what, null, null]);
}

describe("security headers", () => {
  const get = (path: string) => () => mara.send("GET", path);
  const tooLong = "1".repeat(1_500_000);
  const kinds: [string, number, () => Promise<Answer>][] = [
    ["a call", 200, get("/api/coins")],
    [
      "a created record",
      201,
      () => mara.send("POST", "/api/files", "words", { "content-type": "text/plain", "x-file-name": "a.txt" }),
    ],
    ["a stream", 200, () => mara.send("GET", `/api/workflows/runs/${has.runId}/events`)],
    ["a file", 200, () => mara.send("GET", `/api/files/${has.fileId}`)],
    ["a page", 200, get("/")],
    ["a page that only the browser knows", 200, get("/pioneer/workflow/projects/x")],
    ["the documentation", 200, get("/docs")],
    ["the contract", 200, get("/openapi.json")],
    ["health", 200, get("/health/live")],
    ["a session in the dialect", 200, get("/api/auth/session")],
    ["a redirect", 302, get("/api/auth/signin")],
    ["a redirect to the address people type", 302, get("http://127.0.0.1:3000/")],
    ["a body that does not fit", 400, () => mara.send("POST", "/api/user/settings", { nonsense: 1 })],
    ["a body that is no JSON", 400, () => mara.send("POST", "/api/user/settings", "{")],
    ["nobody", 401, () => product.send("GET", "/api/coins")],
    ["nobody, at a plain route", 401, () => product.send("GET", "/api/files")],
    [
      "not enough coins",
      402,
      () =>
        mara.send(
          "POST",
          "/api/workflows/contentPlannerWorkflow/runs",
          { enData: { formValues: has.formValues } },
          { "idempotency-key": "headers-of-all" },
        ),
    ],
    ["a foreign origin", 403, () => mara.send("POST", "/api/user/settings", {}, { origin: "https://evil.example" })],
    [
      "a form without its token",
      403,
      () => product.send("POST", "/api/auth/signout", new URLSearchParams({ json: "true" })),
    ],
    ["no such call", 404, get("/api/nothing")],
    ["no such file of the web client", 404, get("/assets/nothing.js")],
    ["no such page for what is no GET", 404, () => mara.send("POST", "/nothing", {})],
    [
      "a used key",
      409,
      async () =>
        mara.send("POST", "/api/auth/register", { name: "x", email: mara.email, password: "a long enough password" }),
    ],
    ["too much", 413, () => mara.send("POST", "/api/user/settings", tooLong)],
    ["too much for a form", 413, () => product.send("POST", "/api/auth/register", tooLong)],
    ["another media type", 415, () => mara.send("POST", "/api/user/settings", "a=b", { "content-type": "text/plain" })],
    [
      "too often",
      429,
      async () => {
        for (let count = 0; count < 30; count += 1) await product.send("POST", "/_log", { message: "x" });
        return product.send("POST", "/_log", { message: "x" });
      },
    ],
  ];
  test.each(kinds)("are set for %s (%i)", async (what, status, ask) => {
    const answer = await ask();
    await answer.response.body?.cancel().catch(() => undefined);
    expect(answer.status).toBe(status);
    expectHeaders(what, answer);
    if (status === 429) expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("are set on every file of the built client", async () => {
    const folder = join(root, "dist/web");
    const files = (await readdir(folder, { recursive: true })).filter(
      (name) => /\.\w+$/.test(name) && name !== "index.html",
    );
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const answer = await mara.send("GET", `/${file}`);
      // Maps are for error reports; page heads, routes, the start page's parts and the compressed twins of files are for the server.
      const isKept =
        /\.(map|br|gz)$/.test(file) ||
        [headTagsFile, clientRoutesFile].includes(file) ||
        file.startsWith(`${startPageFolder}/`);
      expect([file, answer.status]).toEqual([file, isKept ? 404 : 200]);
      expectHeaders(file, answer);
    }
  });

  test("are set on an internal error", async () => {
    await sql`alter table settings rename to settings_elsewhere`.execute(product.database.db);
    const answer = await mara.send("GET", "/api/user/settings");
    await sql`alter table settings_elsewhere rename to settings`.execute(product.database.db);
    expect(answer.status).toBe(500);
    expectHeaders("500", answer);
  });
});

test("prevents caching of personal data", async () => {
  const paths = [
    "/api/user",
    "/api/coins",
    "/api/files",
    `/api/files/${has.fileId}`,
    "/api/projects/workflow",
    "/api/user/envelope-key",
    `/api/workflows/runs/${has.runId}/events`,
    "/api/auth/session",
    "/api/auth/csrf",
    "/api/user/sessions",
    "/api/nothing",
  ];
  for (const path of paths) {
    const answer = await mara.send("GET", path);
    await answer.response.body?.cancel().catch(() => undefined);
    expect([path, /no-store/.test(answer.headers.get("cache-control") ?? "")]).toEqual([path, true]);
  }
});

test("sends HSTS for at least a year over HTTPS only", () => {
  expect(securityHeaders(true)["strict-transport-security"]).toMatch(/^max-age=(3153\d{4}|[4-9]\d{7}|\d{9,})/);
  expect(securityHeaders(false)["strict-transport-security"]).toBeUndefined();
});

test("contains no inline scripts and event handlers in the built page", async () => {
  const page = await readFile(join(root, "dist/web/index.html"), "utf8");
  for (const [tag] of page.matchAll(/<script[^>]*>/g)) expect(tag).toMatch(/\ssrc="\//);
  expect(page).not.toMatch(/\son\w+\s*=|javascript:/i);
  expect(page).not.toMatch(/(?:src|href)="https?:/);
});

test("serves no files outside of the web client's folder", async () => {
  for (const path of [
    "/..%2f..%2fpackage.json",
    "/%2e%2e/%2e%2e/package.json",
    "/assets/..%5c..%5cpackage.json",
    "/package.json",
    "/assets/%00.js",
    "/.env",
  ]) {
    const answer = await product.send("GET", path);
    expect(JSON.stringify(answer.body)).not.toContain("dependencies");
    expect(answer.status).toBeLessThan(500);
  }
});
