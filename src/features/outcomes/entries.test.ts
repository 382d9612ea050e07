import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import type { Person } from "#src/testing/visitor.ts";
import type { Outcome } from "./contract.ts";

/* A content item and its calendar entry: one date, deleted and restored together. */

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct();
});
afterAll(() => product.close());

const path = "/api/workflows/scheduled/outcome";
const entryPath = "/api/calendar/entry";

async function planWithEntry(person: Person, more: object = {}): Promise<Outcome & { calendarEntryId: string }> {
  const enData = {
    workflow: "socialPostWriterWorkflow",
    kind: "post",
    platform: "LinkedIn",
    title: "Winter check",
    brief: "Five bolts",
  };
  const { status, body } = await person.send("POST", path, {
    enData: { ...enData, plannedAt: "2026-06-01T07:00:00Z", timeZone: "Asia/Tokyo", ...more },
    withEntry: true,
  });
  expect(status).toBe(201);
  return body.outcome;
}
const entryOf = (person: Person, id: string) => person.send("GET", `${entryPath}/${id}`);
const itemOf = async (person: Person, id: string): Promise<Outcome> =>
  (await person.send("GET", `${path}/${id}`)).body.outcome;
const remove = (person: Person, id: string) => person.send("DELETE", path, { enData: { id } });
const restore = (person: Person, id: string) => person.send("POST", `${path}/restore`, { id });
const removeEntry = (person: Person, entryId: string) => person.send("DELETE", entryPath, { enData: { entryId } });
const restoreEntry = (person: Person, id: string) => person.send("POST", `${entryPath}/restore`, { id });

test("an item made by hand gets an entry like a suggested one, and the two move together both ways", async () => {
  const person = await product.signUp();
  const item = await planWithEntry(person);
  expect((await entryOf(person, item.calendarEntryId)).body.entry).toMatchObject({
    type: "3010",
    title: "LinkedIn: Winter check",
    notes: "Five bolts",
    start: "2026-06-01T07:00:00.000Z",
    end: "2026-06-01T07:15:00.000Z",
    timeZone: "Asia/Tokyo",
    outcomeId: item.id,
  });
  await person.send("PUT", path, { id: item.id, updates: { plannedAt: "2026-06-02T07:00:00Z" } });
  expect((await entryOf(person, item.calendarEntryId)).body.entry.start).toBe("2026-06-02T07:00:00.000Z");
  const [start, end] = ["2026-06-03T07:00:00.000Z", "2026-06-03T07:15:00.000Z"];
  await person.send("PATCH", entryPath, { id: item.calendarEntryId, start, end });
  expect((await itemOf(person, item.id)).plannedAt).toBe(start);
  const article = await planWithEntry(person, { contentType: 100, platform: null, brief: "x".repeat(9000) });
  const { entry } = (await entryOf(person, article.calendarEntryId)).body;
  expect(entry).toMatchObject({ type: "3020", title: "Winter check" });
});

test("an item is deleted and restored with its entry, but not with one deleted before", async () => {
  const [person, other] = await Promise.all([product.signUp(), product.signUp()]);
  const item = await planWithEntry(person);
  const before = (await entryOf(person, item.calendarEntryId)).body;
  expect((await remove(other, item.id)).status).toBe(404);
  expect((await remove(person, item.id)).status).toBe(200);
  expect((await entryOf(person, item.calendarEntryId)).status).toBe(404);
  expect((await restore(other, item.id)).status).toBe(404);
  expect((await restore(person, item.id)).body.outcome).toEqual(item);
  expect((await entryOf(person, item.calendarEntryId)).body).toEqual(before);

  await removeEntry(person, item.calendarEntryId);
  await remove(person, item.id);
  expect((await restore(person, item.id)).body.outcome.calendarEntryId).toBeNull();
  expect((await entryOf(person, item.calendarEntryId)).status).toBe(404);
});

test("an entry deleted in the calendar leaves its item, and comes back on the date that the item has by then", async () => {
  const person = await product.signUp();
  const item = await planWithEntry(person);
  await removeEntry(person, item.calendarEntryId);
  expect(await itemOf(person, item.id)).toMatchObject({ title: "Winter check", calendarEntryId: null });
  await person.send("PUT", path, { id: item.id, updates: { plannedAt: "2026-06-09T07:00:00.000Z" } });
  const { entry } = (await restoreEntry(person, item.calendarEntryId)).body;
  expect([entry.start, entry.end]).toEqual(["2026-06-09T07:00:00.000Z", "2026-06-09T07:15:00.000Z"]);
  expect((await itemOf(person, item.id)).calendarEntryId).toBe(item.calendarEntryId);
});

test("an entry that was restored and moved alone returns to the date of its restored item", async () => {
  const person = await product.signUp();
  const item = await planWithEntry(person);
  await remove(person, item.id);
  await restoreEntry(person, item.calendarEntryId);
  const alone = { start: "2026-06-05T07:00:00.000Z", end: "2026-06-05T08:00:00.000Z" };
  await person.send("PATCH", entryPath, { id: item.calendarEntryId, ...alone });
  await restore(person, item.id);
  const { entry } = (await entryOf(person, item.calendarEntryId)).body;
  expect([entry.start, entry.end]).toEqual(["2026-06-01T07:00:00.000Z", "2026-06-01T08:00:00.000Z"]);
});

test("a deleted item can be brought back with its entry for a day, and not after", async () => {
  const person = await product.signUp();
  const item = await planWithEntry(person);
  await remove(person, item.id);
  const dayAgo = new Date(Date.now() - 24 * 3_600_000);
  for (const table of ["outcome", "calendar_entry"] as const) {
    const { db } = product.database;
    await db.updateTable(table).set({ deleted_at: dayAgo }).where("user_id", "=", person.userId).execute();
  }
  expect((await restore(person, item.id)).status).toBe(404);
  expect((await entryOf(person, item.calendarEntryId)).status).toBe(404);
});

test("several items are changed, deleted and restored together with their entries, all or none", async () => {
  const [person, other] = await Promise.all([product.signUp(), product.signUp()]);
  const items = [await planWithEntry(person), await planWithEntry(person), await planWithEntry(person)];
  const foreign = await planWithEntry(other);
  const ids = items.map(({ id }) => id);
  const change = (some: string[], updates: object) =>
    person.send("PUT", `${path}/bulk`, { updates: some.map((id) => ({ id, updates })) });
  const statuses = () => Promise.all(ids.map(async (id) => (await itemOf(person, id)).status));
  const plannedAt = "2026-06-08T07:00:00.000Z";
  // In any order: the answer keeps it.
  const backwards = ids.toReversed();
  const { body } = await change(backwards, { status: "planned", plannedAt });
  expect(body.outcomes.map(({ id }: Outcome) => id)).toEqual(backwards);
  expect(await statuses()).toEqual(["planned", "planned", "planned"]);
  for (const { calendarEntryId } of items)
    expect((await entryOf(person, calendarEntryId)).body.entry.start).toBe(plannedAt);
  expect((await change([...ids, foreign.id], { status: "drafted" })).status).toBe(404);
  expect(await statuses()).toEqual(["planned", "planned", "planned"]);

  const removeMany = (some: string[]) => person.send("DELETE", `${path}/bulk`, { enData: { ids: some } });
  const restoreMany = (some: string[]) => person.send("POST", `${path}/bulk/restore`, { ids: some });
  expect((await removeMany([...ids, foreign.id])).status).toBe(404);
  expect(await statuses()).toEqual(["planned", "planned", "planned"]);
  expect((await removeMany(ids)).body).toEqual({ deleted: 3 });
  for (const { id, calendarEntryId } of items)
    expect([
      (await person.send("GET", `${path}/${id}`)).status,
      (await entryOf(person, calendarEntryId)).status,
    ]).toEqual([404, 404]);
  expect((await restoreMany([...ids, foreign.id])).status).toBe(404);
  expect((await person.send("GET", path)).body.outcomes).toEqual([]);
  expect((await restoreMany(ids)).body.outcomes).toMatchObject(
    items.map(({ id, calendarEntryId }) => ({ id, calendarEntryId, plannedAt })),
  );
  expect((await itemOf(other, foreign.id)).status).toBe("idea");
});

test("one request changes at most 100 items, and each once", async () => {
  const person = await product.signUp();
  const { id } = await planWithEntry(person);
  const many = Array.from({ length: 101 }, (_, at) => `0191e7b0-0000-7000-8000-${String(at).padStart(12, "0")}`);
  const updates = (some: string[]) => some.map((one) => ({ id: one, updates: { status: "planned" } }));
  const refused = [
    await person.send("PUT", `${path}/bulk`, { updates: updates(many) }),
    await person.send("PUT", `${path}/bulk`, { updates: updates([id, id]) }),
    await person.send("PUT", `${path}/bulk`, { updates: [] }),
    await person.send("DELETE", `${path}/bulk`, { enData: { ids: many } }),
    await person.send("POST", `${path}/bulk/restore`, { ids: many }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
  expect((await itemOf(person, id)).status).toBe("idea");
});
