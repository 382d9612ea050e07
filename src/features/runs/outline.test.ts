import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { createHeldEngine } from "#src/testing/heldEngine.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { sampleRun } from "#src/testing/sampleAnswers.ts";
import { type Person, readEvents } from "#src/testing/visitor.ts";
import { runsAhead } from "./server/queue.ts";

const { engine, hold } = createHeldEngine();
let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct({ engine, env: { WELCOME_COINS: "10000" } });
});
afterAll(() => product.close());

async function start(person: Person) {
  const { formValues, workflowName } = await sampleRun("contentPlanner");
  const path = `/api/workflows/${workflowName}/runs`;
  const answer = await person.send("POST", path, { enData: { formValues } }, { "idempotency-key": newId() });
  expect(answer.status).toBe(202);
  return answer.body;
}

test("a start answers title, summary and headings of the document, and a reload reads them again until the run is over", async () => {
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  hold.until = promise;
  const person = await product.signUp();
  const { run, outline } = await start(person);
  expect(outline.title).toBe("Spring content plan 2027: from repair shop to fleet partner");
  expect(outline.summary).toContain("78 items");
  const headings = outline.sections.map(({ title }: { title: string }) => title);
  expect(headings).toEqual(expect.arrayContaining(["In short", "Why this plan", "Calendar"]));
  const calendar = outline.sections.find(({ title }: { title: string }) => title === "Calendar");
  expect(calendar.progress).toEqual({ state: "waiting", done: 0, of: 78 });
  // Nothing is written yet, so nothing but headings is told.
  expect(JSON.stringify(outline)).not.toContain("blocks");

  const path = `/api/workflows/runs/${run.id}`;
  expect((await person.send("GET", path)).body.outline).toEqual(outline);
  expect((await (await product.signUp()).send("GET", path)).status).toBe(404);
  goOn();
  hold.until = null;
  await readEvents(person, run.id);
  expect((await person.send("GET", path)).body).toMatchObject({ outline: null, ahead: null });
});

test("a queued run tells how many begin before it: its own person's, once that person's share is used", async () => {
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  hold.until = promise;
  const [busy, other] = [await product.signUp(), await product.signUp()];
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.push((await start(busy)).run.id);
  const aheadOf = async (id = ""): Promise<unknown> => (await busy.send("GET", `/api/workflows/runs/${id}`)).body.ahead;
  await expect.poll(() => Promise.all(ids.map(aheadOf)), { timeout: 15_000 }).toEqual([null, null, null, 0, 1]);
  expect(await runsAhead({ id: ids[4] ?? "", userId: other.userId }, product.database.db, product.deps)).toBeNull();
  goOn();
  hold.until = null;
  for (const id of ids) await readEvents(busy, id);
  expect(await aheadOf(ids[4])).toBeNull();
});
