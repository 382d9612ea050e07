import { isContractProcedure } from "@orpc/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import type { Person } from "#src/testing/visitor.ts";
import { publicRoutes } from "./app.ts";
import { contract } from "#src/features/contract.ts";

let product: TestProduct;
let mara: Person;
beforeAll(async () => {
  product = await openTestProduct();
  mara = await product.signUp();
});
afterAll(() => product.close());

/** Method and path of every call of the contract. */
const calls = Object.values(contract).flatMap((feature) =>
  Object.values(feature).flatMap((procedure) =>
    isContractProcedure(procedure)
      ? [{ method: procedure["~orpc"].route.method ?? "POST", path: `/api${procedure["~orpc"].route.path ?? ""}` }]
      : [],
  ),
);

const fill = (path: string): string =>
  path
    .replace(/\{workflowName\}/, "contentPlannerWorkflow")
    .replace(/\{number\}/, "1")
    .replace(/\{\w+\}|:\w+/g, "01936b2e-0000-7000-8000-000000000000");

describe("every route", () => {
  test("of the contract requires a session", async () => {
    expect(calls.length).toBeGreaterThan(25);
    for (const { method, path } of calls) {
      const answer = await product.send(method, fill(path), method === "GET" ? undefined : {});
      expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 401, "session.required"]);
    }
  });

  test("outside of the contract requires a session unless listed as public", async () => {
    const plain = product.routes.filter((route) => route.method !== "ALL" && !route.path.includes("*"));
    expect(plain.length).toBeGreaterThan(15);
    for (const { method, path } of plain) {
      if (publicRoutes.includes(`${method} ${path}`)) continue;
      const answer = await product.send(method, fill(path), method === "GET" ? undefined : {});
      expect([method, path, answer.status]).toEqual([method, path, 401]);
    }
    for (const listed of publicRoutes)
      expect(plain.some(({ method, path }) => `${method} ${path}` === listed)).toBe(true);
  });

  test("returns 404 when it does not exist", async () => {
    expect((await mara.send("GET", "/api/nothing")).status).toBe(404);
    expect((await mara.send("POST", "/api/coins", {})).status).toBe(404);
    expect((await mara.send("GET", "/nothing.js")).status).toBe(404);
    expect((await product.send("GET", "/health/x")).status).toBe(404);
    expect((await product.send("GET", "/metrics")).status).toBe(404);
  });
});

describe("request body", () => {
  const targets = calls
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => ({ method, path: fill(path) }));
  const bad: [string, unknown][] = [
    ["null", null],
    ["a list", []],
    ["a number", 7],
    ["2 MB of digits", "1".repeat(2_000_000)],
    ["not JSON", "{"],
    [
      "a NUL",
      { id: "a\u0000b", enData: { title: "\u0000" }, name: "\u0000", formValues: { requirementTitle: "\u0000" } },
    ],
    [
      "half a character",
      { id: "\ud800", enData: { title: "\udc00" }, application: { appLanguage: "\ud800" }, keys: ["\ud800"] },
    ],
    ["a prototype", '{"__proto__":{"admin":true},"enData":{"__proto__":{"a":1}}}'],
    ["deep nesting", `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`],
    [
      "a huge number",
      {
        id: 1e21,
        limit: 1e21,
        restore: 1e21,
        enData: 1e21,
        formValues: 1e21,
        keys: 1e21,
        application: 1e21,
        runId: 1e21,
        onboardingState: 1,
      },
    ],
    ["unknown keys", { credits: 9999, ownedLicense: "enterprise", userId: "x" }],
  ];
  test.each(bad)("is rejected with 4xx when it is %s", async (_name, body) => {
    for (const { method, path } of targets) {
      // Cancelling, by its path alone, takes an empty body; everything else must be refused here.
      const answer = await mara.send(method, path, body);
      expect([path, answer.status >= 400 && answer.status < 500, answer.status]).toEqual([path, true, answer.status]);
      expect(answer.body.requestId).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test.each([
    ["null", null],
    ["a list", []],
    ["no JSON", "{"],
    ["nothing", ""],
  ])("is rejected by the browser log when it is %s", async (_name, body) => {
    expect((await product.send("POST", "/_log", body)).status).toBe(400);
  });

  test("is rejected with 415 for another media type", async () => {
    const answer = await mara.send("POST", "/api/user/settings", "a=b", { "content-type": "text/plain" });
    expect(answer.status).toBe(415);
  });

  test("is rejected with the paths of invalid fields", async () => {
    const answer = await mara.send("POST", "/api/user/settings", { application: { appLanguage: "fr" }, nonsense: 1 });
    expect(answer.status).toBe(400);
    expect(answer.body.fields.map((field: { path: string }) => field.path)).toContain("application.appLanguage");
  });
});

describe("HTTP layer", () => {
  test("rejects a foreign origin without any change", async () => {
    const answer = await mara.send(
      "POST",
      "/api/user/settings",
      { onboardingState: "finished" },
      { origin: "https://evil.example" },
    );
    expect(answer.status).toBe(403);
    expect((await mara.send("GET", "/api/user/settings")).body.onboardingState).toBe("notFinished");
  });

  test("sends the security headers with every response", async () => {
    for (const path of ["/api/coins", "/api/nothing", "/health/live", "/nothing.js", "/openapi.json"]) {
      const { headers } = await mara.send("GET", path);
      expect(headers.get("content-security-policy")).toContain("script-src 'self';");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
  });
});

test("serves health checks, API documentation and settings", async () => {
  expect((await product.send("GET", "/health/live")).body).toEqual({ live: true });
  expect((await product.send("GET", "/health/ready")).body).toEqual({ ready: true });
  const document = (await product.send("GET", "/openapi.json")).body;
  expect(Object.keys(document.paths)).toContain("/workflows/{workflowName}/runs");
  const described = new Set(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} /api${path}`),
    ),
  );
  const dialect = /signin|\/error|_log|:provider/;
  const plain = product.routes.filter(
    ({ method, path }) => method !== "ALL" && path.startsWith("/api/") && !path.includes("*") && !dialect.test(path),
  );
  expect(
    plain
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`)
      .filter((route) => !described.has(route)),
  ).toEqual([]);
  expect((await product.send("GET", "/docs")).body).toContain("/api/coins/statement");
  const changed = await mara.send("POST", "/api/user/settings", {
    additionalInfo: { defaultProductsPitch: "Bikes that run" },
  });
  expect(changed.body).toMatchObject({
    application: { defaultWritingStyles: [11, 21, 24] },
    additionalInfo: { defaultProductsPitch: "Bikes that run" },
  });
});

test("gives a user who signs up on the German page German settings", async () => {
  const anna = await product.signUp("Anna Weber", { language: "de" });
  expect((await anna.send("GET", "/api/user/settings")).body.application).toMatchObject({
    appLanguage: "de",
    defaultGoalLanguage: "de",
  });
  expect((await mara.send("GET", "/api/user/settings")).body.application).toMatchObject({
    appLanguage: "en",
    defaultGoalLanguage: "en",
  });
});

describe("a request that does not fit", () => {
  test("is told which fields it lacks, by their paths", async () => {
    const item = { kind: "post", title: "", plannedAt: "2026-12-01T09:00:00Z" };
    const answer = await mara.send("POST", "/api/workflows/scheduled/outcome", { enData: item });
    expect([answer.status, answer.body.fields]).toEqual([
      400,
      ["workflow", "title"].map((name) => ({
        path: `enData.${name}`,
        message: `enData.${name} is a required field`,
        messageKey: "validation.required",
      })),
    ]);
    // What is there and wrong is told as such.
    const wrong = await mara.send("POST", "/api/workflows/scheduled/outcome", { enData: { ...item, workflow: 5 } });
    expect(wrong.body.fields[0]).toMatchObject({
      path: "enData.workflow",
      message: expect.not.stringMatching(/required/),
    });
  });

  test.each(["/api/leads?limitt=5", "/api/dashboard?todays=2026-11-27", "/api/workflows/runs?statuss=open"])(
    "is refused for a parameter that nobody knows: %s",
    async (path) => {
      const answer = await mara.send("GET", path);
      expect([answer.status, answer.body.code]).toEqual([400, "request.bad"]);
      expect(answer.body.fields[0].message).toContain(new URL(path, "http://pioneer.example").search.slice(1, 6));
    },
  );
});
