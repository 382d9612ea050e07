import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { readEvents, type Person } from "#src/testing/visitor.ts";
import { eraseDeleted } from "#src/server/upkeep.ts";

const day = 86_400_000;
let clock = 0;
let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct({ now: () => new Date(Date.now() + clock) });
});
afterAll(() => product.close());

const path = "/api/projects/workflow";
const planner = "/api/workflows/contentPlannerWorkflow";

/** A project of the database, as a run or a next step leaves it. */
async function plant(person: Person, row: { name?: string | null; title?: string; state?: number }): Promise<string> {
  const id = newId();
  const now = new Date();
  await product.database.db
    .insertInto("project")
    .values({
      id,
      user_id: person.userId,
      name: row.name ?? null,
      workflow: "contentPlannerWorkflow",
      state: row.state ?? 60,
      form_values: JSON.stringify({ requirementTitle: row.title ?? "" }),
      current_revision: null,
      latest_run_id: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

const duplicate = (person: Person, id: string, name?: string) =>
  person.send("POST", `${path}/duplicate`, { id, ...(name === undefined ? {} : { name }) });

async function upload(person: Person): Promise<string> {
  const { status, body } = await person.send("POST", "/api/files", "Opening hours: nine to five.", {
    "content-type": "text/plain",
    "x-file-name": "hours.txt",
  });
  expect(status).toBe(201);
  return body.file?.id ?? body.id;
}

async function run(person: Person, formValues: object, projectId?: string) {
  const enData = { formValues, ...(projectId ? { projectId } : {}) };
  const started = await person.send("POST", `${planner}/runs`, { enData }, { "idempotency-key": newId() });
  if (started.status === 202) await readEvents(person, started.body.run.id);
  return started;
}

describe("a copy of a project", () => {
  test("has the form values of the other one, waits for its first run and costs nothing", async () => {
    const person = await product.signUp();
    const { example } = (await person.send("GET", planner)).body;
    const { projectId } = (await run(person, example)).body.run;
    await person.send("PATCH", path, { id: projectId, name: "Spring plan", favorite: true });
    const original = (await person.send("GET", `${path}/${projectId}`)).body.project;
    const coins = (await person.send("GET", "/api/coins")).body;
    const { status, body } = await duplicate(person, projectId);
    expect(status).toBe(200);
    expect(body.project).toMatchObject({
      name: "Copy of Spring plan",
      workflow: original.workflow,
      state: 1,
      fields: original.fields,
      revisions: 0,
      currentRevision: null,
      latestRunId: null,
      latestRunStatus: null,
      news: null,
      next: { suggestions: 0, gapsOpen: 0, gapsFilled: 0 },
      favorite: false,
      archived: false,
    });
    expect(body.project.id).not.toBe(projectId);
    expect((await person.send("GET", `${path}/${projectId}`)).body.project).toEqual(original);
    expect((await person.send("GET", "/api/coins")).body).toEqual(coins);
    const { projects } = (await person.send("GET", path)).body;
    expect(projects.map(({ id }: { id: string }) => id)).toEqual([body.project.id, projectId]);
  });

  test("stays whole when the other project is erased: its files are the person's", async () => {
    const person = await product.signUp();
    const { example } = (await person.send("GET", planner)).body;
    const attachment = await upload(person);
    const { projectId } = (await run(person, { ...example, attachments: [attachment] })).body.run;
    const { id } = (await duplicate(person, projectId)).body.project;
    await person.send("DELETE", path, { enData: { userId: person.userId, projectId } });
    clock += 2 * day;
    await eraseDeleted({ db: product.database.db, now: () => new Date(Date.now() + clock) });
    expect((await person.send("GET", `${path}/${projectId}`)).status).toBe(404);
    const { fields } = (await person.send("GET", `${path}/${id}`)).body.project;
    expect(fields.formValues.attachments).toEqual([attachment]);
    // The form is taken as it is: the file is found, and only the price may be missing.
    const quote = await person.send("POST", `${planner}/quote`, { formValues: fields.formValues });
    expect([quote.status, quote.body.fields]).toEqual([200, undefined]);
    expect((await person.send("GET", `/api/files/${attachment}`)).status).toBe(200);
  });

  test("takes the name that was asked for, else one in the person's language that is never too long", async () => {
    const person = await product.signUp();
    const nameOf = async (id: string, name?: string) => (await duplicate(person, id, name)).body.project.name;
    const named = await plant(person, { name: "Herbst" });
    expect(await nameOf(named, "Winter")).toBe("Winter");
    expect(await nameOf(await plant(person, { title: "Typed title" }))).toBe("Copy of Typed title");
    expect(await nameOf(await plant(person, {}))).toBe("Copy of contentPlannerWorkflow");
    await person.send("POST", "/api/user/settings", { application: { appLanguage: "de" } });
    expect(await nameOf(named)).toBe("Kopie von Herbst");
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", minLength: 100, maxLength: 118 }), async (typed) => {
        const text = `x${typed.toWellFormed().replaceAll("\0", "")}`.slice(0, 120).toWellFormed();
        const name: string = await nameOf(await plant(person, { name: text }));
        expect(name.length).toBeLessThanOrEqual(120);
        expect(name.isWellFormed()).toBe(true);
        expect(name.startsWith("Kopie von x")).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  test("can be made of a project in the archive and of one whose run is on, and of no deleted one", async () => {
    const person = await product.signUp();
    const running = await plant(person, { name: "Running", state: 20 });
    expect((await duplicate(person, running)).body.project.state).toBe(1);
    const gone = await plant(person, { name: "Gone" });
    await person.send("DELETE", path, { enData: { userId: person.userId, projectId: gone } });
    const away = await plant(person, { name: "Away" });
    await person.send("PATCH", path, { id: away, archived: true });
    expect((await duplicate(person, away)).body.project).toMatchObject({ state: 1, archived: false });
    expect((await duplicate(person, gone)).status).toBe(404);
  });

  test("is refused for another person's project and for what is no name, and leaves nothing behind", async () => {
    const [mara, jonas] = await Promise.all([product.signUp(), product.signUp()]);
    const id = await plant(mara, { name: "Mara's" });
    expect((await duplicate(jonas, id)).status).toBe(404);
    expect((await duplicate(jonas, newId())).status).toBe(404);
    for (const name of ["", "x".repeat(121)]) expect((await duplicate(mara, id, name)).status).toBe(400);
    const wider = { id, state: 100 };
    expect((await mara.send("POST", `${path}/duplicate`, wider)).status).toBe(400);
    const all = async (person: Person) => (await person.send("GET", path)).body.projects.length;
    expect([await all(mara), await all(jonas)]).toEqual([1, 0]);
  });

  test("never passes the ceiling of projects, however many are made at once", async () => {
    const person = await product.signUp();
    const id = await plant(person, { name: "Original" });
    await product.database.pool.query(
      `insert into project (id, user_id, name, workflow, state, form_values, created_at, updated_at)
       select gen_random_uuid(), $1, 'Filler', 'contentPlannerWorkflow', 60, '{}', now(), now()
         from generate_series(1, 9997)`,
      [person.userId],
    );
    await product.database.pool.query(
      `insert into row_count (user_id, kind, rows) values ($1, 'project', 9998)
       on conflict (user_id, kind) do update set rows = 9998`,
      [person.userId],
    );
    const answers = await Promise.all(Array.from({ length: 5 }, () => duplicate(person, id)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe("projects.limit");
  });
});
