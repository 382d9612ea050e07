import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storeSnapshot } from "#src/features/files/server/usecases.ts";
import { newId } from "#src/kit/ids.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { readEvents, type Person } from "#src/testing/visitor.ts";
import { brokenLaws } from "./ledgerLaws.ts";
import type { RetentionConfig } from "#src/platform/feature.ts";
import { purgeOld } from "./retention.ts";

const dayMs = 86_400_000;
const forever: RetentionConfig = {
  keepProposalsDays: 0,
  keepRevisionsDays: 0,
  keepRevisions: 1,
  keepSnapshotsDays: 0,
  keepRunsDays: 0,
};

let product: TestProduct;
let mara: Person;
beforeAll(async () => {
  product = await openTestProduct({ env: { WELCOME_COINS: "100000" } });
  mara = await product.signUp();
});
afterAll(() => product.close());

const rowsOf = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await product.database.pool.query<Row>(text, values)).rows;
/** The product some days later. */
const later = (days: number) => ({ ...product.deps, now: () => new Date(Date.now() + days * dayMs) });
const ledger = (): Promise<object[]> =>
  rowsOf(`select md5(string_agg(r::text, ' ' order by r::text)) from
    (select t::text as r from coin_transaction t union all select e::text from coin_entry e
     union all select a::text from coin_account a union all select h::text from coin_hold h) everything`);

const planner = "/api/workflows/contentPlannerWorkflow";

/** A finished run, in a project of its own or in one that is there. */
async function run(projectId?: string): Promise<{ runId: string; projectId: string }> {
  const { example } = (await mara.send("GET", planner)).body;
  const { body } = await mara.send(
    "POST",
    `${planner}/runs`,
    { enData: { formValues: { ...example, notes: `Run ${newId()}` }, ...(projectId ? { projectId } : {}) } },
    { "idempotency-key": newId() },
  );
  await readEvents(mara, body.run.id);
  const ended = (await mara.send("GET", `/api/workflows/runs/${body.run.id}`)).body.run;
  expect(ended.status).toBe("succeeded");
  return { runId: ended.id, projectId: ended.projectId };
}
const proposals = async (runId: string): Promise<{ key: string; state: string; requires: string[] }[]> =>
  (await mara.send("GET", `/api/workflows/runs/${runId}/proposals`)).body.proposals;

test("what was applied can still be undone when everything old is gone, and every law of money holds", async () => {
  const first = await run();
  const [one] = (await proposals(first.runId)).filter(({ requires }) => requires.length === 0);
  const applied = await mara.send("POST", `/api/workflows/runs/${first.runId}/apply`, { keys: [one?.key] });
  expect(applied.status).toBe(200);
  const second = await run(first.projectId);
  const third = await run(first.projectId);
  const before = await ledger();

  const everything = { ...forever, keepProposalsDays: 1, keepRevisionsDays: 1, keepRunsDays: 1, keepSnapshotsDays: 1 };
  expect(await purgeOld(everything, product.deps)).toEqual({
    "account events": 0,
    invites: 0,
    reminders: 0,
    proposals: 0,
    revisions: 0,
    snapshots: 0,
    runs: 0,
    left: 0,
  });
  const gone = await purgeOld(everything, later(2));
  expect(gone).toMatchObject({ revisions: 1, runs: 1 });
  expect(gone.proposals).toBeGreaterThan(1);

  expect(await ledger()).toEqual(before);
  expect(await brokenLaws(product.database.pool)).toEqual([]);
  expect((await mara.send("GET", `/api/workflows/runs/${second.runId}`)).status).toBe(404);
  expect((await mara.send("GET", `/api/workflows/runs/${third.runId}`)).status).toBe(200);
  const project = (await mara.send("GET", `/api/projects/workflow/${first.projectId}`)).body.project;
  expect(project).toMatchObject({ revisions: 2, currentRevision: 3 });
  expect((await proposals(first.runId)).map(({ state }) => state)).toEqual(["applied"]);
  const undone = await mara.send("POST", `/api/workflows/runs/${first.runId}/undo`, {});
  expect([undone.status, undone.body.undone]).toEqual([200, 1]);
  const again = await mara.send("POST", `/api/workflows/runs/${first.runId}/apply`, { keys: [one?.key] });
  expect([again.status, again.body.applied]).toEqual([200, 1]);
});

test("a setting of 0 keeps everything for ever", async () => {
  await run();
  expect(await purgeOld(forever, later(36_500))).toEqual({
    // Kept for 180 days, whatever the operator sets.
    "account events": 1,
    invites: 0,
    reminders: 0,
    proposals: 0,
    revisions: 0,
    snapshots: 0,
    runs: 0,
    left: 0,
  });
});

test("the text of a page stays as long as a document names it, and goes with its bytes afterwards", async () => {
  const { projectId } = await run();
  const read = { ...forever, keepSnapshotsDays: 30 };
  const named = await storeSnapshot({ userId: mara.userId, text: "A page that a document names" }, product.deps);
  const unnamed = await storeSnapshot({ userId: mara.userId, text: "A page that nothing names" }, product.deps);
  await rowsOf(
    `update revision set document = jsonb_set(document, '{sources}', $2::jsonb) where project_id = $1 returning 1`,
    [projectId, JSON.stringify([{ id: "s1", contentHash: named }])],
  );
  expect(await purgeOld(read, later(29))).toMatchObject({ snapshots: 0 });
  expect(await purgeOld(read, later(31))).toMatchObject({ snapshots: 1 });
  expect(await product.deps.storage.get(unnamed)).toBeNull();
  expect(await product.deps.storage.get(named)).not.toBeNull();
  await rowsOf("delete from revision where project_id = $1", [projectId]);
  // It was looked at on day 31.
  expect(await purgeOld(read, later(60))).toMatchObject({ snapshots: 0 });
  expect(await purgeOld(read, later(62))).toMatchObject({ snapshots: 1 });
  expect(await product.deps.storage.get(named)).toBeNull();
});

interface MadeRun {
  /** Days ago. */
  age: number;
  status: "succeeded" | "failed" | "cancelled";
  proposals: ("proposed" | "applied" | "undone")[];
}

/** A run id as old as the run. */
function idOfAge(days: number): string {
  const time = (Date.now() - Math.round(days * dayMs)).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`;
}

/** A project with its runs and revisions, the oldest first, written as the product leaves them. */
async function makeProject(runs: MadeRun[], current: number): Promise<string> {
  const id = newId();
  const values: [string, unknown[]][] = [
    [
      `insert into project (id, user_id, workflow, state, form_values, created_at, updated_at)
       values ($1, $2, 'contentPlannerWorkflow', 50, '{}', now(), now())`,
      [id, mara.userId],
    ],
  ];
  let number = 0;
  let latest = "";
  const numbers: number[] = [];
  for (const made of runs.toSorted((a, b) => b.age - a.age)) {
    const runId = idOfAge(made.age);
    latest = runId;
    const at = new Date(Date.now() - made.age * dayMs);
    values.push([
      `insert into run (id, user_id, project_id, workflow, status, coins, coins_state, engine, form_values, language,
         time_zone, idempotency_key, request_hash, created_at, finished_at)
       values ($1, $2, $3, 'contentPlannerWorkflow', $4, 1, $5, '{}', '{}', 'en', 'UTC', gen_random_uuid()::text, '', $6, $6)`,
      [runId, mara.userId, id, made.status, made.status === "succeeded" ? "captured" : "released", at],
    ]);
    if (made.status !== "succeeded") continue;
    number += 1;
    numbers.push(number);
    values.push([
      `insert into revision (id, project_id, user_id, number, run_id, document, created_at) values ($1, $2, $3, $4, $5, '{}', $6)`,
      [newId(), id, mara.userId, number, runId, at],
    ]);
    made.proposals.forEach((state, position) =>
      values.push([
        `insert into run_proposal (run_id, key, position, user_id, kind, requires, payload, state, record_id,
           applied_payload)
         values ($1, $2, $3, $4, 'lead', '{}', '{}', $5, $6, case when $5 = 'applied' then '{}'::jsonb end)`,
        [runId, `p${position}`, position, mara.userId, state, state === "applied" ? newId() : null],
      ]),
    );
  }
  values.push([
    `update project set revisions = $2, current_revision = $3, latest_run_id = $4 where id = $1`,
    [id, number, numbers.length === 0 ? null : numbers[current % numbers.length], latest === "" ? null : latest],
  ]);
  for (const [text, parameters] of values) await product.database.pool.query(text, parameters);
  return id;
}

interface Row {
  id: string;
  run: string;
  status: string;
  age: number;
  latest: boolean;
  number: number | null;
  current: number | null;
  states: string[] | null;
}

const everyRun = (projectId: string): Promise<Row[]> =>
  rowsOf<Row>(
    `select run.id as run, run.status, extract(epoch from now() - run.finished_at)::float8 / 86400 as age,
        project.latest_run_id = run.id as latest, v.number, project.current_revision as current,
        (select array_agg(p.state order by position) from run_proposal p where p.run_id = run.id) as states
       from run join project on project.id = run.project_id left join revision v on v.run_id = run.id
      where run.project_id = $1 order by run.id`,
    [projectId],
  );

test("whatever is set, nothing current or applied goes, and the ledger stays", async () => {
  const age = fc.integer({ min: 0, max: 40 }).map((days) => days + 0.5);
  const runs = fc.array(
    fc.record<MadeRun>({
      age,
      status: fc.constantFrom("succeeded", "succeeded", "succeeded", "failed", "cancelled"),
      proposals: fc.array(fc.constantFrom("proposed", "applied", "undone"), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 7 },
  );
  const days = fc.integer({ min: 0, max: 30 });
  const config = fc.record<RetentionConfig>({
    keepProposalsDays: days,
    keepRevisionsDays: days,
    keepRevisions: fc.integer({ min: 1, max: 4 }),
    keepSnapshotsDays: days,
    keepRunsDays: days,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(runs, { minLength: 1, maxLength: 3 }),
      fc.nat(),
      config,
      async (made, current, wanted) => {
        const ids = await Promise.all(made.map((one) => makeProject(one, current)));
        const coins = await ledger();
        const revisions = new Map(
          ids.map((id, index) => [id, made[index]?.filter(({ status }) => status === "succeeded").length ?? 0]),
        );
        const before = new Map((await Promise.all(ids.map(everyRun))).flat().map((row) => [row.run, row]));
        await purgeOld(wanted, product.deps);
        const after = new Map((await Promise.all(ids.map(everyRun))).flat().map((row) => [row.run, row]));
        expect(await ledger()).toEqual(coins);
        const isOld = (row: Row, limit: number): boolean => limit > 0 && row.age > limit;
        for (const row of before.values()) {
          const left = after.get(row.run);
          const states = row.states ?? [];
          if (states.includes("applied")) expect(left).toMatchObject({ number: row.number });
          if (row.number !== null && row.number === row.current) expect(left?.number).toBe(row.current);
          if (row.latest) expect(left).toBeDefined();
          if (!left) {
            expect(isOld(row, wanted.keepRunsDays)).toBe(true);
            expect(row.status !== "succeeded" || isOld(row, wanted.keepRevisionsDays)).toBe(true);
            expect(states.every((state) => state === "proposed")).toBe(true);
            continue;
          }
          if (row.number !== null && left.number === null) expect(isOld(row, wanted.keepRevisionsDays)).toBe(true);
          const kept = isOld(row, wanted.keepProposalsDays) ? states.filter((state) => state !== "proposed") : states;
          expect(left.states ?? []).toEqual(kept);
        }
        for (const id of ids) {
          const [counts] = await rowsOf<{ told: number; real: number }>(
            `select revisions as told, (select count(*)::int from revision where project_id = project.id) as real
             from project where id = $1`,
            [id],
          );
          expect(counts?.told).toBe(counts?.real);
          expect(counts?.real).toBeGreaterThanOrEqual(Math.min(wanted.keepRevisions, revisions.get(id) ?? 0));
        }
        await product.database.pool.query("delete from project where id = any($1)", [ids]);
      },
    ),
    { numRuns: 40 },
  );
});
