import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { openTestDatabase, type TestDatabase } from "#src/testing/database.ts";
import { isTransient } from "./database/transient.ts";
import { type Execute, type Job, type Jobs, openJobs, type StopSignals } from "./jobs.ts";

let database: TestDatabase;
let jobs: Jobs;
let isStopped: boolean;
beforeEach(async () => {
  database = await openTestDatabase();
  jobs = openJobs({
    connectionString: database.connectionString,
    executorId: newId(),
    log: pino({ level: "silent" }),
    isTransient,
    onTakeover: () => Promise.resolve(),
    pollMs: 20,
  });
  isStopped = false;
});
async function stop(): Promise<void> {
  isStopped = true;
  await jobs.stop();
}
afterEach(async () => {
  if (!isStopped) await stop();
  await database.close();
});

/** The library looks into its queues now and then, and the machine may be busy. */
const soon = { timeout: 15_000 };
const limits = { perPerson: 1, perProcess: 10, retries: 100 };
const enqueue = (name: string, id: string, userId = newId()): Promise<void> =>
  database.db.transaction().execute((trx) => jobs.enqueue(trx, name, { id, userId }));

test("each queued job executes its own entries, within its own limits", async () => {
  const begun: string[] = [];
  const held = new Map<string, () => void>();
  const job = (name: string): Job => ({
    ...limits,
    name,
    run: (id: string) => {
      begun.push(`${name} ${id}`);
      return new Promise<void>((resolve) => held.set(id, resolve));
    },
  });
  const [mara, first, second, third] = [newId(), newId(), newId(), newId()];
  await enqueue("early", first, mara);
  await jobs.start([job("early"), job("late")]);
  await enqueue("early", second, mara);
  await enqueue("late", third, mara);
  jobs.wake("late");
  await expect.poll(() => begun.toSorted(), soon).toEqual([`early ${first}`, `late ${third}`]);
  held.get(first)?.();
  await expect.poll(() => begun, soon).toContain(`early ${second}`);
  held.get(second)?.();
  held.get(third)?.();
  await expect.poll(() => jobs.abandoned([first, second, third]), soon).toHaveLength(3);
});

test("an entry that is interrupted from outside goes back into its own queue", async () => {
  const id = newId();
  let tries = 0;
  const run: Execute = () => {
    tries += 1;
    return tries === 1 ? Promise.reject(Object.assign(new Error("gone"), { code: "57P01" })) : Promise.resolve();
  };
  await jobs.start([{ ...limits, name: "early", run }]);
  await enqueue("early", id);
  await expect.poll(() => jobs.abandoned([id]), soon).toEqual([id]);
  expect(tries).toBe(2);
});

test("a scheduled job goes on after a failure, and every other job with it", async () => {
  const turns = { failing: 0, working: 0 };
  await jobs.start([
    { name: "failing", everyMs: 5, run: () => Promise.reject(new Error(`turn ${(turns.failing += 1)}`)) },
    { name: "working", everyMs: 5, run: () => Promise.resolve((turns.working += 1)) },
  ]);
  await expect.poll(() => Math.min(turns.failing, turns.working), soon).toBeGreaterThan(2);
});

test("a stop tells a turn in work first to begin nothing, then to give up, and waits for its end", async () => {
  const seen: string[] = [];
  const begun = Promise.withResolvers<void>();
  await jobs.start([
    {
      name: "mail",
      everyMs: 5,
      async run({ stopping, deadline }: StopSignals) {
        const given = new Promise((resolve) => deadline.addEventListener("abort", resolve, { once: true }));
        stopping.addEventListener("abort", () => seen.push(`stopping, given up: ${deadline.aborted}`), { once: true });
        begun.resolve();
        await given;
        seen.push("given up");
      },
    },
  ]);
  await begun.promise;
  await stop();
  expect(seen).toEqual(["stopping, given up: false", "given up"]);
});

test("entries of all queues of a job share the room of the process", async () => {
  const held: (() => void)[] = [];
  const most = { now: 0, ever: 0 };
  const run: Execute = async () => {
    most.now += 1;
    most.ever = Math.max(most.ever, most.now);
    await new Promise<void>((resolve) => held.push(resolve));
    most.now -= 1;
  };
  const lanes = [undefined, 2, 3, 4];
  const ids: string[] = [];
  const fill = async (): Promise<void> => {
    for (const wider of lanes)
      for (let person = 0; person < 3; person += 1) {
        const id = newId();
        ids.push(id);
        await database.db
          .transaction()
          .execute((trx) => jobs.enqueue(trx, "run", { id, userId: newId(), ...(wider ? { wider } : {}) }));
      }
  };
  await fill();
  await jobs.start([{ name: "run", run, perPerson: 1, wider: [2, 3, 4], perProcess: 3, retries: 100 }]);
  await expect.poll(() => most.now, soon).toBeGreaterThanOrEqual(3);
  await new Promise((resolve) => setTimeout(resolve, 500));
  jobs.wake("run");
  expect(most.now).toBe(3);
  // All of them begin in the end, whichever queue they wait in.
  const letGo = setInterval(() => held.splice(0).forEach((done) => done()), 20);
  try {
    await expect.poll(() => jobs.abandoned(ids).then((ended) => ended.length), soon).toBe(ids.length);
  } finally {
    clearInterval(letGo);
  }
  expect(most.ever).toBe(3);
});
