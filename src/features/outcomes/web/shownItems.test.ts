import { describe, expect, test } from "vitest";
import type { Outcome } from "../contract.ts";
import { byWeek, formatWeek, onDay } from "./contentDates.ts";
import { columnsOf, isFiltered, contentSearch } from "./contentSearch.ts";
import { type ListShape, shownItems, type Touched } from "./shownItems.ts";

const item = (id: string, day: number, more: Partial<Outcome> = {}): Outcome => ({
  id,
  projectId: null,
  runId: null,
  workflow: "w",
  kind: "post",
  platform: null,
  contentType: null,
  title: id,
  brief: "",
  plannedAt: `2026-11-${String(day).padStart(2, "0")}T09:00:00.000Z`,
  timeZone: "Europe/Berlin",
  status: "idea",
  calendarEntryId: null,
  resultProjectId: null,
  dateUpdated: "2026-11-01T00:00:00.000Z",
  ...more,
});
const touch = (of: Outcome, more: Partial<Touched> = {}): [string, Touched] => [
  of.id,
  { item: of, isPending: false, isGone: false, ...more },
];
const ideas: ListShape = { order: "asc", fits: ({ status }) => status === "idea", hasMore: false };
const ids = (read: Outcome[], touched: [string, Touched][], shape: Partial<ListShape> = {}): string =>
  shownItems(read, new Map(touched), { ...ideas, ...shape })
    .map(({ id }) => id)
    .join("");

describe("a list of content items", () => {
  const read = [item("a", 1), item("b", 3), item("c", 5)];

  test("puts a changed item in the place of its date", () => {
    expect(ids(read, [touch(item("a", 4))])).toBe("bac");
    expect(ids(read.toReversed(), [touch(item("a", 4))], { order: "desc" })).toBe("cab");
  });

  test("loses what no longer belongs to it and gains what now does", () => {
    expect(ids(read, [touch(item("b", 3, { status: "planned" })), touch(item("d", 2))])).toBe("adc");
    expect(ids(read, [touch(item("b", 3), { isGone: true })])).toBe("ac");
  });

  test("does not gain what belongs to a page that is still to be read", () => {
    expect(ids(read, [touch(item("d", 9))], { hasMore: true })).toBe("abc");
    expect(ids(read, [touch(item("d", 9))])).toBe("abcd");
  });

  test("believes what was read later than the change, unless that is still on its way", () => {
    const newer = [item("a", 1, { dateUpdated: "2026-11-02T00:00:00.000Z" }), item("b", 3)];
    expect(ids(newer, [touch(item("a", 4))])).toBe("ab");
    expect(ids(newer, [touch(item("a", 4), { isPending: true })])).toBe("ba");
  });

  test("is grouped by the weeks of the person's zone", () => {
    const late = item("l", 1, { plannedAt: "2026-11-01T23:30:00.000Z" });
    expect(byWeek([late], "Europe/Berlin")[0]?.monday).toBe("2026-11-02");
    expect(byWeek([late], "UTC")[0]?.monday).toBe("2026-10-26");
  });
});

test("keeps the time of day of an item that moves over a change of clocks", () => {
  expect(onDay("2026-10-23T07:00:00.000Z", "2026-10-26", "Europe/Berlin")).toBe("2026-10-26T08:00:00.000Z");
});

test("names weeks in both languages", () => {
  expect(formatWeek("2026-11-23", "2026-11-23", "en")).toBe("23 to 29 Nov");
  expect(formatWeek("2026-11-30", "2026-11-23", "en")).toBe("30 Nov to 6 Dec");
  expect(formatWeek("2026-11-23", "2026-11-23", "de")).toBe("23. bis 29. Nov.");
});

test("keeps filters in the address and leaves out what makes no sense", () => {
  const search = {
    view: "board",
    status: "open",
    platform: "LinkedIn",
    project: crypto.randomUUID(),
    week: "",
  } as const;
  expect(contentSearch.read(contentSearch.write(search))).toEqual(search);
  expect(columnsOf("open")).toEqual(["idea", "planned"]);
  const odd = contentSearch.read({ view: "tree", status: "lost", project: "1", week: "soon", platform: 12 });
  expect(odd).toEqual({ view: "list", status: "", platform: "12", project: "", week: "" });
  expect([isFiltered(odd), isFiltered(contentSearch.read({ view: "week" }))]).toEqual([true, false]);
});
