import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { openTestDatabase, type TestDatabase } from "#src/testing/database.ts";
import { brokenLaws } from "#src/server/ledgerLaws.ts";
import { openVisitor, readEvents, signUp, type Person, isWriting } from "#src/testing/visitor.ts";
import { openProviderDouble, type ProviderDouble } from "#src/testing/providerDouble.ts";
import { sampleRun, sampleScript } from "#src/testing/sampleAnswers.ts";
import { startServer, type ServerProcess } from "#src/testing/torture/server.ts";
import { torture } from "#src/testing/torture/torture.ts";

let database: TestDatabase;
let double: ProviderDouble;
let dataDir: string;
const servers: ServerProcess[] = [];

beforeAll(async () => {
  [database, double, dataDir] = await Promise.all([
    openTestDatabase(),
    openProviderDouble(),
    mkdtemp(join(tmpdir(), "pioneer-two-")),
  ]);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await Promise.all([database.close(), double.close(), rm(dataDir, { recursive: true, force: true })]);
});

async function start(): Promise<ServerProcess> {
  const server = await startServer({
    DATABASE_URL: database.connectionString,
    DATA_DIR: dataDir,
    AUTH_SECRET: "a secret that both processes know, 32+ characters",
    OPENAI_BASE_URL: `${double.url}/v1`,
    AI_MODEL: "openai-compatible:double-1",
  });
  servers.push(server);
  return server;
}

/** The same person, talking to another process. */
const at = (person: Person, server: ServerProcess): Person => ({
  ...person,
  send: (method, path, body, headers) =>
    person.send(method, `${server.url}${path}`, body, { origin: server.url, ...headers }),
});

test(
  "when a process dies in the middle of a run, the other finishes it: one charge, no finished part bought twice",
  { timeout: 60_000 },
  async () => {
    const plan = await sampleRun("contentPlanner");
    const replies = sampleScript([plan]);
    // The second call stops half way for good; all others are whole.
    double.script((request, call) => {
      const reply = replies(request);
      return call === 1 && reply.type === "answer" ? { ...reply, ending: "stall" } : reply;
    });

    const first = await start();
    const mara = await signUp(openVisitor(first.url));
    const started = await mara.send(
      "POST",
      "/api/workflows/contentPlannerWorkflow/runs",
      { enData: { formValues: plan.formValues } },
      { "idempotency-key": newId() },
    );
    expect(started.status).toBe(202);
    const runId: string = started.body.run.id;
    const before = await readEvents(mara, runId, { until: isWriting });

    // All questions but the one that stands still are answered; a process that dies now takes no answer with it.
    const answered = async (): Promise<number> =>
      Number((await database.pool.query("select count(*) from run_step where run_id = $1", [runId])).rows[0].count);
    const questions = 6;
    await expect
      .poll(async () => [double.calls.length, await answered()], { timeout: 15_000 })
      .toEqual([questions, questions - 1]);
    const second = await start();
    const rest = readEvents(at(mara, second), runId, { lastEventId: before.at(-1)?.id ?? "" });
    await first.kill();
    const events = [...before, ...(await rest)];

    expect(events.at(-1)?.data).toMatchObject({ type: "end", run: { status: "succeeded", coinsState: "captured" } });
    const count = (step: string, state: string): number =>
      events.filter(({ data }) => data.type === "step" && data["step"] === step && data["state"] === state).length;
    expect([
      count("guard", "started"),
      count("collect", "started"),
      count("generate", "started"),
      count("generate", "done"),
    ]).toEqual([2, 2, 2, 1]);
    expect(events.filter(({ data }) => data.type === "reset" && data["reason"] === "takeover")).toHaveLength(1);
    // The one question again, and nothing else.
    expect(double.calls).toHaveLength(questions + 1);
    expect((await at(mara, second).send("GET", "/api/coins")).body).toEqual({ balance: 200, held: 0, credits: 200 });
    expect(await brokenLaws(database.pool)).toEqual([]);
  },
);

test("faults at random moments break no law (short form)", { timeout: 240_000 }, async () => {
  const kinds = [
    "kill -9 of the process group",
    "SIGTERM and start",
    "lease connection ended",
    "kill -9 of the postmaster",
  ];
  const report = await torture({ rounds: 6, seed: 20_261_122, say: () => {}, kinds });
  expect(report.broken).toEqual([]);
  expect(Object.values(report.faults).reduce((sum, count) => sum + count, 0)).toBe(6);
  expect(report.writes).toBeGreaterThan(0);
});
