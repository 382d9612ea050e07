import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { brokenLaws } from "#src/server/ledgerLaws.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { readEvents, type Person } from "#src/testing/visitor.ts";
import {
  draftAnswer,
  faults,
  openProviderDouble,
  type ProviderDouble,
  type Reply,
} from "#src/testing/providerDouble.ts";
import { loadWorkflow } from "#src/features/workflows/catalogue/registry.ts";
import type { Draft } from "#src/features/documents/document.ts";

let double: ProviderDouble;
let product: TestProduct;
let form: object;
let draft: Draft<unknown>;
beforeAll(async () => {
  double = await openProviderDouble();
  product = await openTestProduct({
    env: {
      AI_ENGINE: "",
      AI_MODEL: "openai-compatible:double-1",
      OPENAI_BASE_URL: `${double.url}/v1`,
      AI_FIRST_CHUNK_MS: "1500",
      AI_STALL_MS: "1500",
      WELCOME_COINS: "10000",
    },
  });
  const workflow = await loadWorkflow("contentPlannerWorkflow");
  if (!workflow) throw new Error("the content planner is missing");
  const parsed = workflow.form.parse(workflow.example("2026-11-23", "en"));
  form = parsed;
  draft = workflow.draft(parsed, {
    now: new Date().toISOString(),
    timeZone: "Europe/Berlin",
    language: "en",
    sources: [],
    fence: "0123456789abcdef",
  });
});
afterAll(async () => {
  await product.close();
  await double.close();
});

async function run(person: Person, script: Reply[]) {
  double.script(script);
  const started = await person.send(
    "POST",
    "/api/workflows/contentPlannerWorkflow/runs",
    { enData: { formValues: form } },
    { "idempotency-key": newId() },
  );
  const events = await readEvents(person, started.body.run.id);
  const { body } = await person.send("GET", `/api/workflows/runs/${started.body.run.id}`);
  return { run: body.run, events };
}

describe("content plan run with a model", () => {
  test("streams text, is marked as AI-generated and records the provider's token counts", async () => {
    const person = await product.signUp();
    const { run: done, events } = await run(person, [
      draftAnswer(draft, { usage: { input: 1234, output: 5678 }, pieceLength: 400 }),
    ]);
    expect(done).toMatchObject({
      status: "succeeded",
      coinsState: "captured",
      engine: { kind: "model", provider: "openai-compatible", model: "double-1", reasonCode: "modelNamed" },
      usage: { inputTokens: 1234, outputTokens: 5678 },
    });
    expect(events.filter(({ data }) => data.type === "delta").length).toBeGreaterThan(20);
    const { revision } = (await person.send("GET", `/api/projects/workflow/${done.projectId}/revisions/1`)).body;
    expect(revision.document).toMatchObject({ aiMark: true, generator: { engine: "model", model: "double-1" } });
    expect(double.calls).toHaveLength(1);
  });

  test("records unknown usage as null", async () => {
    const { run: done } = await run(await product.signUp(), [draftAnswer(draft, { usage: null, pieceLength: 4000 })]);
    expect(done).toMatchObject({ status: "succeeded", usage: { inputTokens: null, outputTokens: null } });
  });

  const whole = (): Reply => draftAnswer(draft, { pieceLength: 4000 });
  const ends: [string, () => Reply[], string][] = [
    ["a wrong key", () => [faults.unauthorized()], "auth"],
    ["a used-up quota", () => [faults.quota()], "quota"],
    ["a server that never sends headers", () => [{ type: "silent" }], "timeout"],
    ["an answer that stalls", () => [draftAnswer(draft, { ending: "stall", pieceLength: 4000 })], "timeout"],
    ["an answer that is cut", () => [draftAnswer(draft, { ending: "cut", pieceLength: 4000 })], "cut"],
    ["a malformed chunk", () => [draftAnswer(draft, { ending: "malformed", pieceLength: 4000 })], "cut"],
    ["an answer without its end", () => [draftAnswer(draft, { ending: "noFinish", pieceLength: 4000 })], "cut"],
    ["the wrong schema twice", () => [{ type: "answer", text: '{"title":1}' }], "invalid_output"],
    ["a refusal", () => [{ type: "answer", text: "I cannot help with that.", isRefusal: true }], "refused"],
  ];
  test.each(ends)("charges nothing for %s", async (_name, script, code) => {
    const person = await product.signUp();
    const { run: done } = await run(person, script());
    expect(done).toMatchObject({ status: "failed", coinsState: "released", error: { code } });
    expect(double.calls.length).toBeLessThanOrEqual(3);
    expect((await person.send("GET", "/api/coins")).body).toEqual({ balance: 10_000, held: 0, credits: 10_000 });
  });

  test("charges once when a rate-limited provider recovers", async () => {
    const person = await product.signUp();
    const { run: done } = await run(person, [faults.rateLimited("0"), whole()]);
    expect(done).toMatchObject({ status: "succeeded", coinsState: "captured" });
    expect((await person.send("GET", "/api/coins")).body).toEqual({ balance: 9700, held: 0, credits: 9700 });
    expect(await brokenLaws(product.database.pool)).toEqual([]);
  });
});
