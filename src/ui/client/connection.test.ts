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

describe("connection monitor", () => {
  test("ignores a single failed request while the server responds", async () => {
    const { world, watch, settle } = open();
    watch.failed();
    await settle();
    expect([watch.getState(), world.timers.length, world.told]).toEqual(["ok", 0, 0]);
  });

  test("probes an unreachable server until it responds and notifies the page once", async () => {
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

  test("waits without probing while the browser is offline", async () => {
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

  test("reports an unreachable server when the network returns", async () => {
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
