import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { faults, openProviderDouble, type ProviderDouble, modelOf } from "#src/testing/providerDouble.ts";
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
      ...modelOf(double),
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

/** A run whose only question is refused with a message, as its person and the log see it. */
async function refusedRun(message: string, values: object) {
  lines.length = 0;
  double.script([faults.badRequest(message)]);
  const person = await product.signUp();
  const started = await person.send(
    "POST",
    "/api/workflows/contentPlannerWorkflow/runs",
    { enData: { formValues: { ...plan.formValues, ...values } } },
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
  const line = told.find((one) => Reflect.get(Object(one), "code") === "bad_request");
  expect(line).toMatchObject({ runId: id });
  return { reason: Reflect.get(Object(line), "reason") as string, seen: JSON.stringify([events, body]) };
}

test("the log names a provider's reason, without keys and without what the person wrote", async () => {
  const stranger = "sk-proj-somebodyElse123456";
  const { reason, seen } = await refusedRun(
    `Unsupported value 'double-1' for ${apiKey} and ${stranger}, while reading: ${notes}`,
    { notes },
  );
  expect(reason).toBe("Unsupported value 'double-1' for [key] and [key], while reading: [words].");
  const everything = lines.join("") + seen;
  expect(everything).not.toContain(apiKey);
  expect(everything).not.toContain(stranger);
  expect(lines.join("")).not.toContain("plum cake");
  expect(lines.join("")).not.toContain(plan.formValues.requirementTitle);
});

test("the log names no part of what the person wrote, wherever the provider cuts it", async () => {
  const secret = "Peel the plums of aunt Hedwig's garden in Wedel, then hide the rum behind the flour.";
  const long = `${"We bake and we deliver on every day of the week. ".repeat(12)}\n${secret}`;
  const quoted = JSON.stringify(long.slice(long.length - 260, -30).trim());
  const { reason } = await refusedRun(`Invalid prompt: ${quoted} … is not allowed (policy 7)`, { notes: long });
  expect(reason).toBe('Invalid prompt: "[words]" … is not allowed (policy 7)');
  expect(lines.join("")).not.toMatch(/Hedwig|plums|deliver/);
});
