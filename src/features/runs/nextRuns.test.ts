import { afterAll, beforeAll, expect, test } from "vitest";
import type { Engine } from "#src/features/workflows/engine.ts";
import { createDraftEngine } from "#src/features/workflows/server/engines/draftEngine.ts";
import { newId } from "#src/kit/ids.ts";
import { brokenLaws } from "#src/server/ledgerLaws.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { sampleRun, sampleText, type SampleRun } from "#src/testing/sampleAnswers.ts";
import { readEvents, type Person } from "#src/testing/visitor.ts";

const drafts = createDraftEngine({ reason: "Nothing was found.", reasonCode: "nothingFound" });
let stories: SampleRun;
/** An installation to which a model is connected later. */
const current = { hasModel: false };
const engine: Engine = {
  get info() {
    return current.hasModel ? { ...drafts.info, kind: "model" as const, model: "double-1" } : drafts.info;
  },
  room: drafts.room,
  get ask(): Engine["ask"] {
    if (!current.hasModel) return null;
    return ({ prompt }) =>
      Promise.resolve({
        value: JSON.parse(sampleText(prompt, stories.sample)) as unknown,
        usage: { inputTokens: 1, outputTokens: 1 },
      });
  },
};

let product: TestProduct;
let mara: Person;
beforeAll(async () => {
  stories = await sampleRun("userStoryWriter");
  product = await openTestProduct({ engine });
  mara = await product.signUp();
});
afterAll(() => product.close());

const path = "/api/workflows/userStoryWriterWorkflow";
const credits = async (): Promise<number> => (await mara.send("GET", "/api/coins")).body.credits;
const quote = (formValues: object, projectId?: string) =>
  mara.send("POST", `${path}/quote`, { formValues, ...(projectId ? { projectId } : {}) });
const start = (formValues: object, projectId?: string, quoteId?: string) =>
  mara.send(
    "POST",
    `${path}/runs`,
    { enData: { formValues, ...(projectId ? { projectId } : {}), ...(quoteId ? { quoteId } : {}) } },
    { "idempotency-key": newId() },
  );
async function ended(runId: string) {
  await readEvents(mara, runId);
  return (await mara.send("GET", `/api/workflows/runs/${runId}`)).body.run;
}

test("a project drafted without AI is written once by a model at no charge, and nothing unchanged is run twice", async () => {
  const form = stories.formValues;
  const draft = await ended((await start(form)).body.run.id);
  expect(draft).toMatchObject({ status: "succeeded", coins: 20, coinsState: "captured" });
  expect(await credits()).toBe(480);
  const { projectId } = draft;

  expect((await quote(form, projectId)).body).toMatchObject({ isUnchanged: true });
  expect(await start(form, projectId)).toMatchObject({ status: 409, body: { code: "run.unchanged" } });
  expect((await quote(form)).body).toMatchObject({ isUnchanged: false, coins: 20 });
  expect(await credits()).toBe(480);

  current.hasModel = true;
  const offer = (await quote(form, projectId)).body;
  expect(offer).toMatchObject({ isUnchanged: false, coins: 0, engine: { kind: "model" } });
  const written = await ended((await start(form, projectId, offer.quoteId)).body.run.id);
  expect(written).toMatchObject({ status: "succeeded", coins: 0, coinsState: "captured", revision: 2 });
  expect(await credits()).toBe(480);
  expect(await brokenLaws(product.database.pool)).toEqual([]);

  // Only once: from here on every run is paid.
  expect(await start(form, projectId)).toMatchObject({ status: 409, body: { code: "run.unchanged" } });
  const changed = { ...form, notes: "Keep it short." };
  expect((await quote(changed, projectId)).body).toMatchObject({ isUnchanged: false, coins: 20 });
  const paid = await ended((await start(changed, projectId)).body.run.id);
  expect(paid).toMatchObject({ status: "succeeded", coins: 20, revision: 3 });
  expect(await credits()).toBe(460);

  // The offer of one project is none for another, nor for a new one.
  const fresh = await start({ ...form, requirementTitle: "Another need" }, undefined, offer.quoteId);
  expect(fresh.status).toBe(409);
  expect(await brokenLaws(product.database.pool)).toEqual([]);
});

test("a quote of nothing does not pay for another project", async () => {
  current.hasModel = false;
  const form = { ...stories.formValues, notes: "Twice" };
  const { projectId } = await ended((await start(form)).body.run.id);
  current.hasModel = true;
  const free = (await quote(form, projectId)).body;
  expect(free.coins).toBe(0);
  const before = await credits();
  const other = await start({ ...form, requirementTitle: "A project of its own" }, undefined, free.quoteId);
  expect(other).toMatchObject({ status: 409, body: { code: "quote.expired" } });
  expect(await credits()).toBe(before);
  expect(await brokenLaws(product.database.pool)).toEqual([]);
});

const projects = "/api/projects/workflow";
async function newest(projectId: string) {
  const { project } = (await mara.send("GET", `${projects}/${projectId}`)).body;
  return (await mara.send("GET", `${projects}/${projectId}/revisions/${project.currentRevision}`)).body.revision;
}
const removed = async (projectId: string, revisionId: string) =>
  (await mara.send("DELETE", `${projects}/revisions`, { enData: { projectId, revisionId } })).status;

test("what a run wrote is known when its revision is gone: nobody pays twice, and no free run comes again", async () => {
  current.hasModel = false;
  const form = { ...stories.formValues, notes: "Without the first revision" };
  const { projectId } = await ended((await start(form)).body.run.id);
  const first = await newest(projectId);
  const change = { kind: "addSection", after: null, title: "Note", paragraphs: ["Hello."] };
  const seen = { projectId, revision: first.number, edits: first.edits };
  expect((await mara.send("POST", `${projects}/revisions/edit`, { ...seen, change })).status).toBe(200);
  const own = await newest(projectId);
  expect(await removed(projectId, first.id)).toBe(200);
  expect((await quote(form, projectId)).body).toMatchObject({ isUnchanged: true });

  current.hasModel = true;
  const before = await credits();
  expect((await quote(form, projectId)).body).toMatchObject({ isUnchanged: false, coins: 0 });
  const written = await ended((await start(form, projectId)).body.run.id);
  expect(written).toMatchObject({ status: "succeeded", coins: 0, revision: 3 });
  expect(await credits()).toBe(before);

  // The draft is brought back and what the model wrote is deleted: the free run was used all the same.
  const byModel = await newest(projectId);
  await mara.send("POST", `${projects}/revisions`, { projectId, restore: own.number });
  expect(await removed(projectId, byModel.id)).toBe(200);
  expect((await newest(projectId)).document.generator.engine).toBe("draft");
  expect((await quote({ ...form, notes: "Once more" }, projectId)).body).toMatchObject({ coins: 20 });
});
