import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { createHeldEngine } from "#src/testing/heldEngine.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import type { Person } from "#src/testing/visitor.ts";
import { sweepRuns } from "./server/usecases.ts";

const { engine, hold } = createHeldEngine();

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct({ engine, env: { LEVEL_LIMITS: "on", WELCOME_COINS: "5000" } });
});
afterAll(() => product.close());

const article = "blogArticleWriterWorkflow";
const setLevel = (person: Person, level: string) =>
  product.database.pool.query(`update "user" set owned_license = $2 where id = $1`, [person.userId, level]);

async function formOf(person: Person, more: object) {
  const { example } = (await person.send("GET", `/api/workflows/${article}`)).body;
  return { ...example, ...more };
}
const quote = async (person: Person, more: object) =>
  person.send("POST", `/api/workflows/${article}/quote`, { formValues: await formOf(person, more) });
const start = async (person: Person, more: object) =>
  person.send(
    "POST",
    `/api/workflows/${article}/runs`,
    { enData: { formValues: await formOf(person, more) } },
    { "idempotency-key": newId() },
  );

test("a level without deep runs refuses them before any coin moves, in both languages and at the field", async () => {
  const person = await product.signUp();
  for (const answer of [await quote(person, { depth: "deep" }), await start(person, { depth: "deep" })]) {
    expect([answer.status, answer.body.code]).toEqual([402, "level.deepResearch"]);
    expect(answer.body.fields[0].path).toMatch(/depth$/);
    expect(answer.body.fields[0].words).toBe(
      "Your plan does not include deep runs, Starter allows it. | Ihr Tarif enthält keine ausführlichen Läufe, Starter erlaubt es.",
    );
  }
  expect((await person.send("GET", "/api/coins")).body).toMatchObject({ held: 0, credits: 5000 });
  await setLevel(person, "starter");
  expect((await quote(person, { depth: "deep" })).status).toBe(200);
});

/** @param bytes what the books say of its size: what lies in the store does not matter to a limit */
async function attach(person: Person, bytes?: number): Promise<string> {
  const answer = await person.send("POST", "/api/files", new TextEncoder().encode(`Notes ${newId()}`), {
    "x-file-name": "notes.txt",
  });
  expect(answer.status).toBe(201);
  const { id } = answer.body.file;
  if (bytes !== undefined) await product.database.pool.query(`update file set size = $2 where id = $1`, [id, bytes]);
  return id;
}

test("files of a run are counted and weighed by the level", async () => {
  const person = await product.signUp();
  const files: string[] = [];
  for (let count = 0; count < 11; count += 1) files.push(await attach(person));
  expect((await quote(person, { attachments: files.slice(0, 10) })).status).toBe(200);
  const refused = await quote(person, { attachments: files });
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    402,
    "level.attachments",
    "Your plan includes 10 files per run, Starter allows it.",
  ]);
  await setLevel(person, "starter");
  expect((await quote(person, { attachments: files })).status).toBe(200);
});

test("so is their size, of which a file that is named twice is counted once", async () => {
  const person = await product.signUp();
  const mb = 1024 * 1024;
  const [one, other] = [await attach(person, 60 * mb), await attach(person, 40 * mb)];
  expect((await quote(person, { attachments: [one, other, one] })).status).toBe(200);
  const refused = await quote(person, { attachments: [one, other, await attach(person, 1)] });
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    402,
    "level.attachmentBytes",
    "Your plan includes up to 100 MB of files per run, Starter allows it.",
  ]);
});

const statesOf = async (person: Person): Promise<string[]> =>
  (await person.send("GET", "/api/workflows/runs")).body.runs.map((run: { status: string }) => run.status).toSorted();

test("runs at once follow the level, also of runs that were started before it changed", async () => {
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  hold.until = promise;
  const person = await product.signUp();
  for (let count = 0; count < 7; count += 1) expect((await start(person, {})).status).toBe(202);
  const soon = { timeout: 15_000 };
  const three = ["queued", "queued", "queued", "queued", "running", "running", "running"];
  await expect.poll(() => statesOf(person), soon).toEqual(three);
  await setLevel(person, "visionary");
  await sweepRuns(product.deps);
  const five = ["queued", "queued", "running", "running", "running", "running", "running"];
  await expect.poll(() => statesOf(person), soon).toEqual(five);
  // What works goes on after the level fell; nothing further begins until fewer work than it allows.
  await setLevel(person, "starter");
  expect((await start(person, {})).status).toBe(202);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await statesOf(person)).toEqual(["queued", ...five]);
  hold.until = null;
  goOn();
  const ended = Array.from({ length: 8 }, () => "succeeded");
  await expect.poll(() => statesOf(person), { timeout: 60_000 }).toEqual(ended);
});
