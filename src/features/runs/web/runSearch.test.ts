import { expect, test } from "vitest";
import { countOf, isFiltered, monthsUntil, queryOf, runSearch } from "./runSearch.ts";

const zone = "Europe/Berlin";
const nothing = { status: "", workflow: "", project: "", engine: "", period: "" } as const;

test("reads what narrows from an address and leaves out the rest", () => {
  const project = "0190a3c4-0000-7000-8000-000000000001";
  const engine = "mistral/mistral-large";
  const search = {
    status: "noResult",
    workflow: "contentPlannerWorkflow",
    project,
    engine,
    period: "2026-11",
  } as const;
  expect(runSearch.read(search)).toEqual(search);
  expect(runSearch.write(runSearch.read(search))).toEqual(search);
  expect(runSearch.read({ status: "done", workflow: 12, period: "2026-13" })).toEqual(nothing);
  expect(runSearch.read({ status: ["open"], period: "constructor" })).toEqual(nothing);
  expect(runSearch.read({ project: "one", engine: "mistral" })).toEqual(nothing);
  for (const period of ["2026-11-23..2026-11-01", "2026-02-30..", "..", "2026-11-01...2026-11-02", "2026-11-01"])
    expect([period, runSearch.read({ period }).period]).toEqual([period, ""]);
  expect(runSearch.write(runSearch.read({}))).toEqual({});
  expect(isFiltered(runSearch.read({}))).toBe(false);
  expect(isFiltered(runSearch.read({ period: "7d" }))).toBe(true);
});

test.each([
  ["7d", "2026-11-23", { from: "2026-11-16T23:00:00.000Z" }],
  ["30d", "2026-11-23", { from: "2026-10-24T22:00:00.000Z" }],
  // The clocks of Berlin change within these months.
  ["2026-10", "2026-11-23", { from: "2026-09-30T22:00:00.000Z", before: "2026-10-31T23:00:00.000Z" }],
  ["2026-12", "2026-12-01", { from: "2026-11-30T23:00:00.000Z", before: "2026-12-31T23:00:00.000Z" }],
  ["2028-02", "2028-03-01", { from: "2028-01-31T23:00:00.000Z", before: "2028-02-29T23:00:00.000Z" }],
  ["", "2026-11-23", {}],
  // Both days belong to it; the clocks of Berlin change within the first one.
  ["2026-10-25..2026-10-25", "2026-11-23", { from: "2026-10-24T22:00:00.000Z", before: "2026-10-25T23:00:00.000Z" }],
  ["2026-11-01..", "2026-11-23", { from: "2026-10-31T23:00:00.000Z" }],
  ["..2026-10-31", "2026-11-23", { before: "2026-10-31T23:00:00.000Z" }],
])("the period %s on %s is asked for as instants of the person's days", (period, today, query) => {
  expect(queryOf({ ...nothing, period }, zone, today)).toEqual(query);
});

test("project and engine are asked for as they are", () => {
  const project = "0190a3c4-0000-7000-8000-000000000001";
  expect(queryOf({ ...nothing, project, engine: "draft" }, zone, "2026-11-23")).toEqual({
    projectId: project,
    engine: "draft",
  });
});

test("offers twelve months, and an older one that is in the address", () => {
  const months = monthsUntil("2026-03-31", "");
  expect(months).toHaveLength(12);
  expect([months[0], months[2], months[3], months.at(-1)]).toEqual(["2026-03", "2026-01", "2025-12", "2025-04"]);
  expect(monthsUntil("2026-03-31", "2026-01")).toHaveLength(12);
  expect(monthsUntil("2026-03-31", "2024-07").at(-1)).toBe("2024-07");
});

test("counts the runs of a choice", () => {
  const summary = {
    open: { count: 1, coins: 250 },
    succeeded: { count: 8, coins: 3000 },
    noResult: { count: 3, coins: 330 },
  };
  expect(countOf(summary, "")).toBe(12);
  expect(countOf(summary, "noResult")).toBe(3);
});
