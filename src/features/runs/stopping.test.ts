import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { createHeldEngine, type Hold } from "#src/testing/heldEngine.ts";
import { brokenLaws } from "#src/server/ledgerLaws.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { type Person, readEvents, isWriting } from "#src/testing/visitor.ts";
import { completeRun, endRunWithoutResult } from "./server/ending.ts";
import { systemRuns } from "./server/repository.ts";

const products: TestProduct[] = [];
afterEach(async () => {
  for (const open of products.splice(0).toReversed()) await open.close();
});

const path = "/api/workflows/userStoryWriterWorkflow";

let product: TestProduct;
let hold: Hold;
/** Lets the engine finish the answer that it holds back. */
let goOn: () => void;
let person: Person;
let runId: string;

/** A person with a run in the middle of its answer. */
beforeEach(async () => {
  const held = createHeldEngine();
  hold = held.hold;
  product = await openTestProduct({ engine: held.engine });
  products.push(product);
  hold.until = new Promise((resolve) => (goOn = resolve));
  person = await product.signUp();
  const { example } = (await person.send("GET", path)).body;
  const enData = { formValues: example };
  const started = await person.send("POST", `${path}/runs`, { enData }, { "idempotency-key": newId() });
  runId = started.body.run.id;
  await readEvents(person, runId, { until: isWriting });
});

const runRow = () =>
  product.database.db
    .selectFrom("run")
    .select(["status", "coins_state", "error_code"])
    .where("id", "=", runId)
    .executeTakeFirstOrThrow();

/** As the library for durable execution remembers it. */
const jobStatus = async (): Promise<string> => {
  const { rows } = await product.database.pool.query<{ status: string }>(
    "select status from dbos.workflow_status where workflow_uuid = $1",
    [runId],
  );
  return rows[0]?.status ?? "";
};

const succeeded = { status: "succeeded", coins_state: "captured", error_code: null };

test("a run in work when its process stops is finished by the next process", async () => {
  await product.stop();
  expect(await runRow()).toEqual({ status: "running", coins_state: "held", error_code: null });
  expect(await jobStatus()).toBe("PENDING");

  hold.until = null;
  products.push(await openTestProduct({ beside: product }));
  await expect.poll(runRow, { timeout: 15_000 }).toEqual(succeeded);
  expect(await brokenLaws(product.database.pool)).toEqual([]);
});

test("a run goes on when the lease connection of its process is ended", async () => {
  hold.until = null;
  const { rowCount } = await product.database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'pioneer lease %'",
  );
  expect(rowCount).toBe(1);
  await expect.poll(runRow, { timeout: 15_000 }).toEqual(succeeded);
  expect(await brokenLaws(product.database.pool)).toEqual([]);
});

test("a run goes on when every connection of its process is ended", async () => {
  hold.until = null;
  await product.database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  await expect.poll(runRow, { timeout: 25_000 }).toEqual(succeeded);
  expect(await brokenLaws(product.database.pool)).toEqual([]);
});

test("a run ends as it should after the database had no room for its events", async () => {
  const { pool } = product.database;
  await pool.query("create sequence refusals minvalue 0 start 0");
  await pool.query(`create function refuse() returns trigger language plpgsql as
    $$ begin perform nextval('refusals'); raise exception 'no room' using errcode = '53100'; end $$`);
  await pool.query("create trigger refuse before insert on run_event for each row execute function refuse()");
  hold.until = null;
  goOn();
  const refusals = async () => (await pool.query("select last_value from refusals")).rows[0].last_value;
  await expect.poll(refusals, { timeout: 15_000 }).toBeGreaterThan(0);
  await pool.query("drop trigger refuse on run_event");
  await expect.poll(runRow, { timeout: 15_000 }).toEqual(succeeded);
  expect(await brokenLaws(pool)).toEqual([]);
});

test("a run that was taken over three times without finishing a step fails and gives its coins back", async () => {
  const { db } = product.database;
  const { rows } = await product.database.pool.query<{ id: string }>("select id from executor");
  await product.stop();
  // As a process leaves it that was killed, three times over.
  await db.updateTable("run").set({ takeovers: 2 }).where("id", "=", runId).execute();
  await db
    .insertInto("executor")
    .values({ id: rows[0]?.id ?? "", lock_key: 42, beat_at: null })
    .execute();
  products.push(await openTestProduct({ beside: product }));
  await expect
    .poll(runRow, { timeout: 15_000 })
    .toEqual({ status: "failed", coins_state: "released", error_code: "interrupted" });
  expect(await brokenLaws(product.database.pool)).toEqual([]);
});

test("a process without a heartbeat loses its connections, and another one finishes its runs", async () => {
  const { connectionString, db, pool } = product.database;
  const { rows } = await pool.query<{ id: string }>("select id from executor");
  const frozen = rows[0]?.id ?? "";
  await product.stop();
  // What the database sees of a process that stands still: its lock, its connection, and no sign of life.
  const client = new pg.Client({ connectionString, application_name: `pioneer lease ${frozen}` });
  const ended = new Promise<void>((resolve) => client.on("end", () => resolve()).on("error", () => undefined));
  await client.connect();
  await client.query("select pg_advisory_lock(42)");
  const silentSince = new Date(Date.now() - 16_000);
  await db.insertInto("executor").values({ id: frozen, lock_key: 42, beat_at: silentSince }).execute();

  hold.until = null;
  products.push(await openTestProduct({ beside: product }));
  await ended;
  await expect.poll(runRow, { timeout: 15_000 }).toEqual(succeeded);
  const executors = await db.selectFrom("executor").select("id").execute();
  expect(executors.map(({ id }) => id)).not.toContain(frozen);
  expect(await brokenLaws(pool)).toEqual([]);
});

test("an execution that was replaced can neither complete nor fail its run", async () => {
  const { db } = product.database;
  const { attempt } = await db.selectFrom("run").select("attempt").where("id", "=", runId).executeTakeFirstOrThrow();
  await systemRuns(db).begin(runId, new Date());
  const document = JSON.parse("{}");
  const usage = { inputTokens: null, outputTokens: null };
  const result = { attempt, document, proposals: [], discards: [], isReturnable: false, usage, at: new Date() };
  expect(await completeRun(runId, result, product.deps)).toBeNull();
  expect(await endRunWithoutResult(runId, { status: "failed", attempt }, product.deps)).toBeNull();
  expect(await runRow()).toEqual({ status: "running", coins_state: "held", error_code: null });
});
