import { afterAll, beforeAll, expect, test } from "vitest";
import { dayMs } from "#src/kit/time/dates.ts";
import { newId } from "#src/kit/ids.ts";
import { whileHeld } from "#src/testing/heldTable.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { readEvents, type Person } from "#src/testing/visitor.ts";
import type { Schedule } from "./contract.ts";
import { startDueRuns } from "./server/usecases.ts";

let product: TestProduct;
let days = 0;
beforeAll(async () => {
  product = await openTestProduct({
    now: () => new Date(Date.now() + days * dayMs),
    env: { LEVEL_LIMITS: "on", WELCOME_COINS: "5000" },
  });
});
afterAll(() => product.close());

const path = "/api/workflows/schedules";
const article = "blogArticleWriterWorkflow";

async function projectOf(person: Person): Promise<string> {
  const { example } = (await person.send("GET", `/api/workflows/${article}`)).body;
  const enData = { formValues: { ...example, requirementTitle: `Title ${newId()}` } };
  const headers = { "idempotency-key": newId() };
  const started = await person.send("POST", `/api/workflows/${article}/runs`, { enData }, headers);
  expect(started.status).toBe(202);
  await readEvents(person, started.body.run.id);
  return started.body.run.projectId;
}

const weekly = { every: "week", day: 1, time: "07:00", monthlyLimit: 200 };
const schedule = (person: Person, projectId: string, more: object = {}) =>
  person.send("PUT", path, { projectId, ...weekly, ...more });
const setLevel = (person: Person, level: string) =>
  product.database.pool.query(`update "user" set owned_license = $2 where id = $1`, [person.userId, level]);
const listed = async (person: Person): Promise<{ schedules: Schedule[]; active: number }> =>
  (await person.send("GET", path)).body;

test("a level has room for so many schedules; the refusal names the limit and the level that lifts it", async () => {
  const person = await product.signUp();
  const projects = [await projectOf(person), await projectOf(person), await projectOf(person)];
  const [first = "", second = "", third = ""] = projects;
  expect([(await schedule(person, first)).status, (await schedule(person, second)).status]).toEqual([200, 200]);
  const refused = await schedule(person, third);
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    402,
    "level.schedules",
    "Your plan includes 2 scheduled projects, Starter allows it.",
  ]);
  expect((await listed(person)).schedules).toHaveLength(2);
  // One that is paused takes no place, and one that counts already may be changed.
  expect((await schedule(person, third, { isPaused: true })).status).toBe(200);
  expect((await schedule(person, second, { day: 3 })).status).toBe(200);
  expect((await schedule(person, third)).status).toBe(402);
  expect((await schedule(person, second, { isPaused: true })).status).toBe(200);
  expect((await schedule(person, third)).status).toBe(200);
  expect((await listed(person)).active).toBe(2);
  await setLevel(person, "starter");
  expect((await schedule(person, second)).status).toBe(200);
});

test("of schedules made at once exactly as many come as there is room for", async () => {
  const person = await product.signUp();
  const projects = await Promise.all([projectOf(person), projectOf(person), projectOf(person)]);
  const [last, ...others] = projects;
  expect((await schedule(person, last)).status).toBe(200);
  const answers = await whileHeld(product, "schedule", () =>
    Promise.all(others.map((projectId) => schedule(person, projectId))),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 402]);
  expect((await listed(person)).active).toBe(2);
});

test("a fallen level deletes nothing: the newest schedules rest, and go on when it rises again", async () => {
  const person = await product.signUp();
  await setLevel(person, "starter");
  const projects: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    projects.push(await projectOf(person));
    expect((await schedule(person, projects[count] ?? "")).status).toBe(200);
  }
  await setLevel(person, "justRegistered");
  const over = async () => new Map((await listed(person)).schedules.map((one) => [one.projectId, one.isOverLevel]));
  expect([...(await over()).entries()].filter(([, isOver]) => isOver)).toEqual([[projects[2], true]]);
  days += 7;
  await startDueRuns(product.deps);
  const skips = (await listed(person)).schedules.map((one) => [one.projectId, one.skipped?.code] as const);
  // The form of the others is the one of their last run.
  expect(new Map(skips)).toEqual(
    new Map([
      [projects[0], "unchanged"],
      [projects[1], "unchanged"],
      [projects[2], "level"],
    ]),
  );
  // It may still be read, changed and paused.
  expect((await schedule(person, projects[2] ?? "", { day: 5 })).body.schedule.isOverLevel).toBe(true);
  await setLevel(person, "starter");
  expect([...(await over()).values()]).toEqual([false, false, false]);
  days += 7;
  await startDueRuns(product.deps);
  const later = (await listed(person)).schedules.map((one) => one.skipped?.code);
  expect(later).toEqual(["unchanged", "unchanged", "unchanged"]);
});
