import fc from "fast-check";
import { CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { eraseDeleted } from "#src/server/upkeep.ts";
import { waitingForLocks } from "#src/testing/database.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import type { Answer, Person } from "#src/testing/visitor.ts";
import { leadFilters, leadSort, leadStage, type Lead, type LeadSort } from "./contract.ts";
import { foldText, sortKey } from "./rules.ts";
import { type CursorPosition, listStatement } from "./server/list.ts";
import { leadsOf } from "./server/repository.ts";

let product: TestProduct;
let clock = Date.parse("2026-06-01T08:00:00Z");
beforeAll(async () => {
  product = await openTestProduct({ now: () => new Date(clock) });
});
afterAll(() => product.close());

const path = "/api/leads";
const hour = 3_600_000;
const day = 24 * hour;

async function add(person: Person, leads: object[]): Promise<Lead[]> {
  const answer = await person.send("POST", path, { enData: { leads } });
  expect(answer.status).toBe(201);
  return answer.body.leads;
}

const list = (person: Person, query: Record<string, string> = {}): Promise<Answer> =>
  person.send("GET", `${path}?${new URLSearchParams({ counts: "true", ...query })}`);

const names = async (person: Person, query: Record<string, string>): Promise<string[]> =>
  (await list(person, { sort: "name", ...query })).body.leads.map(({ name }: Lead) => name);

async function everyPage(person: Person, query: Record<string, string>): Promise<Lead[]> {
  const seen: Lead[] = [];
  let cursor: string | undefined;
  do {
    const { status, body } = await list(person, { ...query, ...(cursor ? { cursor } : {}) });
    expect(status).toBe(200);
    seen.push(...body.leads);
    cursor = body.nextCursor;
  } while (cursor);
  return seen;
}

test("creates a lead with all fields and returns the same lead everywhere", async () => {
  const person = await product.signUp();
  const [lead] = await add(person, [{ name: "Radhaus Nord", email: ["kontakt@radhaus.example"] }]);
  expect(lead).toMatchObject({
    name: "Radhaus Nord",
    kind: "org",
    email: ["kontakt@radhaus.example"],
    stage: "new",
    score: null,
    legalBasis: "none",
    address: { street: "", zip: "", city: "", country: "" },
    projectId: null,
    dateCreated: new Date(clock).toISOString(),
  });
  expect((await person.send("GET", `${path}/${lead?.id}`)).body.lead).toEqual(lead);
  expect((await list(person)).body).toEqual({ leads: [lead], found: 1, total: 1 });
});

test("lists an imported batch in its own order, newest batch first", async () => {
  const person = await product.signUp();
  await add(person, [{ name: "older" }]);
  clock += 1000;
  await add(person, [{ name: "a" }, { name: "b" }, { name: "c" }]);
  const { body } = await list(person);
  expect(body.leads.map(({ name }: Lead) => name)).toEqual(["a", "b", "c", "older"]);
});

/** Words with traps: accents, case, control and astral characters, wildcards of SQL. */
const word = fc.constantFrom(
  "Äpfel",
  "apfel",
  "Zürich",
  "b",
  "B",
  "ß",
  "x\ty",
  "50 %_off",
  "\\",
  "é",
  "é",
  "𝔄",
  "ﷺ",
  "’",
);
const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));
const someLead = fc.record({
  name: phrase,
  category: fc.constantFrom("", "Bakery", "bäckerei"),
  contact: fc.constantFrom("", "Mara", "x"),
  email: fc.array(fc.constantFrom("a_b@example.com", "info@x.example"), { maxLength: 2 }),
  phone: fc.array(fc.constantFrom("+49 30 1", "112"), { maxLength: 1 }),
  website: fc.constantFrom(null, "https://x.example/"),
  address: fc.record({ city: fc.constantFrom("", "", "Ulm", "ulm", "Århus", "Köln") }),
  stage: fc.constantFrom(...leadStage.options),
  score: fc.option(fc.integer({ min: 0, max: 100 }), { freq: 2 }),
  tags: fc.uniqueArray(fc.constantFrom("hot", "cold", "Ü"), { maxLength: 2 }),
  doNotContact: fc.boolean(),
  lastContactAt: fc.option(
    fc
      .integer({ min: 0, max: 40 })
      .map((days) => new Date(Date.parse("2026-06-01T08:00:00Z") - days * day).toISOString()),
    { freq: 2 },
  ),
  nextStepOn: fc.constantFrom(null, "2026-05-31", "2026-06-01", "2026-06-02"),
  notes: fc.constantFrom("", "call back", "50 %_off"),
});

const keys: Record<string, (lead: Lead) => string | number | null> = {
  updated: (lead) => lead.dateUpdated,
  name: (lead) => sortKey(lead.name),
  score: (lead) => lead.score,
  city: (lead) => sortKey(lead.address.city) || null,
  stage: (lead) => leadStage.options.indexOf(lead.stage),
  lastContact: (lead) => lead.lastContactAt,
};

/** Code points, as the database compares them. */
const before = (a: string | number, b: string | number): number =>
  typeof a === "number" && typeof b === "number"
    ? a - b
    : Buffer.compare(Buffer.from(String(a), "utf8"), Buffer.from(String(b), "utf8"));

/** The order of a sort, with what is empty at the end whatever the direction. */
function sorted(leads: Lead[], sort: LeadSort): Lead[] {
  const sign = sort.startsWith("-") ? -1 : 1;
  const keyOf = keys[sort.replace("-", "")] ?? (() => null);
  return leads.toSorted((a, b) => {
    const [x, y] = [keyOf(a), keyOf(b)];
    if (x === null || y === null) return x === y ? sign * before(a.id, b.id) : x === null ? 1 : -1;
    return sign * (before(x, y) || before(a.id, b.id));
  });
}

test("pages through every lead once and in order for every sort", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(someLead, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 7 }),
      async (batches, limit) => {
        const person = await product.signUp();
        const leads: Lead[] = [];
        for (const batch of batches) {
          clock += 1;
          leads.push(...(await add(person, batch)));
        }
        for (const sort of leadSort.options) {
          const seen = await everyPage(person, { sort, limit: String(limit) });
          expect(seen).toEqual(sorted(leads, sort));
        }
      },
    ),
    { numRuns: 8 },
  );
}, 60_000);

const filters = fc.record(
  {
    q: fc.array(fc.oneof(word, fc.constantFrom("mara", "%", "_", "example", "KOLN", "nothing")), { maxLength: 2 }),
    stage: fc.uniqueArray(fc.constantFrom(...leadStage.options), { minLength: 1, maxLength: 3 }),
    tag: fc.uniqueArray(fc.constantFrom("hot", "cold", "Ü", "h%t"), { minLength: 1, maxLength: 2 }),
    city: fc.constantFrom("ULM", "Koln", "Aarhus"),
    category: fc.constantFrom("bakery", "BÄCKEREI"),
    minScore: fc.integer({ min: 0, max: 100 }),
    has: fc.uniqueArray(fc.constantFrom("email", "phone", "website"), { minLength: 1, maxLength: 3 }),
    doNotContact: fc.boolean(),
    quietDays: fc.integer({ min: 1, max: 30 }),
  },
  { requiredKeys: [] },
);
type Filters = typeof filters extends fc.Arbitrary<infer T> ? T : never;

/** The filters in plain words, to hold the database against. */
function fits(lead: Lead, wanted: Filters): boolean {
  const places = [lead.name, lead.contact, lead.address.city, lead.category, ...lead.tags, ...lead.email, lead.notes];
  const words = foldText((wanted.q ?? []).join(" "))
    .split(/\s+/u)
    .filter(Boolean);
  const has = { email: lead.email.length > 0, phone: lead.phone.length > 0, website: lead.website !== null };
  const today = new Date(clock).toISOString().slice(0, 10);
  const quietSince = clock - (wanted.quietDays ?? 0) * day;
  return (
    words.every((part) => places.some((place) => foldText(place).includes(part))) &&
    (wanted.stage?.includes(lead.stage) ?? true) &&
    (wanted.tag?.some((tag) => lead.tags.includes(tag)) ?? true) &&
    (wanted.city === undefined || sortKey(lead.address.city) === sortKey(wanted.city)) &&
    (wanted.category === undefined || sortKey(lead.category) === sortKey(wanted.category)) &&
    (wanted.minScore === undefined || (lead.score !== null && lead.score >= wanted.minScore)) &&
    (wanted.has ?? []).every((field) => has[field]) &&
    (wanted.doNotContact === undefined || lead.doNotContact === wanted.doNotContact) &&
    (wanted.quietDays === undefined ||
      ((lead.nextStepOn === null || lead.nextStepOn < today) &&
        ((lead.lastContactAt === null && lead.stage === "new") ||
          Date.parse(lead.lastContactAt ?? lead.dateUpdated) < quietSince)))
  );
}

test("filters leads, counts the matches and pages through them", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(someLead, { minLength: 1, maxLength: 20 }),
      fc.array(filters, { minLength: 12, maxLength: 12 }),
      fc.constantFrom(...leadSort.options),
      async (wanted, several, sort) => {
        const person = await product.signUp();
        const leads = await add(person, wanted);
        for (const filter of several) {
          const query = Object.fromEntries(
            Object.entries(filter).map(([name, value]) => [
              name,
              Array.isArray(value) ? value.join(name === "q" ? " " : ",") : String(value),
            ]),
          );
          const expected = sorted(
            leads.filter((lead) => fits(lead, filter)),
            sort,
          );
          const { body } = await list(person, { ...query, limit: "3" });
          expect([body.found, body.total]).toEqual([expected.length, leads.length]);
          expect(await everyPage(person, { ...query, sort, limit: "3" })).toEqual(expected);
        }
      },
    ),
    { numRuns: 8 },
  );
}, 60_000);

test("treats a new lead as quiet at once and a contacted one without a date by its last update", async () => {
  const person = await product.signUp();
  const added = await add(person, [
    { name: "new" },
    { name: "contacted", stage: "contacted" },
    { name: "moved", stage: "new" },
    { name: "dated", stage: "offer", lastContactAt: new Date(clock - 13 * day).toISOString() },
  ]);
  expect(await names(person, { quietDays: "14" })).toEqual(["moved", "new"]);
  clock += 14 * day + 1;
  const moved = added.find(({ name }) => name === "moved");
  await person.send("PUT", path, { id: moved?.id, fields: { stage: "contacted" } });
  expect(await names(person, { quietDays: "14" })).toEqual(["contacted", "dated", "new"]);
  expect(await names(person, { stage: "contacted", quietDays: "14" })).toEqual(["contacted"]);
});

test("treats a lead as quiet when its next step is overdue, not when it is still to come", async () => {
  const person = await product.signUp();
  const on = (days: number) => new Date(clock + days * day).toISOString().slice(0, 10);
  const lastContactAt = new Date(clock - 30 * day).toISOString();
  await add(person, [
    { name: "nothing planned", stage: "contacted", lastContactAt },
    { name: "missed", stage: "meeting", lastContactAt, nextStepOn: on(-1) },
    { name: "today", stage: "meeting", lastContactAt, nextStepOn: on(0) },
    { name: "next week", stage: "offer", lastContactAt, nextStepOn: on(7) },
    { name: "new and planned", nextStepOn: on(7) },
  ]);
  expect(await names(person, { quietDays: "14" })).toEqual(["missed", "nothing planned"]);
});

test("finds, counts and sorts a list from the index alone", async () => {
  const asked: Record<string, unknown>[] = [
    { stage: "new,offer" },
    { city: "Ulm", category: "bakery", minScore: 60 },
    { has: "email,phone,website", doNotContact: "false" },
    { quietDays: 30, projectId: newId() },
  ];
  const valueOf = (sort: LeadSort) =>
    sort.endsWith("pdated")
      ? new Date(clock).toISOString()
      : sort.endsWith("name")
        ? "a"
        : sort.endsWith("stage")
          ? 1
          : null;
  await product.deps.db.transaction().execute(async (trx) => {
    const held = await sql<{ name: string }>`select attname as name from pg_attribute
      where attrelid = 'lead_list'::regclass`.execute(trx);
    // In this transaction a lead has no other columns, so that a look at one would be refused.
    const names = [...held.rows.map(({ name }) => name), "deleted_at"];
    await sql`create temporary table lead on commit drop as
      select ${sql.join(names.map((name) => sql.ref(name)))} from lead`.execute(trx);
    for (const sort of leadSort.options) {
      for (const one of asked) {
        const filters = leadFilters.parse({ ...one, sort });
        const query = { filters, limit: 50, now: new Date(clock), fields: "table" as const, counts: true };
        const rowsOf = async (after: CursorPosition | undefined) => {
          const { text, values } = listStatement(newId(), { ...query, after }, "lead.*");
          return (await trx.executeQuery(CompiledQuery.raw(text, values))).rows;
        };
        expect(await rowsOf(undefined)).toMatchObject([{ id: null, found: 0, total: 0 }]);
        expect(await rowsOf([sort, valueOf(sort), newId(), 0, 0])).toEqual([]);
      }
    }
  });
});

test("searches literal words regardless of case and accents", async () => {
  const person = await product.signUp();
  await add(person, [
    { name: "Bäckerei Müller", notes: "100 % rye" },
    { name: "Bakery 1000", address: { city: "Straßburg" } },
  ]);
  expect(await names(person, { q: "muller BACKEREI" })).toEqual(["Bäckerei Müller"]);
  expect(await names(person, { q: "100 %" })).toEqual(["Bäckerei Müller"]);
  expect(await names(person, { q: "strasse" })).toEqual([]);
  expect(await names(person, { q: "STRASS" })).toEqual(["Bakery 1000"]);
  expect(await names(person, { q: "  " })).toHaveLength(2);
});

test("rejects a list cursor of another sort", async () => {
  const person = await product.signUp();
  await add(person, [{ name: "a" }, { name: "b" }]);
  const { nextCursor } = (await list(person, { sort: "name", limit: "1" })).body;
  const refused = await list(person, { sort: "-name", limit: "1", cursor: nextCursor });
  expect([refused.status, refused.body.fields[0].path]).toEqual([400, "cursor"]);
});

test("updates only the given fields of a lead, and search reflects the update", async () => {
  const person = await product.signUp();
  const [lead] = await add(person, [{ name: "Old name", tags: ["hot"], score: 10, notes: "kept" }]);
  clock += hour;
  const { status, body } = await person.send("PUT", path, {
    id: lead?.id,
    fields: { name: "New name", score: null, stage: "won" },
  });
  expect(status).toBe(200);
  expect(body.updatedLead).toEqual({
    ...lead,
    name: "New name",
    score: null,
    stage: "won",
    dateUpdated: new Date(clock).toISOString(),
  });
  expect(await names(person, { q: "old" })).toEqual([]);
  expect(await names(person, { q: "new kept", stage: "won" })).toEqual(["New name"]);
});

test("rejects a whole bulk update when one lead belongs to another user", async () => {
  const [person, other] = await Promise.all([product.signUp(), product.signUp()]);
  const [a, b] = await add(person, [{ name: "a" }, { name: "b" }]);
  const [foreign] = await add(other, [{ name: "foreign" }]);
  const change = (ids: (string | undefined)[]) =>
    person.send("PUT", path, {
      updates: ids.map((id, at) => ({ id, fields: { stage: "offer", nextStep: `n${at}` } })),
    });
  expect((await change([a?.id, foreign?.id])).status).toBe(404);
  expect((await change([a?.id, newId()])).status).toBe(404);
  expect((await change([a?.id, a?.id])).status).toBe(400);
  expect((await list(person, { sort: "name" })).body.leads).toEqual([a, b]);
  expect((await list(other)).body.leads).toEqual([foreign]);
  const { body } = await change([b?.id, a?.id]);
  expect(body.updatedLeads.map(({ id, nextStep, stage }: Lead) => [id, nextStep, stage])).toEqual([
    [b?.id, "n0", "offer"],
    [a?.id, "n1", "offer"],
  ]);
});

test("completes concurrent bulk updates in opposite orders", async () => {
  const person = await product.signUp();
  const ids = (
    await add(
      person,
      Array.from({ length: 40 }, (_, at) => ({ name: `lead ${at}` })),
    )
  ).map(({ id }) => id);
  const change = (order: string[], nextStep: string) =>
    person.send("PUT", path, { updates: order.map((id) => ({ id, fields: { nextStep } })) });
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, at) => change(at % 2 ? ids : ids.toReversed(), String(at))),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  const steps = new Set((await list(person)).body.leads.map(({ nextStep }: Lead) => nextStep));
  expect(steps.size).toBe(1);
});

test("locks restored leads in the order of their ids, whatever the scan order", async () => {
  const person = await product.signUp();
  const ids = (await add(person, [{ name: "a" }, { name: "b" }, { name: "c" }])).map(({ id }) => id).toSorted();
  // The last one is written first, and so found first by a look through the table.
  for (const id of ids.toReversed()) await person.send("DELETE", path, { enData: { id } });
  const { db } = product.database;
  const lock = (trx: typeof db, some: string[]) =>
    trx.selectFrom("lead").select("id").where("id", "in", some).orderBy("id").forUpdate().execute();
  const [first = "", ...later] = ids;
  const { coming } = await db.transaction().execute(async (trx) => {
    await lock(trx, [first]);
    const coming = db.transaction().execute(async (other) => {
      for (const way of ["indexscan", "indexonlyscan", "bitmapscan"])
        await sql.raw(`set local enable_${way} = off`).execute(other);
      await leadsOf(person.userId, other).restore(ids, new Date(clock - hour));
    });
    await expect.poll(() => waitingForLocks(db)).toBe(1);
    // Who waits for the first holds none of the others.
    await lock(trx, later);
    return { coming };
  });
  await coming;
  expect((await list(person)).body.total).toBe(3);
});

test("hides deleted leads, restores them unchanged within a day and rejects it later", async () => {
  const person = await product.signUp();
  const [a, b, c] = await add(person, [{ name: "a" }, { name: "b" }, { name: "c" }]);
  expect((await person.send("DELETE", path, { enData: { id: a?.id } })).body).toEqual({ deleted: 1 });
  expect((await person.send("DELETE", path, { enData: { ids: [b?.id, b?.id] } })).body).toEqual({ deleted: 1 });
  expect((await person.send("DELETE", path, { enData: { ids: [c?.id, a?.id] } })).status).toBe(404);
  expect((await list(person)).body).toEqual({ leads: [c], found: 1, total: 1 });
  expect((await person.send("GET", `${path}/${a?.id}`)).status).toBe(404);
  expect((await person.send("PUT", path, { id: a?.id, fields: {} })).status).toBe(404);

  clock += day - 1;
  const back = await person.send("POST", `${path}/restore`, { ids: [a?.id] });
  expect([back.status, back.body.leads]).toEqual([200, [a]]);
  expect((await person.send("POST", `${path}/restore`, { ids: [a?.id] })).status).toBe(200);
  clock += 1;
  expect((await person.send("POST", `${path}/restore`, { ids: [a?.id, b?.id] })).status).toBe(404);
  expect(await names(person, {})).toEqual(["a", "c"]);
});

test("erases leads deleted a day ago together with their messages, and nothing else", async () => {
  const person = await product.signUp();
  const [old, kept] = await add(person, [{ name: "old" }, { name: "kept" }, { name: "there" }]);
  await person.send("POST", `${path}/outreach/insights`, { enData: { insights: [{ leadId: old?.id }] } });
  await person.send("DELETE", path, { enData: { id: old?.id } });
  clock += hour;
  await person.send("DELETE", path, { enData: { id: kept?.id } });
  const { db } = product.database;
  await eraseDeleted({ db, now: () => new Date(clock + day - hour) });
  const left = await db.selectFrom("lead").select("name").where("user_id", "=", person.userId).execute();
  expect(left.map(({ name }) => name).toSorted()).toEqual(["kept", "there"]);
  expect(await db.selectFrom("insight").select("id").where("user_id", "=", person.userId).execute()).toEqual([]);
});

test("lists the named leads alone, of one's own and not deleted", async () => {
  const [person, other] = await Promise.all([product.signUp(), product.signUp()]);
  const [a, b, c] = await add(person, [{ name: "a" }, { name: "b" }, { name: "c" }, { name: "unnamed" }]);
  const [foreign] = await add(other, [{ name: "foreign" }]);
  await person.send("DELETE", path, { enData: { id: c?.id } });
  const ids = [a?.id, b?.id, c?.id, foreign?.id].join(",");
  expect((await names(person, { ids })).toSorted()).toEqual(["a", "b"]);
  expect((await person.send("GET", `${path}?ids=nonsense`)).status).toBe(400);
});

test("rejects deleting or restoring other users' leads, even together with own ones", async () => {
  const [person, other] = await Promise.all([product.signUp(), product.signUp()]);
  const [own] = await add(person, [{ name: "own" }]);
  const [foreign] = await add(other, [{ name: "foreign" }]);
  const ids = [own?.id, foreign?.id];
  expect((await person.send("DELETE", path, { enData: { ids } })).status).toBe(404);
  await other.send("DELETE", path, { enData: { id: foreign?.id } });
  expect((await person.send("POST", `${path}/restore`, { ids })).status).toBe(404);
  expect(await names(person, {})).toEqual(["own"]);
  expect(await names(other, {})).toEqual([]);
});

test("rejects invalid leads and names the field", async () => {
  const person = await product.signUp();
  const places = async (lead: object): Promise<string> => {
    const { status, body } = await person.send("POST", path, { enData: { leads: [lead] } });
    return `${status} ${body.fields?.[0]?.path}`;
  };
  expect(await places({ name: " " })).toBe("400 enData.leads.0.name");
  expect(await places({ name: "\u200B\u2060 \u00AD" })).toBe("400 enData.leads.0.name");
  expect(await places({ name: "👩‍🔧" })).toBe("201 undefined");
  expect(await places({ name: "a", score: 101 })).toBe("400 enData.leads.0.score");
  expect(await places({ name: "a", email: ["no"] })).toBe("400 enData.leads.0.email.0");
  expect(await places({ name: "a", website: "javascript:alert(1)" })).toBe("400 enData.leads.0.website");
  expect(await places({ name: "a", userId: newId() })).toMatch(/^400 /);
  expect((await person.send("POST", path, { enData: { leads: [] } })).status).toBe(400);
});
