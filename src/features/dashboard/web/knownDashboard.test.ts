import { describe, expect, test } from "vitest";
import type { Project } from "#src/features/projects/contract.ts";
import type { Run } from "#src/features/runs/contract.ts";
import { actionOf, knownWork } from "./knownDashboard.ts";

const none = { calendarEntry: 0, lead: 0, outcome: 0, insight: 0 };

const project = (id: string, state: number, minute: number): Project => ({
  id,
  name: `Project ${id}`,
  workflow: "contentPlannerWorkflow",
  state,
  dateCreated: "2026-06-01T08:00:00.000Z",
  dateUpdated: `2026-06-01T08:${String(minute).padStart(2, "0")}:00.000Z`,
  fields: { formValues: {} },
  revisions: 1,
  currentRevision: 1,
  latestRunId: null,
  latestRunStatus: null,
  news: null,
  next: { suggestions: 0, gapsOpen: 3, gapsFilled: 0 },
  favorite: false,
  archived: false,
});

const run: Run = {
  id: "r",
  workflow: "contentPlannerWorkflow",
  projectId: "working",
  status: "running",
  coins: 300,
  returnableUntil: null,
  returnCoins: 0,
  coinsState: "held",
  engine: { kind: "draft", label: "", provider: "", model: "", reasonCode: "" },
  error: null,
  createdAt: "2026-06-01T08:00:00.000Z",
  finishedAt: null,
  usage: null,
  revision: null,
};

describe("action of a result", () => {
  test("is named after the only kind of suggestion, with its count", () => {
    expect(actionOf({ ...none, lead: 46 })).toEqual({ key: "action.lead", count: 46 });
    expect(actionOf({ ...none, insight: 1 })).toEqual({ key: "action.insight", count: 1 });
  });

  test("is a review for several kinds and reading for none", () => {
    expect(actionOf({ ...none, outcome: 42, calendarEntry: 42 })).toEqual({ key: "action.review", count: 84 });
    expect(actionOf(none)).toEqual({ key: "action.read", count: 0 });
  });
});

describe("work known before the dashboard loads", () => {
  test("is listed newest first, with each project in one list", () => {
    const projects = [
      project("old", 100, 1),
      project("waits", 50, 2),
      project("working", 20, 3),
      project("new", 75, 4),
    ];
    const known = knownWork(projects, [run]);
    expect(known.runs).toMatchObject([{ id: "r", title: "Project working", state: 20 }]);
    expect(known.waiting.map(({ id }) => id)).toEqual(["waits"]);
    expect(known.waitingCount).toBe(1);
    expect(known.recent.map(({ id }) => id)).toEqual(["new", "old"]);
  });

  test("counts all waiting projects and lists the first five", () => {
    const projects = Array.from({ length: 8 }, (_, at) => project(String(at), 50, at));
    const known = knownWork(projects, []);
    expect([known.waitingCount, known.waiting.length]).toEqual([8, 5]);
  });
});
