import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { brokenLaws } from "#src/server/ledgerLaws.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import {
  type Answer,
  faults,
  openProviderDouble,
  type ProviderDouble,
  type Reply,
  type Script,
  modelOf,
} from "#src/testing/providerDouble.ts";
import { sampleRun, sampleScript, type SampleRun } from "#src/testing/sampleAnswers.ts";
import { readEvents, type Person } from "#src/testing/visitor.ts";

let double: ProviderDouble;
let product: TestProduct;
let plan: SampleRun;
beforeAll(async () => {
  double = await openProviderDouble();
  product = await openTestProduct({
    env: {
      ...modelOf(double),
      AI_FIRST_CHUNK_MS: "1500",
      AI_STALL_MS: "1500",
      WELCOME_COINS: "10000",
    },
  });
  plan = await sampleRun("contentPlanner");
});
afterAll(async () => {
  await product.close();
  await double.close();
});

/** Answers of the sample; those before it answer the first calls. */
const sampled =
  (more: Omit<Answer, "type" | "text"> = {}, ...first: Reply[]): Script =>
  (request, call) =>
    first[call] ?? sampleScript([plan], { pieceLength: 400, ...more })(request);

async function run(person: Person, script: Script) {
  double.script(script);
  const started = await person.send(
    "POST",
    "/api/workflows/contentPlannerWorkflow/runs",
    { enData: { formValues: plan.formValues } },
    { "idempotency-key": newId() },
  );
  const events = await readEvents(person, started.body.run.id);
  const { body } = await person.send("GET", `/api/workflows/runs/${started.body.run.id}`);
  return { run: body.run, events };
}

describe("content plan run with a model", () => {
  test("asks part by part, streams rows, is marked as AI-generated and sums the provider's token counts", async () => {
    const person = await product.signUp();
    const { run: done, events } = await run(person, sampled({ usage: { input: 1234, output: 5678 }, pieceMs: 30 }));
    const calls = double.calls.length;
    expect(calls).toBeGreaterThan(3);
    expect(done).toMatchObject({
      status: "succeeded",
      coinsState: "captured",
      engine: { kind: "model", provider: "openai-compatible", model: "double-1", reasonCode: "modelNamed" },
      usage: { inputTokens: calls * 1234, outputTokens: calls * 5678 },
    });
    const streamed = events.filter(({ data }) => data.type === "delta" || data.type === "partial");
    expect(streamed.length).toBeGreaterThan(4);
    const { revision } = (await person.send("GET", `/api/projects/workflow/${done.projectId}/revisions/1`)).body;
    expect(revision.document).toMatchObject({
      aiMark: true,
      generator: { engine: "model", model: "double-1" },
      basis: { shape: 1 },
    });
  });

  test("moves the bar of its project while it is written", async () => {
    const { pool } = product.database;
    await pool.query(`create table seen_state (at bigint generated always as identity, state int);
      create function see_state() returns trigger language plpgsql as
        'begin insert into seen_state (state) values (new.state); return new; end';
      create trigger see_state after insert or update on project for each row execute function see_state()`);
    await run(await product.signUp(), sampled());
    const { rows } = await pool.query<{ state: number }>("select state from seen_state order by at");
    await pool.query("drop trigger see_state on project; drop function see_state; drop table seen_state");
    const seen = rows.map(({ state }) => state);
    const before = seen.slice(0, seen.indexOf(50));
    expect(new Set(before).size).toBeGreaterThan(3);
    expect(before).toEqual(before.toSorted((a, b) => a - b));
  });

  test("records unknown usage as null", async () => {
    const { run: done } = await run(await product.signUp(), sampled({ usage: null }));
    expect(done).toMatchObject({ status: "succeeded", usage: { inputTokens: null, outputTokens: null } });
  });

  const ends: [string, () => Script, string][] = [
    ["a wrong key", () => [faults.unauthorized()], "auth"],
    ["a used-up quota", () => [faults.quota()], "quota"],
    ["a server that never sends headers", () => [{ type: "silent" }], "timeout"],
    ["answers that stall", () => sampled({ ending: "stall" }), "timeout"],
    ["answers that are cut", () => sampled({ ending: "cut" }), "cut"],
    ["malformed chunks", () => sampled({ ending: "malformed" }), "cut"],
    ["answers without their end", () => sampled({ ending: "noFinish" }), "cut"],
    ["the wrong shape always", () => [{ type: "answer", text: '{"title":1}' }], "invalid_output"],
    ["a refusal", () => [{ type: "answer", text: "I cannot help with that.", isRefusal: true }], "refused"],
  ];
  test.each(ends)("charges nothing for %s", async (_name, script, code) => {
    const person = await product.signUp();
    const { run: done } = await run(person, script());
    expect(done).toMatchObject({ status: "failed", coinsState: "released", error: { code } });
    expect((await person.send("GET", "/api/coins")).body).toEqual({ balance: 10_000, held: 0, credits: 10_000 });
  });

  test("charges once when a rate-limited provider recovers", async () => {
    const person = await product.signUp();
    const { run: done } = await run(person, sampled({}, faults.rateLimited("0")));
    expect(done).toMatchObject({ status: "succeeded", coinsState: "captured" });
    expect((await person.send("GET", "/api/coins")).body).toEqual({ balance: 9700, held: 0, credits: 9700 });
    expect(await brokenLaws(product.database.pool)).toEqual([]);
  });
});
