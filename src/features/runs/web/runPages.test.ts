import { expect, test } from "vitest";
import type { ListedRun } from "../contract.ts";
import { withBeginning, withOpen, withPage } from "./runPages.ts";

const run = (nr: number, more: Partial<ListedRun> = {}): ListedRun => ({
  id: `run-${String(nr).padStart(3, "0")}`,
  workflow: "contentPlannerWorkflow",
  projectId: "project",
  projectName: "Posts",
  status: "succeeded",
  coins: 30,
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
const ids = (runs: readonly ListedRun[]): number[] => runs.map(({ id }) => Number(id.slice(-3)));
const shown = [6, 5, 4, 3, 2, 1].map((nr) => run(nr));

test("new runs come first, those that no longer fit go, and older pages stay", () => {
  expect(ids(withBeginning(shown, [run(8), run(6), run(4)], false))).toEqual([8, 6, 4, 3, 2, 1]);
  expect(ids(withBeginning(shown, [run(8), run(6)], true))).toEqual([8, 6]);
  expect(withBeginning(shown, [], true)).toEqual([]);
});

test("runs of one moment keep the order of their ids", () => {
  const { createdAt } = run(1);
  const [a, b, c] = [run(3, { createdAt }), run(2, { createdAt }), run(1, { createdAt })];
  expect(ids(withBeginning([a, b, c], [a, b], false))).toEqual([3, 2, 1]);
});

test("a page that overlaps with what is shown adds nothing twice", () => {
  expect(ids(withPage(shown, [run(1), run(0)]))).toEqual([6, 5, 4, 3, 2, 1, 0]);
});

test("an open run moves on, and one that has ended does not open again", () => {
  const queued = run(2, { status: "queued", finishedAt: null });
  const now = [run(2, { status: "running", finishedAt: null }), run(1, { status: "running", finishedAt: null })];
  expect(withOpen([queued, run(1)], now).map(({ status }) => status)).toEqual(["running", "succeeded"]);
});
