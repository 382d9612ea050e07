import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { brokenLaws } from "#src/server/ledgerLaws.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { type Person, readEvents } from "#src/testing/visitor.ts";
import type { Outcome } from "./contract.ts";

/* "Write this": a content item, the run that writes it, and the way back. */

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct();
});
afterAll(() => product.close());

const path = "/api/workflows/scheduled/outcome";
const post = "/api/workflows/socialPostWriterWorkflow";

async function plannedPost(person: Person, more: object = {}): Promise<Outcome> {
  const enData = {
    workflow: "socialPostWriterWorkflow",
    kind: "post",
    platform: "LinkedIn",
    contentType: 3,
    title: "Why fleets book in February",
    brief: "Say what a missed service costs.",
    plannedAt: "2027-02-02T08:00:00.000Z",
    status: "planned",
    ...more,
  };
  return (await person.send("POST", path, { enData })).body.outcome;
}
const itemOf = async (person: Person, id: string): Promise<Outcome> =>
  (await person.send("GET", `${path}/${id}`)).body.outcome;
const write = (person: Person, formValues: object, outcomeId: string, key = newId()) =>
  person.send("POST", `${post}/runs`, { enData: { formValues, outcomeId } }, { "idempotency-key": key });
const formOf = async (person: Person): Promise<Record<string, unknown>> =>
  (await person.send("GET", post)).body.example;
const listed = async (person: Person): Promise<number> => (await person.send("GET", path)).body.outcomes.length;

test("the written text goes into the item that the run was started for, and comes out of it again", async () => {
  const mara = await product.signUp();
  const item = await plannedPost(mara);
  const entry = {
    type: "3020",
    title: "LinkedIn",
    start: item.plannedAt,
    end: "2027-02-02T08:15:00.000Z",
    timeZone: "Europe/Berlin",
    outcomeId: item.id,
  };
  const { body: made } = await mara.send("POST", "/api/calendar/entry", { enData: entry });
  expect(made.entry.outcomeId).toBe(item.id);
  const key = newId();
  const form = await formOf(mara);
  const { body } = await write(mara, form, item.id, key);
  // The same request is the same run.
  expect((await write(mara, form, item.id, key)).body.run.id).toBe(body.run.id);
  expect((await itemOf(mara, item.id)).resultProjectId).toBe(body.run.projectId);
  await readEvents(mara, body.run.id);
  // Nothing changes until it is applied.
  expect(await itemOf(mara, item.id)).toMatchObject({ status: "planned", brief: item.brief });
  const { proposals } = (await mara.send("GET", `/api/workflows/runs/${body.run.id}/proposals`)).body;
  const texts = proposals.filter(({ kind }: { kind: string }) => kind === "outcome");
  expect(texts).toMatchObject([{ payload: { outcomeId: item.id, title: item.title, plannedAt: item.plannedAt } }]);
  const entries = proposals.filter(({ payload }: { payload: object }) => "outcomeKey" in payload);
  expect(entries).toEqual([]);

  const keys = proposals.map((proposal: { key: string }) => proposal.key);
  await mara.send("POST", `/api/workflows/runs/${body.run.id}/apply`, { keys });
  const written = await itemOf(mara, item.id);
  expect(written.brief).not.toBe(item.brief);
  expect(written).toMatchObject({ title: item.title, plannedAt: item.plannedAt, calendarEntryId: made.entry.id });
  expect(await listed(mara)).toBe(1);

  await mara.send("POST", `/api/workflows/runs/${body.run.id}/undo`, {});
  expect(await itemOf(mara, item.id)).toMatchObject({ status: "planned", brief: item.brief });
  expect(await listed(mara)).toBe(1);
  expect(await brokenLaws(product.database.pool)).toEqual([]);
});

test("the entry that an item gets is on its date, as long as was proposed, and has its title", async () => {
  const mara = await product.signUp();
  const item = await plannedPost(mara, { timeZone: "Europe/Lisbon" });
  const { run } = (await write(mara, await formOf(mara), item.id)).body;
  await readEvents(mara, run.id);
  const { proposals } = (await mara.send("GET", `/api/workflows/runs/${run.id}/proposals`)).body;
  await mara.send("POST", `/api/workflows/runs/${run.id}/apply`, {
    keys: proposals.map(({ key }: { key: string }) => key),
  });
  const { calendarEntryId } = await itemOf(mara, item.id);
  const { entry } = (await mara.send("GET", `/api/calendar/entry/${calendarEntryId}`)).body;
  expect(entry).toMatchObject({
    title: `LinkedIn: ${item.title}`,
    start: item.plannedAt,
    end: "2027-02-02T08:15:00.000Z",
    timeZone: "Europe/Lisbon",
  });
});

test("an approved item stays approved, and a second run of its project writes the same item", async () => {
  const mara = await product.signUp();
  const item = await plannedPost(mara);
  const form = await formOf(mara);
  const { run } = (await write(mara, form, item.id)).body;
  await readEvents(mara, run.id);
  await mara.send("PUT", path, { id: item.id, updates: { status: "approved" } });
  const again = { formValues: { ...form, notes: "Shorter, please." }, projectId: run.projectId };
  const second = await mara.send("POST", `${post}/runs`, { enData: again }, { "idempotency-key": newId() });
  await readEvents(mara, second.body.run.id);
  const { proposals } = (await mara.send("GET", `/api/workflows/runs/${second.body.run.id}/proposals`)).body;
  const [text] = proposals.filter(({ kind }: { kind: string }) => kind === "outcome");
  expect(text.payload.outcomeId).toBe(item.id);
  await mara.send("POST", `/api/workflows/runs/${second.body.run.id}/apply`, { keys: [text.key] });
  expect(await itemOf(mara, item.id)).toMatchObject({ status: "approved" });
});

/** Runs the writer, for an item or once more for its project, and puts the text in. */
async function putIn(person: Person, formValues: object, of: { outcomeId: string } | { projectId: string }) {
  const enData = { formValues, ...("outcomeId" in of ? of : { projectId: of.projectId }) };
  const { body } = await person.send("POST", `${post}/runs`, { enData }, { "idempotency-key": newId() });
  await readEvents(person, body.run.id);
  const { proposals } = (await person.send("GET", `/api/workflows/runs/${body.run.id}/proposals`)).body;
  const [text] = proposals.filter(({ kind }: { kind: string }) => kind === "outcome");
  await person.send("POST", `/api/workflows/runs/${body.run.id}/apply`, { keys: [text.key] });
  return body.run as { id: string; projectId: string };
}

test("texts that were put in one after the other come out one after the other", async () => {
  const mara = await product.signUp();
  const item = await plannedPost(mara);
  const form = await formOf(mara);
  const first = await putIn(mara, form, { outcomeId: item.id });
  const between = await itemOf(mara, item.id);
  const second = await putIn(mara, { ...form, brief: "Another brief: what a loan bike costs." }, first);
  expect((await itemOf(mara, item.id)).brief).not.toBe(between.brief);
  await mara.send("POST", `/api/workflows/runs/${second.id}/undo`, {});
  expect(await itemOf(mara, item.id)).toMatchObject({ status: between.status, brief: between.brief });
  const undone = await mara.send("POST", `/api/workflows/runs/${first.id}/undo`, {});
  expect(undone.body.undone).toBeGreaterThan(0);
  expect(await itemOf(mara, item.id)).toMatchObject({ status: "planned", brief: item.brief });
});

test("taking a text back leaves alone what the person made of it since", async () => {
  const mara = await product.signUp();
  const item = await plannedPost(mara);
  const form = await formOf(mara);
  const first = await putIn(mara, form, { outcomeId: item.id });
  const second = await putIn(mara, { ...form, brief: "Another brief: what a loan bike costs." }, first);
  const latest = await itemOf(mara, item.id);
  // The text of the first run is no longer there: there is nothing of it to take back.
  await mara.send("POST", `/api/workflows/runs/${first.id}/undo`, {});
  expect((await itemOf(mara, item.id)).brief).toBe(latest.brief);
  await mara.send("PUT", path, { id: item.id, updates: { brief: "My own words." } });
  await mara.send("POST", `/api/workflows/runs/${second.id}/undo`, {});
  expect((await itemOf(mara, item.id)).brief).toBe("My own words.");
});

test("nobody writes another person's item, and no coins are held for it", async () => {
  const [mara, other] = [await product.signUp(), await product.signUp()];
  const item = await plannedPost(other);
  const answer = await write(mara, await formOf(mara), item.id);
  expect([answer.status, answer.body.message]).toEqual([404, "Outcome not found"]);
  expect((await mara.send("GET", "/api/coins")).body).toMatchObject({ balance: 500, held: 0 });
  expect((await mara.send("GET", "/api/projects/workflow")).body.projects).toEqual([]);
  expect(await itemOf(other, item.id)).toMatchObject({ resultProjectId: null });
});

test("an item that was deleted meanwhile becomes a new one", async () => {
  const mara = await product.signUp();
  const item = await plannedPost(mara);
  const { run } = (await write(mara, await formOf(mara), item.id)).body;
  await readEvents(mara, run.id);
  await mara.send("DELETE", path, { enData: { id: item.id } });
  const { proposals } = (await mara.send("GET", `/api/workflows/runs/${run.id}/proposals`)).body;
  const [text] = proposals.filter(({ kind }: { kind: string }) => kind === "outcome");
  const applied = await mara.send("POST", `/api/workflows/runs/${run.id}/apply`, { keys: [text.key] });
  expect(applied.status).toBe(200);
  const { outcomes } = (await mara.send("GET", path)).body;
  expect(outcomes).toHaveLength(1);
  expect(outcomes[0].id).not.toBe(item.id);
  await mara.send("POST", `/api/workflows/runs/${run.id}/undo`, {});
  expect(await listed(mara)).toBe(0);
});

test("a text beyond the limit of its platform is neither approved nor published", async () => {
  const mara = await product.signUp();
  const item = await plannedPost(mara, { platform: "X (Twitter)", brief: "x".repeat(281) });
  for (const status of ["approved", "published"]) {
    const answer = await mara.send("PUT", path, { id: item.id, updates: { status } });
    expect([answer.status, answer.body.code]).toEqual([422, "outcomes.tooLong"]);
  }
  expect(await itemOf(mara, item.id)).toMatchObject({ status: "planned" });
  const shorter = { brief: "x".repeat(280), status: "approved" };
  expect((await mara.send("PUT", path, { id: item.id, updates: shorter })).status).toBe(200);
});

test("no way leads to an approved text beyond the limit of its platform", async () => {
  const mara = await product.signUp();
  const long = "x".repeat(281);
  const item = await plannedPost(mara, { platform: "X (Twitter)", brief: "Short" });
  const tooLong = await plannedPost(mara, { platform: "X (Twitter)", brief: long });
  const change = (updates: object) => mara.send("PUT", path, { id: item.id, updates });
  expect((await change({ status: "approved" })).status).toBe(200);
  const enData = {
    workflow: "socialPostWriterWorkflow",
    kind: "post",
    platform: "X (Twitter)",
    title: "New",
    plannedAt: item.plannedAt,
  };
  const both = [item, tooLong].map(({ id }) => ({ id, updates: { status: "published" } }));
  const refused = [
    await change({ brief: long }),
    await mara.send("POST", path, { enData: { ...enData, brief: long, status: "approved" } }),
    await mara.send("PUT", `${path}/bulk`, { updates: both }),
  ];
  expect(refused.map(({ status, body }) => `${status} ${body.code}`)).toEqual(Array(3).fill("422 outcomes.tooLong"));
  expect(await itemOf(mara, item.id)).toMatchObject({ status: "approved", brief: "Short" });
  expect((await change({ platform: "LinkedIn", brief: long })).status).toBe(200);
  expect((await change({ platform: "X (Twitter)" })).status).toBe(422);
  expect((await change({ platform: "X (Twitter)", status: "drafted" })).status).toBe(200);
});

test("a text that was approved when it was too long is still moved and renamed", async () => {
  const mara = await product.signUp();
  const item = await plannedPost(mara, { platform: "Bluesky", brief: "x".repeat(301) });
  await product.database.db.updateTable("outcome").set({ status: "approved" }).where("id", "=", item.id).execute();
  const change = (updates: object) => mara.send("PUT", path, { id: item.id, updates });
  expect((await change({ title: "Other", plannedAt: "2027-03-02T08:00:00.000Z" })).status).toBe(200);
  expect((await change({ status: "published" })).status).toBe(422);
});

test("a run that writes too long a text into an approved item makes it a draft, and so does taking a text back", async () => {
  const mara = await product.signUp();
  const before = "x".repeat(400);
  const item = await plannedPost(mara, { brief: before, status: "approved" });
  const { run } = (await write(mara, await formOf(mara), item.id)).body;
  await readEvents(mara, run.id);
  const { proposals } = (await mara.send("GET", `/api/workflows/runs/${run.id}/proposals`)).body;
  const [text] = proposals.filter(({ kind }: { kind: string }) => kind === "outcome");
  expect(text.payload.brief.length).toBeGreaterThan(280);
  await mara.send("PUT", path, { id: item.id, updates: { platform: "X (Twitter)", brief: "Short" } });
  await mara.send("POST", `/api/workflows/runs/${run.id}/apply`, { keys: [text.key] });
  expect(await itemOf(mara, item.id)).toMatchObject({ status: "drafted", brief: text.payload.brief });

  const other = await plannedPost(mara, { brief: before, status: "approved" });
  const second = (await write(mara, await formOf(mara), other.id)).body.run;
  await readEvents(mara, second.id);
  await mara.send("POST", `/api/workflows/runs/${second.id}/apply`, { keys: [text.key] });
  await mara.send("PUT", path, { id: other.id, updates: { platform: "X (Twitter)", status: "drafted" } });
  await mara.send("POST", `/api/workflows/runs/${second.id}/undo`, {});
  expect(await itemOf(mara, other.id)).toMatchObject({ status: "drafted", brief: before });
});

test("a text may be as long as its platform takes it", async () => {
  const mara = await product.signUp();
  const item = await plannedPost(mara, { platform: "Facebook", contentType: 3, brief: "x".repeat(63_206) });
  expect(await itemOf(mara, item.id)).toMatchObject({ brief: "x".repeat(63_206) });
});
