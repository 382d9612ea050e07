import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { calendarEntries } from "#src/features/calendar/web/store.ts";
import { dashboardQuery } from "#src/features/dashboard/web/store.ts";
import { leads } from "#src/features/leads/web/store.ts";
import { invalidate, queryClient, refetchLive } from "#src/ui/data/queryClient.ts";
import { openStore } from "./store.ts";

let asked: string[];
beforeEach(() => {
  queryClient.clear();
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
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** Shows a query, as a page does. @returns the way to stop */
const show = (options: { queryKey: readonly unknown[] }): (() => void) =>
  new QueryObserver(queryClient, options).subscribe(() => undefined);

/** Until all that was asked for is answered. */
const settled = (): Promise<void> => vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));

const counted = (): number => asked.filter((one) => one.startsWith("GET /api/dashboard")).length;

test("reloads visible counts when records are created or deleted, and only then", async () => {
  const store = openStore();
  await store.dispatch(leads.create({ name: "Before anything was counted" }));
  expect(counted()).toBe(0);
  const stop = show(dashboardQuery);
  const after = async (change: PromiseLike<unknown>): Promise<number> => {
    await change;
    await settled();
    return counted();
  };
  expect(await after(settled())).toBe(1);
  expect(await after(store.dispatch(leads.create({ name: "Stadtwerk" })))).toBe(2);
  expect(await after(store.dispatch(leads.remove({ id: "l1" })))).toBe(3);
  expect(await after(store.dispatch(calendarEntries.remove({ userId: "u1", entryId: "e1" })))).toBe(4);
  await store.dispatch(leads.fetch({}));
  expect(await after(store.dispatch(leads.update({ id: "l1", fields: { name: "Stadtwerk Logistik" } })))).toBe(4);
  stop();
});

test("a change that is refused invalidates nothing", async () => {
  const stop = show(dashboardQuery);
  await settled();
  vi.stubGlobal("fetch", async () => Response.json({ code: "server.unavailable" }, { status: 503 }));
  await openStore().dispatch(leads.create({ name: "Stadtwerk" }));
  expect(queryClient.getQueryState(dashboardQuery.queryKey)?.isInvalidated).toBe(false);
  stop();
});

test("a tag reads what begins with it or names it, and what is not shown only when it is shown again", async () => {
  const read: string[] = [];
  const query = (name: string, queryKey: string[], tags: ("leads" | "runs")[] = []) => ({
    queryKey,
    queryFn: () => {
      read.push(name);
      return name;
    },
    meta: { tags },
    staleTime: Infinity,
  });
  const hidden = query("hidden", ["leads", "hidden"]);
  const stops = [
    query("own", ["leads", "counts"]),
    query("named", ["dashboard"], ["leads"]),
    query("other", ["coins"]),
  ];
  const stop = stops.map(show);
  show(hidden)();
  await settled();
  read.length = 0;
  invalidate("leads");
  await settled();
  expect(read.toSorted()).toEqual(["named", "own"]);
  show(hidden)();
  await settled();
  expect(read).toContain("hidden");
  for (const end of stop) end();
});

test("with the focus or the network, what failed and what others may have changed is read again", async () => {
  const read: string[] = [];
  const query = (name: string, isLive: boolean, failures: number) => {
    let left = failures;
    return {
      queryKey: [name],
      queryFn: () => {
        read.push(name);
        left -= 1;
        return left < 0 ? name : Promise.reject(new Error("No connection"));
      },
      meta: { isLive },
    };
  };
  const stop = [query("live", true, 0), query("failed", false, 1), query("still", false, 0)].map(show);
  await settled();
  read.length = 0;
  refetchLive();
  await settled();
  expect(read.toSorted()).toEqual(["failed", "live"]);
  for (const end of stop) end();
});
