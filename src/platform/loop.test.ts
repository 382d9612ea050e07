import { expect, test } from "vitest";
import { openLoop } from "./loop.ts";

/** The machine may be busy. */
const soon = { timeout: 15_000 };

/** A turn that waits to be ended by the test. */
function heldTurn() {
  const turns: PromiseWithResolvers<void>[] = [];
  const turn = (): Promise<void> => {
    const held = Promise.withResolvers<void>();
    turns.push(held);
    return held.promise;
  };
  return { turns, turn };
}
const fail = (error: unknown): void => {
  throw error;
};

test("takes one turn at a time, and one more for whatever was wanted during it", async () => {
  const { turns, turn } = heldTurn();
  const loop = openLoop(turn, null, fail);
  loop.wake();
  await expect.poll(() => turns.length, soon).toBe(1);
  loop.wake();
  loop.wake();
  await Promise.resolve();
  expect(turns).toHaveLength(1);
  turns[0]?.resolve();
  await expect.poll(() => turns.length, soon).toBe(2);
  const stopped = loop.stop();
  turns[1]?.resolve();
  await stopped;
  expect(turns).toHaveLength(2);
});

test("takes turn after turn, a failed one too", async () => {
  const errors: unknown[] = [];
  const loop = openLoop(
    () => Promise.reject(new Error("away")),
    1,
    (error) => errors.push(error),
  );
  await expect.poll(() => errors.length, soon).toBeGreaterThan(2);
  await loop.stop();
  const { length } = errors;
  loop.wake();
  await Promise.resolve();
  expect(errors).toHaveLength(length);
});

test("waits for the turn in work when it stops, and takes no further one", async () => {
  const { turns, turn } = heldTurn();
  const loop = openLoop(turn, 1, fail);
  await expect.poll(() => turns.length, soon).toBe(1);
  let isStopped = false;
  loop.wake();
  const stopped = loop.stop().then(() => (isStopped = true));
  await Promise.resolve();
  expect(isStopped).toBe(false);
  turns[0]?.resolve();
  await stopped;
  expect(turns).toHaveLength(1);
});
