import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { readEvents, type Person } from "#src/testing/visitor.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct();
});
afterAll(() => product.close());

const path = "/api/projects/workflow";

/** A project with a revision for each document; the last one is the current one. */
async function plant(person: Person, documents: object[], state = 60, at = new Date()): Promise<string> {
  const id = newId();
  const { db } = product.database;
  await db
    .insertInto("project")
    .values({
      id,
      user_id: person.userId,
      name: "Planted",
      workflow: "contentPlannerWorkflow",
      state,
      form_values: "{}",
      revisions: documents.length,
      current_revision: documents.length || null,
      latest_run_id: null,
      created_at: at,
      updated_at: at,
    })
    .execute();
  for (const [index, document] of documents.entries())
    await db
      .insertInto("revision")
      .values({
        id: newId(),
        project_id: id,
        user_id: person.userId,
        number: index + 1,
        run_id: null,
        document: JSON.stringify(document),
        note: null,
        created_at: at,
      })
      .execute();
  return id;
}

const nextOf = async (person: Person, id: string) => {
  const { next } = (await person.send("GET", `${path}/${id}`)).body.project;
  return [next.gapsOpen, next.gapsFilled];
};

const gap = (state: string) => ({ at: "s1", question: "Since when?", state });

test("counts the gaps of the current revision by what became of them", async () => {
  const person = await product.signUp();
  const gaps = [gap("open"), gap("filled"), gap("filled"), gap("left"), gap("open"), gap("open")];
  expect(
    await nextOf(person, await plant(person, [{ gaps: [gap("open")] }, { gaps, openQuestions: ["One?"] }])),
  ).toEqual([3, 2]);
  // Once gaps have a state, questions count no more.
  expect(await nextOf(person, await plant(person, [{ gaps: [], openQuestions: ["One?"] }]))).toEqual([0, 0]);
});

test("counts the questions of documents from before gaps had a state, and takes whatever a document holds", async () => {
  const person = await product.signUp();
  for (const [document, open] of [
    [{ openQuestions: ["Since when?", "Who?"] }, 2],
    [{ openQuestions: ["", 7, null, { a: 1 }, "Who?"] }, 1],
    [{ openQuestions: null }, 0],
    [{ gaps: { state: "open" }, openQuestions: ["Who?"] }, 1],
    [{ gaps: ["open", 1, null, { state: 2 }, gap("open")] }, 1],
    [{}, 0],
  ] as const)
    expect(await nextOf(person, await plant(person, [document]))).toEqual([open, 0]);
  expect(await nextOf(person, await plant(person, [], 1))).toEqual([0, 0]);
});

test("the dashboard names open gaps of projects that are ready, and of none that runs, is done or closed", async () => {
  const person = await product.signUp();
  const document = { openQuestions: ["One?", "Two?", "Three?"] };
  const minute = (at: number) => new Date(Date.UTC(2026, 5, 1, 8, at));
  const [waiting, applied, done, failed] = [
    await plant(person, [document], 50, minute(4)),
    await plant(person, [document], 75, minute(3)),
    await plant(person, [document], 100, minute(2)),
    await plant(person, [document], 500, minute(1)),
  ];
  const { body } = await person.send("GET", "/api/dashboard");
  const gapsOf = (rows: { id: string; gaps: number }[]) => rows.map(({ id, gaps }) => [id, gaps]);
  expect(gapsOf(body.waiting)).toEqual([[waiting, 3]]);
  expect(gapsOf(body.recent)).toEqual([
    [applied, 3],
    [done, 0],
    [failed, 0],
  ]);
  const other = await product.signUp();
  const theirs = await other.send("GET", "/api/dashboard");
  expect([theirs.body.waiting, theirs.body.recent]).toEqual([[], []]);
});

test("a list says how many suggestions of the newest run are left, until they are applied", async () => {
  const person = await product.signUp();
  const workflow = "/api/workflows/contentPlannerWorkflow";
  const { example } = (await person.send("GET", workflow)).body;
  const start = { enData: { formValues: example } };
  const { run } = (await person.send("POST", `${workflow}/runs`, start, { "idempotency-key": newId() })).body;
  await readEvents(person, run.id);
  const { proposals } = (await person.send("GET", `/api/workflows/runs/${run.id}/proposals`)).body;
  const suggested = proposals.filter(({ kind }: { kind: string }) => kind !== "project");
  const left = async () => (await person.send("GET", path)).body.projects[0].next.suggestions;
  expect(suggested.length).toBeGreaterThan(1);
  // A content item and its calendar entry are one.
  const counted = suggested.filter(({ payload }: { payload: object }) => !("outcomeKey" in payload));
  expect(counted.length).toBeLessThan(suggested.length);
  expect(await left()).toBe(counted.length);
  await person.send("POST", `/api/workflows/runs/${run.id}/apply`, {
    keys: suggested.map(({ key }: { key: string }) => key),
  });
  expect(await left()).toBe(0);
  await person.send("POST", `/api/workflows/runs/${run.id}/undo`, {});
  // What was taken back is open again.
  expect(await left()).toBe(counted.length);
  await product.database.db.updateTable("run").set({ returned_at: new Date() }).where("id", "=", run.id).execute();
  expect(await left()).toBe(0);
});

test("a list of revisions says what each run cost, unless its coins went back", async () => {
  const person = await product.signUp();
  const workflow = "/api/workflows/userStoryWriterWorkflow";
  const { example } = (await person.send("GET", workflow)).body;
  const start = { enData: { formValues: example } };
  const { run } = (await person.send("POST", `${workflow}/runs`, start, { "idempotency-key": newId() })).body;
  await readEvents(person, run.id);
  await person.send("POST", `${path}/revisions`, { projectId: run.projectId, restore: 1 });
  const listed = async () =>
    (await person.send("GET", `${path}/revisions?projectId=${run.projectId}`)).body.revisions.map(
      ({ coins }: { coins: number | null }) => coins,
    );
  expect(run.coins).toBeGreaterThan(0);
  expect(await listed()).toEqual([null, run.coins]);
  expect((await person.send("GET", `${path}/${run.projectId}/revisions/1`)).body.revision.coins).toBe(run.coins);
  const until = new Date(Date.now() + 60_000);
  const { db } = product.database;
  await db
    .updateTable("run")
    .set({ returned_at: new Date(), returnable_until: until })
    .where("id", "=", run.id)
    .execute();
  expect(await listed()).toEqual([null, null]);
});
