import { afterAll, beforeAll, expect, test } from "vitest";
import { eraseDeleted } from "#src/server/upkeep.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import type { Person } from "#src/testing/visitor.ts";
import { listStatement, type OutcomePage } from "./server/list.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct();
});
afterAll(() => product.close());

const path = "/api/workflows/scheduled/outcome";

async function plan(person: Person, plannedAt: string, title = plannedAt): Promise<string> {
  const enData = { workflow: "socialPostWriterWorkflow", kind: "post", title, plannedAt };
  const answer = await person.send("POST", path, { enData });
  expect(answer.status).toBe(201);
  return answer.body.outcome.id;
}

async function titles(person: Person, query: string): Promise<string[]> {
  const { body } = await person.send("GET", `${path}?${query}`);
  return body.outcomes.map(({ title }: { title: string }) => title);
}

test("pages content items by planned date, including equal dates", async () => {
  const person = await product.signUp();
  const days = ["2026-03-03", "2026-03-01", "2026-03-02", "2026-03-02", "2026-03-02"];
  const ids = await Promise.all(days.map((day) => plan(person, `${day}T08:30:00.250Z`)));
  const seen: { id: string; plannedAt: string }[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const { body } = await person.send("GET", `${path}?limit=2${cursor ? `&cursor=${cursor}` : ""}`);
    seen.push(...body.outcomes);
    cursor = body.nextCursor;
    pages += 1;
  } while (cursor);
  expect(pages).toBe(3);
  expect(seen.map(({ plannedAt }) => plannedAt)).toEqual(days.toSorted().map((day) => `${day}T08:30:00.250Z`));
  expect(new Set(seen.map(({ id }) => id))).toEqual(new Set(ids));
});

test("lists content items from the start of a range up to but excluding its end, in any UTC offset", async () => {
  const person = await product.signUp();
  for (const hour of ["06", "07", "08"]) await plan(person, `2026-06-01T${hour}:00:00Z`, hour);
  expect(await titles(person, "from=2026-06-01T07:00:00Z")).toEqual(["07", "08"]);
  expect(await titles(person, "to=2026-06-01T08:00:00Z")).toEqual(["06", "07"]);
  const range = new URLSearchParams({ from: "2026-06-01T09:00:00+02:00", to: "2026-06-01T10:00:00+02:00" });
  expect(await titles(person, range.toString())).toEqual(["07"]);
});

test("lists the user's own content items exactly as an update returns them", async () => {
  const [person, other] = await Promise.all([product.signUp(), product.signUp()]);
  await plan(other, "2026-06-01T07:00:00Z");
  const id = await plan(person, "2026-06-01T07:00:00.123Z");
  const { body: listed } = await person.send("GET", path);
  const { body: changed } = await person.send("PUT", path, { id, updates: {} });
  expect(listed.outcomes).toEqual([{ ...changed.outcome, dateUpdated: listed.outcomes[0].dateUpdated }]);
  expect(await titles(person, "projectId=0191e7b0-0000-7000-8000-000000000000")).toEqual([]);
});

test("hides a deleted content item and restores it unchanged for its owner only", async () => {
  const [person, other] = await Promise.all([product.signUp(), product.signUp()]);
  const id = await plan(person, "2026-06-01T07:00:00Z");
  const { body: before } = await person.send("GET", path);
  const restore = (who: Person) => who.send("POST", `${path}/restore`, { id });
  expect((await person.send("DELETE", path, { enData: { id } })).status).toBe(200);
  expect((await person.send("DELETE", path, { enData: { id } })).status).toBe(404);
  expect((await person.send("PUT", path, { id, updates: { title: "x" } })).status).toBe(404);
  expect(await titles(person, "")).toEqual([]);
  expect((await restore(other)).status).toBe(404);
  expect((await restore(person)).body.outcome).toEqual(before.outcomes[0]);
  expect((await restore(person)).body.outcome).toEqual(before.outcomes[0]);
  expect((await person.send("GET", path)).body).toEqual(before);
});

test("erases content items deleted a day ago", async () => {
  const person = await product.signUp();
  const [old, kept, there] = await Promise.all(
    ["2026-06-01T07:00:00Z", "2026-06-02T07:00:00Z", "2026-06-03T07:00:00Z"].map((at) => plan(person, at)),
  );
  const { db } = product.database;
  await person.send("DELETE", path, { enData: { id: old } });
  await person.send("DELETE", path, { enData: { id: kept } });
  const now = Date.now();
  const dayBefore = new Date(now - 24 * 3_600_000);
  await db
    .updateTable("outcome")
    .set({ deleted_at: dayBefore })
    .where("id", "=", old ?? "")
    .execute();
  expect((await person.send("POST", `${path}/restore`, { id: old })).status).toBe(404);
  await eraseDeleted({ db, now: () => new Date(now) });
  const left = await db.selectFrom("outcome").select("id").where("user_id", "=", person.userId).execute();
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set([kept, there]));
});

test("moves the linked calendar entry with a content item, and only when its date changes", async () => {
  const person = await product.signUp();
  const id = await plan(person, "2026-06-01T07:00:00Z");
  const entry = await person.send("POST", "/api/calendar/entry", {
    enData: { type: "3010", title: "Post", start: "2026-06-01T07:00:00Z", end: "2026-06-01T07:30:00Z", outcomeId: id },
    activeLanguage: "en",
  });
  const times = async () => {
    const { start, end } = (await person.send("GET", `/api/calendar/entry/${entry.body.entry.id}`)).body.entry;
    return [start, end];
  };
  await person.send("PUT", path, { id, updates: { title: "Other words" } });
  expect(await times()).toEqual(["2026-06-01T07:00:00.000Z", "2026-06-01T07:30:00.000Z"]);
  await person.send("PUT", path, { id, updates: { plannedAt: "2026-06-03T10:00:00+02:00" } });
  expect(await times()).toEqual(["2026-06-03T08:00:00.000Z", "2026-06-03T08:30:00.000Z"]);
});

test("rejects unknown content types and those that the platform does not support", async () => {
  const person = await product.signUp();
  const made = (change: object) =>
    person.send("POST", path, {
      enData: {
        workflow: "socialPostWriterWorkflow",
        kind: "post",
        title: "Short",
        plannedAt: "2026-12-01T09:00:00Z",
        ...change,
      },
    });
  const { body } = await made({ platform: "TikTok", contentType: 41 });
  const { id } = body.outcome;
  const change = (updates: object) => person.send("PUT", path, { id, updates });
  const wrong = [
    await made({ contentType: 99 }),
    await made({ platform: "TikTok", contentType: 100 }),
    await change({ contentType: 99 }),
    await change({ contentType: 100 }),
    await change({ platform: "Reddit" }),
  ];
  expect(wrong.map((answer) => [answer.status, answer.body.fields[0].path])).toEqual([
    [400, "enData.contentType"],
    [400, "enData.contentType"],
    [400, "updates.contentType"],
    [400, "updates.contentType"],
    [400, "updates.contentType"],
  ]);
  expect((await change({ platform: "LinkedIn", contentType: 100 })).status).toBe(200);
  expect((await change({ platform: null })).body.outcome).toMatchObject({ platform: null, contentType: 100 });
});

test("takes known platforms and workflows only", async () => {
  const person = await product.signUp();
  const item = {
    workflow: "socialPostWriterWorkflow",
    kind: "post",
    title: "Short",
    plannedAt: "2026-12-01T09:00:00Z",
  };
  const made = (change: object) => person.send("POST", path, { enData: { ...item, ...change } });
  const { id } = (await made({})).body.outcome;
  const wrong = [
    await made({ platform: "Own magazine" }),
    await made({ workflow: "poemWriterWorkflow" }),
    await person.send("PUT", path, { id, updates: { platform: "Own magazine" } }),
  ];
  expect(wrong.map((answer) => [answer.status, answer.body.fields[0].path])).toEqual([
    [400, "enData.platform"],
    [400, "enData.workflow"],
    [400, "updates.platform"],
  ]);
  expect(await titles(person, "")).toEqual(["Short"]);
});

test("filters by status, platform and project, pages backwards, and counts the same", async () => {
  const [person, other] = await Promise.all([product.signUp(), product.signUp()]);
  const add = (who: Person, at: number, more: object) =>
    who.send("POST", path, {
      enData: {
        workflow: "socialPostWriterWorkflow",
        kind: "post",
        title: `${at}`,
        plannedAt: `2026-06-0${at}T07:00:00Z`,
        ...more,
      },
    });
  await add(person, 1, { status: "published", platform: "LinkedIn" });
  await add(person, 2, { platform: "LinkedIn" });
  await add(person, 3, { status: "planned", platform: "Reddit" });
  await add(person, 4, { status: "drafted" });
  await add(other, 5, { platform: "Bluesky" });
  expect(await titles(person, "status=idea,planned")).toEqual(["2", "3"]);
  expect(await titles(person, "status=drafted")).toEqual(["4"]);
  expect(await titles(person, "platform=LinkedIn&status=idea")).toEqual(["2"]);
  expect(await titles(person, "order=desc&to=2026-06-04T00:00:00Z")).toEqual(["3", "2", "1"]);
  const first = (await person.send("GET", `${path}?order=desc&limit=3`)).body;
  expect(await titles(person, `order=desc&limit=3&cursor=${first.nextCursor}`)).toEqual(["1"]);
  const counts = async (query: string) => (await person.send("GET", `${path}/counts?${query}`)).body;
  expect(await counts("before=2026-06-03T00:00:00Z")).toEqual({
    total: 4,
    statuses: { idea: 1, planned: 1, drafted: 1, published: 1 },
    earlier: 2,
    platforms: ["LinkedIn", "Reddit"],
    projects: [],
  });
  expect(await counts("before=2026-06-03T00:00:00Z&platform=LinkedIn&status=idea")).toMatchObject({
    total: 4,
    statuses: { idea: 1, published: 1 },
    earlier: 1,
  });
  expect((await person.send("GET", `${path}?status=lost`)).status).toBe(400);
});

test("shows one content item to its owner only", async () => {
  const [person, other] = await Promise.all([product.signUp(), product.signUp()]);
  const id = await plan(person, "2026-06-01T07:00:00Z");
  const one = `${path}/${id}`;
  expect((await person.send("GET", one)).body.outcome).toMatchObject({ id, plannedAt: "2026-06-01T07:00:00.000Z" });
  expect((await other.send("GET", one)).status).toBe(404);
  await person.send("DELETE", path, { enData: { id } });
  expect((await person.send("GET", one)).status).toBe(404);
});

test("moves nothing of another person, from either side", async () => {
  const [person, other] = await Promise.all([product.signUp(), product.signUp()]);
  const plannedAt = "2026-06-01T07:00:00.000Z";
  const id = await plan(person, plannedAt);
  const enData = { type: "3010", title: "Post", start: plannedAt, end: "2026-06-01T07:30:00.000Z", outcomeId: id };
  const entryPath = "/api/calendar/entry";
  const entry = (await person.send("POST", entryPath, { enData, activeLanguage: "en" })).body.entry;
  const to = "2026-06-05T07:00:00.000Z";
  expect((await other.send("PUT", path, { id, updates: { plannedAt: to } })).status).toBe(404);
  expect((await other.send("PATCH", entryPath, { id: entry.id, start: to, end: to })).status).toBe(404);
  expect((await other.send("POST", entryPath, { enData, activeLanguage: "en" })).status).toBe(404);
  expect((await person.send("GET", `${path}/${id}`)).body.outcome.plannedAt).toBe(plannedAt);
  expect((await person.send("GET", `${entryPath}/${entry.id}`)).body.entry.start).toBe(plannedAt);
});

test("leaves item and entry on one date when two tabs move them at once", async () => {
  const person = await product.signUp();
  const start = "2026-06-01T07:00:00.000Z";
  const id = await plan(person, start);
  const end = "2026-06-01T07:30:00.000Z";
  const enData = { type: "3010", title: "Post", start, end, outcomeId: id };
  const entryPath = "/api/calendar/entry";
  const entry = (await person.send("POST", entryPath, { enData, activeLanguage: "en" })).body.entry;
  for (let round = 2; round < 12; round += 1) {
    const day = String(round).padStart(2, "0");
    // Every other round, the calendar sets the date that it still shows: that is a move too once the item has moved.
    const known = (await person.send("GET", `${entryPath}/${entry.id}`)).body.entry;
    const other = `2026-07-${day}T09:00:00.000Z`;
    const to = round % 2 ? { start: known.start, end: known.end } : { start: other, end: other };
    const [item, moved] = await Promise.all([
      person.send("PUT", path, { id, updates: { plannedAt: `2026-06-${day}T07:00:00.000Z` } }),
      person.send("PATCH", entryPath, { id: entry.id, ...to }),
    ]);
    expect([item.status, moved.status]).toEqual([200, 200]);
    const after = (await person.send("GET", `${entryPath}/${entry.id}`)).body.entry;
    expect((await person.send("GET", `${path}/${id}`)).body.outcome.plannedAt).toBe(after.start);
  }
});

test("walks along an index in the order of dates, so that a page costs the same whatever a person owns", async () => {
  const person = await product.signUp();
  const { pool } = product.database;
  await pool.query(
    `insert into outcome (id, user_id, workflow, kind, title, brief, planned_at, time_zone, status, created_at, updated_at)
     select gen_random_uuid(), $1, 'x', 'post', 'Item ' || n, '', timestamptz '2026-01-01' + n * interval '1 hour',
       'Europe/Berlin', (array['idea','planned','drafted','approved','published'])[1 + n % 5], now(), now()
     from generate_series(1, 5000) n`,
    [person.userId],
  );
  await pool.query("analyze outcome");
  const used = async (page: Partial<OutcomePage>): Promise<string> => {
    const { text, values } = listStatement(person.userId, { limit: 20, order: "asc", ...page });
    const { rows } = await pool.query<{ "QUERY PLAN": string }>(`explain ${text}`, values);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  };
  expect(await used({ status: ["drafted"], order: "desc" })).toMatch(/Index Scan Backward using outcome_status/);
  expect(await used({ from: "2026-03-01T00:00:00Z" })).toMatch(/Index Scan using outcome_owner/);
  expect(await used({ status: ["drafted"] })).not.toContain("Sort");
});
