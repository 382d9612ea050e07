import { describe, expect, test } from "vitest";
import { createSemaphore } from "./semaphore.ts";

const never = new AbortController().signal;
/** Work that ends when told to. */
function work(): { run: () => Promise<void>; isBegun: () => boolean; end: () => void; fail: (error: Error) => void } {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let isBegun = false;
  const run = (): Promise<void> => {
    isBegun = true;
    return promise;
  };
  return { run, isBegun: () => isBegun, end: resolve, fail: reject };
}
const turn = (): Promise<void> => new Promise((done) => setImmediate(done));

describe("gate", () => {
  test("lets so many through at once and the others in their order", async () => {
    const gate = createSemaphore(2);
    const all = Array.from({ length: 5 }, work);
    const passed = all.map(({ run }) => gate.pass(run, never));
    const begun = async (): Promise<boolean[]> => {
      await turn();
      return all.map(({ isBegun }) => isBegun());
    };
    expect(await begun()).toEqual([true, true, false, false, false]);
    all[1]?.end();
    expect(await begun()).toEqual([true, true, true, false, false]);
    all[0]?.end();
    all[2]?.end();
    expect(await begun()).toEqual([true, true, true, true, true]);
    for (const { end } of all) end();
    await Promise.all(passed);
  });

  test("gives the result of the work", async () => {
    expect(await createSemaphore(1).pass(() => Promise.resolve(5), never)).toBe(5);
  });

  test("frees the place of work that fails", async () => {
    const gate = createSemaphore(1);
    await expect(gate.pass(() => Promise.reject(new Error("defect")), never)).rejects.toThrow("defect");
    expect(await gate.pass(() => Promise.resolve("next"), never)).toBe("next");
  });

  test("lets nobody through who has gone, before or while waiting", async () => {
    const gate = createSemaphore(1);
    const first = work();
    const running = gate.pass(first.run, never);
    const gone = new Error("gone");
    await expect(gate.pass(() => Promise.resolve(), AbortSignal.abort(gone))).rejects.toBe(gone);
    const controller = new AbortController();
    const [left, last] = [work(), work()];
    const waiting = gate.pass(left.run, controller.signal);
    const behind = gate.pass(last.run, never);
    controller.abort(gone);
    await expect(waiting).rejects.toBe(gone);
    first.end();
    last.end();
    await Promise.all([running, behind]);
    expect([left.isBegun(), last.isBegun()]).toEqual([false, true]);
    expect(await gate.pass(() => Promise.resolve("free"), never)).toBe("free");
  });

  test("keeps to its number when nobody waits for a while", async () => {
    const gate = createSemaphore(1);
    for (let round = 0; round < 3; round += 1) await gate.pass(() => Promise.resolve(), never);
    const [a, b] = [work(), work()];
    const both = [gate.pass(a.run, never), gate.pass(b.run, never)];
    await turn();
    expect([a.isBegun(), b.isBegun()]).toEqual([true, false]);
    a.end();
    b.end();
    await Promise.all(both);
  });
});
