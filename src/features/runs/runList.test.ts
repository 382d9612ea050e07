import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { type StoredRun, storeRuns } from "#src/testing/storedRuns.ts";
import type { Person } from "#src/testing/visitor.ts";
import type { ListedRun, RunFilter } from "./contract.ts";
import { pageOf } from "./server/repository.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct();
});
afterAll(() => product.close());

const workflows = ["contentPlannerWorkflow", "userStoryWriterWorkflow"] as const;
const store = (person: Person, name: string | null, runs: StoredRun[]): Promise<string> =>
  storeRuns(product.database.db, { userId: person.userId, name, runs });

const list = async (person: Person, query = "") => (await person.send("GET", `/api/workflows/runs${query}`)).body;
const statuses = ({ runs }: { runs: ListedRun[] }): string[] => runs.map(({ status }) => status);

test("the list names projects and times, and narrows by status, workflow and period", async () => {
  const mara = await product.signUp();
  await store(mara, "  ", [
    { status: "running" },
    { status: "succeeded" },
    { status: "failed", workflow: workflows[1] },
    { status: "cancelled", at: "2026-10-31T22:59:59.999Z" },
    { status: "succeeded", at: "2026-10-31T23:00:00Z" },
  ]);
  const all = await list(mara, "?summary=true");
  expect(statuses(all)).toEqual(["running", "succeeded", "failed", "succeeded", "cancelled"]);
  expect(all.runs[2]).toMatchObject({
    projectName: "Spring in the depot",
    startedAt: "2026-11-22T11:58:01.000Z",
    finishedAt: "2026-11-22T11:58:09.000Z",
    coinsState: "released",
    error: { code: "timeout" },
  });
  const summary = {
    open: { count: 1, coins: 30 },
    succeeded: { count: 2, coins: 60 },
    noResult: { count: 2, coins: 60 },
  };
  expect(all.summary).toEqual(summary);

  expect(statuses(await list(mara, "?status=open"))).toEqual(["running"]);
  const lost = await list(mara, "?status=noResult&summary=true");
  expect(statuses(lost)).toEqual(["failed", "cancelled"]);
  // Counts stand beside the choice of a status and so do not follow it.
  expect(lost.summary).toEqual(summary);
  expect(statuses(await list(mara, `?workflow=${workflows[1]}`))).toEqual(["failed"]);
  expect(await list(mara, "?workflow=nothing&summary=true")).toMatchObject({
    runs: [],
    summary: { open: { count: 0 } },
  });

  const november = "from=2026-10-31T23:00:00Z&before=2026-11-30T23:00:00Z";
  expect(statuses(await list(mara, `?${november}`))).toEqual(["running", "succeeded", "failed", "succeeded"]);
  expect(statuses(await list(mara, `?${november}&status=noResult`))).toEqual(["failed"]);
  expect(statuses(await list(mara, "?before=2026-10-31T23:00:00Z"))).toEqual(["cancelled"]);
  expect((await list(mara)).summary).toBeUndefined();
});

test("pages follow each other without gaps, also within one moment and with a filter", async () => {
  const mara = await product.signUp();
  const at = "2026-11-01T08:00:00Z";
  await store(
    mara,
    "Posts",
    Array.from({ length: 23 }, (_, index) => ({ at, status: index % 2 === 0 ? "succeeded" : "failed" })),
  );
  for (const filter of ["", "&status=noResult"]) {
    const seen: string[] = [];
    for (let cursor = ""; ;) {
      const page = await list(mara, `?limit=5${filter}${cursor}`);
      seen.push(...page.runs.map(({ id }: ListedRun) => id));
      if (!page.nextCursor) break;
      cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
    }
    expect(seen).toEqual((await list(mara, `?limit=200${filter}`)).runs.map(({ id }: ListedRun) => id));
    expect(new Set(seen).size).toBe(filter ? 11 : 23);
  }
});

test("other people's runs, and those of deleted projects, are neither listed nor counted", async () => {
  const [mara, jonas] = [await product.signUp(), await product.signUp()];
  const projectId = await store(mara, "Mara's", [{ status: "failed" }, { status: "succeeded" }]);
  const [theirs] = (await list(mara)).runs;
  expect(await list(jonas, "?summary=true")).toMatchObject({
    runs: [],
    summary: { succeeded: { count: 0, coins: 0 } },
  });
  expect(await list(jonas, `?projectId=${projectId}&summary=true`)).toMatchObject({
    runs: [],
    summary: { noResult: { count: 0 } },
  });
  expect((await jonas.send("GET", `/api/workflows/runs/${theirs.id}`)).status).toBe(404);
  await mara.send("DELETE", "/api/projects/workflow", { enData: { userId: mara.userId, projectId } });
  expect(await list(mara, "?summary=true")).toMatchObject({ runs: [], summary: { noResult: { count: 0 } } });
});

test("the list narrows by who wrote, and tells which engines there are to choose from", async () => {
  const mara = await product.signUp();
  await store(mara, "Plan", [
    { model: "mistral-large" },
    { model: "meta/llama-3.3:70b", status: "failed" },
    { status: "succeeded", workflow: workflows[1] },
    { model: "mistral-large", workflow: workflows[1] },
  ]);
  const engines = [
    { kind: "draft", provider: "", model: "" },
    { kind: "model", provider: "mistral", model: "meta/llama-3.3:70b" },
    { kind: "model", provider: "mistral", model: "mistral-large" },
  ];
  const all = await list(mara, "?summary=true");
  expect(all.engines).toEqual(engines);
  const of = async (engine: string, more = "") => list(mara, `?engine=${encodeURIComponent(engine)}${more}`);
  const draft = await of("draft", "&summary=true");
  expect(draft.runs.map(({ engine }: ListedRun) => engine.kind)).toEqual(["draft"]);
  expect(draft.summary.succeeded).toEqual({ count: 1, coins: 30 });
  // The choice of an engine does not take the others out of the choices; a workflow does.
  expect(draft.engines).toEqual(engines);
  expect((await list(mara, `?workflow=${workflows[1]}&summary=true`)).engines).toEqual([engines[0], engines[2]]);
  expect((await of("mistral/mistral-large")).runs).toHaveLength(2);
  expect(statuses(await of("mistral/meta/llama-3.3:70b"))).toEqual(["failed"]);
  expect((await of("openai/mistral-large")).runs).toEqual([]);
  expect((await list(mara)).engines).toBeUndefined();
});

test("the newest run of each workflow is told, without those of deleted projects and of other people", async () => {
  const [mara, jonas] = [await product.signUp(), await product.signUp()];
  const latest = async (person: Person) => (await person.send("GET", "/api/workflows/runs/latest")).body.runs;
  expect(await latest(mara)).toEqual([]);
  await store(mara, "Plan", [
    { status: "succeeded", at: "2026-11-01T08:00:00Z" },
    { status: "failed", at: "2026-11-03T08:00:00Z" },
    { status: "succeeded", workflow: workflows[1], at: "2026-11-02T08:00:00Z" },
  ]);
  const later = await store(mara, "Stories", [{ workflow: workflows[1], at: "2026-11-04T08:00:00Z" }]);
  await store(jonas, "Jonas", [{ at: "2026-11-05T08:00:00Z" }]);
  const seen = (await latest(mara)).map(({ workflow, status, createdAt }: ListedRun) => [workflow, status, createdAt]);
  expect(seen).toEqual([
    [workflows[1], "succeeded", "2026-11-04T08:00:00.000Z"],
    [workflows[0], "failed", "2026-11-03T08:00:00.000Z"],
  ]);
  expect((await latest(mara))[1].error).toMatchObject({ code: "timeout" });
  await mara.send("DELETE", "/api/projects/workflow", { enData: { userId: mara.userId, projectId: later } });
  expect((await latest(mara)).map(({ createdAt }: ListedRun) => createdAt.slice(0, 10))).toEqual([
    "2026-11-03",
    "2026-11-02",
  ]);
});

test.each([
  "status=done",
  "from=yesterday",
  "before=2026",
  "workflow=",
  "engine=",
  "engine=mistral",
  "engine=mistral/",
  "engine=/large",
  "summary=maybe",
  "cursor=x",
])("refuses ?%s and names the field", async (query) => {
  const mara = await product.signUp();
  const answer = await mara.send("GET", `/api/workflows/runs?${query}`);
  expect(answer.status).toBe(400);
  expect(answer.body.fields[0].path).toBe(query.split("=")[0]);
});

test("a list among many runs is found by an index, whatever it is narrowed to", async () => {
  const [mara, jonas] = [await product.signUp(), await product.signUp()];
  const { db, pool } = product.database;
  for (const [person, count] of [
    [mara, 10_000],
    [jonas, 2_000],
  ] as const) {
    await store(person, "Much", [{}]);
    await sql`
      insert into run (id, user_id, project_id, workflow, status, coins, coins_state, engine, form_values, language,
          time_zone, idempotency_key, request_hash, created_at, finished_at)
      select gen_random_uuid(), user_id, project_id,
          case when nr % 40 = 0 then ${workflows[1]} else workflow end,
          case when nr % 50 = 0 then 'failed' else 'succeeded' end, coins,
          case when nr % 50 = 0 then 'released' else 'captured' end,
          engine, form_values, language, time_zone, 'many ' || nr, '',
          created_at - nr * interval '1 hour', finished_at
        from run, generate_series(1, ${count}::int) nr where user_id = ${person.userId}`.execute(db);
  }
  await sql`analyze run`.execute(db);
  const planOf = async (filter: RunFilter): Promise<string> => {
    const query = pageOf(mara.userId, db, { limit: 51, filter }).compile();
    const explained = `explain (analyze, timing off) ${query.sql}`;
    const { rows } = await pool.query<{ "QUERY PLAN": string }>(explained, [...query.parameters]);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  };
  expect(await planOf({})).toContain("using run_owner on run");
  expect(await planOf({ workflow: workflows[1] })).toContain("run_owner_workflow");
  expect(await planOf({ status: "noResult" })).toContain("run_owner_no_result");
  expect(await planOf({ status: "open" })).toContain("using run_owner_open on run");
  const days = { from: "2026-11-01T00:00:00Z", before: "2026-11-08T00:00:00Z" };
  expect(await planOf(days)).toContain("using run_owner on run");
});
