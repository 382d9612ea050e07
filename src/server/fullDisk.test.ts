import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import type { TestDatabase } from "#src/testing/database.ts";
import { createHeldEngine } from "#src/testing/heldEngine.ts";
import { brokenLaws } from "#src/server/ledgerLaws.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { openSmallDisk, type SmallDisk } from "#src/testing/smallDisk.ts";
import { startServer } from "#src/testing/torture/server.ts";
import { readEvents, type Person, isWriting } from "#src/testing/visitor.ts";
import { fullDiskSentence, openDiskWatch } from "#src/platform/disk.ts";

/** Where nothing can be mounted the database refuses writes by itself: the same codes, without a real disk. */
const disk: SmallDisk | Error = await openSmallDisk(96).catch((error: Error) => error);
const how = disk instanceof Error ? `told by the database, because ${disk.message}` : "a file system without room";

/** Makes every table refuse writes as a full disk does. */
async function refuseWrites({ db }: TestDatabase, isFull: boolean): Promise<void> {
  const body = isFull
    ? "raise exception 'could not extend file: No space left on device' using errcode = '53100'"
    : "null";
  await sql
    .raw(
      `create or replace function no_room() returns trigger language plpgsql as $$ begin ${body}; return null; end $$`,
    )
    .execute(db);
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = 'public' and not exists (select 1 from pg_trigger where tgname = 'no_room' and tgrelid = quote_ident(tablename)::regclass)`.execute(
    db,
  );
  for (const { name } of rows)
    await sql
      .raw(`create trigger no_room before insert or update on "${name}" for each statement execute function no_room()`)
      .execute(db);
}

const { engine, hold } = createHeldEngine();
let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct({
    engine,
    env: { DISK_RESERVE_MB: "1" },
    ...(disk instanceof Error ? {} : { folder: disk.path }),
  });
});
afterAll(async () => {
  await product.close();
  if (!(disk instanceof Error)) await disk.remove();
});

const fill = (): Promise<void> => (disk instanceof Error ? refuseWrites(product.database, true) : disk.fill());
const free = (): Promise<void> => (disk instanceof Error ? refuseWrites(product.database, false) : disk.free());

const blog = "/api/workflows/blogArticleWriterWorkflow";
const start = (person: Person, formValues: unknown) =>
  person.send("POST", `${blog}/runs`, { enData: { formValues } }, { "idempotency-key": newId() });
const ready = async () => {
  const { status, body } = await product.send("GET", "/health/ready");
  return { status, body };
};

describe(`a full disk (${how})`, () => {
  test("refuses writes with 507, goes on reading, says so to load balancers, and works again when there is room", async () => {
    const mara = await product.signUp();
    const { example } = (await mara.send("GET", blog)).body;
    const kept = await mara.send("POST", "/api/files", new TextEncoder().encode("kept"), { "x-file-name": "a.txt" });
    expect(await ready()).toEqual({ status: 200, body: { ready: true } });
    await fill();
    try {
      const outcome = {
        workflow: "socialPostWriterWorkflow",
        kind: "post",
        title: "T",
        plannedAt: "2027-02-01T08:00:00Z",
      };
      const writes = {
        file: () => mara.send("POST", "/api/files", Buffer.alloc(100_000, "x"), { "x-file-name": "b.txt" }),
        outcome: () => mara.send("POST", "/api/workflows/scheduled/outcome", { enData: outcome }),
        lead: () => mara.send("POST", "/api/leads", { enData: { leads: [{ kind: "org", name: "Bikes" }] } }),
        run: () => start(mara, example),
        quote: () => mara.send("POST", `${blog}/quote`, { formValues: example }),
      };
      for (const [name, write] of Object.entries(writes)) {
        const { status, body } = await write();
        expect([name, status, body.code]).toEqual([name, 507, "storage.full"]);
      }

      for (const path of ["/api/user/settings", "/api/coins", blog, `/api/files/${kept.body.file.id}`, "/api/files"])
        expect([path, (await mara.send("GET", path)).status]).toEqual([path, 200]);
      expect(await ready()).toEqual({ status: 503, body: { ready: false, reasons: ["disk"] } });
      expect((await product.send("GET", "/health/live")).status).toBe(200);
    } finally {
      await free();
    }
    await expect.poll(ready, { timeout: 10_000 }).toEqual({ status: 200, body: { ready: true } });
    expect((await start(mara, example)).status).toBe(202);
    expect(await brokenLaws(product.database.pool)).toEqual([]);
  });

  test("is noticed on a database of another machine by a refused write, and a trial tells when it is over", async () => {
    const { pool } = product.database;
    const watch = openDiskWatch({ folders: [], reserveBytes: 0, pool, log: product.deps.log });
    expect(await watch.hasRoom()).toBe(true);
    watch.note(new Error("something else"));
    expect(await watch.hasRoom()).toBe(true);
    await fill();
    try {
      watch.note(Object.assign(new Error("could not extend file"), { code: "53100" }));
      expect(await watch.hasRoom()).toBe(disk instanceof Error);
    } finally {
      await free();
    }
    await expect.poll(() => watch.hasRoom(), { timeout: 10_000 }).toBe(true);
  });

  test("keeps a session alive for reading when its limit is due to move on, and refuses a new account with 507", async () => {
    const mara = await product.signUp();
    await sql`update session set updated_at = now() - interval '2 hours'`.execute(product.database.db);
    // A real disk may leave room inside a page for this one row.
    await refuseWrites(product.database, true);
    try {
      expect((await mara.send("GET", "/api/coins")).status).toBe(200);
      await expect(product.signUp()).rejects.toThrow("registration answered 507");
    } finally {
      await refuseWrites(product.database, false);
    }
  });

  test("for three seconds, with three runs in work: each ends once and the coins are right", async () => {
    const mara = await product.signUp();
    const { example } = (await mara.send("GET", blog)).body;
    let release = (): void => {};
    hold.until = new Promise((resolve) => {
      release = resolve;
    });
    const runs = await Promise.all(
      [1, 2, 3].map(async () => {
        const { run } = (await start(mara, example)).body;
        await readEvents(mara, run.id, { until: isWriting });
        return run;
      }),
    );
    await fill();
    hold.until = null;
    release();
    await pause(3_000);
    const open = (await mara.send("GET", "/api/workflows/runs")).body.runs;
    expect(open.map((run: { status: string }) => run.status)).toEqual(["running", "running", "running"]);
    await free();
    for (const { id } of runs) {
      const events = await readEvents(mara, id);
      expect(events.filter(({ data }) => data.type === "end")).toHaveLength(1);
      expect(events.at(-1)?.data).toMatchObject({ run: { status: "succeeded", coinsState: "captured" } });
    }
    expect((await mara.send("GET", "/api/coins")).body).toMatchObject({ balance: 500 - 3 * runs[0].coins, held: 0 });
    expect(await brokenLaws(product.database.pool)).toEqual([]);
    expect((await start(mara, example)).status).toBe(202);
  }, 90_000);
});

test("a start without room ends with one sentence", async () => {
  const refused = new Error("write failed", { cause: Object.assign(new Error("no"), { code: "ENOSPC" }) });
  expect(fullDiskSentence(refused, "/data")).toMatch(/^The disk is full: .* \/data .*\.$/);
  expect(fullDiskSentence(new Error("anything else"), "/data")).toBeUndefined();
  if (disk instanceof Error) return;
  // No room at all, and too little for the database.
  for (const fillsUp of [true, false]) {
    const tiny = await openSmallDisk(8);
    try {
      if (fillsUp) await tiny.fill();
      await expect(startServer({ DATA_DIR: tiny.path, AI_ENGINE: "draft", LOG_LEVEL: "error" })).rejects.toThrow(
        /ready:\nThe disk is full: Pioneer cannot write to [^\n]*Make room and start again\.\n$/,
      );
    } finally {
      await tiny.remove();
    }
  }
});
