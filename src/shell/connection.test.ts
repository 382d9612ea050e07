import { describe, expect, test } from "vitest";
import { watchConnection } from "./connection.ts";

function open() {
  const world = { isNetworkUp: true, isServerUp: true, timers: [] as (() => void)[], told: 0, probes: 0 };
  const watch = watchConnection({
    isOnline: () => world.isNetworkUp,
    probe: async () => {
      world.probes += 1;
      return world.isNetworkUp && world.isServerUp;
    },
    later: (_milliseconds, action) => void world.timers.push(action),
    tellBack: () => void (world.told += 1),
  });
  const settle = () => new Promise((done) => setImmediate(done));
  const pass = async (): Promise<void> => {
    for (const timer of world.timers.splice(0)) timer();
    await settle();
  };
  return { world, watch, settle, pass };
}

describe("the connection", () => {
  test("one request without an answer is no reason to worry while the server answers", async () => {
    const { world, watch, settle } = open();
    watch.failed();
    await settle();
    expect([watch.getState(), world.timers.length, world.told]).toEqual(["ok", 0, 0]);
  });

  test("a server that is gone is asked until it is back, and the page is told once", async () => {
    const { world, watch, settle, pass } = open();
    const seen: string[] = [];
    watch.subscribe(() => seen.push(watch.getState()));
    world.isServerUp = false;
    watch.failed();
    watch.failed();
    await settle();
    await pass();
    expect([watch.getState(), world.probes, world.timers.length]).toEqual(["unreachable", 2, 1]);
    world.isServerUp = true;
    await pass();
    await pass();
    expect([seen, world.told, world.probes]).toEqual([["unreachable", "ok"], 1, 3]);
  });

  test("without a network nobody is asked until the browser has one again", async () => {
    const { world, watch, settle } = open();
    world.isNetworkUp = false;
    watch.changed();
    await settle();
    expect([watch.getState(), world.probes, world.timers.length]).toEqual(["offline", 0, 0]);
    world.isNetworkUp = true;
    watch.changed();
    await settle();
    // The browser itself has told the page.
    expect([watch.getState(), world.told]).toEqual(["ok", 0]);
  });

  test("a network that comes back to a server that is gone says so", async () => {
    const { world, watch, settle } = open();
    world.isNetworkUp = false;
    watch.changed();
    world.isNetworkUp = true;
    world.isServerUp = false;
    watch.changed();
    await settle();
    expect(watch.getState()).toBe("unreachable");
  });
});
