import { describe, expect, it } from "vitest";
import { openHostQueue } from "./hostQueue.ts";

const { signal } = new AbortController();

describe("a host's queue", () => {
  it("starts work at least the gap apart and never two at once", async () => {
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

  it("keeps hosts apart", async () => {
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

  it("goes on after work that failed and callers that gave up", async () => {
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

  it("refuses a line that nobody would wait in", async () => {
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
