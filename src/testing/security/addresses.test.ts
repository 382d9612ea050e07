import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "#src/platform/config.ts";
import { securityHeaders } from "#src/platform/http/headers.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";

/** Addresses of pages: where they lead, what they answer, and what of them comes back. */

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct();
});
afterAll(() => product.close());

const german: Record<string, string> = { "accept-language": "de" };
const ask = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  Promise.resolve(product.fetch(new Request(`${product.origin}${path}`, { headers })));

/** Where a browser that stands on our page ends up. */
const target = (response: Response): string =>
  new URL(response.headers.get("location") ?? "/", `${product.origin}/`).origin;

const leaving = [
  "//evil.example",
  "/de//evil.example",
  "/en//evil.example",
  "/en/de//evil.example",
  "/en/%2F..//evil.example",
  "/de/%2F..%2Fevil.example",
  "/en/%5C%5Cevil.example",
  "/en/\\evil.example",
  "/en///evil.example/%2e%2e",
  "/en/@evil.example",
  "/en/%09/evil.example",
  "/en/.evil.example",
  "/en?//evil.example",
  "/en/javascript:alert(1)",
];

describe("redirects", () => {
  test.each(leaving)("stay on our origin for %s", async (path) => {
    const wishes: Record<string, string>[] = [
      { accept: "*/*" },
      german,
      { cookie: "pioneer.language=de" },
      { cookie: "pioneer.language=//evil.example" },
    ];
    for (const headers of wishes) {
      const response = await ask(path, headers);
      expect(response.status).toBeLessThan(500);
      expect(target(response)).toBe(product.origin);
      expect(response.headers.get("location") ?? "/").toMatch(/^\/(?![/\\])/);
    }
  });

  test("stay on our origin for any path", async () => {
    const part = fc.constantFrom(
      "/",
      "//",
      "\\",
      "de",
      "en",
      "%2f",
      "%5c",
      "..",
      "evil.example",
      "@",
      ":",
      "?",
      "%0d%0a",
      "\t",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        for (const headers of [{}, german]) {
          const response = await ask(`/${parts.join("")}`, headers);
          expect(response.status).toBeLessThan(500);
          expect(target(response)).toBe(product.origin);
        }
      }),
      { numRuns: 150 },
    );
  });

  test.each([
    "/de//evil.example",
    "//evil.example/de",
    "/\\evil.example",
    "https://evil.example/de",
    "http://localhost:3000@evil.example/de",
    "http://localhost:3000.evil.example/de/dashboard",
    "javascript:alert(1)",
  ])("keep callbackUrl %s on our origin", async (callbackUrl) => {
    const response = await ask(`/api/auth/signin?${new URLSearchParams({ callbackUrl })}`);
    const led = new URL(response.headers.get("location") ?? "");
    expect(led.origin).toBe(product.origin);
    expect(new URL(led.searchParams.get("callbackUrl") ?? "").origin).toBe(product.origin);
  });

  test("keep the callbackUrl of a German page", async () => {
    const response = await ask("/api/auth/signin?callbackUrl=%2Fde%2Fcalendar%3Fview%3Dweek");
    const led = new URL(response.headers.get("location") ?? "");
    expect(led.searchParams.get("callbackUrl")).toBe(`${product.origin}/de/calendar?view=week`);
  });
});

test.each([
  "/de/api/user",
  "/de/api/auth/session",
  "/de/API/user",
  "/de//api/user",
  "/de/health/live",
  "/de/metrics",
  "/de/images/x",
  "/de/dev/mail",
  "/de/_log",
  "/de/docs",
  "/de/openapi.json",
])("returns 404 for %s with any method, as only pages have a language prefix", async (path) => {
  for (const method of ["GET", "POST", "DELETE"]) {
    const answer = await product.send(method, path, method === "GET" ? undefined : {});
    expect([method, answer.status, answer.body.code]).toEqual([method, 404, "notFound"]);
  }
});

test("returns the same page for any unknown path and echoes none of it", async () => {
  const browser = { accept: "text/html" };
  const known = await (await ask("/nothing-there", browser)).text();
  for (const path of [
    "/</title><script>alert(1)</script>",
    "/%3C/head%3E%3Cscript%3Ealert(1)%3C/script%3E",
    "/$&$`$'",
    "/__proto__",
    "/constructor",
    "/toString",
    '/"onload="alert(1)',
  ]) {
    for (const prefix of ["", "/de"]) {
      const response = await ask(`${prefix}${path}`, browser);
      const text = await response.text();
      expect([path, response.status]).toEqual([path, 404]);
      expect(text).not.toMatch(/alert\(|__proto__|\[object|function /);
      expect(text.replace('lang="de"', 'lang="en"').length).toBeLessThan(known.length + 300);
      if (prefix === "") expect(text).toBe(known);
    }
  }
});

describe("analytics origin in the content security policy", () => {
  const env = (url: string) => ({ ANALYTICS: "umami", ANALYTICS_URL: url, ANALYTICS_SITE: "x" });

  test.each([
    "https://a.example; script-src *",
    "https://a;script-src",
    "https://a,default-src",
    "https://a.example\n; script-src *",
    "https://*",
    "https://user:password@a.example",
    "https://a.example/?x=1",
    "https://a.example/#x",
    "javascript:alert(1)",
    "data:text/html,x",
    "//a.example",
    "'unsafe-eval'",
  ])("cannot be %j", (url) => {
    expect(() => readConfig(env(url))).toThrow(/ANALYTICS_URL/);
  });

  test.each(["https://stats.example.com", "http://127.0.0.1:8000", "http://[::1]:8000", "https://stats.example.com/"])(
    "can be %s, which is added to connect-src only",
    (url) => {
      const { analyticsUrl = "" } = readConfig(env(url));
      const { origin } = new URL(analyticsUrl);
      const policy = (added?: string) => securityHeaders(true, added)["content-security-policy"] ?? "";
      expect(policy(origin)).toBe(policy().replace("connect-src 'self'", `connect-src 'self' ${origin}`));
    },
  );
});
