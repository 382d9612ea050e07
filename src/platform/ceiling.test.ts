import { afterAll, beforeAll, expect, test } from "vitest";
import { outcomesOf } from "#src/features/outcomes/server/usecases.ts";
import { entriesOf } from "#src/features/calendar/server/usecases.ts";
import { createLeads } from "#src/features/leads/server/usecases.ts";
import { newLead } from "#src/features/leads/contract.ts";
import { newEntry } from "#src/features/calendar/contract.ts";
import { newOutcome } from "#src/features/outcomes/contract.ts";
import { maxProjects } from "#src/features/projects/rules.ts";
import { projectsOf } from "#src/features/projects/server/usecases.ts";
import { newId } from "#src/kit/ids.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { belowCeiling, type Ceiling } from "./ceiling.ts";
import type { Db } from "./tables.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct();
});
afterAll(() => product.close());

const three: Ceiling = { table: "project", most: 3, code: "projects.limit", name: "projects" };

async function insertProject(userId: string, trx: Db): Promise<{ added: number; answer: string }> {
  const id = newId();
  const now = new Date();
  await trx
    .insertInto("project")
    .values({
      id,
      user_id: userId,
      name: "Plan",
      workflow: "contentPlannerWorkflow",
      state: 1,
      form_values: "{}",
      current_revision: null,
      latest_run_id: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return { added: 1, answer: id };
}
const insert = (userId: string): Promise<string> =>
  belowCeiling(three, userId, product.deps.db, (trx) => insertProject(userId, trx));

test("twenty at once end exactly at the ceiling, and room that was made can be used", async () => {
  const { userId } = await product.signUp();
  const made = await Promise.allSettled(Array.from({ length: 20 }, () => insert(userId)));
  const ids = made.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(ids).toHaveLength(3);
  await expect(insert(userId)).rejects.toMatchObject({ status: 409, code: "projects.limit" });
  await projectsOf(userId, product.deps.db).delete(ids[0] ?? "", new Date());
  await insert(userId);
  await expect(insert(userId)).rejects.toMatchObject({ code: "projects.limit" });
  expect(
    (
      await product.database.db
        .selectFrom("project")
        .select("id")
        .where("user_id", "=", userId)
        .where("deleted_at", "is", null)
        .execute()
    ).length,
  ).toBe(3);
});

test("at 10,000 projects the next one is refused by its name, and so is bringing one back", async () => {
  const { userId } = await product.signUp();
  const projects = projectsOf(userId, product.deps.db);
  const { answer: id } = await insertProject(userId, product.deps.db);
  await projects.delete(id, new Date());
  await product.database.pool.query(
    `insert into project (id, user_id, name, workflow, state, form_values, created_at, updated_at)
      select gen_random_uuid(), $1, 'Plan', 'contentPlannerWorkflow', 1, '{}', now(), now() from generate_series(1, $2)`,
    [userId, maxProjects],
  );
  await product.database.pool.query(
    `insert into row_count values ($1, 'project', $2) on conflict (user_id, kind) do update set rows = excluded.rows`,
    [userId, maxProjects],
  );
  const refusal = { status: 409, code: "projects.limit" };
  await expect(
    projects.insert({ id: newId(), name: "One more", workflow: "x", state: 1, formValues: {}, now: new Date() }),
  ).rejects.toMatchObject(refusal);
  await expect(projects.restore(id, new Date(0))).rejects.toMatchObject(refusal);
});

test("a full count without rows is put right and refuses nothing", async () => {
  const { userId } = await product.signUp();
  const { deps } = product;
  for (const kind of ["lead", "calendar_entry", "outcome"])
    await product.database.pool.query("insert into row_count values ($1, $2, 100000)", [userId, kind]);
  const now = new Date();
  const [start, end] = ["2026-11-23T10:00:00Z", "2026-11-23T11:00:00Z"];
  await createLeads(userId, [newLead.parse({ name: "Radwerk" })], deps);
  await entriesOf(userId, deps.db).insert({
    ...newEntry.parse({ type: "1010", title: "Call", start, end }),
    id: newId(),
    now,
  });
  const outcome = newOutcome.parse({
    workflow: "contentPlannerWorkflow",
    kind: "post",
    title: "Post",
    plannedAt: start,
    timeZone: "Europe/Berlin",
  });
  await outcomesOf(userId, deps.db).insert({ ...outcome, id: newId(), runId: null, now });
  const { rows } = await product.database.pool.query("select rows from row_count where user_id = $1", [userId]);
  expect(rows).toEqual([{ rows: 1 }, { rows: 1 }, { rows: 1 }]);
});
