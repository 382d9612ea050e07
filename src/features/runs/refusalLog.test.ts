import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { faults, openProviderDouble, type ProviderDouble } from "#src/testing/providerDouble.ts";
import { sampleRun, type SampleRun } from "#src/testing/sampleAnswers.ts";
import { readEvents } from "#src/testing/visitor.ts";

const apiKey = "sk-canary-1234567890abcdef";
const notes = "My grandmother's recipe for plum cake is not for everybody.";

let double: ProviderDouble;
let product: TestProduct;
let plan: SampleRun;
const lines: string[] = [];
beforeAll(async () => {
  double = await openProviderDouble();
  const kept = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  product = await openTestProduct({
    env: {
      AI_ENGINE: "",
      AI_MODEL: "openai-compatible:double-1",
      OPENAI_BASE_URL: `${double.url}/v1`,
      OPENAI_API_KEY: apiKey,
      WELCOME_COINS: "10000",
    },
    log: pino({ level: "trace" }, kept),
  });
  plan = await sampleRun("contentPlanner");
});
afterAll(async () => {
  await product.close();
  await double.close();
});

test("the log names a provider's reason, without keys and without what the person wrote", async () => {
  const stranger = "sk-proj-somebodyElse123456";
  double.script([
    faults.badRequest(`Unsupported value 'double-1' for ${apiKey} and ${stranger}, while reading: ${notes}`),
  ]);
  const person = await product.signUp();
  const started = await person.send(
    "POST",
    "/api/workflows/contentPlannerWorkflow/runs",
    { enData: { formValues: { ...plan.formValues, notes } } },
    { "idempotency-key": newId() },
  );
  expect(started.status).toBe(202);
  const { id } = started.body.run;
  const events = await readEvents(person, id);
  const { body } = await person.send("GET", `/api/workflows/runs/${id}`);
  expect(body.run).toMatchObject({
    status: "failed",
    error: { code: "bad_request", message: "The AI provider refused the request" },
  });

  const told = lines.map((line): unknown => JSON.parse(line));
  expect(told.find((line) => Reflect.get(Object(line), "code") === "bad_request")).toMatchObject({
    runId: id,
    reason: "Unsupported value 'double-1' for [key] and [key], while reading: [key]",
  });
  const everything = lines.join("") + JSON.stringify([events, body]);
  expect(everything).not.toContain(apiKey);
  expect(everything).not.toContain(stranger);
  expect(lines.join("")).not.toContain("plum cake");
  expect(lines.join("")).not.toContain(plan.formValues.requirementTitle);
});
