import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDraftEngine } from "#src/features/workflows/server/engines/draftEngine.ts";
import type { Engine } from "#src/features/workflows/engine.ts";
import { newId } from "#src/kit/ids.ts";
import { brokenLaws } from "#src/server/ledgerLaws.ts";
import { type ApiDoubles, openApiDoubles } from "#src/testing/apiDoubles/all.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { type Person, readEvents } from "#src/testing/visitor.ts";

/* Results that found too little go back for their coins, once and for a day. */

const hourMs = 3_600_000;

const drafts = createDraftEngine({ reason: "Nothing was found.", reasonCode: "nothingFound" });
/** An installation to which a model is connected later; one that thinks for ever, or writes what a draft would have. */
let hasModel = false;
let isThinking = true;
const engine: Engine = {
  get info() {
    return hasModel ? { ...drafts.info, kind: "model" as const, model: "double-1" } : drafts.info;
  },
  room: drafts.room,
  get ask(): Engine["ask"] {
    return hasModel ? async () => (isThinking ? new Promise(() => {}) : null) : null;
  },
};

let doubles: ApiDoubles;
let product: TestProduct;
let passedMs = 0;
beforeAll(async () => {
  doubles = await openApiDoubles();
  product = await openTestProduct({
    engine,
    now: () => new Date(Date.now() + passedMs),
    env: {
      WELCOME_COINS: "6000",
      NOMINATIM_URL: doubles.addresses.nominatim,
      OVERPASS_URL: doubles.addresses.overpass,
    },
  });
});
beforeEach(() => {
  doubles.reset();
  passedMs = 0;
  hasModel = false;
  isThinking = true;
});
afterAll(async () => {
  await product.close();
  await doubles.close();
});

const path = "/api/workflows/leadsListProviderWorkflow";

/** A finished search for leads; the map knows two companies. */
async function searched(person: Person, maxLeads: number) {
  const { example } = (await person.send("GET", path)).body;
  const search = { research: "web", place: "Gohlis", branches: [], otherBranches: ["shop=bakery", "amenity=pharmacy"] };
  const formValues = { ...example, ...search, industryList: "", mustHave: [], readWebsites: false, maxLeads };
  const started = await person.send("POST", `${path}/runs`, { enData: { formValues } }, { "idempotency-key": newId() });
  expect(started.status).toBe(202);
  await readEvents(person, started.body.run.id);
  return runOf(person, started.body.run.id);
}
const runOf = async (person: Person, id: string) => (await person.send("GET", `/api/workflows/runs/${id}`)).body.run;
const giveBack = (person: Person, id: string) => person.send("POST", `/api/workflows/runs/${id}/return`, {});
const apply = async (person: Person, id: string, most = 100) => {
  const { proposals } = (await person.send("GET", `/api/workflows/runs/${id}/proposals`)).body;
  const keys = proposals.slice(0, most).map(({ key }: { key: string }) => key);
  return person.send("POST", `/api/workflows/runs/${id}/apply`, { keys });
};
const balance = async (person: Person): Promise<number> => (await person.send("GET", "/api/coins")).body.balance;

test("less than a fifth of the leads wanted may be returned: all coins come back, once", async () => {
  const mara = await product.signUp();
  const run = await searched(mara, 40);
  expect(run).toMatchObject({ status: "succeeded", coinsState: "captured", coins: 2500 });
  expect(Date.parse(run.returnableUntil) - Date.parse(run.finishedAt)).toBe(24 * hourMs);
  const answers = await Promise.all([1, 2, 3].map(() => giveBack(mara, run.id)));
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(body.run).toMatchObject({ status: "succeeded", coinsState: "released", returnableUntil: null });
  }
  expect(await balance(mara)).toBe(6000);
  const { rows } = (await mara.send("GET", "/api/coins/statement")).body;
  expect(rows.map(({ reason, amount }: { reason: string; amount: number }) => [reason, amount])).toEqual([
    ["refund", 2500],
    ["run", -2500],
    ["welcome", 6000],
  ]);
  const { runs, summary } = (await mara.send("GET", "/api/workflows/runs?summary=true")).body;
  expect(runs[0].coinsState).toBe("released");
  expect(summary.succeeded).toEqual({ count: 1, coins: 0 });
  expect((await apply(mara, run.id)).body).toMatchObject({ code: "run.returned" });
  expect(await brokenLaws(product.database.pool)).toEqual([]);
});

test("a result that holds enough stays", async () => {
  const mara = await product.signUp();
  const run = await searched(mara, 10);
  expect(run).toMatchObject({ status: "succeeded", returnableUntil: null });
  const { status, body } = await giveBack(mara, run.id);
  expect([status, body.code]).toEqual([409, "run.notReturnable"]);
  expect(await balance(mara)).toBe(3500);
});

test("what was added from it is undone first, and a day later nothing goes back", async () => {
  const mara = await product.signUp();
  const run = await searched(mara, 40);
  expect((await apply(mara, run.id)).status).toBe(200);
  const early = await giveBack(mara, run.id);
  expect([early.status, early.body.code]).toEqual([409, "run.appliedStays"]);
  await mara.send("POST", `/api/workflows/runs/${run.id}/undo`, {});
  const other = await product.signUp();
  expect((await giveBack(other, run.id)).status).toBe(404);
  passedMs = 24 * hourMs;
  const late = await giveBack(mara, run.id);
  expect([late.status, late.body.code]).toEqual([409, "run.notReturnable"]);
  passedMs -= 60_000;
  expect((await giveBack(mara, run.id)).status).toBe(200);
  expect(await balance(mara)).toBe(6000);
});

test("whoever returned a draft pays for it when a model writes it", async () => {
  const mara = await product.signUp();
  const run = await searched(mara, 40);
  const { project } = (await mara.send("GET", `/api/projects/workflow/${run.projectId}`)).body;
  const { formValues } = project.fields;
  const price = async (): Promise<number> =>
    (await mara.send("POST", `${path}/quote`, { formValues, projectId: run.projectId })).body.coins;
  hasModel = true;
  expect(await price()).toBe(0);
  await giveBack(mara, run.id);
  expect(await price()).toBe(2500);
});

test("a draft that a model writes anew at no charge is not returned", async () => {
  const mara = await product.signUp();
  const run = await searched(mara, 40);
  const { project } = (await mara.send("GET", `/api/projects/workflow/${run.projectId}`)).body;
  hasModel = true;
  const { body } = await mara.send(
    "POST",
    `${path}/runs`,
    { enData: { formValues: project.fields.formValues, projectId: run.projectId } },
    { "idempotency-key": newId() },
  );
  expect(body.run).toMatchObject({ coins: 0 });
  const meanwhile = await giveBack(mara, run.id);
  expect([meanwhile.status, meanwhile.body.code]).toEqual([409, "run.notReturnable"]);
  // One that brought nothing takes no right away.
  await mara.send("POST", `/api/workflows/runs/${body.run.id}/cancel`, {});
  expect((await giveBack(mara, run.id)).status).toBe(200);
});

/** The same project once more, by a model that was connected since. */
async function writtenAnew(person: Person, projectId: string) {
  const { project } = (await person.send("GET", `/api/projects/workflow/${projectId}`)).body;
  [hasModel, isThinking] = [true, false];
  const enData = { formValues: project.fields.formValues, projectId };
  const started = await person.send("POST", `${path}/runs`, { enData }, { "idempotency-key": newId() });
  expect(started.body.run).toMatchObject({ coins: 0 });
  await readEvents(person, started.body.run.id);
  return runOf(person, started.body.run.id);
}

test("a list that a draft has paid for goes back for the coins of the draft", async () => {
  const mara = await product.signUp();
  const draft = await searched(mara, 40);
  const run = await writtenAnew(mara, draft.projectId);
  expect(run).toMatchObject({ status: "succeeded", coins: 0, returnCoins: 2500 });
  expect((await giveBack(mara, draft.id)).body.code).toBe("run.notReturnable");
  const answers = await Promise.all([1, 2, 3].map(() => giveBack(mara, run.id)));
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(body.run).toMatchObject({ coinsState: "released", returnCoins: 2500 });
  }
  expect(await balance(mara)).toBe(6000);
  expect((await runOf(mara, draft.id)).coinsState).toBe("released");
  const { project } = (await mara.send("GET", `/api/projects/workflow/${draft.projectId}`)).body;
  const { formValues } = project.fields;
  const other = { ...formValues, maxLeads: 41 };
  const next = await mara.send("POST", `${path}/quote`, { formValues: other, projectId: project.id });
  expect(next.body.coins).toBe(2500);
  expect(await brokenLaws(product.database.pool)).toEqual([]);
});

test("what was added from the draft holds back the list that it has paid for", async () => {
  const mara = await product.signUp();
  const draft = await searched(mara, 40);
  expect((await apply(mara, draft.id, 1)).status).toBe(200);
  const run = await writtenAnew(mara, draft.projectId);
  expect((await giveBack(mara, run.id)).body.code).toBe("run.appliedStays");
  await mara.send("POST", `/api/workflows/runs/${draft.id}/undo`, {});
  expect((await giveBack(mara, run.id)).status).toBe(200);
  expect(await balance(mara)).toBe(6000);
});

test("leads of a returned list do not come back from the deleted ones", async () => {
  const mara = await product.signUp();
  const run = await searched(mara, 40);
  await apply(mara, run.id);
  const ids = (await mara.send("GET", "/api/leads")).body.leads.map(({ id }: { id: string }) => id);
  expect(ids).toHaveLength(2);
  await mara.send("POST", `/api/workflows/runs/${run.id}/undo`, {});
  // Brought back by hand: they are there, although nothing of the run is applied.
  expect((await mara.send("POST", "/api/leads/restore", { ids })).status).toBe(200);
  expect((await giveBack(mara, run.id)).body.code).toBe("run.appliedStays");
  for (const id of ids) await mara.send("DELETE", "/api/leads", { enData: { id } });
  expect((await giveBack(mara, run.id)).status).toBe(200);
  expect((await mara.send("POST", "/api/leads/restore", { ids })).status).toBe(404);
  expect((await mara.send("GET", "/api/leads")).body.leads).toEqual([]);
});

test("three results of a month go back, and no more", async () => {
  const mara = await product.signUp();
  for (let round = 0; round < 3; round += 1)
    expect((await giveBack(mara, (await searched(mara, 40)).id)).status).toBe(200);
  const fourth = await searched(mara, 40);
  const { status, body } = await giveBack(mara, fourth.id);
  expect([status, body.code]).toEqual([409, "run.returnsUsedUp"]);
  expect(await balance(mara)).toBe(3500);
  await product.database.pool.query(
    "update run set returned_at = returned_at - interval '31 days' where returned_at is not null",
  );
  expect((await giveBack(mara, fourth.id)).status).toBe(200);
});
