import { afterAll, beforeAll, expect, test } from "vitest";
import { dayMs } from "#src/kit/time/dates.ts";
import { newId } from "#src/kit/ids.ts";
import { changePerson } from "#src/features/operator/server/usecases.ts";
import { brokenLaws } from "#src/server/ledgerLaws.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { readEvents, type Person } from "#src/testing/visitor.ts";
import { openWebDouble, type WebDouble } from "#src/testing/webDouble.ts";
import { dueSchedules } from "./server/repository.ts";
import { startDueRuns } from "./server/usecases.ts";

let web: WebDouble;
let product: TestProduct;
/** Days that have passed since the test began. */
let days = 0;
const now = (): Date => new Date(Date.now() + days * dayMs);

beforeAll(async () => {
  web = await openWebDouble();
  product = await openTestProduct({
    now,
    env: { SEARXNG_URL: web.url("/"), FETCH_ALLOW_HOSTS: web.host, WELCOME_COINS: "2000" },
  });
});
afterAll(async () => {
  await product.close();
  await web.close();
});

const path = "/api/workflows/schedules";
const weekly = { every: "week", day: 1, time: "07:00", monthlyLimit: 200 };

/** A finished project; with `research`, one whose run read a page of the web. */
async function projectOf(person: Person, workflow: string, more: object = {}): Promise<string> {
  const { example } = (await person.send("GET", `/api/workflows/${workflow}`)).body;
  const enData = { formValues: { ...example, ...more } };
  const started = await person.send(
    "POST",
    `/api/workflows/${workflow}/runs`,
    { enData },
    { "idempotency-key": newId() },
  );
  expect(started.status).toBe(202);
  await readEvents(person, started.body.run.id);
  return started.body.run.projectId;
}

const runsOf = async (person: Person, projectId: string) =>
  (await person.send("GET", `/api/workflows/runs?projectId=${projectId}`)).body.runs;
const only = async (person: Person, projectId: string) =>
  (await person.send("GET", `${path}?projectId=${projectId}`)).body.schedules[0];

/** Lets days pass, starts what is due and waits for the run. @returns the newest run */
async function pass(person: Person, projectId: string, count: number) {
  days += count;
  await startDueRuns(product.deps);
  const [run] = await runsOf(person, projectId);
  await readEvents(person, run.id);
  return (await runsOf(person, projectId))[0];
}

const article = "blogArticleWriterWorkflow";
const stories = "userStoryWriterWorkflow";
const page = (fact: string): string =>
  `<html><head><title>The ferry</title></head><body><article><h1>The ferry</h1><p>${fact} Most of the passengers came
  between May and September, when the line runs every twenty minutes from the old customs house to the island.</p>
  <p>The company says that two of its five boats now run on batteries charged overnight at the northern pier.</p>
  </article></body></html>`;

test("runs a project again each week, and takes no coins when the pages say what they said", async () => {
  const person = await product.signUp();
  web.on("/ferry", { type: "text/html; charset=utf-8", body: page("The ferry carried 412,000 passengers in 2025.") });
  web.searchFinds([{ title: "The ferry", url: web.url("/ferry"), snippet: "Passengers of the ferry" }]);
  const projectId = await projectOf(person, article, { research: "web" });
  const set = await person.send("PUT", path, { projectId, ...weekly });
  expect(set.status).toBe(200);
  expect(set.body.schedule).toMatchObject({ projectId, workflow: article, coins: 30, spent: 0, skipped: null });
  expect(Date.parse(set.body.schedule.nextAt)).toBeGreaterThan(now().getTime());
  expect(await startDueRuns(product.deps)).toBe(0);
  const before = (await person.send("GET", "/api/coins")).body;

  const same = await pass(person, projectId, 7);
  expect(same).toMatchObject({ status: "cancelled", coinsState: "released", error: { code: "nothing_new" } });
  expect((await person.send("GET", "/api/coins")).body).toEqual(before);
  expect((await person.send("GET", `/api/projects/workflow/${projectId}`)).body.project.revisions).toBe(1);

  web.on("/ferry", { type: "text/html; charset=utf-8", body: page("The ferry carried 498,000 passengers in 2026.") });
  const changed = await pass(person, projectId, 7);
  expect(changed).toMatchObject({ status: "succeeded", coinsState: "captured", coins: 30, revision: 2 });
  expect((await person.send("GET", "/api/coins")).body.credits).toBe(before.credits - 30);
  expect(await runsOf(person, projectId)).toHaveLength(3);
  expect(await brokenLaws(product.database.pool)).toEqual([]);
});

test("spends no more in a month than its limit, and goes on in the next", async () => {
  const person = await product.signUp();
  web.searchFinds([{ title: "The ferry", url: web.url("/counter"), snippet: "Passengers of the ferry" }]);
  let visits = 0;
  web.on("/counter", (_, response) => {
    visits += 1;
    response.setHeader("content-type", "text/html; charset=utf-8").end(page(`The ferry carried ${visits} passengers.`));
  });
  const projectId = await projectOf(person, article, { research: "web" });
  // Weeks of one month and the next: the limit is one run.
  // By UTC, as the months of the runs are read below.
  await person.send("PUT", path, { projectId, ...weekly, monthlyLimit: 30, timeZone: "UTC" });
  const months: string[] = [];
  const skips: string[] = [];
  for (let week = 0; week < 9; week += 1) {
    const count = (await runsOf(person, projectId)).length;
    const run = await pass(person, projectId, 7);
    if ((await runsOf(person, projectId)).length > count) months.push(run.createdAt.slice(0, 7));
    const { skipped, spent } = await only(person, projectId);
    expect(spent).toBeLessThanOrEqual(30);
    if (skipped) skips.push(skipped.code);
  }
  expect(new Set(months).size).toBe(months.length);
  expect(months.length).toBeGreaterThan(1);
  expect(new Set(skips)).toEqual(new Set(["limit"]));
  expect(await brokenLaws(product.database.pool)).toEqual([]);
});

test("a result that was returned leaves room for another one in its month", async () => {
  const person = await product.signUp();
  web.on("/tram", { type: "text/html; charset=utf-8", body: page("The tram carried 9,000 passengers in 2025.") });
  web.searchFinds([{ title: "The tram", url: web.url("/tram"), snippet: "Passengers of the tram" }]);
  const projectId = await projectOf(person, article, { research: "web" });
  await person.send("PUT", path, { projectId, ...weekly });
  web.on("/tram", { type: "text/html; charset=utf-8", body: page("The tram carried 11,000 passengers in 2026.") });
  const run = await pass(person, projectId, 7);
  expect(await only(person, projectId)).toMatchObject({ spent: 30 });
  const returned = "returned_at = finished_at, returnable_until = finished_at + interval '1 day'";
  await product.database.pool.query(`update run set ${returned} where id = $1`, [run.id]);
  expect(await only(person, projectId)).toMatchObject({ spent: 0 });
  // No coins came back with it here, which the laws of the ledger would tell.
  await product.database.pool.query("update run set returned_at = null where id = $1", [run.id]);
});

test("a time that nobody was there for counts once, and two processes start it once", async () => {
  const person = await product.signUp();
  web.searchFinds([{ title: "The ferry", url: web.url("/counter"), snippet: "Passengers of the ferry" }]);
  const projectId = await projectOf(person, article, { research: "web" });
  await person.send("PUT", path, { projectId, ...weekly });
  days += 40;
  await Promise.all([startDueRuns(product.deps), startDueRuns(product.deps), startDueRuns(product.deps)]);
  const [run, ...others] = await runsOf(person, projectId);
  expect(others).toHaveLength(1);
  await readEvents(person, run.id);
  expect((await only(person, projectId)).skipped).toBeNull();
  expect(Date.parse((await only(person, projectId)).nextAt)).toBeGreaterThan(now().getTime());
});

test("a process that died between the start and its note starts nothing twice", async () => {
  const person = await product.signUp();
  web.searchFinds([{ title: "The ferry", url: web.url("/counter"), snippet: "Passengers of the ferry" }]);
  const projectId = await projectOf(person, article, { research: "web" });
  // By UTC, as the months of the runs are read below.
  await person.send("PUT", path, { projectId, ...weekly, monthlyLimit: 30, timeZone: "UTC" });
  days += 7;
  const [row] = (await dueSchedules(product.deps.db).find(now(), 50)).filter((due) => due.project_id === projectId);
  await startDueRuns(product.deps);
  // Back to before the note.
  await product.deps.db
    .updateTable("schedule")
    .set({ next_at: row?.next_at ?? now() })
    .where("project_id", "=", projectId)
    .execute();
  await startDueRuns(product.deps);
  expect(await runsOf(person, projectId)).toHaveLength(2);
  expect((await only(person, projectId)).skipped).toBeNull();
});

test("says why no run began: nothing to read anew, too few coins, or a form that no longer fits", async () => {
  const person = await product.signUp();
  const projectId = await projectOf(person, stories);
  await person.send("PUT", path, { projectId, ...weekly });
  await pass(person, projectId, 7);
  expect(await only(person, projectId)).toMatchObject({ skipped: { code: "unchanged" }, spent: 0 });

  await product.database.pool.query(
    "update project set form_values = form_values || '{\"requirementTitle\": 7}' where id = $1",
    [projectId],
  );
  await pass(person, projectId, 7);
  expect(await only(person, projectId)).toMatchObject({ skipped: { code: "refused" } });

  const reading = await projectOf(person, article, { research: "web" });
  await person.send("PUT", path, { projectId: reading, ...weekly });
  const planner = "/api/workflows/contentPlannerWorkflow";
  const { example } = (await person.send("GET", planner)).body;
  for (let free = (await person.send("GET", "/api/coins")).body.credits; free >= 300; free -= 300) {
    const { run } = (
      await person.send("POST", `${planner}/runs`, { enData: { formValues: example } }, { "idempotency-key": newId() })
    ).body;
    await readEvents(person, run.id);
  }
  for (let free = (await person.send("GET", "/api/coins")).body.credits; free >= 20; free -= 20)
    await projectOf(person, stories, { notes: `Another ${free}` });
  await pass(person, reading, 7);
  expect(await only(person, reading)).toMatchObject({ skipped: { code: "coins" } });
  expect(await brokenLaws(product.database.pool)).toEqual([]);
});

test("rests while it is paused, while its project is put away or deleted, and is nobody else's", async () => {
  const [person, other] = await Promise.all([product.signUp(), product.signUp()]);
  const projectId = await projectOf(person, stories);
  const due = async (): Promise<boolean> => {
    const rows = await dueSchedules(product.deps.db).find(new Date(now().getTime() + 40 * dayMs), 500);
    return rows.some((row) => row.project_id === projectId);
  };
  expect((await other.send("PUT", path, { projectId, ...weekly })).status).toBe(404);
  await person.send("PUT", path, { projectId, ...weekly });
  expect(await due()).toBe(true);
  expect((await other.send("GET", path)).body.schedules).toEqual([]);
  expect((await other.send("DELETE", path, { enData: { projectId } })).status).toBe(404);

  const paused = await person.send("PUT", path, { projectId, ...weekly, isPaused: true });
  expect(paused.body.schedule).toMatchObject({ isPaused: true, nextAt: null });
  expect(await due()).toBe(false);
  await person.send("PUT", path, { projectId, ...weekly, every: "month", day: 31 });
  expect(await due()).toBe(true);
  await person.send("DELETE", "/api/projects/workflow", { enData: { userId: person.userId, projectId } });
  expect(await due()).toBe(false);
  expect((await person.send("GET", path)).body.schedules).toEqual([]);
  await person.send("POST", "/api/projects/workflow/restore", { id: projectId });
  expect(await due()).toBe(true);
  expect((await person.send("DELETE", path, { enData: { projectId } })).status).toBe(200);
  expect(await due()).toBe(false);
});

const projects = "/api/projects/workflow";
const archive = (person: Person, id: string, archived: boolean) => person.send("PATCH", projects, { id, archived });
const disable = (person: Person, isDisabled: boolean) =>
  changePerson(null, { id: person.userId, isDisabled, reason: "of a test" }, product.deps);
type Step = (person: Person, projectId: string) => Promise<unknown>;

test.each<[string, Step, Step]>([
  ["was put away", (person, id) => archive(person, id, true), (person, id) => archive(person, id, false)],
  [
    "was deleted",
    ({ send, userId }, projectId) => send("DELETE", projects, { enData: { userId, projectId } }),
    ({ send }, id) => send("POST", `${projects}/restore`, { id }),
  ],
  ["is of a person who was kept out", (person) => disable(person, true), (person) => disable(person, false)],
])("goes on at its next time, and not at once, when its project %s meanwhile", async (_, away, back) => {
  // What the tests before have left is not counted.
  await startDueRuns(product.deps);
  const person = await product.signUp();
  const projectId = await projectOf(person, stories);
  const { nextAt } = (await person.send("PUT", path, { projectId, ...weekly })).body.schedule;
  const change = product.deps.db.updateTable("schedule").where("project_id", "=", projectId);
  await change.set({ skip_code: "limit", skipped_at: now() }).execute();
  await away(person, projectId);
  await change.set({ next_at: new Date(Date.parse(nextAt) - 14 * dayMs) }).execute();
  expect(await startDueRuns(product.deps)).toBe(0);
  await back(person, projectId);
  expect(await startDueRuns(product.deps)).toBe(0);
  const row = await product.deps.db
    .selectFrom("schedule")
    .select(["next_at", "skip_code"])
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  // What it told before stays told.
  expect(row).toEqual({ next_at: new Date(nextAt), skip_code: "limit" });
});

test("a project says since when a scheduled run brought something new, until it is opened", async () => {
  const person = await product.signUp();
  let figure = 100;
  web.on("/pier", (_, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8").end(page(`The ferry carried ${figure} passengers.`));
  });
  web.searchFinds([{ title: "The ferry", url: web.url("/pier"), snippet: "Passengers of the ferry" }]);
  const projectId = await projectOf(person, article, { research: "web" });
  const news = async () => (await person.send("GET", `${projects}/${projectId}`)).body.project.news;
  const first = (await person.send("GET", `${projects}/${projectId}/revisions/1`)).body.revision;
  expect(await news()).toBeNull();
  await person.send("PUT", path, { projectId, ...weekly });
  await pass(person, projectId, 7);
  // It found nothing new.
  expect(await news()).toBeNull();

  const told = { from: 1, since: first.dateCreated };
  for (figure of [200, 300]) {
    await pass(person, projectId, 7);
    // What was seen last stays what it is compared with, however many runs come after it.
    expect(await news()).toEqual(told);
  }
  expect((await person.send("GET", projects)).body.projects[0].news).toEqual(told);
  expect((await person.send("GET", "/api/dashboard")).body.waiting[0].news).toEqual(told);
  const { dateUpdated } = (await person.send("GET", `${projects}/${projectId}`)).body.project;
  const other = await product.signUp();
  expect((await other.send("PATCH", projects, { id: projectId, opened: true })).status).toBe(404);
  expect(await news()).toEqual(told);
  const opened = await person.send("PATCH", projects, { id: projectId, opened: true });
  expect(opened.body.updatedProject).toMatchObject({ news: null, dateUpdated });
  expect(await news()).toBeNull();

  figure = 400;
  await pass(person, projectId, 7);
  expect((await news()).from).toBe(3);
  // The revision that was seen last is gone: the one before it stands in.
  const { revisions } = (await person.send("GET", `${projects}/revisions?projectId=${projectId}`)).body;
  const third = revisions.find(({ number }: { number: number }) => number === 3);
  await person.send("DELETE", `${projects}/revisions`, { enData: { projectId, revisionId: third.id } });
  expect((await news()).from).toBe(2);
  // Who brings a revision back was there.
  await person.send("POST", `${projects}/revisions`, { projectId, restore: 1 });
  expect(await news()).toBeNull();
  // Five runs that read the web.
}, 60_000);

test("refuses a monthly limit that no run fits into, and names the field", async () => {
  const person = await product.signUp();
  const projectId = await projectOf(person, stories);
  const low = await person.send("PUT", path, { projectId, ...weekly, monthlyLimit: 19 });
  expect(low.status).toBe(400);
  expect(low.body.fields).toMatchObject([{ path: "monthlyLimit", messageKey: "validation.tooSmall" }]);
  expect(await only(person, projectId)).toBeUndefined();
  expect((await person.send("PUT", path, { projectId, ...weekly, monthlyLimit: 20 })).status).toBe(200);
});

test("a schedule keeps the time zone it was made in, until another one is chosen", async () => {
  const person = await product.signUp();
  const projectId = await projectOf(person, stories);
  await person.send("PUT", path, { projectId, ...weekly });
  const settings = { calendarSettings: { timeZone: "America/New_York" } };
  expect((await person.send("POST", "/api/user/settings", settings)).status).toBe(200);
  const kept = await person.send("PUT", path, { projectId, ...weekly, time: "08:00" });
  expect(kept.body.schedule).toMatchObject({ timeZone: "Europe/Berlin", time: "08:00" });
  const moved = await person.send("PUT", path, { projectId, ...weekly, timeZone: "America/New_York" });
  expect(moved.body.schedule).toMatchObject({ timeZone: "America/New_York", time: "07:00" });
  expect(moved.body.schedule.nextAt).toMatch(/T1[12]:00:00/);
  const other = await projectOf(person, stories, { notes: "In another zone" });
  expect((await person.send("PUT", path, { projectId: other, ...weekly })).body.schedule.timeZone).toBe(
    "America/New_York",
  );
});

test("tells of each schedule whether its form reads the web", async () => {
  const person = await product.signUp();
  const [reading, writing] = [
    await projectOf(person, article, { research: "web" }),
    await projectOf(person, article, { research: "none" }),
  ];
  for (const projectId of [reading, writing]) await person.send("PUT", path, { projectId, ...weekly });
  expect((await only(person, reading)).isReading).toBe(true);
  expect((await only(person, writing)).isReading).toBe(false);
});

test.each([
  [{ day: 8 }, "day"],
  [{ day: 0 }, "day"],
  [{ time: "24:00" }, "time"],
  [{ monthlyLimit: -1 }, "monthlyLimit"],
  [{ every: "day" }, "every"],
  [{ timeZone: "Mars/Base" }, "timeZone"],
])("refuses %j", async (wrong, field) => {
  const person = await product.signUp();
  const answer = await person.send("PUT", path, { projectId: newId(), ...weekly, ...wrong });
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).toContain(field);
});

test("takes no coins for the same pages when the revision that read them first is gone", async () => {
  const person = await product.signUp();
  web.on("/bus", { type: "text/html; charset=utf-8", body: page("The bus carried 7,000 passengers in 2025.") });
  web.searchFinds([{ title: "The bus", url: web.url("/bus"), snippet: "Passengers of the bus" }]);
  const projectId = await projectOf(person, article, { research: "web" });
  await person.send("PUT", path, { projectId, ...weekly });
  const projects = "/api/projects/workflow";
  const { revision } = (await person.send("GET", `${projects}/${projectId}/revisions/1`)).body;
  const change = { kind: "addSection", after: null, title: "Note", paragraphs: ["Hello."] };
  await person.send("POST", `${projects}/revisions/edit`, { projectId, revision: 1, edits: 0, change });
  const removed = { enData: { projectId, revisionId: revision.id } };
  expect((await person.send("DELETE", `${projects}/revisions`, removed)).status).toBe(200);
  const before = (await person.send("GET", "/api/coins")).body;
  expect(await pass(person, projectId, 7)).toMatchObject({ status: "cancelled", error: { code: "nothing_new" } });
  expect((await person.send("GET", "/api/coins")).body).toEqual(before);
});
