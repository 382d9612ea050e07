import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { calendarEntries } from "#src/features/calendar/web/store.ts";
import { dashboard } from "#src/features/dashboard/web/store.ts";
import { leads } from "#src/features/leads/web/store.ts";
import { openStore } from "./store.ts";

let asked: string[];
beforeEach(() => {
  asked = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    asked.push(`${init.method} ${path}`);
    const lead = { id: "l1", name: "Stadtwerk" };
    return Response.json({
      leads: [lead],
      updatedLead: lead,
      entry: { id: "e1" },
      deleted: true,
      counts: { leads: 1 },
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

const counted = (): number => asked.filter((one) => one.startsWith("GET /api/dashboard")).length;

test("reloads visible counts when records are created or deleted, and only then", async () => {
  const store = openStore();
  await store.dispatch(leads.create({ name: "Before anything was counted" }));
  expect(counted()).toBe(0);
  await store.dispatch(dashboard.fetch());
  expect(counted()).toBe(1);
  await store.dispatch(leads.create({ name: "Stadtwerk" }));
  expect(counted()).toBe(2);
  await store.dispatch(leads.remove({ id: "l1" }));
  expect(counted()).toBe(3);
  await store.dispatch(calendarEntries.remove({ userId: "u1", entryId: "e1" }));
  expect(counted()).toBe(4);
  await store.dispatch(leads.fetch({}));
  await store.dispatch(leads.update({ id: "l1", fields: { name: "Stadtwerk Logistik" } }));
  expect(counted()).toBe(4);
});
