import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#src/kit/time/dates.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { readEvents, type Person } from "#src/testing/visitor.ts";
import { dayIn, isPlannedSoon, spansAround, touchesDay } from "./rules.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct();
});
afterAll(() => product.close());

const read = async (person: Person, today?: string) => {
  const { status, body } = await person.send("GET", `/api/dashboard${today ? `?today=${today}` : ""}`);
  expect(status).toBe(200);
  return body;
};

const enter = (person: Person, title: string, start: string, end: string) =>
  person.send("POST", "/api/calendar/entry", { enData: { type: "1000", title, start, end }, activeLanguage: "en" });

const plan = (person: Person, title: string, plannedAt: string, status = "planned") =>
  person.send("POST", "/api/workflows/scheduled/outcome", {
    enData: { workflow: "socialPostWriterWorkflow", kind: "post", title, plannedAt, status },
  });

async function runPlanner(person: Person): Promise<{ id: string; projectId: string }> {
  const path = "/api/workflows/contentPlannerWorkflow";
  const formValues = (await person.send("GET", path)).body.example;
  const start = { enData: { formValues } };
  const { run } = (await person.send("POST", `${path}/runs`, start, { "idempotency-key": `k-${person.userId}` })).body;
  return run;
}

test("shows a new user an empty dashboard with the welcome coins", async () => {
  const person = await product.signUp();
  expect(await read(person)).toMatchObject({
    today: dayIn(new Date(), "Europe/Berlin"),
    timeZone: "Europe/Berlin",
    runs: [],
    waiting: [],
    waitingCount: 0,
    recent: [],
    outcomes: [],
    entries: [],
    movements: [{ reason: "welcome", amount: 500, balance: 500, state: "booked" }],
    coins: { balance: 500, held: 0, credits: 500 },
    counts: { leads: 0, outcomes: 0, entriesToday: 0, projects: 0 },
    isNew: true,
    hasApplied: false,
  });
});

test("has what recurs among the entries of today and of the coming days", async () => {
  const [person, other] = [await product.signUp(), await product.signUp()];
  const start = "2026-05-05T08:00:00.000Z";
  const entry = { type: "1020", title: "Jour fixe", start, end: "2026-05-05T09:00:00.000Z", rrule: "FREQ=WEEKLY" };
  for (const enData of [entry, { ...entry, title: "Every two days", rrule: "FREQ=DAILY;INTERVAL=2;COUNT=6" }])
    expect((await person.send("POST", "/api/calendar/entry", { enData })).status).toBe(201);
  const { entries, upcoming, counts } = await read(person, "2026-05-12");
  const told = (list: { title: string; start: string; isOccurrence?: true }[]) =>
    list.map(({ title, start, isOccurrence = false }) => [title, start.slice(5, 16), isOccurrence]);
  expect(told(entries)).toEqual([["Jour fixe", "05-12T08:00", true]]);
  expect(told(upcoming)).toEqual([
    ["Every two days", "05-13T08:00", true],
    ["Every two days", "05-15T08:00", true],
  ]);
  expect(counts.entriesToday).toBe(1);
  expect((await read(person, "2026-05-05")).counts.entriesToday).toBe(2);
  expect((await read(other, "2026-05-12")).entries).toEqual([]);
});

test("names the leads whose next step is due, the latest day first, and none that must not be contacted", async () => {
  const [person, other] = [await product.signUp(), await product.signUp()];
  const enter = async (owner: Person, name: string, nextStepOn: string | null, more: object = {}) => {
    const lead = { name, nextStep: `Call ${name}`, nextStepOn, ...more };
    const { status } = await owner.send("POST", "/api/leads", { enData: { leads: [lead] } });
    expect(status).toBe(201);
  };
  await enter(person, "Due", "2026-05-12", { contact: "Ada", phone: ["0341 1", "0341 2"], email: ["ada@due.example"] });
  await enter(person, "Over", "2026-05-02");
  await enter(person, "Tomorrow", "2026-05-13");
  await enter(person, "Undated", null);
  await enter(person, "Barred", "2026-05-12", { doNotContact: true });
  await enter(other, "Theirs", "2026-05-12");
  const { dueLeads } = await read(person, "2026-05-12");
  expect(dueLeads.map((lead: { name: string }) => lead.name)).toEqual(["Due", "Over"]);
  expect(dueLeads[0]).toMatchObject({
    contact: "Ada",
    phone: "0341 1",
    email: "ada@due.example",
    nextStep: "Call Due",
    nextStepOn: "2026-05-12",
  });
  expect(dueLeads[1]).toMatchObject({ phone: null, email: null });
});

test("finds today's leads among more of other days, whatever the zone is", async () => {
  const person = await product.signUp();
  const today = dayIn(new Date(), "Europe/Berlin");
  const leads = [-2, -1, 0, 1].flatMap((days) =>
    Array.from({ length: 6 }, (_, at) => ({
      name: `${days}/${at}`,
      nextStep: "Call",
      nextStepOn: addDays(today, days),
    })),
  );
  expect((await person.send("POST", "/api/leads", { enData: { leads } })).status).toBe(201);
  const { dueLeads } = await read(person);
  expect(dueLeads.map((lead: { nextStepOn: string }) => lead.nextStepOn)).toEqual(Array(5).fill(today));
});

test("moves a project from waiting to recent once its suggestions are applied", async () => {
  const person = await product.signUp();
  const run = await runPlanner(person);
  await readEvents(person, run.id);
  const finished = await read(person);
  expect([finished.isNew, finished.hasApplied]).toEqual([false, false]);
  expect(finished.counts.projects).toBe(1);
  expect(finished.coins).toEqual((await person.send("GET", "/api/coins")).body);
  const statement = (await person.send("GET", "/api/coins/statement?limit=5")).body.rows;
  expect(finished.movements).toEqual(
    statement.map(({ projectId: _id, projectName: _name, ...row }: Record<string, unknown>) => row),
  );
  const { proposals } = (await person.send("GET", `/api/workflows/runs/${run.id}/proposals`)).body;
  // The calendar entry of a content item is no suggestion of its own.
  const ofKind = (kind: string) =>
    proposals.filter(
      (one: { kind: string; payload: object }) =>
        one.kind === kind && (kind === "outcome" || !("outcomeKey" in one.payload)),
    ).length;
  const [waiting] = finished.waiting;
  expect(finished.waitingCount).toBe(1);
  expect(waiting).toMatchObject({
    id: run.projectId,
    workflow: "contentPlannerWorkflow",
    state: 50,
    finishedAt: (await person.send("GET", `/api/workflows/runs/${run.id}`)).body.run.finishedAt,
    proposals: { outcome: ofKind("outcome"), calendarEntry: ofKind("calendarEntry"), lead: 0, insight: 0 },
  });
  expect(waiting.title.length).toBeGreaterThan(0);

  await person.send("POST", `/api/workflows/runs/${run.id}/apply`, {
    keys: proposals.map(({ key }: { key: string }) => key),
  });
  const applied = await read(person);
  expect([applied.waiting, applied.recent.map(({ id }: { id: string }) => id)]).toEqual([[], [run.projectId]]);
  expect(applied.hasApplied).toBe(true);

  await person.send("DELETE", "/api/projects/workflow", {
    enData: { userId: person.userId, projectId: run.projectId },
  });
  const gone = await read(person);
  expect([gone.recent, gone.counts.projects, gone.isNew]).toEqual([[], 0, false]);
});

test("omits a cancelled run from the open runs and shows its status with the project", async () => {
  const person = await product.signUp();
  const run = await runPlanner(person);
  await person.send("POST", `/api/workflows/runs/${run.id}/cancel`, {});
  const { runs, movements, recent, waiting } = await read(person);
  const { status } = (await person.send("GET", `/api/workflows/runs/${run.id}`)).body.run;
  expect([runs, movements[0].workflow]).toEqual([[], "contentPlannerWorkflow"]);
  expect(["cancelled", "succeeded"]).toContain(status);
  expect([...recent, ...waiting]).toMatchObject([{ id: run.projectId, latestRunStatus: status }]);
});

test("uses the user's time zone for the entries of today and for the plan", async () => {
  const person = await product.signUp();
  await person.send("POST", "/api/user/settings", { calendarSettings: { timeZone: "Pacific/Auckland" } });
  // 23:30 of 1 June in Auckland is 11:30 in UTC; half an hour later the next day begins there.
  await enter(person, "late", "2026-06-01T11:30:00Z", "2026-06-01T12:00:00Z");
  await enter(person, "next day", "2026-06-01T12:00:00Z", "2026-06-01T13:00:00Z");
  await enter(person, "all week", "2026-05-28T00:00:00Z", "2026-06-05T00:00:00Z");
  await plan(person, "first", "2026-05-31T12:00:00Z");
  await plan(person, "before", "2026-05-31T11:59:00Z");
  await plan(person, "last", "2026-06-07T11:59:00Z");
  await plan(person, "after", "2026-06-07T12:00:00Z");
  await plan(person, "skipped", "2026-06-02T12:00:00Z", "skipped");
  await plan(person, "published", "2026-06-02T12:00:00Z", "published");
  await plan(person, "idea of last week", "2026-05-25T12:00:00Z", "idea");
  await plan(person, "published last week", "2026-05-25T12:00:00Z", "published");
  await plan(person, "long ago", "2026-04-25T12:00:00Z");
  const titles = (rows: { title: string }[]) => rows.map(({ title }) => title);
  const today = await read(person, "2026-06-01");
  expect(titles(today.entries)).toEqual(["all week", "late"]);
  expect(today.counts.entriesToday).toBe(2);
  // What should have gone out the day before comes first.
  expect(titles(today.outcomes)).toEqual(["before", "first", "last"]);
  expect(today.outcomes.map(({ isLate }: { isLate: boolean }) => isLate)).toEqual([true, false, false]);
  expect(titles((await read(person, "2026-06-02")).entries)).toEqual(["all week", "next day"]);
});

test("lists the entries of the six days after today, without those that a content item has", async () => {
  const person = await product.signUp();
  await person.send("POST", "/api/user/settings", { calendarSettings: { timeZone: "Pacific/Auckland" } });
  // A day begins in Auckland at 12:00 UTC.
  const hour = (day: string, at: string) => [`2026-${day}T${at}:00:00Z`, `2026-${day}T${at}:30:00Z`] as const;
  await enter(person, "today", ...hour("06-01", "10"));
  await enter(person, "first", ...hour("06-01", "12"));
  await enter(person, "last", ...hour("06-07", "11"));
  await enter(person, "after", ...hour("06-07", "12"));
  const { outcome } = (await plan(person, "post", "2026-06-03T08:00:00Z")).body;
  const [start, end] = hour("06-03", "08");
  const post = { type: "3000", title: "post", start, end, outcomeId: outcome.id };
  expect((await person.send("POST", "/api/calendar/entry", { enData: post, activeLanguage: "en" })).status).toBe(201);
  const gone = (await enter(person, "gone", ...hour("06-02", "08"))).body.entry;
  await person.send("DELETE", "/api/calendar/entry", { enData: { entryId: gone.id } });
  for (let at = 10; at < 20; at += 1) await enter(person, `busy ${at}`, ...hour("06-05", String(at)));
  const { upcoming, outcomes } = await read(person, "2026-06-01");
  const titles = upcoming.map(({ title }: { title: string }) => title);
  expect(titles).toEqual(["first", ...Array.from({ length: 9 }, (_, at) => `busy ${at + 10}`)]);
  expect(outcomes.map(({ title }: { title: string }) => title)).toEqual(["post"]);
  expect((await read(person, "2026-06-03")).upcoming.at(-1)).toMatchObject({ title: "busy 19" });
  const last = (await read(person, "2026-06-07")).upcoming.map(({ title }: { title: string }) => title);
  expect(last).toEqual(["last", "after"].slice(1));
});

test("omits deleted records and other users' records from the dashboard", async () => {
  const [person, other] = await Promise.all([product.signUp(), product.signUp()]);
  const entry = (await enter(person, "gone", "2026-06-01T08:00:00Z", "2026-06-01T09:00:00Z")).body.entry;
  await person.send("DELETE", "/api/calendar/entry", { enData: { entryId: entry.id } });
  const outcome = (await plan(person, "gone", "2026-06-01T08:00:00Z")).body.outcome;
  await person.send("DELETE", "/api/workflows/scheduled/outcome", { enData: { id: outcome.id } });
  const { leads } = (await person.send("POST", "/api/leads", { enData: { leads: [{ name: "a" }, { name: "b" }] } }))
    .body;
  await person.send("DELETE", "/api/leads", { enData: { id: leads[0].id } });
  await enter(other, "theirs", "2026-06-01T08:00:00Z", "2026-06-01T09:00:00Z");
  const mine = await read(person, "2026-06-01");
  expect([mine.entries, mine.outcomes, mine.counts.leads]).toEqual([[], [], 1]);
});

test("rejects a dashboard request with an invalid day", async () => {
  const person = await product.signUp();
  for (const today of ["2026-02-30", "0000-01-01", "today"])
    expect((await person.send("GET", `/api/dashboard?today=${today}`)).status).toBe(400);
});

const zones = ["Europe/Berlin", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu", "America/St_Johns", "UTC"];
const instants = fc
  .integer({ min: Date.parse("2024-01-01T00:00:00Z"), max: Date.parse("2037-12-31T00:00:00Z") })
  .map((time) => new Date(time));

test("reads spans from the database that cover the whole day and plan in every time zone", () => {
  fc.assert(
    fc.property(instants, instants, fc.constantFrom(...zones), fc.boolean(), (now, at, zone, isAsked) => {
      const today = dayIn(now, zone);
      const { day, plan: planned } = spansAround({ today: isAsked ? today : undefined, now });
      // Near the day, where it matters.
      const near = new Date(now.getTime() + ((at.getTime() - now.getTime()) % (9 * 86_400_000)));
      const text = near.toISOString();
      if (touchesDay({ start: text, end: text }, today, zone)) {
        expect(near >= day.from && near < day.to).toBe(true);
      }
      if (isPlannedSoon(text, today, zone)) expect(near >= planned.from && near < planned.to).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
