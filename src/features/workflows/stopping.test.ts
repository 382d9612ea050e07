import { expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { createHeldEngine } from "#src/testing/heldEngine.ts";
import { openTestProduct } from "#src/testing/openProduct.ts";
import { readEvents } from "#src/testing/visitor.ts";

test("a process that stops in the middle of a run leaves it to the next one, unharmed", async () => {
  const { engine, hold } = createHeldEngine();
  const product = await openTestProduct({ engine });
  hold.until = new Promise(() => {});
  const person = await product.signUp();
  const path = "/api/workflows/userStoryWriterWorkflow";
  const { example } = (await person.send("GET", path)).body;
  const started = await person.send(
    "POST",
    `${path}/runs`,
    { enData: { formValues: example } },
    { "idempotency-key": newId() },
  );
  const runId: string = started.body.run.id;
  await readEvents(person, runId, { until: ({ data }) => data.type === "delta" });
  await product.stop();
  const row = await product.database.db
    .selectFrom("run")
    .select(["status", "coins_state"])
    .where("id", "=", runId)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ status: "running", coins_state: "held" });
  await product.close();
});
