import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { createHeldEngine } from "#src/testing/heldEngine.ts";
import { brokenLaws } from "#src/server/ledgerLaws.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { readEvents, register, type Person } from "#src/testing/visitor.ts";

const { engine, hold } = createHeldEngine();
const stories = "/api/workflows/userStoryWriterWorkflow";
const plans = "/api/workflows/contentPlannerWorkflow";

let product: TestProduct;
let storyForm: unknown;
let planForm: unknown;
beforeAll(async () => {
  product = await openTestProduct({ engine });
  const mara = await product.signUp();
  storyForm = (await mara.send("GET", stories)).body.example;
  planForm = (await mara.send("GET", plans)).body.example;
});
afterAll(() => product.close());

const coins = async (person: Person) => (await person.send("GET", "/api/coins")).body;
const start = (person: Person, path: string, enData: unknown, key: unknown = newId()) =>
  person.send("POST", `${path}/runs`, { enData }, { "idempotency-key": String(key) });

/** Runs `work` while every run is held up in the middle. */
async function whileHeld(work: () => Promise<void>): Promise<void> {
  let release = (): void => undefined;
  hold.until = new Promise((resolve) => (release = resolve));
  try {
    await work();
  } finally {
    release();
    hold.until = null;
  }
}

describe("prices", () => {
  const amounts: [string, unknown][] = [
    ["negative", -300],
    ["nothing", 0],
    ["a fraction", 0.5],
    ["huge", 1e21],
    ["not safe", 2 ** 53],
    ["a text", "0"],
    ["a list", [0]],
    ["null", null],
  ];
  test.each(amounts)("cannot be set by the client: %s", async (_name, amount) => {
    const person = await product.signUp();
    const bodies = [
      { enData: { formValues: planForm, coins: amount } },
      { enData: { formValues: planForm, price: amount } },
      { coins: amount, enData: { formValues: planForm } },
      { enData: { formValues: { ...(planForm as object), coins: amount } } },
      { enData: { formValues: planForm, quoteId: amount } },
    ];
    for (const body of bodies) {
      const answer = await person.send("POST", `${plans}/runs`, body, { "idempotency-key": newId() });
      expect([body, answer.status]).toEqual([body, 400]);
    }
    for (const body of [
      { formValues: planForm, coins: amount },
      { formValues: { ...(planForm as object), coins: amount } },
    ]) {
      expect((await person.send("POST", `${plans}/quote`, body)).status).toBe(400);
    }
    expect(await coins(person)).toEqual({ balance: 500, held: 0, credits: 500 });
  });

  test("are rejected with 409 when quoted for another user or workflow or made up", async () => {
    const [mara, jonas] = await Promise.all([product.signUp(), product.signUp()]);
    const cheap = (await mara.send("POST", `${stories}/quote`, { formValues: storyForm })).body;
    expect(cheap.coins).toBe(20);
    const foreign = (await jonas.send("POST", `${plans}/quote`, { formValues: planForm })).body;
    for (const quoteId of [cheap.quoteId, foreign.quoteId, newId(), cheap.quoteId.toUpperCase()]) {
      const answer = await start(mara, plans, { formValues: planForm, quoteId });
      expect([quoteId, answer.status, answer.body.code]).toEqual([quoteId, 409, "quote.expired"]);
    }
    expect(await coins(mara)).toEqual({ balance: 500, held: 0, credits: 500 });
  });

  test("are not charged when the idempotency key is invalid", async () => {
    const person = await product.signUp();
    for (const key of ["", "short", "x".repeat(201), "with blanks in it", "with ä in it"]) {
      const answer = await start(person, stories, { formValues: storyForm }, key).catch(() => null);
      if (answer) expect([key, answer.status]).toEqual([key, 400]);
    }
    expect((await person.send("POST", `${stories}/runs`, { enData: { formValues: storyForm } })).status).toBe(400);
    expect((await coins(person)).credits).toBe(500);
  });
});

describe("concurrent requests", () => {
  test("start exactly 25 runs with coins for 25", async () => {
    await whileHeld(async () => {
      const person = await product.signUp();
      const answers = await Promise.all(
        Array.from({ length: 60 }, () => start(person, stories, { formValues: storyForm })),
      );
      const count = (status: number): number => answers.filter((answer) => answer.status === status).length;
      expect([count(202), count(402)]).toEqual([25, 35]);
      expect(await coins(person)).toEqual({ balance: 500, held: 500, credits: 0 });
      await Promise.all(
        answers
          .filter(({ status }) => status === 202)
          .map(({ body }) => person.send("POST", `/api/workflows/runs/${body.run.id}/cancel`, {})),
      );
      expect(await coins(person)).toEqual({ balance: 500, held: 0, credits: 500 });
    });
    expect(await brokenLaws(product.database.pool)).toEqual([]);
  });

  test("start one run per project at a time", async () => {
    await whileHeld(async () => {
      const person = await product.signUp();
      const { run } = (await start(person, stories, { formValues: storyForm })).body;
      await person.send("POST", `/api/workflows/runs/${run.id}/cancel`, {});
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => start(person, stories, { formValues: storyForm, projectId: run.projectId })),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        202,
        ...Array.from({ length: 19 }, () => 409),
      ]);
      expect((await coins(person)).held).toBe(20);
      await person.send("DELETE", "/api/projects/workflow", {
        enData: { userId: person.userId, projectId: run.projectId },
      });
      expect(await coins(person)).toEqual({ balance: 500, held: 0, credits: 500 });
    });
    expect(await brokenLaws(product.database.pool)).toEqual([]);
  });

  test("to cancel a run and delete its project release the coins once", async () => {
    await whileHeld(async () => {
      const person = await product.signUp();
      const { run } = (await start(person, plans, { formValues: planForm })).body;
      const cancel = () => person.send("POST", `/api/workflows/runs/${run.id}/cancel`, {});
      const remove = () =>
        person.send("DELETE", "/api/projects/workflow", {
          enData: { userId: person.userId, projectId: run.projectId },
        });
      const answers = await Promise.all([
        ...Array.from({ length: 10 }, cancel),
        remove(),
        ...Array.from({ length: 10 }, cancel),
        remove(),
      ]);
      for (const { status } of answers) expect([200, 404]).toContain(status);
      expect(await coins(person)).toEqual({ balance: 500, held: 0, credits: 500 });
    });
    expect(await brokenLaws(product.database.pool)).toEqual([]);
  });

  test("to cancel a run that is completing either charge or release, never both", async () => {
    const person = await product.signUp();
    for (let round = 0; round < 8; round += 1) {
      const before = await coins(person);
      const { run } = (await start(person, stories, { formValues: storyForm })).body;
      const watched = readEvents(person, run.id, { until: ({ data }) => data["step"] === "propose" });
      await Promise.race([watched, readEvents(person, run.id)]);
      await Promise.all(
        Array.from({ length: 4 }, () => person.send("POST", `/api/workflows/runs/${run.id}/cancel`, {})),
      );
      await readEvents(person, run.id);
      const ended = (await person.send("GET", `/api/workflows/runs/${run.id}`)).body.run;
      const after = await coins(person);
      expect([ended.coinsState, before.credits - after.credits, after.held]).toEqual(
        ended.status === "succeeded" ? ["captured", 20, 0] : ["released", 0, 0],
      );
    }
    expect(await brokenLaws(product.database.pool)).toEqual([]);
  });

  test("to apply and undo suggestions create each record once", async () => {
    const person = await product.signUp();
    const { run } = (await start(person, plans, { formValues: planForm })).body;
    await readEvents(person, run.id);
    const { proposals } = (await person.send("GET", `/api/workflows/runs/${run.id}/proposals`)).body;
    const keys = proposals.map((row: { key: string }) => row.key);
    const act = (name: string) =>
      Promise.all(
        Array.from({ length: 20 }, () => person.send("POST", `/api/workflows/runs/${run.id}/${name}`, { keys })),
      );
    const sum = (answers: { body: Record<string, number> }[], name: string) =>
      answers.reduce((total, { body }) => total + (body[name] ?? 0), 0);
    expect(sum(await act("apply"), "applied")).toBe(keys.length);
    expect(sum(await act("undo"), "undone")).toBe(keys.length);
    expect((await person.send("GET", "/api/workflows/scheduled/outcome")).body.outcomes).toEqual([]);
    expect((await coins(person)).credits).toBe(200);
  });

  test("to start runs while the account is deleted leave no coins held", async () => {
    await whileHeld(async () => {
      for (let round = 0; round < 4; round += 1) {
        const person = await product.signUp();
        const many = () => Array.from({ length: 8 }, () => start(person, stories, { formValues: storyForm }));
        await Promise.all(many().slice(0, 3));
        const [before, gone, after] = await Promise.all([
          Promise.all(many()),
          person.send("DELETE", "/api/user", { enData: { userId: person.userId } }),
          Promise.all(many()),
        ]);
        expect(gone.status).toBe(200);
        for (const { status } of [...before, ...after]) expect([202, 401]).toContain(status);
        expect((await person.send("GET", "/api/coins")).status).toBe(401);
        const { rows } = await product.database.pool.query(
          "select state from coin_hold where owner = $1 and state <> 'released'",
          [person.userId],
        );
        expect(rows).toEqual([]);
      }
    });
    expect(await brokenLaws(product.database.pool)).toEqual([]);
  });

  test("to register the same address grant the welcome coins once", async () => {
    const email = `${newId()}@example.com`;
    const visitor = product.visit();
    const ids = await Promise.all(
      Array.from({ length: 10 }, () => register(visitor, { name: "Mara", email, password: "a long enough password" })),
    );
    expect(ids.filter((id) => id !== null)).toHaveLength(1);
    expect(await brokenLaws(product.database.pool)).toEqual([]);
  });
});
