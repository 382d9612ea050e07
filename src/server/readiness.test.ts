import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import type { Figures } from "#src/platform/figures.ts";
import { openReadiness, queueCheck } from "./readiness.ts";

describe("a process that executes no runs", () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct({ env: { ROLE: "web" } });
  });
  afterAll(() => product.close());
  const ready = async () => {
    const { status, body } = await product.send("GET", "/health/ready");
    return { status, body };
  };

  test("is ready once a worker lives, and stays so when the worker goes, with a reason", async () => {
    const without = await product.fetch(new Request(`${product.origin}/health/ready`));
    expect(without.headers.get("retry-after")).toBe("1");
    expect(await ready()).toEqual({ status: 503, body: { ready: false, reasons: ["worker"] } });
    await product.database.pool.query("insert into executor (id, lock_key, beat_at) values ('somebody', 1, now())");
    await expect.poll(ready, { timeout: 5_000 }).toEqual({ status: 200, body: { ready: true } });
    await product.database.pool.query("delete from executor");
    await expect.poll(ready, { timeout: 5_000 }).toEqual({ status: 200, body: { ready: true, reasons: ["worker"] } });
  });
});

const calm: Figures = {
  queuedRuns: 0,
  queuedAge: null,
  runningRuns: 0,
  runningAge: null,
  succeededRuns: 0,
  failedRuns: 0,
  cancelledRuns: 0,
  heldCoins: 0,
  holds: 0,
  heldAge: null,
  outboxMails: 0,
  outboxAge: null,
  failedMails: 0,
  executors: 1,
};

test("a run that waits for its turn for more than ten minutes is a reason, not an end of service", async () => {
  let queuedAge: number | null = null;
  const readiness = openReadiness([], [queueCheck(async () => ({ ...calm, queuedAge }))]);
  expect(await readiness()).toEqual({ ready: true, reasons: [] });
  queuedAge = 599;
  expect(await readiness()).toEqual({ ready: true, reasons: [] });
  queuedAge = 601;
  expect(await readiness()).toEqual({ ready: true, reasons: ["queue"] });
});

test("each reason is told once, and one that blocks is enough", async () => {
  const worker = async (): Promise<string> => "worker";
  const readiness = openReadiness([worker, async () => null], [worker, async () => "queue"]);
  expect(await readiness()).toEqual({ ready: false, reasons: ["worker", "queue"] });
});
