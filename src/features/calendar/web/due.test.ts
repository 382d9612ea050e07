import { expect, test } from "vitest";
import { isDueSoon } from "./due.ts";

const zone = "Europe/Berlin";
const due = (type: string, start: string, end = start, allDay = false) =>
  isDueSoon({ id: "a", type, start, end, allDay, timeZone: zone }, "2026-11-27", zone);

test("a deadline is due soon from its day back to three days before it", () => {
  const days = ["26", "27", "28", "29", "30"].map((day) => due("2010", `2026-11-${day}T10:00:00Z`));
  expect(days).toEqual([false, true, true, true, true]);
  expect(due("2010", "2026-12-01T10:00:00Z")).toBe(false);
});

test("only deadlines, submissions and payments are due, not tasks or meetings", () => {
  const types = ["2000", "2010", "2020", "2070", "2080", "2090", "1010", "9999"];
  expect(types.filter((type) => due(type, "2026-11-28T10:00:00Z"))).toEqual(["2010", "2070", "2080"]);
});

test("the last day of an all-day deadline in its own zone counts", () => {
  expect(due("2080", "2026-11-26T23:00:00Z", "2026-11-28T23:00:00Z", true)).toBe(true);
  expect(due("2080", "2026-11-25T23:00:00Z", "2026-11-26T23:00:00Z", true)).toBe(false);
});
