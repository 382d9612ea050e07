import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId, uuidPattern } from "#src/kit/ids.ts";
import { publicRoutes } from "#src/server/app.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import type { Person } from "#src/testing/visitor.ts";
import { addRewrite, everythingOf, ownedTables } from "./security/belongings.ts";
import { contractCalls } from "./security/contractCalls.ts";
import { type Belongings, workflowName } from "./security/fixture.ts";
import { furnish, methodOf, rowsOf } from "./security/fixtures.ts";
import { signIn } from "./visitor.ts";

/** Who may do what, for every route there is: a route without a row fails. */

const password = "a long enough password";

let product: TestProduct;
let mara: Person;
let has: Belongings;
/** Cookie of a session of Mara's that she has ended. */
let revoked: string;
beforeAll(async () => {
  product = await openTestProduct();
  mara = await product.signUp();
  has = await furnish(mara);
  await addRewrite(has, product);
  const elsewhere = product.visit();
  await signIn(elsewhere, mara);
  revoked = elsewhere.cookie();
  const before = await elsewhere.send("GET", "/api/coins");
  if (before.status !== 200) throw new Error("the second session never was");
  await mara.send("DELETE", "/api/user/sessions", { others: true });
});
afterAll(() => product.close());

test("covers every non-public route and no other", async () => {
  const contract = contractCalls.map(({ method, path }) => `${method} ${path}`);
  const beside = product.routes
    .filter(({ method, path }) => method !== "ALL" && !path.includes("*"))
    .map(({ method, path }) => `${method} ${path}`)
    .filter((name) => !publicRoutes.includes(name));
  expect(contract.length).toBeGreaterThan(25);
  expect([...new Set([...contract, ...beside])].toSorted()).toEqual(Object.keys(rowsOf).toSorted());
  expect(ownedTables.length).toBeGreaterThan(10);
});

describe.each(Object.entries(rowsOf))("%s", (name, rowOf) => {
  const method = methodOf(name);

  test("returns 401 to visitors, forged cookies and ended sessions", async () => {
    const { path, body, headers } = rowOf(has, mara);
    const before = await everythingOf(mara, product);
    for (const cookie of ["", revoked, "pioneer.session=x.y", `${revoked}; pioneer.session=`]) {
      const answer = await product.send(method, path, body, { ...headers, ...(cookie ? { cookie } : {}) });
      expect([cookie.slice(0, 20), answer.status, answer.body.code]).toEqual([
        cookie.slice(0, 20),
        401,
        "session.required",
      ]);
    }
    expect(await everythingOf(mara, product)).toBe(before);
  });

  test("reveals nothing to another user and changes nothing", async () => {
    const other = await product.signUp("Jonas Weber");
    const { path, body, headers, other: expected } = rowOf(has, other);
    const before = await everythingOf(mara, product);
    const answer = await other.send(method, path, body, headers);
    if (expected === "notFound") expect([answer.status, answer.body.code]).toEqual([404, "notFound"]);
    else if (expected === "own") expect(answer.status).toBeLessThan(300);
    else expect(answer.status).toBe(expected);
    const text = JSON.stringify(answer.body) ?? "";
    const ids = Object.values(has).filter((value) => typeof value === "string" && uuidPattern.test(value));
    expect(ids.length).toBeGreaterThan(8);
    for (const secret of [mara.userId, mara.email, ...ids]) {
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
    }
    expect(await everythingOf(mara, product)).toBe(before);
  });

  test("responds to its owner", async () => {
    const { path, body, headers, status } = rowOf(has, mara);
    const before = method === "GET" ? await everythingOf(mara, product) : "";
    const answer = await mara.send(method, path, body, headers);
    await answer.response.body?.cancel();
    expect([answer.status, answer.status === status ? null : answer.body]).toEqual([status, null]);
    if (method === "GET") expect(await everythingOf(mara, product)).toBe(before);
  });
});

describe("another user's records in a request", () => {
  let jonas: Person;
  let own: Belongings;
  let lena: Person;
  let foreign: Belongings;
  beforeAll(async () => {
    [jonas, lena] = await Promise.all([product.signUp("Jonas Weber"), product.signUp("Lena Hoff")]);
    [own, foreign] = await Promise.all([furnish(jonas), furnish(lena)]);
  });

  const outcome = { workflow: workflowName, kind: "post", title: "Ebb", plannedAt: "2026-06-01T08:00:00Z" };
  const entry = { type: "3010", title: "Ebb", start: "2026-06-01T08:00:00Z", end: "2026-06-01T09:00:00Z" };
  const requests: [string, number, () => [string, string, unknown]][] = [
    [
      "a project of an outcome",
      404,
      () => ["POST", "/api/workflows/scheduled/outcome", { enData: { ...outcome, projectId: foreign.projectId } }],
    ],
    [
      "a project of an entry",
      404,
      () => ["POST", "/api/calendar/entry", { enData: { ...entry, projectId: foreign.projectId } }],
    ],
    [
      "an outcome of an entry",
      404,
      () => ["POST", "/api/calendar/entry", { enData: { ...entry, outcomeId: foreign.outcomeId } }],
    ],
    [
      "a project of a run",
      404,
      () => [
        "POST",
        "/api/workflows/userStoryWriterWorkflow/runs",
        { enData: { formValues: stories(), projectId: foreign.projectId } },
      ],
    ],
    [
      "a price of a run",
      409,
      () => [
        "POST",
        `/api/workflows/${workflowName}/runs`,
        { enData: { formValues: own.formValues, quoteId: foreign.quoteId } },
      ],
    ],
    [
      "a file of a price",
      404,
      () => [
        "POST",
        `/api/workflows/${workflowName}/quote`,
        { formValues: { ...own.formValues, attachments: [foreign.fileId] } },
      ],
    ],
    [
      "a file of a run",
      404,
      () => [
        "POST",
        `/api/workflows/${workflowName}/runs`,
        { enData: { formValues: { ...own.formValues, attachments: [own.fileId, foreign.fileId] } } },
      ],
    ],
    [
      "a revision of a project",
      404,
      () => [
        "DELETE",
        "/api/projects/workflow/revisions",
        { enData: { projectId: own.projectId, revisionId: foreign.oldRevisionId } },
      ],
    ],
    ["a person of a deletion", 403, () => ["DELETE", "/api/user", { enData: { userId: lena.userId } }]],
    [
      "a person of a project",
      403,
      () => ["DELETE", "/api/projects/workflow", { enData: { userId: lena.userId, projectId: foreign.projectId } }],
    ],
    [
      "one unknown proposal among good ones",
      404,
      () => ["POST", `/api/workflows/runs/${own.runId}/apply`, { keys: [own.proposalKey, "none of ours"] }],
    ],
    [
      "one unknown proposal among good ones, undone",
      404,
      () => ["POST", `/api/workflows/runs/${own.runId}/undo`, { keys: [own.proposalKey, "none of ours"] }],
    ],
  ];
  const stories = (): Record<string, unknown> => storyExample;
  let storyExample: Record<string, unknown> = {};
  test.each(requests)("are rejected as %s with %i, and neither user's data changes", async (_name, status, request) => {
    storyExample = (await jonas.send("GET", "/api/workflows/userStoryWriterWorkflow")).body.example;
    const before = [await everythingOf(jonas, product), await everythingOf(lena, product)];
    const [method, path, body] = request();
    const answer = await jonas.send(method, path, body, { "idempotency-key": newId() });
    expect([answer.status, answer.status === status ? null : answer.body]).toEqual([status, null]);
    expect([await everythingOf(jonas, product), await everythingOf(lena, product)]).toEqual(before);
  });

  test("are not mixed up when two users send the same idempotency key", async () => {
    const headers = { "idempotency-key": newId() };
    const path = "/api/workflows/userStoryWriterWorkflow/runs";
    const body = {
      enData: { formValues: (await jonas.send("GET", "/api/workflows/userStoryWriterWorkflow")).body.example },
    };
    const [first, second] = await Promise.all([
      jonas.send("POST", path, body, headers),
      lena.send("POST", path, body, headers),
    ]);
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(first.body.run.id).not.toBe(second.body.run.id);
    expect(first.body.run.projectId).not.toBe(second.body.run.projectId);
  });
});

describe("protected properties", () => {
  const extras: [string, unknown][] = [
    ["credits", 9999],
    ["balance", 9999],
    ["coins", 0],
    ["ownedLicense", "enterprise"],
    ["userId", "01936b2e-0000-7000-8000-000000000000"],
    ["user_id", "01936b2e-0000-7000-8000-000000000000"],
    ["owner", "01936b2e-0000-7000-8000-000000000000"],
    ["state", 100],
    ["status", "succeeded"],
    ["roles", ["admin"]],
    ["emailVerified", true],
    ["coinsState", "released"],
    ["dateCreated", "2020-01-01T00:00:00Z"],
    ["uid", "x@y"],
    ["constructor", { prototype: { isAdmin: true } }],
    ["prototype", { isAdmin: true }],
  ];
  const unsafe = Object.entries(rowsOf).filter(
    ([name]) => methodOf(name) !== "GET" && !/\/api\/(files|user\/picture)/.test(name),
  );

  test.each(unsafe)("are rejected by %s at every level", async (name, rowOf) => {
    const person = await product.signUp();
    const { path, body, headers } = rowOf({ ...has, formValues: {} }, person);
    // Everybody else is refused before anybody looks into the body.
    if (path.startsWith("/api/operator/"))
      await product.database.pool.query(`update "user" set roles = '{operator}' where id = $1`, [person.userId]);
    const before = await everythingOf(person, product);
    const whole = typeof body === "object" && body !== null ? body : {};
    for (const [key, value] of extras) {
      if (key in whole || (name === "PATCH /api/projects/workflow" && key === "state")) continue;
      const bodies = [{ ...whole, [key]: value }];
      for (const level of ["enData", "updates", "application"] as const) {
        const inner: unknown = Reflect.get(whole, level);
        const isOpen = name.endsWith("/runs") || (typeof inner === "object" && inner !== null && key in inner);
        const isField = level === "updates" && key === "status";
        if (typeof inner === "object" && inner !== null && !isOpen && !isField)
          bodies.push({ ...whole, [level]: { ...inner, [key]: value } });
      }
      const sealed: unknown = Reflect.get(whole, "enData");
      const inLists = typeof sealed === "object" && sealed !== null ? sealed : whole;
      for (const list of ["leads", "insights", "updates"] as const) {
        const rows: unknown = Reflect.get(inLists, list);
        if (!Array.isArray(rows) || (list === "leads" && key === "owner") || (list === "insights" && key === "status"))
          continue;
        const grown = { ...inLists, [list]: rows.map((row: object) => ({ ...row, [key]: value })) };
        bodies.push(inLists === whole ? { ...whole, ...grown } : { ...whole, enData: grown });
      }
      for (const sent of bodies) {
        const answer = await person.send(methodOf(name), path, sent, headers);
        const isFieldOfNewOutcome = name === "POST /api/workflows/scheduled/outcome" && key === "status";
        if (isFieldOfNewOutcome) continue;
        expect([key, JSON.stringify(sent).slice(0, 200), answer.status]).toEqual([
          key,
          JSON.stringify(sent).slice(0, 200),
          400,
        ]);
      }
    }
    const text = JSON.stringify(whole);
    const polluted = `{"__proto__":{"isAdmin":true}${text === "{}" ? "" : ","}${text.slice(1)}`;
    expect((await person.send(methodOf(name), path, polluted, headers)).status).toBe(400);
    expect(Reflect.get({}, "isAdmin")).toBeUndefined();
    expect(await everythingOf(person, product)).toBe(before);
  });

  test("cannot be set at registration", async () => {
    for (const [key, value] of extras) {
      const email = `${newId()}@example.com`;
      const body = { name: "Mara Brandt", email, password, [key]: value };
      const answer = await product.send("POST", "/api/auth/register", body);
      expect([key, answer.status]).toEqual([key, 400]);
    }
    const fresh = await product.signUp();
    expect((await fresh.send("GET", "/api/user")).body).toMatchObject({
      credits: 500,
      ownedLicense: "justRegistered",
      roles: [],
      emailVerified: false,
    });
  });
});
