import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeCursor } from "#src/kit/cursor.ts";
import { newId } from "#src/kit/ids.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { readEvents, type Person } from "#src/testing/visitor.ts";
import { envelopeKey, sealText } from "./sealed.ts";

let product: TestProduct;
let mara: Person;
beforeAll(async () => {
  product = await openTestProduct();
  mara = await product.signUp();
});
afterAll(() => product.close());

const outcomes = "/api/workflows/scheduled/outcome";
const idea = (plannedAt: string) => ({
  enData: { workflow: "blogArticleWriterWorkflow", kind: "article", title: "Tide tables", plannedAt },
});
const entry = (start: string, end: string) => ({ enData: { type: "3010", title: "Tide tables", start, end } });

describe("instants", () => {
  const unusable: [string, string][] = [
    ["a year that leaves the range by its offset, up", "2200-12-31T23:59:00-10:00"],
    ["a year that leaves the range by its offset, down", "1900-01-01T00:00:00+10:00"],
    ["an offset that no place on earth has", "2026-01-01T00:00:00+23:59"],
    ["thousands of digits behind the second", `2026-01-01T00:00:00.${"1".repeat(3000)}Z`],
  ];
  test.each(unusable)("are rejected in records and queries for %s", async (_name, instant) => {
    const [from, kept] = [encodeURIComponent(instant), "2026-05-01T08:00:00Z"];
    const asked: [string, string, unknown?][] = [
      ["POST", outcomes, idea(instant)],
      ["POST", "/api/calendar/entry", entry(instant, instant)],
      ["POST", "/api/calendar/entry", { enData: { ...entry(kept, kept).enData, exdates: [instant] } }],
      ["GET", `${outcomes}?from=${from}`],
      ["GET", `${outcomes}?to=${from}`],
      ["GET", `/api/calendar/entry/preview?from=${from}&to=${from}`],
      ["POST", "/api/auth/init-logout", { dateLastLogout: instant }],
    ];
    for (const [method, path, body] of asked) {
      const answer = await mara.send(method, path, body);
      expect([method, path.slice(0, 60), answer.status]).toEqual([method, path.slice(0, 60), 400]);
    }
  });

  test("are stored and listed at both ends of the range", async () => {
    const person = await product.signUp();
    const ends = ["1900-01-01T00:00:00.000Z", "2200-12-31T23:59:59.999Z"];
    for (const end of ends) expect((await person.send("POST", outcomes, idea(end))).status).toBe(201);
    const listed = await person.send("GET", outcomes);
    expect(listed.body.outcomes.map((outcome: { plannedAt: string }) => outcome.plannedAt)).toEqual(ends);
  });
});

describe("forged cursors", () => {
  const known = newId();
  const places: (string | number)[][] = [
    ["0000-01-01T00:00:00Z", known],
    ["9999-12-31T23:59:59Z", known],
    [`2026-01-01T00:00:00.${"1".repeat(200)}Z`, known],
    ["2026-01-01T00:00:00Z", "not-an-id"],
    ["2026-01-01T00:00:00Z", known, -5],
    ["2026-01-01T00:00:00Z", known, 2 ** 52],
    ["2026-01-01T00:00:00Z", "not-an-id", 1],
    ["0000-01-01T00:00:00Z", known, 1],
    [2 ** 52],
    [-(2 ** 52)],
    [1.5],
    ["\u0000"],
    [],
  ];
  test("are rejected or yield an empty page in every list", async () => {
    const { projectId } = (await startExample(mara)).run;
    const lists = [
      `${outcomes}?`,
      "/api/workflows/runs?",
      "/api/projects/workflow?",
      "/api/coins/statement?",
      `/api/projects/workflow/revisions?projectId=${projectId}&`,
    ];
    for (const list of lists) {
      for (const place of places) {
        const answer = await mara.send("GET", `${list}cursor=${writeCursor(place)}`);
        expect([list, place, [200, 400].includes(answer.status), answer.status]).toEqual([
          list,
          place,
          true,
          answer.status,
        ]);
      }
    }
    const restored = await mara.send("POST", "/api/projects/workflow/revisions", { projectId, restore: 2 ** 52 });
    expect(restored.status).toBeGreaterThanOrEqual(400);
    expect(restored.status).toBeLessThan(500);
  });
});

async function startExample(person: Person): Promise<{ run: { id: string; projectId: string } }> {
  const path = "/api/workflows/userStoryWriterWorkflow";
  const { example } = (await person.send("GET", path)).body;
  const { body } = await person.send(
    "POST",
    `${path}/runs`,
    { enData: { formValues: example } },
    {
      "idempotency-key": newId(),
    },
  );
  await readEvents(person, body.run.id);
  return body;
}

describe("sealed content", () => {
  const path = "/api/workflows/userStoryWriterWorkflow/runs";
  const bodies: [string, string][] = [
    ["100,000 levels", `{"formValues":{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}}`],
    ["a prototype", '{"formValues":{"__proto__":{"a":1}}}'],
    ["a NUL", '{"formValues":{"requirementTitle":"a\\u0000b"}}'],
    ["a NUL in a name", '{"formValues":{"a\\u0000":1}}'],
    ["half a character", '{"formValues":{"requirementTitle":"\\ud800abc"}}'],
    ["null", "null"],
    ["a text", '"enData"'],
    ["nothing", ""],
    ["no JSON", "{"],
  ];
  test.each(bodies)("is rejected with 400 for %s", async (_name, text) => {
    const key = await envelopeKey(mara);
    const answer = await mara.send(
      "POST",
      path,
      { enData: await sealText(key, "POST", path, text) },
      {
        "idempotency-key": newId(),
      },
    );
    expect([answer.status, answer.body.code]).toEqual([400, "request.bad"]);
  });

  test("is rejected with 400 when it is not valid UTF-8", async () => {
    const sealed = await sealText(await envelopeKey(mara), "POST", path, Uint8Array.from([0x22, 0xff, 0x22]));
    expect((await mara.send("POST", path, { enData: sealed }, { "idempotency-key": newId() })).status).toBe(400);
  });
});

test("refuses a body of more values than any record has before a schema judges them", async () => {
  const many = Object.fromEntries(Array.from({ length: 40_001 }, (_, index) => [`k${index}`, 0]));
  const quote = "/api/workflows/userStoryWriterWorkflow/quote";
  for (const [method, to, body] of [
    ["POST", "/api/user/settings", { workflowSettings: [{ workflow: "contentPlannerWorkflow", values: many }] }],
    ["PATCH", "/api/projects/workflow", { id: newId(), fields: { formValues: many } }],
    ["POST", quote, { formValues: { topic: Array.from({ length: 40_001 }, () => 0) } }],
    ["POST", quote, { formValues: { topic: Array.from({ length: 300 }, () => Array.from({ length: 300 }, () => 0)) } }],
  ] as const) {
    const answer = await mara.send(method, to, body);
    expect([answer.status, answer.body.message]).toEqual([400, "The body may hold 40000 values at most"]);
  }
});

test("limits the size of an error response for oversized requests", async () => {
  const many = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`unknown${index}`, 1]));
  const long = { ["x".repeat(500_000)]: "\u0000" };
  for (const [path, body] of [
    ["/api/user/settings", many],
    ["/api/user/settings", long],
    ["/api/user/settings", { additionalInfo: many }],
    ["/api/workflows/userStoryWriterWorkflow/quote", { formValues: many }],
    ["/api/workflows/userStoryWriterWorkflow/quote", { formValues: { ["y".repeat(500_000)]: 1 } }],
  ] as const) {
    const answer = await mara.send("POST", path, body);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body).length).toBeLessThan(60_000);
  }
});
