import { configureStore } from "@reduxjs/toolkit";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { waitingForLocks } from "#src/testing/database.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { pageFetch, type Person } from "#src/testing/visitor.ts";
import { calendarTypes } from "./rules.ts";
import { eraseDeleted } from "#src/server/upkeep.ts";
import { calendarEntries, restoreEntry } from "./web/store.ts";

let product: TestProduct;
/** Milliseconds that the product's clock is ahead. */
let ahead = 0;
beforeAll(async () => {
  product = await openTestProduct({ now: () => new Date(Date.now() + ahead) });
});
afterEach(() => {
  ahead = 0;
  vi.unstubAllGlobals();
});
afterAll(() => product.close());

const path = "/api/calendar/entry";
const call = { type: "1020", title: "Call", start: "2026-11-23T09:00:00.000Z", end: "2026-11-23T10:00:00.000Z" };
const range = { from: "2026-11-22T23:00:00.000Z", to: "2026-11-29T23:00:00.000Z" };
const nobodys = "0191e7b0-0000-7000-8000-000000000000";
const hour = 3_600_000;

async function add(person: Person, change: object = {}): Promise<string> {
  const answer = await person.send("POST", path, { enData: { ...call, ...change } });
  expect([answer.status, answer.status === 201 ? "" : answer.body]).toEqual([201, ""]);
  return answer.body.entry.id;
}

async function titles(person: Person, { from, to }: { from: string; to: string } = range): Promise<string[]> {
  return titlesAt(person, `?${new URLSearchParams({ from, to })}`);
}

async function titlesAt(person: Person, query: string): Promise<string[]> {
  const { body } = await person.send("GET", `${path}/preview${query}`);
  return body.entries.map(({ title }: { title: string }) => title);
}

/** The store of the page, its requests answered by the product as by a browser of this person. */
function storeOf(person: Pick<Person, "send">) {
  vi.stubGlobal("fetch", pageFetch(person));
  const store = configureStore({ reducer: { calendarEntries: calendarEntries.reducer } });
  const shown = () => store.getState().calendarEntries.items?.map(({ title }) => title);
  return { store, shown };
}

describe("an entry that recurs", () => {
  const weekly = { ...call, title: "Jour fixe", rrule: "FREQ=WEEKLY;COUNT=4", timeZone: "Europe/Berlin" };
  const timesIn = async (person: Person, from: string, to: string) => {
    const { body } = await person.send("GET", `${path}/preview?${new URLSearchParams({ from, to })}`);
    return body.entries.map((one: { start: string; end: string; isOccurrence?: true }) =>
      [one.start, one.end, one.isOccurrence === true ? "again" : "first"].join(" "),
    );
  };

  test("is listed on each of its days, as long as on its first, and not after its last", async () => {
    const person = await product.signUp();
    const id = await add(person, weekly);
    expect(await timesIn(person, "2026-11-16T00:00:00.000Z", "2026-12-01T00:00:00.000Z")).toEqual([
      "2026-11-23T09:00:00.000Z 2026-11-23T10:00:00.000Z first",
      "2026-11-30T09:00:00.000Z 2026-11-30T10:00:00.000Z again",
    ]);
    // One that began before the range goes on in it.
    expect(await timesIn(person, "2026-12-07T09:30:00.000Z", "2027-06-01T00:00:00.000Z")).toEqual([
      "2026-12-07T09:00:00.000Z 2026-12-07T10:00:00.000Z again",
      "2026-12-14T09:00:00.000Z 2026-12-14T10:00:00.000Z again",
    ]);
    expect(await timesIn(person, "2026-12-07T10:00:00.000Z", "2026-12-14T09:00:00.000Z")).toEqual([]);
    expect(
      await titles(await product.signUp(), { from: "2026-12-01T00:00:00.000Z", to: "2026-12-31T00:00:00.000Z" }),
    ).toEqual([]);
    const { body } = await person.send(
      "GET",
      `${path}/preview?${new URLSearchParams({ from: "2026-12-01T00:00:00.000Z", to: "2026-12-31T00:00:00.000Z" })}`,
    );
    expect(body.entries.map((entry: { id: string }) => entry.id)).toEqual([id, id]);
    expect(body.entries[0]).not.toHaveProperty("exdates");
    await person.send("DELETE", path, { enData: { entryId: id } });
    expect(await timesIn(person, "2026-11-16T00:00:00.000Z", "2027-01-01T00:00:00.000Z")).toEqual([]);
  });

  test("keeps its clock when clocks change, and its days when it is a whole day", async () => {
    const person = await product.signUp();
    await add(person, {
      ...weekly,
      start: "2026-10-19T08:00:00.000Z",
      end: "2026-10-19T09:00:00.000Z",
    });
    await add(person, {
      ...weekly,
      allDay: true,
      start: "2026-10-18T22:00:00.000Z",
      end: "2026-10-19T22:00:00.000Z",
    });
    expect(await timesIn(person, "2026-10-25T23:00:00.000Z", "2026-11-01T00:00:00.000Z")).toEqual([
      "2026-10-25T23:00:00.000Z 2026-10-26T23:00:00.000Z again",
      "2026-10-26T09:00:00.000Z 2026-10-26T10:00:00.000Z again",
    ]);
  });

  test("holds up nobody, however many there are, and what began last is there", async () => {
    const person = await product.signUp();
    const old = { start: "2000-01-01T09:00:00.000Z", end: "2000-01-01T10:00:00.000Z", rrule: "FREQ=DAILY;COUNT=9999" };
    for (let at = 0; at < 20; at += 1) await add(person, { ...old, title: `Old ${at}` });
    await add(person, weekly);
    const listed = await titles(person, { from: "2026-11-01T00:00:00.000Z", to: "2027-05-01T00:00:00.000Z" });
    expect(listed.filter((title) => title === "Jour fixe")).toHaveLength(4);
    // Each of them would have 181 occurrences.
    expect(listed.length).toBeGreaterThan(2 * 181);
    expect(listed.length).toBeLessThan(10 * 181);
  });

  test("without a length stands where it is, and what it leaves out is left out", async () => {
    const person = await product.signUp();
    const at = "2026-11-23T09:00:00.000Z";
    const id = await add(person, { ...weekly, start: at, end: at });
    await product.database.pool.query("update calendar_entry set exdates = $2 where id = $1", [
      id,
      JSON.stringify(["2026-12-07T09:00:00.000Z"]),
    ]);
    expect(await timesIn(person, "2026-11-30T09:00:00.000Z", "2027-01-01T00:00:00.000Z")).toEqual([
      "2026-11-30T09:00:00.000Z 2026-11-30T09:00:00.000Z again",
      "2026-12-14T09:00:00.000Z 2026-12-14T09:00:00.000Z again",
    ]);
  });
});

test.each([
  ["an address that is none", { attendees: [{ name: "Eve", email: "<script>" }] }, "enData.attendees.0.email"],
  [
    "a line break in an address",
    { attendees: [{ name: "", email: "a@b.example\r\nX: y" }] },
    "enData.attendees.0.email",
  ],
  ["a rule that is none", { rrule: "every day" }, "enData.rrule"],
  ["a rule within the day", { rrule: "FREQ=HOURLY" }, "enData.rrule"],
  ["a second line in a rule", { rrule: "FREQ=DAILY\r\nSUMMARY:x" }, "enData.rrule"],
])("%s is refused at its field", async (_what, change, at) => {
  const person = await product.signUp();
  const { status, body } = await person.send("POST", path, { enData: { ...call, ...change } });
  expect([status, body.fields?.[0]?.path]).toEqual([400, at]);
});

test("an attendee with an address and a rule of weeks are kept as they are", async () => {
  const person = await product.signUp();
  const kept = { attendees: [{ name: "Jonas", email: "jonas@example.com" }], rrule: "FREQ=WEEKLY;BYDAY=MO,WE;COUNT=8" };
  const id = await add(person, kept);
  expect((await person.send("GET", `${path}/${id}`)).body.entry).toMatchObject(kept);
});

test("lists the last 35 and the next 365 days when no range is given", async () => {
  const person = await product.signUp();
  const inDays = (days: number): string => new Date(Date.now() + days * 24 * hour).toISOString();
  for (const days of [-36, -34, 0, 364, 366]) {
    await add(person, { title: `${days}`, start: inDays(days), end: inDays(days) });
  }
  expect(await titlesAt(person, "")).toEqual(["-34", "0", "364"]);
  for (const half of [`?from=${range.from}`, `?to=${range.to}`]) {
    const { status, body } = await person.send("GET", `${path}/preview${half}`);
    expect([status, body.fields.map((field: { path: string }) => field.path)]).toEqual([400, ["to"]]);
  }
});

describe("calendar store", () => {
  test("fetches a range and shows created, updated, deleted and restored entries", async () => {
    const person = await product.signUp();
    await add(person, { title: "Late", start: "2026-11-27T09:00:00.000Z", end: "2026-11-27T10:00:00.000Z" });
    await add(person, { title: "Elsewhere", start: "2026-12-27T09:00:00.000Z", end: "2026-12-27T10:00:00.000Z" });
    const { store, shown } = storeOf(person);
    await store.dispatch(calendarEntries.fetch(range)).unwrap();
    expect(shown()).toEqual(["Late"]);
    const { id } = await store.dispatch(calendarEntries.create({ enData: call })).unwrap();
    expect(shown()).toEqual(["Late", "Call"]);
    await store.dispatch(calendarEntries.update({ id, title: "Second call" })).unwrap();
    expect(shown()).toEqual(["Late", "Second call"]);
    await store.dispatch(calendarEntries.remove({ userId: person.userId, entryId: id })).unwrap();
    expect(shown()).toEqual(["Late"]);
    await store.dispatch(restoreEntry(id));
    expect(shown()?.toSorted()).toEqual(["Late", "Second call"]);
  });

  test("raises the messages of the specification and reverts a rejected move", async () => {
    const [person, other] = await Promise.all([product.signUp(), product.signUp()]);
    const [id, foreign] = await Promise.all([add(person), add(other)]);
    const { store } = storeOf(person);
    const send = store.dispatch;
    const raised = (sent: Promise<unknown>): Promise<unknown> =>
      sent.then(
        () => "nothing",
        ({ message }) => message,
      );
    const backwards = { from: range.to, to: range.from };
    await send(calendarEntries.fetch(range));
    const before = store.getState().calendarEntries.items;
    expect(await raised(send(calendarEntries.fetch(backwards)).unwrap())).toBe(
      "Failed to fetch calendar entry previews",
    );
    expect(store.getState().calendarEntries).toMatchObject({ loading: false, loaded: false });
    expect(await raised(send(calendarEntries.create({ enData: { ...call, type: "4090" } })).unwrap())).toBe(
      "Failed to create calendar entry",
    );
    const move = send(calendarEntries.update({ id, start: "2026-11-24T09:00:00.000Z" }));
    expect(store.getState().calendarEntries.items?.[0]?.start).toBe("2026-11-24T09:00:00.000Z");
    expect(await raised(move.unwrap())).toBe("Failed to update calendar entry");
    expect(await raised(send(calendarEntries.remove({ userId: person.userId, entryId: foreign })).unwrap())).toBe(
      "Failed to delete calendar entry",
    );
    expect(await raised(send(calendarEntries.remove({ userId: undefined, entryId: id })).unwrap())).toBe(
      "User not authenticated",
    );
    expect(store.getState().calendarEntries.items).toEqual(before);
    const { send: asNobody } = product;
    const { store: empty } = storeOf({ send: asNobody });
    expect(await raised(empty.dispatch(calendarEntries.remove({ userId: person.userId, entryId: id })).unwrap())).toBe(
      "User not authenticated",
    );
  });
});

describe("calendar range", () => {
  test("lists the entries that overlap it, including one that began years before", async () => {
    const person = await product.signUp();
    const at = (start: string, end: string, title: string) => add(person, { start, end, title });
    await at("2026-11-21T23:00:00Z", range.from, "ends when it begins");
    await at(range.from, range.from, "has no length, at its first moment");
    await at("2026-11-22T22:00:00Z", "2026-11-23T01:00:00Z", "goes over its start");
    await at("2016-01-01T00:00:00Z", "2036-01-01T00:00:00Z", "twenty years");
    await at("2026-06-01T00:00:00Z", "2026-12-31T00:00:00Z", "half a year");
    await at("2026-11-01T00:00:00Z", "2026-11-23T12:00:00Z", "three weeks");
    await at(range.to, "2026-11-30T10:00:00Z", "begins when it ends");
    expect(await titles(person)).toEqual([
      "twenty years",
      "half a year",
      "three weeks",
      "goes over its start",
      "has no length, at its first moment",
    ]);
  });

  test("lists exactly the overlapping entries, whatever their length", { timeout: 60_000 }, async () => {
    const person = await product.signUp();
    const base = Date.UTC(2026, 0, 1);
    const length = fc.oneof(
      fc.constantFrom(0, 24, 25, 31 * 24, 31 * 24 + 1, 400 * 24, 400 * 24 + 1),
      fc.integer({ min: 0, max: 30_000 }),
    );
    const all = fc.sample(fc.tuple(fc.integer({ min: -20_000, max: 20_000 }), length), 150);
    const known = all.map(([start, hours], at) => ({
      title: String(at),
      from: base + start * hour,
      to: base + (start + hours) * hour,
    }));
    const iso = (ms: number): string => new Date(ms).toISOString();
    await Promise.all(known.map(({ title, from, to }) => add(person, { title, start: iso(from), end: iso(to) })));
    const start = fc.oneof(
      fc.integer({ min: -25_000, max: 25_000 }),
      fc.constantFrom(...all.flatMap(([from, hours]) => [from, from + hours])),
    );
    await fc.assert(
      fc.asyncProperty(start, fc.integer({ min: 1, max: 9_600 }), async (first, hours) => {
        const [from, to] = [base + first * hour, base + (first + hours) * hour];
        const wanted = known.filter((one) => one.from < to && (one.to > from || one.from >= from));
        expect((await titles(person, { from: iso(from), to: iso(to) })).toSorted()).toEqual(
          wanted.map(({ title }) => title).toSorted(),
        );
      }),
      { numRuns: 60 },
    );
  });
});

describe("calendar entry of a content item", () => {
  const outcomes = "/api/workflows/scheduled/outcome";
  async function plan(person: Person): Promise<string> {
    const enData = { workflow: "socialPostWriterWorkflow", kind: "post", title: "Post", plannedAt: call.start };
    return (await person.send("POST", outcomes, { enData })).body.outcome.id;
  }
  const plannedAt = async (person: Person): Promise<string> =>
    (await person.send("GET", outcomes)).body.outcomes[0].plannedAt;

  test("moves the content item, while other entries linked to it do not", async () => {
    const person = await product.signUp();
    const outcomeId = await plan(person);
    const own = await add(person, { outcomeId });
    const shooting = await add(person, { outcomeId, title: "Shooting" });
    const to = { start: "2026-11-24T14:00:00.000Z", end: "2026-11-24T15:00:00.000Z" };
    await person.send("PATCH", path, { id: shooting, ...to });
    expect(await plannedAt(person)).toBe(call.start);
    expect((await person.send("PATCH", path, { id: own, ...to })).status).toBe(200);
    expect(await plannedAt(person)).toBe(to.start);
    expect((await person.send("PATCH", path, { id: own, title: "Other words" })).status).toBe(200);
    expect(await plannedAt(person)).toBe(to.start);
  });

  test("stays unmoved when the move is rejected", async () => {
    const person = await product.signUp();
    const id = await add(person, { outcomeId: await plan(person) });
    const refused = await person.send("PATCH", path, { id, start: "2026-12-24T14:00:00.000Z" });
    expect(refused.status).toBe(400);
    expect(await plannedAt(person)).toBe(call.start);
  });

  test("follows when the content item moves and keeps its duration", async () => {
    const person = await product.signUp();
    const outcomeId = await plan(person);
    const id = await add(person, { outcomeId });
    await person.send("PUT", outcomes, { id: outcomeId, updates: { plannedAt: "2026-12-01T08:30:00.000Z" } });
    expect((await person.send("GET", `${path}/${id}`)).body.entry).toMatchObject({
      start: "2026-12-01T08:30:00.000Z",
      end: "2026-12-01T09:30:00.000Z",
      sequence: 1,
    });
  });

  test.each([
    [
      "at another time of another day",
      "2026-12-02T13:30:00.000Z",
      "2026-12-01T23:00:00.000Z",
      "2026-12-02T23:00:00.000Z",
    ],
    ["over a change of clocks", "2026-10-27T09:00:00.000Z", "2026-10-26T23:00:00.000Z", "2026-10-27T23:00:00.000Z"],
    ["onto the day of a change", "2026-10-25T09:00:00.000Z", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"],
  ])("stays as many whole days when the content item moves %s", async (_, itemAt, start, end) => {
    const person = await product.signUp();
    const outcomeId = await plan(person);
    const day = { start: "2026-11-30T23:00:00.000Z", end: "2026-12-01T23:00:00.000Z", allDay: true };
    const id = await add(person, { outcomeId, ...day, timeZone: "Europe/Berlin" });
    const move = (to: string) => person.send("PUT", outcomes, { id: outcomeId, updates: { plannedAt: to } });
    const read = async () => (await person.send("GET", `${path}/${id}`)).body.entry;
    await move(itemAt);
    const moved = await read();
    expect(moved).toMatchObject({ start, end, allDay: true });
    // Another time of that day leaves the entry as it is.
    await move(new Date(Date.parse(itemAt) + hour).toISOString());
    expect(await read()).toEqual(moved);
  });

  test("can be replaced by another entry after deletion", async () => {
    const person = await product.signUp();
    const outcomeId = await plan(person);
    const first = await add(person, { outcomeId });
    await person.send("DELETE", path, { enData: { entryId: first } });
    const second = await add(person, { outcomeId });
    await person.send("PATCH", path, { id: second, start: "2026-11-23T09:30:00.000Z" });
    expect(await plannedAt(person)).toBe("2026-11-23T09:30:00.000Z");
  });

  test("can be added while suggestions about the same item are applied", async () => {
    const person = await product.signUp();
    const item = {
      workflow: "socialPostWriterWorkflow",
      kind: "post",
      title: "Tides",
      plannedAt: "2026-05-01T08:00:00Z",
    };
    const { outcome } = (await person.send("POST", "/api/workflows/scheduled/outcome", { enData: item })).body;
    const { pool, db } = product.database;
    const applying = await pool.connect();
    try {
      // In the order of applying: first the count of the person's entries, then the item.
      await applying.query("begin");
      await applying.query("insert into row_count (user_id, kind, rows) values ($1, 'calendar_entry', 1)", [
        person.userId,
      ]);
      const entry = { type: "3010", title: "Tides", start: item.plannedAt, end: "2026-05-01T09:00:00Z" };
      const adding = person.send("POST", "/api/calendar/entry", { enData: { ...entry, outcomeId: outcome.id } });
      await expect.poll(() => waitingForLocks(db)).toBe(1);
      await applying.query("update outcome set title = 'Ebb' where id = $1", [outcome.id]);
      await applying.query("commit");
      expect((await adding).status).toBe(201);
    } finally {
      applying.release();
    }
  });
});

describe("deleted calendar entry", () => {
  const remove = (person: Person, entryId: string) => person.send("DELETE", path, { enData: { entryId } });
  const restore = (person: Person, id: string) => person.send("POST", `${path}/restore`, { id });

  test("is hidden everywhere and is restored unchanged", async () => {
    const person = await product.signUp();
    const id = await add(person, { notes: "Ask for the fleet.", reminders: [15], priority: "high" });
    const { body: before } = await person.send("GET", `${path}/${id}`);
    expect((await restore(person, id)).body).toEqual(before);
    expect((await remove(person, id)).body).toEqual({ deleted: true });
    expect(await titles(person)).toEqual([]);
    expect((await person.send("GET", `${path}/${id}`)).status).toBe(404);
    expect((await person.send("PATCH", path, { id, title: "Ghost" })).status).toBe(404);
    expect((await remove(person, id)).status).toBe(404);
    const back = await restore(person, id);
    expect([back.status, back.body]).toEqual([200, before]);
    expect(await titles(person)).toEqual(["Call"]);
    const again = await restore(person, id);
    expect([again.status, again.body]).toEqual([200, before]);
  });

  test("cannot be restored after a day and is then erased", async () => {
    const person = await product.signUp();
    const [id, other] = [await add(person), await add(person)];
    await remove(person, id);
    ahead = 23 * hour;
    await remove(person, other);
    ahead = 24 * hour + 1000;
    expect((await restore(person, id)).status).toBe(404);
    await eraseDeleted(product.deps);
    const left = await product.database.db
      .selectFrom("calendar_entry")
      .select("id")
      .where("user_id", "=", person.userId)
      .execute();
    expect(left).toEqual([{ id: other }]);
    expect((await restore(person, other)).status).toBe(200);
  });
});

test("returns 404 for another user's calendar entry and leaves it unchanged", async () => {
  const [owner, other] = await Promise.all([product.signUp(), product.signUp()]);
  const [id, gone] = [await add(owner), await add(owner)];
  await owner.send("DELETE", path, { enData: { entryId: gone } });
  const { body: before } = await owner.send("GET", `${path}/${id}`);
  for (const one of [id, nobodys]) {
    expect((await other.send("GET", `${path}/${one}`)).status).toBe(404);
    expect((await other.send("PATCH", path, { id: one, title: "Mine" })).status).toBe(404);
    expect((await other.send("DELETE", path, { enData: { entryId: one } })).status).toBe(404);
    expect((await other.send("POST", `${path}/restore`, { id: one })).status).toBe(404);
  }
  expect((await other.send("POST", `${path}/restore`, { id: gone })).status).toBe(404);
  expect((await owner.send("GET", `${path}/${id}`)).body).toEqual(before);
  expect(await titles(owner)).toEqual(["Call"]);
});

test("rejects an update of read-only fields", async () => {
  const person = await product.signUp();
  const id = await add(person);
  for (const extra of [
    { uid: "x" },
    { sequence: 9 },
    { userId: nobodys },
    { projectId: nobodys },
    { deletedAt: null },
  ]) {
    const answer = await person.send("PATCH", path, { id, title: "New", ...extra });
    expect([extra, answer.status]).toEqual([extra, 400]);
  }
  expect((await person.send("POST", `${path}/restore`, { id, title: "New" })).status).toBe(400);
  expect(await titles(person)).toEqual(["Call"]);
});

test("accepts each of the 65 entry types and no other", async () => {
  const person = await product.signUp();
  const statuses = await Promise.all(
    Array.from({ length: 80 }, (_, at) => String(1000 * (1 + Math.floor(at / 10)) + (at % 10) * 10)).map(
      async (type) => ({
        type,
        status: (await person.send("POST", path, { enData: { ...call, type } })).status,
      }),
    ),
  );
  expect(statuses.filter(({ status }) => status === 201).map(({ type }) => type)).toEqual(calendarTypes);
  expect(statuses.filter(({ status }) => status === 400)).toHaveLength(15);
});

test("names an entry without a title after its type, in the language that is asked for", async () => {
  const person = await product.signUp();
  const enData = { type: "2010", start: "2026-06-01T08:00:00Z", end: "2026-06-01T09:00:00Z" };
  const titles = [];
  for (const more of [{}, { activeLanguage: "de" }, { activeLanguage: "en" }]) {
    const { status, body } = await person.send("POST", "/api/calendar/entry", { enData, ...more });
    expect(status).toBe(201);
    titles.push(body.entry.title);
  }
  expect(titles).toEqual(["Deadline", "Frist", "Deadline"]);
  const own = await person.send("POST", "/api/calendar/entry", {
    enData: { ...enData, title: "Mine" },
    activeLanguage: "de",
  });
  expect(own.body.entry.title).toBe("Mine");
  for (const wrong of [{ enData: { ...enData, title: "" } }, { enData, activeLanguage: "fr" }])
    expect((await person.send("POST", "/api/calendar/entry", wrong)).status).toBe(400);
});
