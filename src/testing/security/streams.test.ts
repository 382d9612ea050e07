import { Kysely, PostgresDialect } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRunReaders } from "#src/features/runs/server/runPoller.ts";
import { newId } from "#src/kit/ids.ts";
import type { Tables } from "#src/platform/tables.ts";
import { createHeldEngine } from "#src/testing/heldEngine.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import type { Person } from "#src/testing/visitor.ts";

/** What one person's open event streams may cost the others. */

let product: TestProduct;
const { engine, hold } = createHeldEngine();
beforeAll(async () => {
  hold.until = new Promise(() => undefined);
  product = await openTestProduct({ engine });
});
afterAll(() => product.close());

async function startRun(person: Person): Promise<string> {
  const path = "/api/workflows/userStoryWriterWorkflow";
  const { example } = (await person.send("GET", path)).body;
  const key = { "idempotency-key": newId() };
  return (await person.send("POST", `${path}/runs`, { enData: { formValues: example } }, key)).body.run.id;
}

const openStream = (person: Person, runId: string) => person.send("GET", `/api/workflows/runs/${runId}/events`);

test("of 1,000 attempted streams of one person 10 are accepted, three of a run, and places come back", async () => {
  const [mara, jonas] = await Promise.all([product.signUp(), product.signUp()]);
  await product.database.db
    .updateTable("coin_account")
    .set({ balance: 100_000 })
    .where("kind", "=", "person")
    .execute();
  const runs: string[] = [];
  for (let count = 0; count < 4; count += 1) runs.push(await startRun(mara));
  // In ten waves: what a busy machine turns away says nothing of the limits.
  const answers: Awaited<ReturnType<typeof openStream>>[] = [];
  while (answers.length < 1000)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 100 }, (_, turn) => openStream(mara, runs[turn % runs.length] ?? "")),
      )),
    );
  const open = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  expect([open.length, refused.length]).toEqual([10, 990]);
  expect(refused[0]?.body).toMatchObject({ code: "request.tooMany" });
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  for (const { response } of open) await response.body?.cancel();
  const first = await Promise.all(Array.from({ length: 4 }, () => openStream(mara, runs[0] ?? "")));
  expect(first.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429]);
  const other = await openStream(jonas, await startRun(jonas));
  expect(other.status).toBe(200);
  for (const { response } of [...first, other]) await response.body?.cancel();
});

test("asking for the headers of a stream takes no place", async () => {
  const person = await product.signUp();
  const runId = await startRun(person);
  for (let count = 0; count < 12; count += 1) {
    const answer = await person.send("HEAD", `/api/workflows/runs/${runId}/events`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  }
  const { status, response } = await openStream(person, runId);
  expect(status).toBe(200);
  await response.body?.cancel();
});

test("fifty readers of a run cost no more queries than one", async () => {
  const person = await product.signUp();
  const runId = await startRun(person);
  const { body } = await openStream(person, runId).then(({ response }) => response);
  await body?.cancel();
  let queries = 0;
  const dialect = new PostgresDialect({ pool: product.database.pool });
  const db = new Kysely<Tables>({ dialect, log: () => void (queries += 1) });
  const open = openRunReaders({ db, feed: product.deps.feed });
  const gone = new AbortController();
  const readers = Array.from({ length: 50 }, () => ({ reader: open(runId), at: { row: -1, event: 0 }, text: "" }));
  await Promise.all(
    readers.map(async (one) => {
      for (;;) {
        const { text, isCaughtUp } = one.reader.take(one.at);
        one.text += text;
        if (isCaughtUp && one.text.includes('"partial"')) return;
        await one.reader.wait(10_000, gone.signal);
      }
    }),
  );
  for (const { reader } of readers) reader.close();
  expect(queries).toBeLessThan(25);
  const least = Math.min(...readers.map(({ text }) => text.length));
  for (const { text } of readers) expect(text.slice(0, least)).toBe(readers[0]?.text.slice(0, least));
});

test("streams end at once when the process is about to", async () => {
  const person = await product.signUp();
  const { response } = await openStream(person, await startRun(person));
  product.beginShutdown();
  const rest = await new Response(response.body).text();
  expect(rest).toContain("retry: 1000");
  const late = await openStream(person, await startRun(person));
  expect(await new Response(late.response.body).text()).not.toContain('"type":"end"');
});
