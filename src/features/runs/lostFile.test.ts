import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { createHeldEngine } from "#src/testing/heldEngine.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { readEvents, type Person, isWriting } from "#src/testing/visitor.ts";

const { engine, hold } = createHeldEngine();

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct({ engine });
});
afterAll(() => product.close());

const blog = "/api/workflows/blogArticleWriterWorkflow";
/** Runs of one person at the same time: the next one waits in the queue. */
const perPerson = 3;

const start = (person: Person, formValues: unknown) =>
  person.send("POST", `${blog}/runs`, { enData: { formValues } }, { "idempotency-key": newId() });

async function upload(person: Person, name: string): Promise<string> {
  const answer = await person.send("POST", "/api/files", new TextEncoder().encode(`Notes ${newId()}`), {
    "x-file-name": encodeURIComponent(name),
  });
  expect(answer.status).toBe(201);
  return answer.body.file.id;
}

const removed = (path: string): Promise<void> => rm(path);
const damaged = (path: string): Promise<void> => writeFile(path, "something else");

/** Spoils every stored content of the product. */
async function spoil(how: (path: string) => Promise<void>): Promise<void> {
  const folder = join(product.deps.config.dataDir, "files");
  const names = await readdir(folder, { recursive: true });
  await Promise.all(names.filter((name) => /\w{64}$/.test(name)).map((name) => how(join(folder, name))));
}

test.each([
  ["is missing", removed],
  ["is damaged", damaged],
])("a run whose attachment %s ends with its coins back and names the file", async (_, how) => {
  const person = await product.signUp();
  const { example } = (await person.send("GET", blog)).body;
  let release = (): void => {};
  hold.until = new Promise((resolve) => {
    release = resolve;
  });
  const others: string[] = [];
  for (let count = 0; count < perPerson; count += 1) {
    const { id } = (await start(person, example)).body.run;
    await readEvents(person, id, { until: isWriting });
    others.push(id);
  }
  const attached = await upload(person, "Plan für Köln.txt");
  const { run } = (await start(person, { ...example, attachments: [attached] })).body;
  const before = (await person.send("GET", "/api/coins")).body;
  await spoil(how);
  hold.until = null;
  release();

  const events = await readEvents(person, run.id);
  expect(events.at(-1)?.data).toMatchObject({
    type: "end",
    run: { status: "failed", coinsState: "released", error: { code: "file_unreadable" } },
  });
  expect(events.map(({ data }) => data)).toContainEqual(
    expect.objectContaining({
      step: "collect",
      detail: { code: "fileUnreadable", params: { name: "Plan für Köln.txt" } },
    }),
  );
  for (const id of others) await readEvents(person, id);
  const after = (await person.send("GET", "/api/coins")).body;
  // The three others are paid, this one is not.
  expect([before.held, after.held]).toEqual([(perPerson + 1) * run.coins, 0]);
  expect(after.credits).toBe(before.credits + run.coins);

  // From now on a quote and a start say so before anything is held, and a download says that it is our fault.
  const field = { path: "formValues.attachments.0", messageKey: "files.lost" };
  const formValues = { ...example, attachments: [attached] };
  expect(await person.send("POST", `${blog}/quote`, { formValues })).toMatchObject({
    status: 422,
    body: { code: "files.lost", fields: [field] },
  });
  expect(await start(person, formValues)).toMatchObject({
    status: 422,
    body: { code: "files.lost", fields: [{ ...field, path: `enData.${field.path}` }] },
  });
  expect(await person.send("GET", `/api/files/${attached}`)).toMatchObject({
    status: 500,
    body: { code: "files.lost" },
  });
  expect((await person.send("GET", "/api/coins")).body).toEqual(after);
});
