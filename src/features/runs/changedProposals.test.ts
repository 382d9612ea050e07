import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Proposal } from "#src/features/documents/document.ts";
import { newId } from "#src/kit/ids.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { readEvents, type Person } from "#src/testing/visitor.ts";
import type { ProposalRow } from "./contract.ts";
import { dropInvalid } from "./server/proposals.ts";
import { renewProposals } from "./server/renewing.ts";
import { runsOf } from "./server/repository.ts";

let product: TestProduct;
let person: Person;
let runId: string;
beforeAll(async () => {
  product = await openTestProduct();
});
afterAll(() => product.close());

/** A finished run of a new person that offers nothing of its own any more. */
beforeEach(async () => {
  person = await product.signUp();
  const path = "/api/workflows/contentPlannerWorkflow";
  const formValues = (await person.send("GET", path)).body.example;
  const body = { enData: { formValues } };
  const { run } = (await person.send("POST", `${path}/runs`, body, { "idempotency-key": newId() })).body;
  await readEvents(person, run.id);
  runId = run.id;
  await product.database.db.deleteFrom("run_proposal").where("run_id", "=", runId).execute();
});

const valid = (proposals: Proposal[]) => dropInvalid(proposals, product.deps.effects);
const offer = (proposals: Proposal[]) =>
  runsOf(person.userId, product.database.db).addProposals(runId, valid(proposals));
const renew = (proposals: Proposal[]) =>
  product.database.db.transaction().execute((trx) => renewProposals(runId, valid(proposals), trx));

/** A content item with its entry of 15 minutes. */
function item(id: string, plannedAt: string, payload: object = {}, entry: object = {}): Proposal[] {
  const timeZone = "Europe/Berlin";
  const end = new Date(Date.parse(plannedAt) + 15 * 60_000).toISOString();
  const words = { workflow: "socialPostWriterWorkflow", kind: "post", platform: "LinkedIn", contentType: 1 };
  const title = "title" in payload ? String(payload.title) : `Post ${id}`;
  return [
    {
      kind: "outcome",
      key: `outcome:${id}`,
      payload: { ...words, title, brief: `Brief ${id}`, plannedAt, timeZone, status: "idea", ...payload },
    },
    {
      kind: "calendarEntry",
      key: `entry:${id}`,
      requires: [`outcome:${id}`],
      payload: {
        type: "3010",
        title: `LinkedIn: ${title}`,
        start: plannedAt,
        end,
        timeZone,
        notes: `Brief ${id}`,
        outcomeKey: `outcome:${id}`,
        ...entry,
      },
    },
  ];
}
const lead = (key: string, payload: object = {}): Proposal => ({
  kind: "lead",
  key,
  payload: { name: `Lead ${key}`, ...payload },
});

const path = () => `/api/workflows/runs/${runId}`;
const list = async (): Promise<ProposalRow[]> => (await person.send("GET", `${path()}/proposals`)).body.proposals;
const row = async (key: string): Promise<ProposalRow> => {
  const found = (await list()).find((one) => one.key === key);
  if (!found) throw new Error(`no row ${key}`);
  return found;
};
const change = (key: string, changes: object | null) =>
  person.send("POST", `${path()}/proposals`, { changes: [{ key, changes }] });
const apply = (keys: string[], changes?: object[]) =>
  person.send("POST", `${path()}/apply`, changes ? { keys, changes } : { keys });
const undo = (keys?: string[]) => person.send("POST", `${path()}/undo`, keys ? { keys } : {});
const update = (keys: string[], replace?: boolean) =>
  person.send("POST", `${path()}/update`, replace === undefined ? { keys } : { keys, replace });
const items = async () => (await person.send("GET", "/api/workflows/scheduled/outcome?limit=200")).body.outcomes;
const entryOf = async (id: string) => (await person.send("GET", `/api/calendar/entry/${id}`)).body.entry;

const monday = "2027-02-01T08:00:00.000Z";
const tuesday = "2027-02-02T10:30:00.000Z";
const wednesday = "2027-02-03T09:00:00.000Z";

test("moves a content item and its entry together, also when the change names the entry", async () => {
  await offer(item("a", monday));
  const edit = { at: tuesday, minutes: 45, title: "Why fleets book early", text: "New brief" };
  expect((await change("entry:a", edit)).status).toBe(200);
  const [outcome, entry] = await list();
  expect(outcome).toMatchObject({
    changes: edit,
    state: "proposed",
    payload: { plannedAt: tuesday, brief: "New brief" },
  });
  expect(entry?.payload).toMatchObject({
    title: "LinkedIn: Why fleets book early",
    start: tuesday,
    end: "2027-02-02T11:15:00.000Z",
    notes: "New brief",
  });
  expect((await apply(["entry:a"])).body.applied).toBe(2);
  const [made] = await items();
  expect(made).toMatchObject({ title: "Why fleets book early", plannedAt: tuesday, brief: "New brief" });
  expect(await entryOf(made.calendarEntryId)).toMatchObject({
    start: tuesday,
    end: "2027-02-02T11:15:00.000Z",
    outcomeId: made.id,
  });
});

test("takes changes with the applying, and an undo brings the suggestion back as it was changed", async () => {
  await offer([...item("a", monday), lead("l")]);
  const changes = [
    { key: "outcome:a", changes: { at: tuesday } },
    { key: "l", changes: { title: "Radwerk Brandt", text: "Met in June" } },
  ];
  expect((await apply(["entry:a", "l"], changes)).body.applied).toBe(3);
  expect((await undo()).body.undone).toBe(3);
  expect(await row("entry:a")).toMatchObject({ state: "undone", payload: { start: tuesday } });
  expect(await row("l")).toMatchObject({ payload: { name: "Radwerk Brandt", notes: "Met in June" } });
  expect((await change("outcome:a", null)).status).toBe(200);
  expect(await row("outcome:a")).toMatchObject({ payload: { plannedAt: monday } });
  expect((await row("outcome:a")).changes).toBeUndefined();
});

test("forgets a change that says what was proposed", async () => {
  await offer(item("a", monday));
  await change("outcome:a", { at: tuesday, title: "Other" });
  await change("outcome:a", { at: "2027-02-01T09:00:00+01:00" });
  expect((await row("outcome:a")).changes).toEqual({ title: "Other" });
  await change("outcome:a", { title: "Post a" });
  expect((await row("outcome:a")).changes).toBeUndefined();
});

test("changes the channel with the name in front of the entry's title, and refuses a kind that it does not take", async () => {
  await offer(item("a", monday));
  expect((await change("outcome:a", { platform: "Instagram", contentType: 100 })).status).toBe(422);
  expect((await change("outcome:a", { platform: "Instagram" })).status).toBe(400);
  expect((await change("outcome:a", { platform: "Instagram", contentType: 20 })).status).toBe(200);
  expect((await row("entry:a")).payload["title"]).toBe("Instagram: Post a");
  expect((await row("outcome:a")).payload).toMatchObject({ platform: "Instagram", contentType: 20 });
});

test("refuses what an area does not let people change, and changes of what is applied", async () => {
  await offer([lead("l"), ...item("a", monday)]);
  expect((await change("l", { at: tuesday })).status).toBe(422);
  expect((await change("l", { title: "x".repeat(250) })).status).toBe(422);
  expect((await change("none", { title: "x" })).status).toBe(404);
  expect((await change("outcome:a", { minutes: -1 })).status).toBe(400);
  await apply(["l"]);
  const { status, body } = await change("l", { title: "Other" });
  expect([status, body.code]).toEqual([409, "proposal.applied"]);
  expect((await row("l")).payload["name"]).toBe("Lead l");
});

test("keeps changes, updates and offers of one person from another", async () => {
  await offer(item("a", monday));
  const other = await product.signUp();
  for (const [call, body] of [
    ["proposals", { changes: [{ key: "outcome:a", changes: { title: "Foreign" } }] }],
    ["apply", { keys: ["outcome:a"], changes: [{ key: "outcome:a", changes: { title: "Foreign" } }] }],
    ["update", { keys: ["outcome:a"], replace: true }],
  ] as const)
    expect((await other.send("POST", `${path()}/${call}`, body)).status).toBe(404);
  expect(await row("outcome:a")).toMatchObject({ state: "proposed", payload: { title: "Post a" } });
});

test("renews open suggestions, keeps what the person changed, adds and removes the others", async () => {
  await offer([...item("a", monday), lead("gone"), lead("l")]);
  await change("outcome:a", { at: tuesday });
  await renew([lead("new"), ...item("a", wednesday, { title: "Other title" }), lead("l", { notes: "Increase" })]);
  const rows = await list();
  expect(rows.map(({ key }) => key)).toEqual(["new", "outcome:a", "entry:a", "l"]);
  expect(rows[1]).toMatchObject({ payload: { title: "Other title", plannedAt: tuesday }, changes: { at: tuesday } });
  expect(rows[2]?.payload).toMatchObject({ title: "LinkedIn: Other title", start: tuesday });
  expect(rows[3]?.payload).toMatchObject({ notes: "Increase" });
});

test("offers an update for what is applied, and writes it into item and entry", async () => {
  await offer(item("a", monday));
  await apply(["entry:a"]);
  const [before] = await items();
  await renew(item("a", wednesday, { brief: "Better" }, { notes: "Better" }));
  expect(await row("outcome:a")).toMatchObject({
    state: "applied",
    recordId: before.id,
    payload: { plannedAt: monday },
    newer: { payload: { plannedAt: wednesday, brief: "Better" }, record: "same", kept: [] },
  });
  expect(await items()).toEqual([before]);
  expect((await update(["outcome:a"])).body.updated).toBe(2);
  const [after] = await items();
  expect(after).toMatchObject({ id: before.id, plannedAt: wednesday, brief: "Better" });
  expect(await entryOf(after.calendarEntryId)).toMatchObject({ start: wednesday, end: "2027-02-03T09:15:00.000Z" });
  const rows = await list();
  expect(rows.map(({ newer }) => newer)).toEqual([undefined, undefined]);
  expect(rows[0]?.payload).toMatchObject({ plannedAt: wednesday });
  expect((await undo()).body.undone).toBe(2);
  expect((await row("outcome:a")).payload).toMatchObject({ plannedAt: wednesday, brief: "Better" });
});

test("leaves what the person changed in the calendar, unless it is to be replaced", async () => {
  await offer(item("a", monday));
  await apply(["entry:a"]);
  const [{ calendarEntryId: id }] = await items();
  const own = "2027-02-05T13:00:00.000Z";
  await person.send("PATCH", "/api/calendar/entry", { id, start: own, end: "2027-02-05T13:15:00.000Z" });
  await renew(item("a", wednesday, { title: "Other" }));
  expect((await row("outcome:a")).newer).toMatchObject({ record: "changed", kept: ["at"] });
  await update(["outcome:a"]);
  expect(await items()).toMatchObject([{ title: "Other", plannedAt: own }]);
  expect(await entryOf(id)).toMatchObject({ title: "LinkedIn: Other", start: own });
  expect((await row("outcome:a")).newer).toBeUndefined();

  await renew(item("a", tuesday, { title: "Other" }));
  await update(["entry:a"], true);
  expect(await items()).toMatchObject([{ plannedAt: tuesday }]);
  expect(await entryOf(id)).toMatchObject({ start: tuesday, end: "2027-02-02T10:45:00.000Z" });
});

test("creates a deleted record anew only when it is told to, and leaves a published one alone", async () => {
  await offer([...item("a", monday), ...item("b", monday)]);
  await apply(["entry:a", "entry:b"]);
  const made = await items();
  const idOf = (title: string) => made.find((one: { title: string }) => one.title === title).id;
  await person.send("DELETE", "/api/workflows/scheduled/outcome", { enData: { id: idOf("Post a") } });
  await person.send("PUT", "/api/workflows/scheduled/outcome", {
    id: idOf("Post b"),
    updates: { status: "published" },
  });
  await renew([...item("a", wednesday), ...item("b", wednesday)]);
  expect((await row("outcome:a")).newer?.record).toBe("deleted");
  expect((await row("outcome:b")).newer?.record).toBe("final");
  expect((await update(["outcome:a", "outcome:b"])).body.updated).toBe(0);
  expect((await update(["outcome:b"], true)).body.updated).toBe(0);
  expect((await update(["outcome:a"], true)).body.updated).toBe(2);
  const after = (await items()).toSorted((x: { title: string }, y: { title: string }) => (x.title < y.title ? -1 : 1));
  expect(after).toMatchObject([
    { title: "Post a", plannedAt: wednesday },
    { title: "Post b", plannedAt: monday, status: "published" },
  ]);
  expect(await entryOf(after[0].calendarEntryId)).toMatchObject({ start: wednesday, outcomeId: after[0].id });
});

test("keeps what is applied and proposed no more until the person removes it", async () => {
  await offer([lead("a"), lead("b")]);
  await apply(["a"]);
  await renew([]);
  expect(await list()).toMatchObject([{ key: "a", state: "applied", newer: { record: "same", kept: [] } }]);
  expect((await row("a")).newer?.payload).toBeUndefined();
  await renew([lead("a")]);
  expect((await row("a")).newer).toBeUndefined();
  await renew([]);
  expect((await undo(["a"])).body).toMatchObject({ undone: 1, proposals: [] });
});

test("offers nothing for a lead that the person had before, nor where a change by hand says the same", async () => {
  await person.send("POST", "/api/leads", { enData: { leads: [{ name: "Own", email: ["info@own.example"] }] } });
  await offer([lead("a", { email: ["info@own.example"] }), lead("b")]);
  await change("b", { text: "Said by hand" });
  await apply(["a", "b"]);
  await renew([lead("a", { email: ["info@own.example"], notes: "Increase" }), lead("b", { notes: "Other" })]);
  expect((await list()).map(({ newer }) => newer)).toEqual([undefined, undefined]);
});

test("no edit, apply, undo or update ever loses an applied suggestion or its record", async () => {
  const { db } = product.database;
  const keys = ["a", "b", "c"];
  const versions = fc.dictionary(fc.constantFrom(...keys), fc.nat(2), { maxKeys: 3 });
  const step = fc.oneof(
    fc.record({ does: fc.constant("renew" as const), versions }),
    fc.record({
      does: fc.constantFrom("apply" as const, "undo" as const, "update" as const, "replace" as const),
      key: fc.constantFrom(...keys),
    }),
    fc.record({
      does: fc.constant("change" as const),
      key: fc.constantFrom(...keys),
      title: fc.constantFrom("X", "Y"),
    }),
  );
  const at = (version: number) => new Date(Date.parse(monday) + version * 86_400_000).toISOString();
  const proposed = (of: Record<string, number>) =>
    Object.entries(of).flatMap(([key, version]) => item(key, at(version), { brief: `Version ${version}` }));
  await fc.assert(
    fc.asyncProperty(versions, fc.array(step, { maxLength: 8 }), async (first, steps) => {
      for (const table of ["run_proposal", "calendar_entry", "outcome"] as const)
        await db.deleteFrom(table).where("user_id", "=", person.userId).execute();
      await offer(proposed(first));
      for (const one of steps) {
        const before = await list();
        if (one.does === "renew") await renew(proposed(one.versions));
        else if (one.does === "apply") await apply([`entry:${one.key}`]);
        else if (one.does === "undo") await undo([`outcome:${one.key}`]);
        else if (one.does === "change") await change(`outcome:${one.key}`, { title: one.title });
        else await update([`outcome:${one.key}`], one.does === "replace");
        const after = new Map((await list()).map((each) => [each.key, each]));
        for (const { key, state, recordId, payload } of before) {
          if (state !== "applied" || (one.does === "undo" && key.endsWith(`:${one.key}`))) continue;
          expect(after.get(key)).toMatchObject({ state: "applied", recordId });
          if (one.does === "renew") expect(after.get(key)?.payload).toEqual(payload);
        }
        // Every applied item is there with its own entry, at one time, as the row says.
        const made = await items();
        const applied = [...after.values()].filter(({ kind, state }) => kind === "outcome" && state === "applied");
        expect(made.map(({ id }: { id: string }) => id).toSorted()).toEqual(
          applied.map(({ recordId }) => recordId ?? "").toSorted(),
        );
        for (const { recordId, payload } of applied) {
          const record = made.find(({ id }: { id: string }) => id === recordId);
          expect(record).toMatchObject({ plannedAt: payload["plannedAt"], brief: payload["brief"] });
          expect(await entryOf(record.calendarEntryId)).toMatchObject({ start: record.plannedAt, outcomeId: recordId });
        }
      }
    }),
    { numRuns: 25 },
  );
});

test("moves any suggestion to any instant with item and entry at one time, and keeps its length", async () => {
  const instant = fc
    .date({ min: new Date("2026-01-01"), max: new Date("2030-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString());
  const { db } = product.database;
  await fc.assert(
    fc.asyncProperty(instant, instant, fc.option(fc.nat(600), { nil: undefined }), async (from, to, minutes) => {
      await db.deleteFrom("run_proposal").where("run_id", "=", runId).execute();
      await offer(item("a", from));
      await change("outcome:a", { at: to, ...(minutes === undefined ? {} : { minutes }) });
      const [outcome, entry] = await list();
      const { start, end } = (entry?.payload ?? {}) as { start: string; end: string };
      expect(Date.parse(start)).toBe(Date.parse(to));
      expect(Date.parse(String(outcome?.payload["plannedAt"]))).toBe(Date.parse(start));
      expect(Date.parse(end) - Date.parse(start)).toBe((minutes ?? 15) * 60_000);
    }),
    { numRuns: 40 },
  );
});
