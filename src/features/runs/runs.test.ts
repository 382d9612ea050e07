import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { grantCoins } from "#src/features/coins/server/ledger.ts";
import { newId } from "#src/kit/ids.ts";
import { createHeldEngine } from "#src/testing/heldEngine.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { readEvents, type Person, type StreamMessage, isWriting } from "#src/testing/visitor.ts";
import { sweepRuns } from "./server/usecases.ts";

const { engine, hold } = createHeldEngine();

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct({ engine });
});
afterAll(() => product.close());

const contentPlanner = "/api/workflows/contentPlannerWorkflow";

async function example(person: Person, path = contentPlanner): Promise<Record<string, unknown>> {
  return (await person.send("GET", path)).body.example;
}

const start = (person: Person, formValues: unknown, extra: object = {}, key = newId(), path = contentPlanner) =>
  person.send("POST", `${path}/runs`, { enData: { formValues, ...extra } }, { "idempotency-key": key });

async function ended(person: Person, runId: string) {
  await readEvents(person, runId);
  return (await person.send("GET", `/api/workflows/runs/${runId}`)).body.run;
}

/** What a stream tells of the steps, such as `guard done`. */
const stepsOf = (events: StreamMessage[]): string[] =>
  events.filter(({ data }) => data.type === "step").map(({ data }) => `${String(data.step)} ${String(data.state)}`);

/** The steps of a run that came to nothing while its document was written. */
const brokenSteps = [
  "guard started",
  "guard done",
  "collect started",
  "collect done",
  "generate started",
  "generate failed",
];

const coins = async (person: Person) => (await person.send("GET", "/api/coins")).body;

describe("complete workflow", () => {
  test("leads a new user from quote to run, charge, suggestions and undo", async () => {
    const mara = await product.signUp();
    expect(await coins(mara)).toEqual({ balance: 500, held: 0, credits: 500 });
    const formValues = await example(mara);
    const quote = await mara.send("POST", `${contentPlanner}/quote`, { formValues });
    expect(quote).toMatchObject({
      status: 200,
      body: { coins: 300, engine: { kind: "draft", reasonCode: "draftForced" } },
    });

    const started = await start(mara, formValues, { quoteId: quote.body.quoteId });
    expect(started).toMatchObject({ status: 202, body: { run: { status: "queued", coins: 300, coinsState: "held" } } });
    const { id: runId, projectId } = started.body.run;
    const events = await readEvents(mara, runId);
    expect(stepsOf(events)).toEqual(
      ["guard", "collect", "generate", "check", "compose", "propose", "settle"].flatMap((step) => [
        `${step} started`,
        `${step} done`,
      ]),
    );
    expect(events.at(-1)?.data).toMatchObject({
      type: "end",
      run: { status: "succeeded", coinsState: "captured", revision: 1 },
    });
    expect(await coins(mara)).toEqual({ balance: 200, held: 0, credits: 200 });

    const second = await start(mara, formValues);
    expect(second).toMatchObject({ status: 402, body: { code: "coins.notEnough" } });
    expect((await mara.send("GET", "/api/workflows/runs")).body.runs).toHaveLength(1);
    expect((await mara.send("GET", "/api/projects/workflow")).body.projects).toHaveLength(1);

    const { project } = (await mara.send("GET", `/api/projects/workflow/${projectId}`)).body;
    expect(project).toMatchObject({
      state: 50,
      workflow: "contentPlannerWorkflow",
      revisions: 1,
      currentRevision: 1,
      latestRunId: runId,
    });
    const { revision } = (await mara.send("GET", `/api/projects/workflow/${projectId}/revisions/1`)).body;
    expect(revision.document).toMatchObject({ schemaVersion: 1, generator: { engine: "draft" }, aiMark: false });

    const { proposals } = (await mara.send("GET", `/api/workflows/runs/${runId}/proposals`)).body;
    expect(proposals.length).toBeGreaterThan(10);
    const keys = proposals.map((proposal: { key: string }) => proposal.key);
    const applied = await mara.send("POST", `/api/workflows/runs/${runId}/apply`, { keys });
    expect(applied.body.applied).toBe(keys.length);
    const again = await mara.send("POST", `/api/workflows/runs/${runId}/apply`, { keys });
    expect(again.body.applied).toBe(0);
    const outcomes = (await mara.send("GET", `/api/workflows/scheduled/outcome?limit=200&projectId=${projectId}`)).body
      .outcomes;
    const [today, inAYear] = [0, 365].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
    const entries = (await mara.send("GET", `/api/calendar/entry/preview?from=${today}&to=${inAYear}`)).body.entries;
    expect(outcomes.length + entries.length).toBeGreaterThanOrEqual(Math.min(keys.length, 200));
    expect((await mara.send("GET", `/api/projects/workflow/${projectId}`)).body.project.state).toBe(75);
    const undone = await mara.send("POST", `/api/workflows/runs/${runId}/undo`, {});
    expect(undone.body.undone).toBe(keys.length);
    expect((await mara.send("GET", "/api/workflows/scheduled/outcome")).body.outcomes).toEqual([]);
    expect((await mara.send("GET", `/api/projects/workflow/${projectId}`)).body.project.state).toBe(50);
  });

  test.each(["blogArticleWriterWorkflow", "userStoryWriterWorkflow"])(
    "succeeds for the example of %s and again as a second revision",
    async (name) => {
      const person = await product.signUp();
      const path = `/api/workflows/${name}`;
      const formValues = await example(person, path);
      const first = await start(person, formValues, {}, newId(), path);
      const run = await ended(person, first.body.run.id);
      expect(run).toMatchObject({ status: "succeeded", coinsState: "captured" });
      const changed = { ...formValues, notes: "Mention the opening hours." };
      const again = await start(person, changed, { projectId: run.projectId }, newId(), path);
      expect(await ended(person, again.body.run.id)).toMatchObject({ status: "succeeded", revision: 2 });
      expect(
        (await person.send("GET", `/api/projects/workflow/revisions?projectId=${run.projectId}`)).body.revisions.map(
          (one: { number: number }) => one.number,
        ),
      ).toEqual([2, 1]);
      const restored = await person.send("POST", "/api/projects/workflow/revisions", {
        projectId: run.projectId,
        restore: 1,
      });
      expect(restored.body.revision).toMatchObject({ number: 3, note: "restored:1", runId: null });
    },
  );
});

describe("run start", () => {
  test("creates one run per idempotency key under concurrent requests", async () => {
    const person = await product.signUp();
    const formValues = await example(person);
    const key = newId();
    const answers = await Promise.all(Array.from({ length: 50 }, () => start(person, formValues, {}, key)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([202]));
    expect(new Set(answers.map((answer) => answer.body.run.id)).size).toBe(1);
    await ended(person, answers[0]?.body.run.id);
    expect(await coins(person)).toEqual({ balance: 200, held: 0, credits: 200 });
    const again = await start(person, formValues, {}, key);
    expect([again.status, again.body.run.id]).toEqual([202, answers[0]?.body.run.id]);
    const other = await start(person, { ...formValues, requirementTitle: "Another plan" }, {}, key);
    expect(other).toMatchObject({ status: 409, body: { code: "idempotency.mismatch" } });
  });

  test("never holds more coins than available under concurrent requests", async () => {
    const person = await product.signUp();
    const path = "/api/workflows/blogArticleWriterWorkflow";
    const formValues = await example(person, path);
    const answers = await Promise.all(Array.from({ length: 40 }, () => start(person, formValues, {}, newId(), path)));
    expect(answers.filter((answer) => answer.status === 202)).toHaveLength(16);
    expect(answers.filter((answer) => answer.body.code === "coins.notEnough")).toHaveLength(24);
    for (const answer of answers) if (answer.status === 202) await ended(person, answer.body.run.id);
    expect(await coins(person)).toEqual({ balance: 20, held: 0, credits: 20 });
  });

  test("spends a quote once: of three parallel starts one runs, and its key returns the same run again", async () => {
    const person = await product.signUp();
    const path = "/api/workflows/blogArticleWriterWorkflow";
    const formValues = await example(person, path);
    const { quoteId } = (await person.send("POST", `${path}/quote`, { formValues })).body;
    const keys = [newId(), newId(), newId()];
    const answers = await Promise.all(keys.map((key) => start(person, formValues, { quoteId }, key, path)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409, 409]);
    for (const { status, body } of answers) if (status === 409) expect(body.code).toBe("quote.expired");
    const started = answers.findIndex(({ status }) => status === 202);
    const run = answers[started]?.body.run.id;
    const again = await Promise.all(
      Array.from({ length: 3 }, () => start(person, formValues, { quoteId }, keys[started], path)),
    );
    expect(again.map(({ body }) => body.run?.id)).toEqual([run, run, run]);
    const other = (await person.send("POST", `${path}/quote`, { formValues })).body.quoteId;
    const key = newId();
    const same = await Promise.all(
      Array.from({ length: 3 }, () => start(person, formValues, { quoteId: other }, key, path)),
    );
    expect(new Set(same.map(({ body }) => body.run?.id)).size).toBe(1);
    for (const id of [run, same[0]?.body.run.id]) await ended(person, id);
  });

  test("is rejected without a key, with an invalid quote or form, or for a workflow that is not live", async () => {
    const [person, other] = await Promise.all([product.signUp(), product.signUp()]);
    const formValues = await example(person);
    expect((await person.send("POST", `${contentPlanner}/runs`, { enData: { formValues } })).status).toBe(400);
    const { quoteId } = (await other.send("POST", `${contentPlanner}/quote`, { formValues })).body;
    expect(await start(person, formValues, { quoteId })).toMatchObject({
      status: 409,
      body: { code: "quote.expired" },
    });
    expect((await start(person, {}, {}, newId(), "/api/workflows/videoScriptWriterWorkflow")).body.code).toBe(
      "workflow.notLive",
    );
    expect((await start(person, {}, {}, newId(), "/api/workflows/nothingWorkflow")).status).toBe(404);
    const wrong = await start(person, { ...formValues, requirementTitle: "x" });
    expect(wrong.status).toBe(400);
    expect(wrong.body.fields[0].path).toBe("enData.formValues.requirementTitle");
    const fileless = await start(person, { ...formValues, attachments: [newId()] });
    expect(fileless).toMatchObject({
      status: 404,
      body: { code: "notFound", fields: [{ path: "enData.formValues.attachments", messageKey: "files.gone" }] },
    });
    expect(await coins(person)).toEqual({ balance: 500, held: 0, credits: 500 });
  });
});

describe("run event stream", () => {
  test("resumes exactly after the Last-Event-ID", async () => {
    const person = await product.signUp();
    const { id: runId } = (await start(person, await example(person))).body.run;
    const whole = await readEvents(person, runId);
    expect(whole.length).toBeGreaterThan(10);
    for (const place of [0, 1, Math.floor(whole.length / 2), whole.length - 2]) {
      const id = whole[place]?.id ?? "";
      expect(await readEvents(person, runId, { lastEventId: id })).toEqual(whole.slice(place + 1));
    }
  });

  test("is identical for late and concurrent readers", async () => {
    const person = await product.signUp();
    let release = (): void => {};
    hold.until = new Promise((resolve) => {
      release = resolve;
    });
    try {
      const { id: runId } = (await start(person, await example(person))).body.run;
      const first = readEvents(person, runId);
      await readEvents(person, runId, { until: isWriting });
      const second = readEvents(person, runId);
      release();
      expect(await second).toEqual(await first);
    } finally {
      hold.until = null;
    }
  });
});

/** A person who can pay for a second run. */
async function wealthy(): Promise<Person> {
  const person = await product.signUp();
  const grant = { key: `test:${person.userId}`, reason: "reward" as const, owner: person.userId, coins: 1000 };
  await product.deps.db.transaction().execute((trx) => grantCoins(trx, grant, newId));
  return person;
}

describe("unsuccessful run", () => {
  test("releases the coins and keeps the form when cancelled", async () => {
    const person = await product.signUp();
    hold.until = new Promise(() => {});
    try {
      const formValues = await example(person);
      const { id: runId, projectId } = (await start(person, formValues)).body.run;
      await readEvents(person, runId, { until: isWriting });
      expect(await coins(person)).toEqual({ balance: 500, held: 300, credits: 200 });
      const cancelled = await person.send("POST", `/api/workflows/runs/${runId}/cancel`, {});
      expect(cancelled.body.run).toMatchObject({ status: "cancelled", coinsState: "released" });
      expect(await coins(person)).toEqual({ balance: 500, held: 0, credits: 500 });
      expect((await readEvents(person, runId)).at(-1)?.data).toMatchObject({
        type: "end",
        run: { status: "cancelled" },
      });
      const { project } = (await person.send("GET", `/api/projects/workflow/${projectId}`)).body;
      expect(project).toMatchObject({
        state: 500,
        revisions: 0,
        fields: { formValues: { requirementTitle: formValues["requirementTitle"] } },
      });
      expect((await person.send("POST", `/api/workflows/runs/${runId}/cancel`, {})).body.run.status).toBe("cancelled");
      expect((await person.send("POST", `/api/workflows/runs/${runId}/apply`, { keys: ["a"] })).status).toBe(409);
    } finally {
      hold.until = null;
    }
  });

  test("releases the coins when the engine fails or throws", async () => {
    const person = await product.signUp();
    for (const [flag, code] of [
      ["fail", "provider_down"],
      ["throwIn", "internal"],
    ] as const) {
      hold[flag] = true;
      try {
        const { id: runId } = (await start(person, await example(person))).body.run;
        const events = await readEvents(person, runId);
        expect(stepsOf(events)).toEqual(brokenSteps);
        expect(events.at(-1)?.data).toMatchObject({
          type: "end",
          run: { status: "failed", coinsState: "released", error: { code } },
        });
      } finally {
        hold[flag] = false;
      }
    }
    expect(await coins(person)).toEqual({ balance: 500, held: 0, credits: 500 });
  });

  test.each([
    { end: "cancelled", state: 50 },
    { end: "cancelled", state: 75 },
    { end: "cancelled", state: 100 },
    { end: "failed", state: 90 },
    { end: "failed", state: 100 },
  ])("that is $end leaves a project in state $state, and its document as they were", async ({ end, state }) => {
    const projects = "/api/projects/workflow";
    const person = await wealthy();
    const formValues = await example(person);
    const { projectId } = await ended(person, (await start(person, formValues)).body.run.id);
    const project = async () => (await person.send("GET", `${projects}/${projectId}`)).body.project;
    await person.send("PATCH", projects, { id: projectId, state });
    const before = (await person.send("GET", `${projects}/${projectId}/revisions/1`)).body.revision;
    const { from, to } = formValues["period"] as { from: string; to: string };
    const later = (day: string) => new Date(Date.parse(day) + 7 * 86_400_000).toISOString().slice(0, 10);
    const changed = { ...formValues, period: { from: later(from), to: later(to) } };
    if (end === "failed") hold.fail = true;
    else hold.until = new Promise(() => {});
    try {
      const { id: runId } = (await start(person, changed, { projectId })).body.run;
      if (end === "cancelled") await person.send("POST", `/api/workflows/runs/${runId}/cancel`, {});
      expect(await ended(person, runId)).toMatchObject({ status: end, coinsState: "released" });
    } finally {
      hold.fail = false;
      hold.until = null;
    }
    // The form waits for the next try; what is edited is the document of before.
    expect(await project()).toMatchObject({ state, fields: { formValues: { period: changed.period } } });
    const edit = (seen: { number: number; edits: number }, change: object) =>
      person.send("POST", `${projects}/revisions/edit`, {
        projectId,
        revision: seen.number,
        edits: seen.edits,
        change,
      });
    const added = { kind: "addSection", after: null, title: "Note", paragraphs: ["Hello."] };
    const { revision } = (await edit(before, added)).body;
    expect(revision.document.sections).toEqual(expect.arrayContaining(before.document.sections));
    const undone = (await edit(revision, { kind: "undo" })).body;
    expect(undone.revision.document.sections).toEqual(before.document.sections);
    expect(undone.project.fields.formValues.period).toEqual(changed.period);
  });

  test("leaves a project out of the archive in the state that it was put away with", async () => {
    const projects = "/api/projects/workflow";
    const person = await wealthy();
    const formValues = await example(person);
    const { projectId } = await ended(person, (await start(person, formValues)).body.run.id);
    await person.send("PATCH", projects, { id: projectId, state: 100 });
    await person.send("PATCH", projects, { id: projectId, archived: true });
    hold.until = new Promise(() => {});
    try {
      const { id: runId } = (await start(person, { ...formValues, notes: "Other" }, { projectId })).body.run;
      await person.send("POST", `/api/workflows/runs/${runId}/cancel`, {});
    } finally {
      hold.until = null;
    }
    const { project } = (await person.send("GET", `${projects}/${projectId}`)).body;
    expect(project).toMatchObject({ state: 100, archived: false });
  });

  test("is cancelled when its project is deleted", async () => {
    const person = await product.signUp();
    hold.until = new Promise(() => {});
    try {
      const { id: runId, projectId } = (await start(person, await example(person))).body.run;
      await readEvents(person, runId, { until: isWriting });
      const deleted = await person.send("DELETE", "/api/projects/workflow", {
        enData: { userId: person.userId, projectId },
      });
      expect(deleted.body).toEqual({ deleted: true });
      expect(await coins(person)).toEqual({ balance: 500, held: 0, credits: 500 });
      expect((await person.send("GET", `/api/workflows/runs/${runId}`)).status).toBe(404);
    } finally {
      hold.until = null;
    }
  });

  test("is ended with its coins released when the job engine has lost it", async () => {
    const person = await product.signUp();
    hold.until = new Promise(() => {});
    try {
      const { id: runId } = (await start(person, await example(person))).body.run;
      await readEvents(person, runId, { until: isWriting });
      await sql`update dbos.workflow_status set status = 'ERROR' where workflow_uuid = ${runId}`.execute(
        product.database.db,
      );
      const later = new Date(Date.now() + 60_000);
      expect(await sweepRuns({ ...product.deps, now: () => later })).toBe(1);
      expect(await coins(person)).toEqual({ balance: 500, held: 0, credits: 500 });
      await pause(50);
      expect((await person.send("GET", `/api/workflows/runs/${runId}`)).body.run).toMatchObject({
        status: "failed",
        error: { code: "internal" },
      });
      expect(stepsOf(await readEvents(person, runId))).toEqual(brokenSteps);
    } finally {
      hold.until = null;
    }
  });
});

test("returns 404 for another user's runs, streams, projects and suggestions", async () => {
  const [mara, other] = await Promise.all([product.signUp(), product.signUp()]);
  const { id: runId, projectId } = (await start(mara, await example(mara))).body.run;
  await ended(mara, runId);
  const { proposals } = (await mara.send("GET", `/api/workflows/runs/${runId}/proposals`)).body;
  const attempts: [string, string, unknown?][] = [
    ["GET", `/api/workflows/runs/${runId}`],
    ["GET", `/api/workflows/runs/${runId}/events`],
    ["GET", `/api/workflows/runs/${runId}/proposals`],
    ["POST", `/api/workflows/runs/${runId}/cancel`, {}],
    ["POST", `/api/workflows/runs/${runId}/apply`, { keys: [proposals[0].key] }],
    ["POST", `/api/workflows/runs/${runId}/undo`, {}],
    ["GET", `/api/projects/workflow/${projectId}`],
    ["GET", `/api/projects/workflow/${projectId}/revisions/1`],
    ["GET", `/api/projects/workflow/revisions?projectId=${projectId}`],
    ["POST", "/api/projects/workflow/revisions", { projectId, restore: 1 }],
    ["PATCH", "/api/projects/workflow", { id: projectId, name: "Mine now" }],
    ["DELETE", "/api/projects/workflow", { enData: { userId: other.userId, projectId } }],
  ];
  for (const [method, path, body] of attempts) {
    const answer = await other.send(method, path, body);
    expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 404, "notFound"]);
  }
  expect((await start(other, await example(other), { projectId })).status).toBe(404);
  expect(
    (await other.send("DELETE", "/api/projects/workflow", { enData: { userId: mara.userId, projectId } })).status,
  ).toBe(403);
  expect((await mara.send("GET", `/api/projects/workflow/${projectId}`)).body.project).toMatchObject({
    state: 50,
    revisions: 1,
  });
});
