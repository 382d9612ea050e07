import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dropInvalid } from "#src/features/runs/server/proposals.ts";
import { runsOf } from "#src/features/runs/server/repository.ts";
import { newId } from "#src/kit/ids.ts";
import { features } from "#src/server/features.ts";
import { eraseDeleted } from "#src/server/upkeep.ts";
import { waitingForLocks } from "#src/testing/database.ts";
import { brokenLaws } from "#src/server/ledgerLaws.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { readEvents, type Answer, type Person } from "#src/testing/visitor.ts";
import type { Belongings } from "./fixture.ts";
import { deletions, fixtures, furnish } from "./fixtures.ts";

/** What is deleted is nowhere, comes back for a day, and is gone after it; together with everything that names it. */

const hour = 3_600_000;
let product: TestProduct;
/** Milliseconds that the product's clock is ahead. */
let ahead = 0;
beforeAll(async () => {
  product = await openTestProduct({ now: () => new Date(Date.now() + ahead), env: { WELCOME_COINS: "5000" } });
});
beforeEach(() => {
  ahead = 0;
});
afterAll(() => product.close());

const upkeep = () => eraseDeleted(product.deps);

const entries = "/api/calendar/entry";
const outcomes = "/api/workflows/scheduled/outcome";
const projects = "/api/projects/workflow";
const times = { start: "2026-05-02T08:00:00Z", end: "2026-05-02T09:00:00Z" };

/** Every call that lists or shows something of a person, in one text. */
async function everythingShown(person: Person, has: Belongings, more: string[] = []): Promise<string> {
  const paths = [...fixtures.flatMap(({ shown }) => shown?.(has) ?? []), ...more];
  const answers = await Promise.all(paths.map((path) => person.send("GET", path)));
  expect(answers.every(({ status }) => [200, 404].includes(status))).toBe(true);
  return JSON.stringify(answers.map(({ body }) => body));
}

const deletionOf = Object.fromEntries(deletions);

test("every table whose rows can be deleted has a deletion, or says that no call does it", () => {
  const said = fixtures.flatMap(({ deletions: own = {} }) => Object.keys(own));
  const marked = features.flatMap(({ softDeleted = [] }) => softDeleted.map(({ table }) => table));
  expect(said.toSorted()).toEqual(marked.toSorted());
  expect(deletions.length).toBeGreaterThan(3);
});

describe.each(deletions)("deleted %s", (table, deletion) => {
  test("is hidden from every call, restorable unchanged by its owner for a day, and then erased", async () => {
    const [mara, jonas] = await Promise.all([product.signUp(), product.signUp()]);
    const has = await furnish(mara);
    const id = deletion.id(has);
    const linked = await linkTo(table, mara, has);
    const before = await everythingShown(mara, has, linked);
    expect(before).toContain(id);
    expect((await deletion.remove(jonas, id)).status).toBeGreaterThanOrEqual(403);
    expect((await deletion.remove(mara, id)).status).toBe(200);
    expect((await deletion.remove(mara, id)).status).toBe(404);
    expect((await deletion.change(mara, id)).status).toBe(404);
    expect(await everythingShown(mara, has, linked)).not.toContain(id);
    expect((await deletion.restore(jonas, id)).status).toBe(404);
    ahead = 23 * hour;
    await upkeep();
    expect((await deletion.restore(mara, id)).status).toBe(200);
    // An answer may get lost: whoever asks again is answered what is there.
    expect((await deletion.restore(mara, id)).status).toBe(200);
    ahead = 0;
    expect(await everythingShown(mara, has, linked)).toBe(before);

    await deletion.remove(mara, id);
    ahead = 24 * hour + 1000;
    expect((await deletion.restore(mara, id)).status).toBe(404);
    await upkeep();
    expect((await deletion.restore(mara, id)).status).toBe(404);
    ahead = 0;
    expect(await everythingShown(mara, has, linked)).not.toContain(id);
    const { rows } = await sql`select 1 from ${sql.table(table)} where id = ${id}`.execute(product.database.db);
    expect(rows).toEqual([]);
  });
});

/** Records that name the one that will go. @returns where they are shown */
async function linkTo(table: string, person: Person, has: Belongings): Promise<string[]> {
  const added: Answer[] = [];
  for (const { linkTo: links = {} } of fixtures) {
    const link = Object.entries(links).find(([name]) => name === table)?.[1];
    if (link) added.push(await link(person, has, product));
  }
  expect(added.map(({ status }) => status)).toEqual(added.map(() => 201));
  return added.flatMap(({ body }) => (body.entry ? [`${entries}/${body.entry.id}`] : []));
}

test("omits deleted projects, content items and entries from responses to updates", async () => {
  const mara = await product.signUp();
  const has = await furnish(mara);
  const outcome = {
    workflow: "socialPostWriterWorkflow",
    kind: "post",
    title: "Ebb",
    plannedAt: times.start,
    projectId: has.projectId,
  };
  const outcomeId = (await mara.send("POST", outcomes, { enData: outcome })).body.outcome.id;
  const entry = { type: "3010", title: "Ebb", ...times, projectId: has.projectId, outcomeId };
  const entryId = (await mara.send("POST", entries, { enData: entry })).body.entry.id;
  const secondId = (await mara.send("POST", entries, { enData: { ...entry, title: "Neap" } })).body.entry.id;
  const changed = async () => [
    (await mara.send("PUT", outcomes, { id: outcomeId, updates: { title: "Flood" } })).body.outcome,
    (await mara.send("PATCH", entries, { id: entryId, title: "Flood" })).body.entry,
  ];
  expect(await changed()).toMatchObject([
    { projectId: has.projectId, calendarEntryId: entryId },
    { projectId: has.projectId, outcomeId },
  ]);
  await mara.send("DELETE", projects, { enData: { userId: mara.userId, projectId: has.projectId } });
  expect(await changed()).toMatchObject([
    { projectId: null, calendarEntryId: entryId },
    { projectId: null, outcomeId },
  ]);
  await mara.send("DELETE", outcomes, { enData: { id: outcomeId } });
  // The entry of its own went with it, another one that names it stays.
  expect((await mara.send("PATCH", entries, { id: entryId, title: "Ebb" })).status).toBe(404);
  expect((await mara.send("PATCH", entries, { id: secondId, title: "Ebb" })).body.entry.outcomeId).toBeNull();
  const restored = await mara.send("POST", `${outcomes}/restore`, { id: outcomeId });
  expect(restored.body.outcome).toMatchObject({ calendarEntryId: entryId, projectId: null });
  await mara.send("DELETE", entries, { enData: { entryId } });
  const kept = await mara.send("PUT", outcomes, { id: outcomeId, updates: { title: "Slack" } });
  expect(kept.body.outcome).toMatchObject({ calendarEntryId: null, projectId: null });
});

describe("suggestions of a run", () => {
  async function offered(): Promise<{ person: Person; runId: string; path: string }> {
    const person = await product.signUp();
    const { runId } = await furnish(person);
    const { db } = product.database;
    await db.deleteFrom("run_proposal").where("run_id", "=", runId).execute();
    await runsOf(person.userId, db).addProposals(
      runId,
      dropInvalid(
        [
          {
            kind: "outcome",
            key: "o",
            payload: { workflow: "socialPostWriterWorkflow", kind: "post", title: "Ebb", plannedAt: times.start },
          },
          { kind: "calendarEntry", key: "e", payload: { type: "3010", title: "Ebb", ...times, outcomeKey: "o" } },
        ],
        product.deps.effects,
      ),
    );
    return { person, runId, path: `/api/workflows/runs/${runId}` };
  }
  const proposed = async (person: Person, path: string) =>
    (await person.send("GET", `${path}/proposals`)).body.proposals;

  test("can be restored for a day after they were undone", async () => {
    const { person, path } = await offered();
    await person.send("POST", `${path}/apply`, { keys: ["e"] });
    const ids = (await proposed(person, path)).map(({ recordId }: { recordId: string }) => recordId);
    expect((await person.send("POST", `${path}/undo`, {})).body.undone).toBe(2);
    expect((await person.send("GET", `${entries}/${ids[1]}`)).status).toBe(404);
    expect((await person.send("POST", `${entries}/restore`, { id: ids[1] })).body.entry).toMatchObject({ id: ids[1] });
    expect((await person.send("POST", `${outcomes}/restore`, { id: ids[0] })).status).toBe(200);
    expect((await person.send("GET", `${entries}/${ids[1]}`)).body.entry.outcomeId).toBe(ids[0]);
  });

  test.each([
    ["an hour ago", hour],
    ["two days ago", 48 * hour],
  ])("are applied without a content item that the user deleted %s", async (_when, since) => {
    const { person, path } = await offered();
    await person.send("POST", `${path}/apply`, { keys: ["o"] });
    const [{ recordId }] = await proposed(person, path);
    expect((await person.send("DELETE", outcomes, { enData: { id: recordId } })).status).toBe(200);
    ahead = since;
    await upkeep();
    ahead = 0;
    const answer = await person.send("POST", `${path}/apply`, { keys: ["e"] });
    expect([answer.status, answer.body.applied]).toEqual([200, 1]);
    const [, entry] = await proposed(person, path);
    expect((await person.send("GET", `${entries}/${entry.recordId}`)).body.entry.outcomeId).toBeNull();
  });
});

test("leaves only anonymous ledger entries of a deleted account", async () => {
  const mara = await product.signUp();
  const has = await furnish(mara);
  await mara.send("POST", "/api/emailing/send-email", {
    to: mara.email,
    targetLanguage: "en",
    targetEmailCase: "user-use-case-wish",
    targetGroup: "customers",
    placeholders: { fullName: "Mara", firstName: "Mara", email: mara.email, wishUseCase: "Ebb" },
  });
  // What hangs on a record is deleted before it.
  for (const [, { id, remove }] of deletions.toReversed()) expect((await remove(mara, id(has))).status).toBe(200);
  expect((await mara.send("DELETE", "/api/user", { enData: { userId: mara.userId } })).status).toBe(200);
  const { db } = product.database;
  const { rows: columns } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and data_type in ('uuid', 'text', 'jsonb', 'ARRAY')`.execute(db);
  const left: string[] = [];
  for (const { table_name: table, column_name: column } of columns) {
    for (const known of [mara.userId, mara.email]) {
      const { rows } = await sql`select 1 from ${sql.table(table)} t
        where strpos(t.${sql.ref(column)}::text, ${known}) > 0 limit 1`.execute(db);
      if (rows.length > 0) left.push(`${table}.${column}`);
    }
  }
  const outliving = features.flatMap(({ tables = {} }) =>
    Object.entries(tables).flatMap(([table, of]) =>
      "outlivesAccount" in of ? [`${table}.${of.owner}`, `${table}.idempotency_key`] : [],
    ),
  );
  expect(left.filter((place) => !outliving.includes(place))).toEqual([]);
  expect([...new Set(left)].toSorted()).toEqual(
    [
      "coin_account.owner",
      "coin_hold.owner",
      "coin_quote.owner",
      "coin_transaction.idempotency_key",
      "coin_transaction.owner",
      "payment_order.user_id",
    ].toSorted(),
  );
});

describe("concurrent requests", () => {
  const statuses = (answers: Answer[]): number[] => [...new Set(answers.map(({ status }) => status))];

  let mara: Person;
  let has: Belongings;
  beforeAll(async () => {
    mara = await product.signUp();
    has = await furnish(mara);
  });

  test.each(deletions)("to delete, restore and update a %s cause no errors", async (_name, deletion) => {
    const id = deletion.id(has);
    for (let round = 0; round < 4; round += 1) {
      const answers = await Promise.all(
        Array.from(
          { length: 15 },
          (_none, at) =>
            [deletion.remove, deletion.restore, deletion.change][at % 3]?.(mara, id) ?? mara.send("GET", "/api/user"),
        ),
      );
      expect(statuses(answers).filter((status) => ![200, 404, 503].includes(status))).toEqual([]);
    }
    await deletion.remove(mara, id);
    expect((await deletion.restore(mara, id)).status).toBe(200);
  });

  test("for many leads in opposite orders cause no errors", async () => {
    const leads = Array.from({ length: 40 }, (_none, at) => ({ name: `Lead ${at}` }));
    const made = (await mara.send("POST", "/api/leads", { enData: { leads } })).body.leads;
    const ids: string[] = made.map((lead: { id: string }) => lead.id);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_none, at) => {
        const wanted = at % 2 === 0 ? ids : ids.toReversed();
        if (at % 3 === 0) return mara.send("DELETE", "/api/leads", { enData: { ids: wanted } });
        if (at % 3 === 1) return mara.send("POST", "/api/leads/restore", { ids: wanted });
        return mara.send("PUT", "/api/leads", { updates: wanted.map((id) => ({ id, fields: { stage: "won" } })) });
      }),
    );
    expect(statuses(answers).filter((status) => ![200, 404, 503].includes(status))).toEqual([]);
  });

  test("to change settings return 401 when the account is deleted meanwhile", async () => {
    const person = await product.signUp();
    const change = () => person.send("POST", "/api/user/settings", { onboardingState: "skipped" });
    expect((await change()).status).toBe(200);
    const { db } = product.database;
    const { coming } = await db.transaction().execute(async (trx) => {
      await sql`select 1 from "user" where id = ${person.userId} for update`.execute(trx);
      await sql`select 1 from settings where user_id = ${person.userId} for update`.execute(trx);
      const coming = change();
      await expect.poll(() => waitingForLocks(db)).toBe(1);
      await sql`delete from "user" where id = ${person.userId}`.execute(trx);
      return { coming };
    });
    expect((await coming).status).toBe(401);
  });

  test("to write any record cause no errors while the account is deleted", async () => {
    for (let round = 0; round < 3; round += 1) {
      const person = await product.signUp();
      const { body } = await person.send("POST", "/api/leads", { enData: { leads: [{ name: "Early" }] } });
      const leadId = body.leads[0].id;
      const writes = (): Promise<Answer>[] => [
        person.send("POST", "/api/leads", { enData: { leads: [{ name: "Late" }] } }),
        person.send("POST", "/api/leads/outreach/insights", { enData: { insights: [{ leadId }] } }),
        person.send("POST", entries, { enData: { type: "3010", title: "Late", ...times } }),
        person.send("POST", outcomes, {
          enData: { workflow: "socialPostWriterWorkflow", kind: "post", title: "Late", plannedAt: times.start },
        }),
        person.send("POST", "/api/user/settings", { onboardingState: "skipped" }),
        person.send("POST", "/api/files", "Late", { "content-type": "text/plain", "x-file-name": "late.txt" }),
        person.send("POST", "/api/emailing/send-email", {
          to: "support@pioneer.invalid",
          targetLanguage: "en",
          targetEmailCase: "user-use-case-wish",
          targetGroup: "customers",
          placeholders: { fullName: "M", firstName: "M", email: person.email, wishUseCase: "Late" },
        }),
      ];
      const answers = await Promise.all([
        ...writes(),
        person.send("DELETE", "/api/user", { enData: { userId: person.userId } }),
        ...writes(),
        ...writes(),
      ]);
      expect(answers.filter(({ status }) => status >= 500 && status !== 503).map(({ body }) => body)).toEqual([]);
      const { rows } = await sql`select 1 from "user" where id = ${person.userId}`.execute(product.database.db);
      expect(rows).toEqual([]);
    }
  });
});

describe("coin balance", () => {
  const stories = "/api/workflows/userStoryWriterWorkflow";

  test("is restored once when a project is deleted during its run, and stays correct after restore and rerun", async () => {
    const mara = await product.signUp();
    const { example } = (await mara.send("GET", stories)).body;
    const key = { "idempotency-key": newId() };
    const body = { enData: { formValues: example } };
    const { run } = (await mara.send("POST", `${stories}/runs`, body, key)).body;
    await deletionOf["project"]?.remove(mara, run.projectId);
    const settled = (await mara.send("GET", "/api/coins")).body;
    expect(settled.held).toBe(0);
    // The run may have ended before the deletion: then it is paid, else it cost nothing.
    expect([5000, 4980]).toContain(settled.credits);

    const onDeleted = { enData: { formValues: example, projectId: run.projectId } };
    const refused = await mara.send("POST", `${stories}/runs`, onDeleted, { "idempotency-key": newId() });
    expect([refused.status, refused.body.code]).toEqual([404, "notFound"]);
    const replayed = await mara.send("POST", `${stories}/runs`, body, key);
    expect([replayed.status, replayed.body.run.id]).toEqual([202, run.id]);
    expect((await mara.send("GET", "/api/coins")).body).toEqual(settled);

    const { project } = (await deletionOf["project"]?.restore(mara, run.projectId))?.body ?? {};
    expect([50, 500]).toContain(project.state);
    expect((await mara.send("GET", "/api/coins")).body).toEqual(settled);
    const again = await mara.send("POST", `${stories}/runs`, onDeleted, { "idempotency-key": newId() });
    expect(again.status).toBe(202);
    await readEvents(mara, again.body.run.id);
    expect((await mara.send("GET", "/api/coins")).body).toMatchObject({ held: 0, credits: settled.credits - 20 });
    expect(await brokenLaws(product.database.pool)).toEqual([]);
  });

  test.each([
    ["the same run for 23 hours after its project was deleted", 23 * hour, 20],
    ["a new run once the project is erased, as after any key that was never used", 25 * hour, 40],
  ])("treats a repeated start as %s", async (_when, since, paid) => {
    const mara = await product.signUp();
    const { example } = (await mara.send("GET", stories)).body;
    const start = () =>
      mara.send("POST", `${stories}/runs`, { enData: { formValues: example } }, { "idempotency-key": "the-same-key" });
    const { run } = (await start()).body;
    await readEvents(mara, run.id);
    await deletionOf["project"]?.remove(mara, run.projectId);
    ahead = since;
    await upkeep();
    const again = await start();
    expect([again.status, again.body.run.id === run.id]).toEqual([202, paid === 20]);
    if (paid === 40) await readEvents(mara, again.body.run.id);
    expect((await mara.send("GET", "/api/coins")).body).toMatchObject({ held: 0, credits: 5000 - paid });
  });

  test("stays consistent when projects are started, deleted and restored concurrently", async () => {
    const mara = await product.signUp();
    const { example } = (await mara.send("GET", stories)).body;
    const body = { enData: { formValues: example } };
    const { run } = (await mara.send("POST", `${stories}/runs`, body, { "idempotency-key": newId() })).body;
    const { projectId } = run;
    const onIt = { enData: { formValues: example, projectId } };
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all([
        mara.send("POST", `${stories}/runs`, onIt, { "idempotency-key": newId() }),
        deletionOf["project"]?.remove(mara, projectId),
        deletionOf["project"]?.restore(mara, projectId),
        mara.send("POST", `${stories}/runs`, onIt, { "idempotency-key": newId() }),
        deletionOf["project"]?.change(mara, projectId),
      ]);
      expect(
        answers.map((answer) => answer?.status).filter((status) => ![200, 202, 404, 409, 503].includes(status ?? 0)),
      ).toEqual([]);
    }
    await deletionOf["project"]?.remove(mara, projectId);
    expect((await mara.send("GET", "/api/coins")).body.held).toBe(0);
    expect(await brokenLaws(product.database.pool)).toEqual([]);
  });
});
