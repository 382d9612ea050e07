import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { openStore } from "#src/app/store.ts";
import { createHeldEngine } from "#src/testing/heldEngine.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { pageFetch, readEvents, type Person } from "#src/testing/visitor.ts";
import type { Project } from "./contract.ts";
import { eraseDeleted } from "#src/server/upkeep.ts";
import { userProjects } from "./web/store.ts";

const hour = 3_600_000;
let clock = 0;
const { engine, hold } = createHeldEngine();
let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct({ engine, now: () => new Date(Date.now() + clock) });
});
afterAll(() => product.close());

const path = "/api/projects/workflow";
const stories = "/api/workflows/userStoryWriterWorkflow";

interface Row {
  name?: string;
  title?: string;
  workflow?: string;
  state?: number;
  favorite?: boolean;
  archived?: boolean;
  updated?: string;
}

/** Writes projects into the database, as many runs over a long time would leave them. */
async function plant(person: Person, rows: Row[]): Promise<string[]> {
  const ids = rows.map(() => newId());
  await product.database.db
    .insertInto("project")
    .values(
      rows.map((row, at) => ({
        id: ids[at] ?? "",
        user_id: person.userId,
        name: row.name ?? null,
        workflow: row.workflow ?? "contentPlannerWorkflow",
        state: row.archived ? 500 : (row.state ?? 50),
        archived_from: row.archived ? (row.state ?? 50) : null,
        favorite: row.favorite ?? false,
        form_values: JSON.stringify({ requirementTitle: row.title ?? "" }),
        current_revision: null,
        latest_run_id: null,
        created_at: new Date("2026-01-01T00:00:00Z"),
        updated_at: new Date(row.updated ?? "2026-01-01T00:00:00Z"),
      })),
    )
    .execute();
  return ids;
}

async function list(person: Person, query: Record<string, string> = {}): Promise<Project[]> {
  const answer = await person.send("GET", `${path}?${new URLSearchParams({ limit: "200", ...query })}`);
  expect(answer.status).toBe(200);
  return answer.body.projects;
}

const names = async (person: Person, query: Record<string, string>): Promise<string[]> =>
  (await list(person, query)).map(({ name }) => name ?? "").toSorted();

/** A project with one revision, by a real run. */
async function run(person: Person, projectId?: string): Promise<{ id: string; projectId: string }> {
  const { example } = (await person.send("GET", stories)).body;
  const formValues = { ...example, notes: `Run ${newId()}` };
  const start = { enData: { formValues, ...(projectId ? { projectId } : {}) } };
  const answer = await person.send("POST", `${stories}/runs`, start, { "idempotency-key": newId() });
  expect([answer.status, answer.body.message]).toEqual([202, undefined]);
  return answer.body.run;
}

async function finished(person: Person, projectId?: string): Promise<{ id: string; projectId: string }> {
  const started = await run(person, projectId);
  await readEvents(person, started.id);
  return started;
}

test("a change of some form values leaves the others, and takes none that the form would not", async () => {
  const person = await product.signUp();
  const { projectId: id } = await finished(person);
  const before = (await person.send("GET", `${path}/${id}`)).body.project.fields.formValues;
  const patch = (formValues: object) => person.send("PATCH", path, { id, fields: { formValues } });
  expect((await patch({ requirementTitle: "Returns at the counter" })).status).toBe(200);
  const after = (await person.send("GET", `${path}/${id}`)).body.project.fields.formValues;
  expect(Object.keys(before).length).toBeGreaterThan(10);
  expect(after).toEqual({ ...before, requirementTitle: "Returns at the counter" });
  for (const [wrong, at] of [
    [{ nothing: 1 }, "fields.formValues.nothing"],
    [{ requirementTitle: 7 }, "fields.formValues.requirementTitle"],
    [{ notes: "x".repeat(66_000) }, "fields.formValues"],
  ] as const) {
    const { status, body } = await patch(wrong);
    expect([status, body.fields?.[0]?.path]).toEqual([400, at]);
  }
  expect((await person.send("GET", `${path}/${id}`)).body.project.fields.formValues).toEqual(after);
});

const remove = (person: Person, projectId: string) =>
  person.send("DELETE", path, { enData: { userId: person.userId, projectId } });

describe("project list", () => {
  test("filters by words, state, workflow, favourite and archive, alone and combined", async () => {
    const person = await product.signUp();
    await plant(person, [
      { name: "Spring plan", state: 1 },
      { name: "Fleet leads", state: 2, favorite: true },
      { name: "Half way", state: 49 },
      { name: "Öl & Bremse 50 %", state: 50, workflow: "userStoryWriterWorkflow" },
      { name: "Reviewed", state: 99, title: "Old title of the spring" },
      { name: "Finished", state: 100, favorite: true },
      { name: "Failed", state: 500 },
      { name: "Put away", state: 100, archived: true },
    ]);
    const all = ["Failed", "Finished", "Fleet leads", "Half way", "Reviewed", "Spring plan", "Öl & Bremse 50 %"];
    expect(await names(person, {})).toEqual(all);
    expect(await names(person, { archived: "false" })).toEqual(all);
    expect(await names(person, { archived: "true" })).toEqual(["Put away"]);
    expect(await names(person, { state: "new" })).toEqual(["Spring plan"]);
    expect(await names(person, { state: "progress" })).toEqual(["Fleet leads", "Half way"]);
    expect(await names(person, { state: "ready" })).toEqual(["Reviewed", "Öl & Bremse 50 %"]);
    expect(await names(person, { state: "done" })).toEqual(["Finished"]);
    expect(await names(person, { state: "other" })).toEqual(["Failed"]);
    expect(await names(person, { state: "other", archived: "true" })).toEqual(["Put away"]);
    expect(await names(person, { workflow: "userStoryWriterWorkflow" })).toEqual(["Öl & Bremse 50 %"]);
    expect(await names(person, { favorite: "true" })).toEqual(["Finished", "Fleet leads"]);
    expect(await names(person, { favorite: "true", state: "done" })).toEqual(["Finished"]);
    expect(await names(person, { q: "  SPRING " })).toEqual(["Reviewed", "Spring plan"]);
    expect(await names(person, { q: "plan spring" })).toEqual(["Spring plan"]);
    expect(await names(person, { q: "öl 50 %" })).toEqual(["Öl & Bremse 50 %"]);
    expect(await names(person, { q: "_" })).toEqual([]);
    expect(await names(person, { q: "'; drop table project" })).toEqual([]);
  });

  test("rejects invalid filters and names them", async () => {
    const person = await product.signUp();
    for (const [name, value] of [
      ["state", "50"],
      ["favorite", "yes"],
      ["archived", "1"],
      ["q", "x".repeat(121)],
      ["cursor", "e30"],
    ] as const) {
      const answer = await person.send("GET", `${path}?${new URLSearchParams({ [name]: value })}`);
      expect([name, answer.status, answer.body.fields?.[0]?.path]).toEqual([name, 400, name]);
    }
  });

  test("distinguishes failed and cancelled projects from archived ones", async () => {
    const person = await product.signUp();
    hold.until = new Promise(() => {});
    const started = await run(person);
    await person.send("POST", `/api/workflows/runs/${started.id}/cancel`, { runId: started.id });
    hold.until = null;
    expect(await list(person)).toMatchObject([{ state: 500, latestRunStatus: "cancelled", archived: false }]);
    await person.send("PATCH", path, { id: started.projectId, archived: true });
    expect(await list(person)).toEqual([]);
    expect(await list(person, { archived: "true" })).toMatchObject([
      { state: 500, latestRunStatus: "cancelled", archived: true },
    ]);
    const back = await person.send("PATCH", path, { id: started.projectId, archived: false });
    expect(back.body.updatedProject).toMatchObject({ state: 500, archived: false });
  });

  test("pages every project once, most recently updated first, with any filter", async () => {
    const stars = fc.array(fc.record({ minute: fc.integer({ min: 0, max: 3 }), favorite: fc.boolean() }), {
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(stars, fc.integer({ min: 1, max: 5 }), fc.boolean(), async (rows, limit, onlyStars) => {
        const person = await product.signUp();
        const planted = rows.map(({ minute, favorite }, at) => ({
          name: `${at}`,
          favorite,
          updated: `2026-02-01T00:0${minute}:00.500Z`,
        }));
        if (planted.length > 0) await plant(person, planted);
        const seen: Project[] = [];
        let cursor: string | undefined;
        do {
          const query = {
            limit: `${limit}`,
            ...(onlyStars ? { favorite: "true" } : {}),
            ...(cursor ? { cursor } : {}),
          };
          const { body } = await person.send("GET", `${path}?${new URLSearchParams(query)}`);
          expect(body.projects.length).toBeLessThanOrEqual(limit);
          seen.push(...body.projects);
          cursor = body.nextCursor;
        } while (cursor);
        const wanted = planted.filter(({ favorite }) => favorite || !onlyStars);
        expect(seen.map(({ name = "" }) => name).toSorted()).toEqual(wanted.map(({ name }) => name).toSorted());
        const dates = seen.map(({ dateUpdated }) => dateUpdated);
        expect(dates).toEqual(dates.toSorted().toReversed());
      }),
      { numRuns: 25 },
    );
  }, 60_000);
});

describe("project update", () => {
  test("keeps the date for a favourite, changes it for a name and restores the state after archiving", async () => {
    const person = await product.signUp();
    const [id = ""] = await plant(person, [{ name: "Plan", state: 75 }]);
    const change = async (body: object) => (await person.send("PATCH", path, { id, ...body })).body.updatedProject;
    expect(await change({ favorite: true })).toMatchObject({ favorite: true, dateUpdated: "2026-01-01T00:00:00.000Z" });
    expect((await change({ name: "Better plan" })).dateUpdated).not.toBe("2026-01-01T00:00:00.000Z");
    expect(await change({ archived: true })).toMatchObject({ state: 500, archived: true });
    expect(await change({ archived: true })).toMatchObject({ state: 500, archived: true });
    expect(await change({ archived: false })).toMatchObject({ state: 75, archived: false });
    expect(await change({ state: 500 })).toMatchObject({ state: 500, archived: true });
    expect(await change({ state: 100 })).toMatchObject({ state: 100, archived: false });
    const both = await person.send("PATCH", path, { id, archived: true, state: 50 });
    expect([both.status, both.body.fields[0].path]).toEqual([400, "archived"]);
  });

  test("unarchives a project when a revision is restored", async () => {
    const person = await product.signUp();
    const { projectId } = await finished(person);
    await person.send("PATCH", path, { id: projectId, archived: true });
    await person.send("POST", `${path}/revisions`, { projectId, restore: 1 });
    const { body } = await person.send("GET", `${path}/${projectId}`);
    expect(body.project).toMatchObject({ archived: false, state: 60, currentRevision: 2 });
  });

  test("rejects changes of state and archive during a run and accepts name and favourite", async () => {
    const person = await product.signUp();
    hold.until = new Promise(() => {});
    const { projectId, id } = await run(person);
    for (const change of [{ state: 100 }, { archived: true }, { archived: false }]) {
      const answer = await person.send("PATCH", path, { id: projectId, ...change });
      expect([answer.status, answer.body.code]).toEqual([409, "project.running"]);
    }
    const named = await person.send("PATCH", path, { id: projectId, name: "Mine", favorite: true });
    expect(named.body.updatedProject).toMatchObject({ name: "Mine", favorite: true });
    await person.send("POST", `/api/workflows/runs/${id}/cancel`, { runId: id });
    hold.until = null;
  });

  test("rejects restoring a revision during a run", async () => {
    const person = await product.signUp();
    const { projectId } = await finished(person);
    hold.until = new Promise(() => {});
    const { id } = await run(person, projectId);
    const answer = await person.send("POST", `${path}/revisions`, { projectId, restore: 1 });
    expect([answer.status, answer.body.code]).toEqual([409, "project.running"]);
    const { body } = await person.send("GET", `${path}/${projectId}`);
    expect(body.project.currentRevision).toBe(1);
    expect(body.project.state).toBeLessThan(50);
    await person.send("POST", `/api/workflows/runs/${id}/cancel`, { runId: id });
    hold.until = null;
  });
});

describe("deleted project", () => {
  test("is hidden everywhere and is restored unchanged", async () => {
    const person = await product.signUp();
    const { projectId, id: runId } = await finished(person);
    const { proposals } = (await person.send("GET", `/api/workflows/runs/${runId}/proposals`)).body;
    await person.send("POST", `/api/workflows/runs/${runId}/apply`, {
      keys: proposals.map(({ key }: { key: string }) => key),
    });
    const outcomes = "/api/workflows/scheduled/outcome";
    await person.send("POST", outcomes, {
      enData: {
        workflow: "socialPostWriterWorkflow",
        kind: "post",
        title: "T",
        plannedAt: "2026-05-01T08:00:00Z",
        projectId,
      },
    });
    const before = (await person.send("GET", `${path}/${projectId}`)).body.project;
    expect((await remove(person, projectId)).body).toEqual({ deleted: true });

    expect(await list(person)).toEqual([]);
    expect((await person.send("GET", "/api/workflows/runs")).body.runs).toEqual([]);
    const links = (await person.send("GET", outcomes)).body.outcomes.map(
      (one: { projectId: unknown }) => one.projectId,
    );
    expect(new Set(links)).toEqual(new Set([null]));
    const formValues = (await person.send("GET", stories)).body.example;
    const calls: [string, string, unknown?][] = [
      ["GET", `${path}/${projectId}`],
      ["GET", `${path}/revisions?projectId=${projectId}`],
      ["GET", `${path}/${projectId}/revisions/1`],
      ["PATCH", path, { id: projectId, name: "x" }],
      ["POST", `${path}/revisions`, { projectId, restore: 1 }],
      ["DELETE", path, { enData: { userId: person.userId, projectId } }],
      ["GET", `/api/workflows/runs/${runId}`],
      ["GET", `/api/workflows/runs/${runId}/proposals`],
      ["GET", `/api/workflows/runs/${runId}/events`],
      ["POST", `/api/workflows/runs/${runId}/undo`, {}],
      ["POST", `${stories}/runs`, { enData: { formValues, projectId } }],
    ];
    for (const [method, address, body] of calls) {
      const answer = await person.send(method, address, body, { "idempotency-key": newId() });
      expect([method, address, answer.status]).toEqual([method, address, 404]);
    }

    const back = await person.send("POST", `${path}/restore`, { id: projectId });
    expect([back.status, back.body.project]).toEqual([200, before]);
    expect(await list(person)).toEqual([before]);
    expect((await person.send("GET", "/api/workflows/runs")).body.runs).toHaveLength(1);
    const again = await person.send("POST", `${path}/restore`, { id: projectId });
    expect([again.status, again.body.project]).toEqual([200, before]);
  });

  test("releases the coins of its open run, which stays cancelled after the project is restored", async () => {
    const person = await product.signUp();
    hold.until = new Promise(() => {});
    const { projectId, id } = await run(person);
    expect((await person.send("GET", "/api/coins")).body.held).toBe(20);
    await remove(person, projectId);
    hold.until = null;
    expect((await person.send("GET", "/api/coins")).body).toEqual({ balance: 500, held: 0, credits: 500 });
    await person.send("POST", `${path}/restore`, { id: projectId });
    expect((await person.send("GET", `/api/workflows/runs/${id}`)).body.run.status).toBe("cancelled");
    expect(await list(person)).toMatchObject([{ state: 500, latestRunStatus: "cancelled", archived: false }]);
  });

  test("keeps its name in the coin statement and is erased after a day", async () => {
    const person = await product.signUp();
    const { projectId } = await finished(person);
    await person.send("PATCH", path, { id: projectId, name: "Brakes in winter" });
    const row = async () => (await person.send("GET", "/api/coins/statement")).body.rows[0];
    expect(await row()).toMatchObject({ projectId, projectName: "Brakes in winter", amount: -20 });
    await remove(person, projectId);
    expect(await row()).toMatchObject({ projectId: null, projectName: "Brakes in winter", amount: -20 });
    await eraseDeleted(product.deps);
    clock = 25 * hour;
    try {
      expect((await person.send("POST", `${path}/restore`, { id: projectId })).status).toBe(404);
      expect((await eraseDeleted(product.deps)).project).toBeGreaterThan(0);
    } finally {
      clock = 0;
    }
    expect((await person.send("POST", `${path}/restore`, { id: projectId })).status).toBe(404);
    expect(await row()).toMatchObject({ projectId: null, projectName: "Brakes in winter", amount: -20 });
    const { db } = product.database;
    expect(await db.selectFrom("run").select("id").where("project_id", "=", projectId).execute()).toEqual([]);
  });

  test("is restored by its owner only", async () => {
    const [person, other] = await Promise.all([product.signUp(), product.signUp()]);
    const [id = ""] = await plant(person, [{ name: "Mine" }]);
    await remove(person, id);
    expect((await other.send("POST", `${path}/restore`, { id })).status).toBe(404);
    expect((await person.send("GET", `${path}/${id}`)).status).toBe(404);
    expect((await other.send("DELETE", path, { enData: { userId: person.userId, projectId: id } })).status).toBe(403);
    expect((await person.send("POST", `${path}/restore`, { id })).body.project).toMatchObject({ id, name: "Mine" });
  });

  test("charges nothing more when a run is started again with the same idempotency key", async () => {
    const person = await product.signUp();
    const formValues = (await person.send("GET", stories)).body.example;
    const key = { "idempotency-key": newId() };
    const first = (await person.send("POST", `${stories}/runs`, { enData: { formValues } }, key)).body.run;
    await readEvents(person, first.id);
    await remove(person, first.projectId);
    const again = await person.send("POST", `${stories}/runs`, { enData: { formValues } }, key);
    expect(again.body.run.id).toBe(first.id);
    expect((await person.send("GET", "/api/coins")).body.balance).toBe(480);
  });
});

describe("project store", () => {
  /** Lets the browser's client speak to the product as this person, or meet a refusal. */
  async function openBrowserOf(person: Person, refuse?: (method: string, address: string) => Response | undefined) {
    vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
      return refuse?.(init.method ?? "GET", address) ?? pageFetch(person)(address, init);
    });
    return openStore();
  }
  const projectsIn = (store: ReturnType<typeof openStore>) => store.getState().userProjects;

  test("applies name, favourite and archive optimistically and reverts rejected changes", async () => {
    const person = await product.signUp();
    const [id = ""] = await plant(person, [{ name: "Plan", state: 60 }]);
    let isDown = false;
    const store = await openBrowserOf(person, () => (isDown ? Response.json({}, { status: 503 }) : undefined));
    await store.dispatch(userProjects.fetch({}));
    for (const [change, shown] of [
      [{ name: "Better plan" }, { name: "Better plan" }],
      [{ favorite: true }, { favorite: true }],
      [{ archived: true }, { archived: true, state: 500 }],
    ] as const) {
      const before = projectsIn(store).items;
      isDown = true;
      const refused = store.dispatch(userProjects.update({ id, ...change }));
      expect(projectsIn(store).items).toMatchObject([shown]);
      await expect(refused.unwrap()).rejects.toMatchObject({ message: "Failed to update user project", status: 503 });
      expect(projectsIn(store).items).toEqual(before);
      isDown = false;
      await store.dispatch(userProjects.update({ id, ...change })).unwrap();
      expect(projectsIn(store).items).toMatchObject([shown]);
    }
    vi.unstubAllGlobals();
  });

  test("raises the messages of the specification for failed requests", async () => {
    const [person, other] = await Promise.all([product.signUp(), product.signUp()]);
    const [id = ""] = await plant(other, [{ name: "Theirs" }]);
    const [own = ""] = await plant(person, [{ name: "Own" }]);
    let status = 0;
    const store = await openBrowserOf(person, () => (status ? Response.json({}, { status }) : undefined));
    const { userId } = person;

    status = 500;
    await store.dispatch(userProjects.fetch({}));
    expect(projectsIn(store)).toMatchObject({ loading: false, loaded: false });
    expect(projectsIn(store).error?.message).toBe("Failed to fetch user projects");
    status = 0;
    await store.dispatch(userProjects.fetch({}));

    const raised = async (call: { unwrap: () => Promise<unknown> }): Promise<string> =>
      call.unwrap().then(
        () => "no refusal",
        (failure: { message: string }) => failure.message,
      );
    const rename = (name: string) => store.dispatch(userProjects.update({ id: own, name }));
    expect(await raised(rename(""))).toBe("Failed to update user project");
    expect(await raised(store.dispatch(userProjects.update({ id, name: "Mine" })))).toBe(
      "Failed to update user project",
    );
    const drop = (projectId: string, by: string | undefined = userId) =>
      store.dispatch(userProjects.remove({ userId: by, projectId }));
    expect(await raised(drop(id))).toBe("Failed to delete project: Not Found");
    expect(await raised(drop(own, other.userId))).toBe("Failed to delete project: Forbidden");
    expect(await raised(store.dispatch(userProjects.remove({ userId: undefined, projectId: own })))).toBe(
      "User is not authenticated",
    );
    status = 503;
    expect(await raised(drop(own))).toBe("Failed to delete project: Service Unavailable");
    status = 0;
    expect(projectsIn(store).items?.map((project) => project.id)).toEqual([own]);
    await person.signOut();
    expect(await raised(drop(own))).toBe("User is not authenticated");
    vi.unstubAllGlobals();
  });
});
