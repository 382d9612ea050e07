import { Agent, request } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { openTestDatabase, type TestDatabase } from "#src/testing/database.ts";
import { openProviderDouble, type ProviderDouble } from "#src/testing/providerDouble.ts";
import { startServer } from "#src/testing/torture/server.ts";
import { openVisitor, readRun, signUp } from "#src/testing/visitor.ts";

let database: TestDatabase;
let double: ProviderDouble;
let dataDir: string;

beforeAll(async () => {
  // The provider begins an answer and never ends it.
  const script = () => ({ type: "answer" as const, text: '{"title":"A', ending: "stall" as const });
  [database, double, dataDir] = await Promise.all([
    openTestDatabase(),
    openProviderDouble({ script }),
    mkdtemp(join(tmpdir(), "pioneer-stop-")),
  ]);
});
afterAll(() => Promise.all([database.close(), double.close(), rm(dataDir, { recursive: true, force: true })]));

interface Ready {
  status: number;
  connection: string | undefined;
}

test("SIGTERM answers not ready, ends event streams cleanly and leaves with code 0", { timeout: 60_000 }, async () => {
  const server = await startServer({
    DATABASE_URL: database.connectionString,
    DATA_DIR: dataDir,
    AUTH_SECRET: "a secret that outlives the process, 32+ characters",
    OPENAI_BASE_URL: `${double.url}/v1`,
    AI_MODEL: "openai-compatible:double-1",
  });
  const person = await signUp(openVisitor(server.url));
  const path = "/api/workflows/userStoryWriterWorkflow";
  const { example } = (await person.send("GET", path)).body;
  const enData = { formValues: example };
  const started = await person.send("POST", `${path}/runs`, { enData }, { "idempotency-key": newId() });
  const stream = readRun(person, started.body.run.id);
  await stream.next();

  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ready = (): Promise<Ready> =>
    new Promise((resolve, reject) => {
      request(`${server.url}/health/ready`, { agent }, (answer) => {
        answer.resume();
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection }));
      })
        .on("error", reject)
        .end();
    });
  expect(await ready()).toEqual({ status: 200, connection: "keep-alive" });

  const exited = server.stop();
  let answer = await ready();
  while (answer.status === 200) answer = await ready();
  expect(answer).toEqual({ status: 503, connection: "close" });
  // A stream that is cut instead of ended throws here.
  let isDone = false;
  while (!isDone) isDone = (await stream.next()).done === true;
  expect(await exited).toBe(0);
  agent.destroy();
});
