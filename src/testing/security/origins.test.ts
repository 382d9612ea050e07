import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publicRoutes } from "#src/server/app.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { signIn, type Person } from "#src/testing/visitor.ts";
import { everythingOf } from "./belongings.ts";
import type { Belongings } from "./fixture.ts";
import { furnish, methodOf, rowsOf } from "./fixtures.ts";

/** Other sites, in a browser that is signed in here. */

let product: TestProduct;
let mara: Person;
let has: Belongings;
beforeAll(async () => {
  product = await openTestProduct();
  mara = await product.signUp();
  has = await furnish(mara);
});
afterAll(() => product.close());

const unsafe = Object.entries(rowsOf).filter(([name]) => methodOf(name) !== "GET");
/** One press in a mail program (RFC 8058): its servers post from anywhere, and the signed token is the whole proof. */
const oneClick = "POST /unsubscribe/:token";
const publicUnsafe = publicRoutes.filter((name) => !name.startsWith("GET ") && name !== oneClick);

const foreign: [string, Record<string, string>][] = [
  ["another site", { origin: "https://evil.example" }],
  ["another port", { origin: "http://localhost:3001" }],
  ["another scheme", { origin: "https://localhost:3000" }],
  ["a name that begins like ours", { origin: "http://localhost:3000.evil.example" }],
  ["a frame without an origin", { origin: "null" }],
  ["no origin but a foreign fetch", { origin: "", "sec-fetch-site": "cross-site" }],
  ["no origin but a fetch of a neighbour", { origin: "", "sec-fetch-site": "same-site" }],
  ["no origin but a foreign page", { origin: "", referer: "https://evil.example/http://localhost:3000/" }],
  ["no origin but a page that is none", { origin: "", referer: "localhost:3000" }],
];

/** What a page of another site can send without asking first, and JSON, which it cannot. */
const types = [
  "application/x-www-form-urlencoded",
  "text/plain",
  "multipart/form-data; boundary=x",
  "application/json",
];

/** The request as that site's page would make it: the fixture's own `origin` header is replaced or left out. */
async function send(method: string, path: string, headers: Record<string, string>, body: string): Promise<number> {
  const cookie = await cookieOf(mara);
  const all = new Headers({ cookie, ...headers });
  if (headers["origin"] === "") all.delete("origin");
  const answer = await product.fetch(new Request(new URL(path, product.origin), { method, headers: all, body }));
  expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
  return answer.status;
}

let known = "";
/** Cookies that browsers would send along. */
async function cookieOf(person: Person): Promise<string> {
  if (known === "") {
    const visitor = product.visit();
    await signIn(visitor, person);
    known = visitor.cookie();
  }
  return known;
}

describe.each(foreign)("request from %s", (_name, headers) => {
  test("is rejected with any content type and changes nothing", async () => {
    await cookieOf(mara);
    const before = await everythingOf(mara, product);
    for (const [name, rowOf] of unsafe) {
      const { path, body, headers: own } = rowOf(has, mara);
      for (const type of types) {
        const status = await send(
          methodOf(name),
          path,
          { ...own, ...headers, "content-type": type },
          JSON.stringify(body ?? {}),
        );
        expect([name, type, status]).toEqual([name, type, 403]);
      }
    }
    for (const name of publicUnsafe) {
      const path = name.slice(name.indexOf(" ") + 1).replace(":provider", "credentials");
      for (const type of types) {
        const form = new URLSearchParams({ email: mara.email, password: "a long enough password", json: "true" });
        const status = await send(methodOf(name), path, { ...headers, "content-type": type }, form.toString());
        expect([name, type, status]).toEqual([name, type, 403]);
      }
    }
    expect(await everythingOf(mara, product)).toBe(before);
  });
});

test.each(foreign)("one press in a mail is nothing without its token, sent by %s", async (_name, headers) => {
  expect(publicRoutes).toContain(oneClick);
  const before = await everythingOf(mara, product);
  const path = `/unsubscribe/reminders.${mara.userId}.${"A".repeat(43)}`;
  const type = { "content-type": "application/x-www-form-urlencoded" };
  expect(await send("POST", path, { ...headers, ...type }, "List-Unsubscribe=One-Click")).toBe(404);
  expect(await everythingOf(mara, product)).toBe(before);
});

test("never allows another site to read a response", async () => {
  for (const path of [
    "/api/user",
    "/api/coins",
    "/api/user/envelope-key",
    "/api/auth/csrf",
    "/api/auth/session",
    "/",
    "/openapi.json",
  ]) {
    const headers = {
      origin: "https://evil.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type",
    };
    for (const method of ["OPTIONS", "GET"]) {
      const answer = await mara.send(method, path, undefined, headers);
      expect([path, answer.headers.get("access-control-allow-origin")]).toEqual([path, null]);
      expect(answer.headers.get("cross-origin-resource-policy")).toBe("same-origin");
    }
  }
});

test("rejects forms of our own origin in JSON routes", async () => {
  const before = await everythingOf(mara, product);
  for (const [name, rowOf] of unsafe) {
    if (/\/api\/files|\/cancel$/.test(name)) continue;
    const { path, body, headers } = rowOf(has, mara);
    for (const type of types.slice(0, 3)) {
      const answer = await mara.send(methodOf(name), path, JSON.stringify(body ?? {}), {
        ...headers,
        "content-type": type,
      });
      expect([name, type, answer.status]).toEqual([name, type, 415]);
    }
  }
  expect(await everythingOf(mara, product)).toBe(before);
});

test("ignores method override headers", async () => {
  const before = await everythingOf(mara, product);
  const path = `/api/files/${has.fileId}`;
  for (const name of ["x-http-method-override", "x-http-method", "x-method-override"]) {
    await mara.send("GET", path, undefined, { [name]: "DELETE" });
    await mara.send("GET", `${path}?_method=DELETE`, undefined, { [name]: "DELETE" });
  }
  expect(await everythingOf(mara, product)).toBe(before);
});
