import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { SessionClient, SessionState } from "#src/features/account/web/session.ts";
import { calendarEntries } from "#src/features/calendar/web/store.ts";
import { scheduledOutcomes } from "#src/features/outcomes/web/store.ts";
import { userProjects } from "#src/features/projects/web/store.ts";
import { settings } from "#src/features/settings/web/store.ts";
import { runEnded, runStarted } from "#src/features/runs/web/activity.ts";
import { openRunsQuery } from "#src/features/runs/web/openRuns.ts";
import { coinsQuery } from "#src/features/coins/web/store.ts";
import { dashboardQuery } from "#src/features/dashboard/web/store.ts";
import { queryClient } from "#src/ui/data/queryClient.ts";
import type { Dispatch } from "#src/ui/data/dispatch.ts";
import { followSession } from "./followSession.ts";
import { followOwn, openStore } from "./store.ts";

type Answer = { status: number; body: unknown };
let answers: (path: string) => Answer;
let asked: string[];

const refused: Answer = {
  status: 503,
  body: { code: "server.unavailable", message: "Service Unavailable", requestId: "r1" },
};
const calm = (path: string): Answer => {
  if (path.startsWith("/api/projects")) return { status: 200, body: { projects: [] } };
  if (path === "/api/coins") return { status: 200, body: { balance: 500, held: 0, credits: 500 } };
  return { status: 200, body: { id: "u1", name: "Mara" } };
};

beforeEach(() => {
  queryClient.clear();
  asked = [];
  answers = calm;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    asked.push(`${init.method} ${path}`);
    const { status, body } = answers(path);
    return Response.json(body, { status });
  });
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

function sessionOf(first: SessionState) {
  let state = first;
  const listeners = new Set<() => void>();
  const client: Pick<SessionClient, "getState" | "subscribe"> = {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const become = (next: SessionState): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  return { client, become };
}

const signedIn = (id: string): SessionState => ({
  status: "authenticated",
  data: { user: { id, name: id, email: `${id}@example.com`, image: null }, expires: "2026-12-01T00:00:00Z" },
});
const signedOut: SessionState = { status: "unauthenticated", data: null };
const ignore = (): void => undefined;
/** Until all that was asked for is answered. */
const settled = async (): Promise<void> => {
  await new Promise((done) => setTimeout(done, 0));
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
};

/** Shows a query, as a page does. @returns the way to stop */
const show = (options: { queryKey: readonly unknown[] }): (() => void) =>
  new QueryObserver(queryClient, options).subscribe(() => undefined);

describe("shell store", () => {
  test("loads the user's data when a session starts and is emptied when it ends", async () => {
    const store = openStore();
    const { client, become } = sessionOf({ status: "loading", data: null });
    followSession(client, store, ignore, ignore);
    expect(asked).toEqual([]);
    become(signedIn("mara"));
    await settled();
    expect(asked.toSorted()).toEqual(
      [
        "GET /api/coins",
        "GET /api/projects/workflow?limit=50",
        "GET /api/user",
        "GET /api/user/settings",
        "GET /api/workflows/scheduled/outcome?limit=200",
      ].toSorted(),
    );
    expect(queryClient.getQueryData(coinsQuery.queryKey)?.credits).toBe(500);
    become(signedOut);
    expect(store.getState()).toEqual(openStore().getState());
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
  });

  test("shows the next user nothing of the previous one despite pending responses", async () => {
    const store = openStore();
    const { client, become } = sessionOf(signedIn("mara"));
    followSession(client, store, ignore, ignore);
    answers = () => refused;
    become(signedIn("jonas"));
    await settled();
    expect(store.getState().activeUser.value).toBeUndefined();
    expect(store.getState().userProjects.items).toBeUndefined();
  });

  test("clears stored forms after a sign-out, but not after an expired session", async () => {
    const forgotten: string[] = [];
    let ended = 0;
    const { client, become } = sessionOf(signedIn("mara"));
    followSession(
      client,
      openStore(),
      (userId) => forgotten.push(userId),
      () => (ended += 1),
    );
    become(signedOut);
    become(signedIn("mara"));
    become({ status: "loading", data: null });
    become(signedIn("jonas"));
    await settled();
    expect([forgotten, ended]).toEqual([[], 1]);
    become({ status: "unauthenticated", data: null, signedOut: true });
    await settled();
    expect([new Set(forgotten), ended]).toEqual([new Set(["jonas"]), 1]);
  });

  test("reloads coins and projects when a run starts and ends", async () => {
    const store = openStore();
    const stop = [followOwn(store.dispatch), show(dashboardQuery)];
    await settled();
    asked.length = 0;
    store.dispatch(runStarted("r1"));
    await settled();
    expect(store.getState().supportiveIntelligence.isRunning).toBe(true);
    store.dispatch(runStarted("r1"));
    await settled();
    store.dispatch(runEnded("r1"));
    await settled();
    for (const end of stop) end();
    expect(asked.filter((one) => one === "GET /api/coins")).toHaveLength(2);
    expect(asked.filter((one) => one.startsWith("GET /api/projects"))).toHaveLength(2);
    expect(asked.filter((one) => one === "GET /api/dashboard")).toHaveLength(2);
  });

  test("reloads them once for a run started in another tab", async () => {
    const runs = { runs: [{ id: "r1" }] };
    answers = (path) => (path.startsWith("/api/workflows/runs") ? { status: 200, body: runs } : calm(path));
    const store = openStore();
    const stop = [followOwn(store.dispatch), show(dashboardQuery)];
    await settled();
    asked.length = 0;
    await queryClient.fetchQuery(openRunsQuery(store.dispatch));
    await settled();
    for (const end of stop) end();
    expect(store.getState().supportiveIntelligence.isRunning).toBe(true);
    expect(asked.filter((one) => one === "GET /api/coins" || one === "GET /api/dashboard")).toHaveLength(2);
  });
});

describe("failed shell request", () => {
  const range = { from: "2026-11-01T00:00:00Z", to: "2026-11-30T00:00:00Z" };
  const id = "01a1fd92-0000-7000-8000-000000000001";
  const entry = { type: "1000", title: "Call", start: range.from, end: range.from };
  const outcome = { workflow: "w", kind: "post", title: "Post", plannedAt: range.from };
  test.each<[string, (send: Dispatch) => Promise<unknown>]>([
    ["Failed to fetch user projects", (send) => send(userProjects.fetch({})).unwrap()],
    ["Failed to update user project", (send) => send(userProjects.update({ id, name: "New" })).unwrap()],
    [
      "Failed to delete project: Service Unavailable",
      (send) => send(userProjects.remove({ userId: id, projectId: id })).unwrap(),
    ],
    ["User is not authenticated", (send) => send(userProjects.remove({ userId: undefined, projectId: id })).unwrap()],
    ["Failed to fetch calendar entry previews", (send) => send(calendarEntries.fetch(range)).unwrap()],
    ["Failed to create calendar entry", (send) => send(calendarEntries.create({ enData: entry })).unwrap()],
    ["Failed to update calendar entry", (send) => send(calendarEntries.update({ id, title: "Later" })).unwrap()],
    ["Failed to delete calendar entry", (send) => send(calendarEntries.remove({ userId: id, entryId: id })).unwrap()],
    ["User not authenticated", (send) => send(calendarEntries.remove({ userId: undefined, entryId: id })).unwrap()],
    ["Failed to fetch scheduled outcomes", (send) => send(scheduledOutcomes.fetch({})).unwrap()],
    ["Failed to create scheduled outcome", (send) => send(scheduledOutcomes.create(outcome)).unwrap()],
    [
      "Failed to update scheduled outcome",
      (send) => send(scheduledOutcomes.update({ id, updates: { title: "Later" } })).unwrap(),
    ],
    ["Failed to delete outcome", (send) => send(scheduledOutcomes.remove({ id })).unwrap()],
    ["Failed to fetch settings", (send) => send(settings.fetch()).unwrap()],
    ["Failed to update settings", (send) => send(settings.update({ favoriteWorkflows: [] })).unwrap()],
  ])('raises the message "%s"', async (message, call) => {
    answers = () => refused;
    const store = openStore();
    const raised: unknown = await call(store.dispatch).catch((cause: unknown) => cause);
    expect(raised).toMatchObject({ message });
    expect(store.getState().userProjects.loading || store.getState().settings.loading).toBe(false);
  });
});
