import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { openTestDatabase, type TestDatabase } from "#src/testing/database.ts";
import type { RunEvent } from "../contract.ts";
import { eventsAfter } from "./events.ts";
import { openFeed } from "./feed.ts";
import { systemRuns } from "./repository.ts";
import { openWriter } from "./writer.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** A run that nobody executes. */
async function makeRun(): Promise<string> {
  const { db } = database;
  const [userId, projectId, runId, now] = [newId(), newId(), newId(), new Date()];
  await db
    .insertInto("user")
    .values({
      id: userId,
      name: "Mara",
      email: `${userId}@example.com`,
      image: null,
      language: null,
      date_last_logout: null,
    })
    .execute();
  await db
    .insertInto("project")
    .values({
      id: projectId,
      user_id: userId,
      name: null,
      workflow: "w",
      state: 2,
      form_values: "{}",
      current_revision: null,
      latest_run_id: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await db
    .insertInto("run")
    .values({
      id: runId,
      user_id: userId,
      project_id: projectId,
      workflow: "w",
      coins: 1,
      engine: "{}",
      form_values: "{}",
      language: "en",
      time_zone: "UTC",
      idempotency_key: runId,
      request_hash: "",
      error_code: null,
      error_message: null,
      error_hints: null,
      usage: null,
      revision: null,
      created_at: now,
      started_at: null,
      finished_at: null,
    })
    .execute();
  return runId;
}

const delta = (offset: number, text: string): RunEvent => ({ type: "delta", path: ["title"], offset, text });
const deps = () => ({ db: database.db, feed: openFeed(), now: () => new Date(), isTransient: () => false });

test("pieces that come fast are stored in few batches, in order, without a gap", async () => {
  const runId = await makeRun();
  const attempt = (await systemRuns(database.db).begin(runId, new Date()))?.attempt;
  const writer = openWriter({ runId, attempt: attempt ?? 0 }, deps());
  writer.emit({ type: "status", status: "running" });
  for (let piece = 0; piece < 400; piece += 1) {
    writer.emit(delta(piece, "x"));
    if (piece % 40 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await writer.flush();
  const rows = await eventsAfter(runId, -1, database.db);
  const deltas = rows.flatMap((row) => row.events).filter((event) => event.type === "delta");
  expect(deltas.map((event) => event.text).join("")).toBe("x".repeat(400));
  expect(deltas.map((event) => event.offset)).toEqual(
    deltas.map((_event, index) => deltas.slice(0, index).reduce((sum, event) => sum + event.text.length, 0)),
  );
  expect(rows.length).toBeLessThan(12);
});

test("the instant of the first words is kept, whatever comes after them", async () => {
  const runId = await makeRun();
  const runs = systemRuns(database.db);
  const begin = async (at: string) =>
    openWriter(
      { runId, attempt: (await runs.begin(runId, new Date()))?.attempt ?? 0 },
      { ...deps(), now: () => new Date(at) },
    );
  const first = async () =>
    (await database.db.selectFrom("run").select("first_text_at").where("id", "=", runId).executeTakeFirstOrThrow())
      .first_text_at;
  const writer = await begin("2031-01-01T10:00:00Z");
  writer.emit({ type: "status", status: "running" });
  await writer.flush();
  expect(await first()).toBeNull();
  writer.emit(delta(0, "a"));
  await writer.flush();
  const other = await begin("2031-01-01T11:00:00Z");
  other.emit(delta(0, "b"));
  await other.flush();
  expect(await first()).toEqual(new Date("2031-01-01T10:00:00Z"));
});

test("an execution that was replaced writes nothing more and learns of it", async () => {
  const runId = await makeRun();
  const runs = systemRuns(database.db);
  const old = openWriter({ runId, attempt: (await runs.begin(runId, new Date()))?.attempt ?? 0 }, deps());
  old.emit(delta(0, "old"));
  await old.flush();
  const fresh = openWriter({ runId, attempt: (await runs.begin(runId, new Date()))?.attempt ?? 0 }, deps());
  old.emit(delta(3, " and late"));
  await old.flush();
  expect(old.lost.aborted).toBe(true);
  fresh.emit(delta(0, "new"));
  await fresh.flush();
  const texts = (await eventsAfter(runId, -1, database.db))
    .flatMap((row) => row.events)
    .map((event) => (event.type === "delta" ? event.text : ""));
  expect(texts).toEqual(["old", "new"]);
});
