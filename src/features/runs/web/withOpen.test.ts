import { expect, test } from "vitest";
import type { ListedRun } from "../contract.ts";
import { withOpen } from "./useRunPages.ts";

const run = (nr: number, more: Partial<ListedRun> = {}): ListedRun => ({
  id: `run-${String(nr).padStart(3, "0")}`,
  workflow: "contentPlannerWorkflow",
  projectId: "project",
  projectName: "Posts",
  status: "succeeded",
  coins: 30,
  returnableUntil: null,
  returnCoins: 0,
  coinsState: "captured",
  engine: { kind: "draft", label: "Draft", provider: "", model: "", reasonCode: "draftForced" },
  error: null,
  createdAt: new Date(Date.UTC(2026, 10, 1, 0, nr)).toISOString(),
  startedAt: null,
  finishedAt: new Date(Date.UTC(2026, 10, 1, 1, nr)).toISOString(),
  usage: null,
  revision: 1,
  ...more,
});
test("an open run moves on, and one that has ended does not open again", () => {
  const queued = run(2, { status: "queued", finishedAt: null });
  const now = [run(2, { status: "running", finishedAt: null }), run(1, { status: "running", finishedAt: null })];
  expect(withOpen([queued, run(1)], now).map(({ status }) => status)).toEqual(["running", "succeeded"]);
});
