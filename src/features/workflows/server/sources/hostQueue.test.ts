import { describe, expect, test } from "vitest";
import { openHostQueue } from "./hostQueue.ts";

const { signal } = new AbortController();

describe("host queue", () => {
  test("starts jobs one at a time with a minimum gap", async () => {
    const queue = openHostQueue();
    const starts: number[] = [];
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      starts.push(performance.now());
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
    };
    await Promise.all([1, 2, 3, 4].map(() => queue.run("a", 50, signal, work)));
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
    expect(most).toBe(1);
    // Timers of Node may fire a millisecond early.
    expect(gaps.every((gap) => gap >= 48)).toBe(true);
  });

  test("runs jobs of different hosts independently", async () => {
    const queue = openHostQueue();
    const order: string[] = [];
    let goOn = (): void => {};
    const held = new Promise<void>((done) => (goOn = done));
    const slow = queue.run("a", 0, signal, async () => {
      await held;
      order.push("a");
    });
    await queue.run("b", 0, signal, async () => void order.push("b"));
    goOn();
    await slow;
    expect(order).toEqual(["b", "a"]);
  });

  test("continues after failed and aborted jobs", async () => {
    const queue = openHostQueue();
    const stop = new AbortController();
    const failed = queue.run("a", 0, signal, () => Promise.reject(new Error("no")));
    const left = queue.run("a", 0, stop.signal, async () => "never");
    const last = queue.run("a", 0, signal, async () => "done");
    stop.abort(new Error("left"));
    await expect(failed).rejects.toThrow("no");
    await expect(left).rejects.toThrow("left");
    expect(await last).toBe("done");
  });

  test("rejects a job when too many are waiting", async () => {
    const queue = openHostQueue();
    const stop = new AbortController();
    const jobs = Array.from({ length: 61 }, () => queue.run("a", 10_000, stop.signal, async () => "first"));
    const results = Promise.allSettled(jobs);
    stop.abort(new Error("enough"));
    expect(
      (await results).filter((job) => job.status === "rejected" && /too many/.test(String(job.reason))),
    ).toHaveLength(1);
  });
});
