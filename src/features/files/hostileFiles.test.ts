import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { hostileFiles, hostilePages } from "#src/testing/hostileFiles.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { readEvents, type Person } from "#src/testing/visitor.ts";
import { openWebDouble, type WebDouble } from "#src/testing/webDouble.ts";

/** Milliseconds of this thread between two answers of `/health/live`, issue F15. */
const longestPause = 250;

let product: TestProduct;
let web: WebDouble;
beforeAll(async () => {
  web = await openWebDouble();
  for (const [path, page] of Object.entries(hostilePages)) web.on(path, page);
  product = await openTestProduct({ env: { FETCH_ALLOW_HOSTS: web.host, WELCOME_COINS: "100000" } });
});
afterAll(async () => {
  await product.close();
  await web.close();
});

/**
 * Asks `/health/live` again and again while work is done.
 * @returns milliseconds of processor time that this thread took between two answers at most. Other programs on the
 * machine do not count.
 */
async function longestBlock(work: () => Promise<void>): Promise<number> {
  let isOver = false;
  const done = work().finally(() => (isOver = true));
  let longest = 0;
  while (!isOver) {
    const before = process.threadCpuUsage();
    expect((await product.send("GET", "/health/live")).status).toBe(200);
    // As often as a monitor could ask and no more: the threads that read need the processor too.
    await pause(5);
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
  }
  await done;
  return longest;
}

const upload = (person: Person, name: string, bytes: Uint8Array) =>
  person.send("POST", "/api/files", bytes, {
    "content-type": "application/octet-stream",
    "x-file-name": encodeURIComponent(name),
  });

test("hostile files of every type are kept or refused and never hold up the process", async () => {
  const person = await product.signUp();
  const files = hostileFiles();
  const outcomes: string[] = [];
  const longest = await longestBlock(async () => {
    for (const { name, bytes } of files) outcomes.push(`${name} ${(await upload(person, name, bytes)).status}`);
  });
  expect(longest).toBeLessThan(longestPause);
  expect(outcomes.filter((outcome) => !/ (?:201|422)$/.test(outcome))).toEqual([]);
}, 180_000);

test("a run reads hostile pages and files, ends, and never holds up the process", async () => {
  const person = await product.signUp();
  const attachments: string[] = [];
  for (const words of [`a${" ".repeat(900_000)}b`, "- ".repeat(400_000), "a, ".repeat(300_000), "#".repeat(900_000)]) {
    const kept = await upload(person, `${newId()}.txt`, Buffer.from(words));
    expect(kept.status).toBe(201);
    attachments.push(kept.body.file.id);
  }
  const longest = await longestBlock(async () => {
    for (const [name, more] of [
      [
        "contentPlannerWorkflow",
        { research: "web", companyWebsite: web.url("/blanks"), productWebsite: web.url("/brackets") },
      ],
      ["blogArticleWriterWorkflow", { attachments }],
      ["userStoryWriterWorkflow", { attachments, feature: `a${" ".repeat(5_000)}b` }],
    ] as const) {
      const path = `/api/workflows/${name}`;
      const { example } = (await person.send("GET", path)).body;
      const started = await person.send(
        "POST",
        `${path}/runs`,
        { enData: { formValues: { ...example, ...more } } },
        { "idempotency-key": newId() },
      );
      expect(started.status).toBe(202);
      const events = await readEvents(person, started.body.run.id);
      expect(events.at(-1)?.data).toMatchObject({ type: "end", run: { status: "succeeded" } });
    }
  });
  expect(longest).toBeLessThan(longestPause);
}, 180_000);
