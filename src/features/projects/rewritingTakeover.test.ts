import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { brokenLaws } from "#src/server/ledgerLaws.ts";
import { openTestDatabase, type TestDatabase } from "#src/testing/database.ts";
import { answer, openProviderDouble, type ProviderDouble } from "#src/testing/providerDouble.ts";
import { sampleRun, sampleScript } from "#src/testing/sampleAnswers.ts";
import { startServer, type ServerProcess } from "#src/testing/torture/server.ts";
import { openVisitor, type Person, readEvents, signUp } from "#src/testing/visitor.ts";
import { includedRewrites, rewritePrice } from "#src/features/runs/rules.ts";

/* A rewrite outlives the process that does it. */

let database: TestDatabase;
let double: ProviderDouble;
let dataDir: string;
const servers: ServerProcess[] = [];
beforeAll(async () => {
  [database, double, dataDir] = await Promise.all([
    openTestDatabase(),
    openProviderDouble(),
    mkdtemp(join(tmpdir(), "pioneer-rewrite-")),
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
    AUTH_SECRET: "a secret that all processes know, 32+ characters",
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

const path = "/api/projects/workflow";

test(
  "killed or stopped in the middle, another process finishes it, and it is paid once",
  { timeout: 90_000 },
  async () => {
    const plan = await sampleRun("blogArticleWriter");
    const opening = String((plan.sample["opening"] as string[])[0]);
    let isStalling = false;
    const sampled = sampleScript([plan]);
    double.script((request) => {
      const asked = JSON.stringify(request.body);
      if (!asked.includes('label=\\"wish\\"')) return sampled(request);
      const more = isStalling ? { ending: "stall" as const } : {};
      isStalling = false;
      return answer(JSON.stringify({ opening: [opening.replace("before you order anything", "first")] }), more);
    });

    const first = await start();
    const mara = await signUp(openVisitor(first.url));
    const started = await mara.send(
      "POST",
      `/api/workflows/${plan.workflowName}/runs`,
      { enData: { formValues: plan.formValues } },
      { "idempotency-key": newId() },
    );
    const { projectId, coins, id: runId } = started.body.run;
    await readEvents(mara, runId);
    const rewrite = async (by: Person): Promise<string> => {
      const body = {
        projectId,
        revision: 1,
        edits: 0,
        section: "opening",
        wish: "Shorter.",
        coins: rewritePrice(coins),
      };
      const answered = await by.send("POST", `${path}/rewrites`, body, { "idempotency-key": newId() });
      expect([answered.status, answered.body.code]).toEqual([202, undefined]);
      return answered.body.rewrite.id;
    };
    const statusOf = async (by: Person, id: string): Promise<string> =>
      (await by.send("GET", `${path}/rewrites/${id}`)).body.rewrite.status;
    const isReady = async (by: Person, id: string): Promise<void> => {
      await expect.poll(() => statusOf(by, id), { timeout: 20_000, interval: 100 }).toBe("ready");
    };
    const refuse = (by: Person, id: string) => by.send("POST", `${path}/rewrites/${id}/refuse`, {});
    for (let used = 0; used < includedRewrites; used += 1) {
      const id = await rewrite(mara);
      await isReady(mara, id);
      await refuse(mara, id);
    }
    const before = (await mara.send("GET", "/api/coins")).body.credits;

    /** Ends a process while a rewrite stands still in it, and waits for the other to finish it. */
    const ended = async (
      from: ServerProcess,
      end: (one: ServerProcess) => Promise<unknown>,
    ): Promise<ServerProcess> => {
      isStalling = true;
      double.forget();
      const id = await rewrite(at(mara, from));
      await double.arrived(1);
      const next = await start();
      await end(from);
      await isReady(at(mara, next), id);
      // The question that stood still again, and nothing else.
      expect(double.calls).toHaveLength(2);
      await refuse(at(mara, next), id);
      return next;
    };
    const second = await ended(first, (one) => one.kill());
    const third = await ended(second, (one) => one.stop());
    expect((await at(mara, third).send("GET", "/api/coins")).body).toMatchObject({
      held: 0,
      credits: before - 2 * rewritePrice(coins),
    });
    expect(await brokenLaws(database.pool)).toEqual([]);
  },
);
