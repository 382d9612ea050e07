import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EntryPreview } from "#src/features/calendar/contract.ts";
import type { ProposalRow } from "../contract.ts";
import { withEdits } from "../rules.ts";
import { busyTimes } from "./busyTimes.ts";
import { conflictsOf, filterLines, groupLines, linesOf, needsYear, noFilter, openGroup } from "./suggestionLines.ts";

import { spanWords } from "./useLineWords.ts";

const berlin = "Europe/Berlin";

const row = (part: Partial<ProposalRow> & Pick<ProposalRow, "key" | "kind" | "payload">): ProposalRow => ({
  requires: [],
  state: "proposed",
  recordId: null,
  ...part,
});
const outcome = (id: string, plannedAt: string, part: Partial<ProposalRow> = {}): ProposalRow =>
  row({
    key: `outcome:${id}`,
    kind: "outcome",
    payload: { title: `Post ${id}`, brief: "Brief", plannedAt, timeZone: berlin, platform: "LinkedIn", contentType: 1 },
    ...part,
  });
const entry = (id: string, start: string, payload: object = {}, part: Partial<ProposalRow> = {}): ProposalRow =>
  row({
    key: `entry:${id}`,
    kind: "calendarEntry",
    payload: {
      type: "1080",
      title: `Entry ${id}`,
      start,
      timeZone: berlin,
      allDay: false,
      end: new Date(Date.parse(start) + 3_600_000).toISOString(),
      ...payload,
    },
    ...part,
  });
const item = (id: string, at: string): ProposalRow[] => [
  outcome(id, at),
  entry(id, at, { type: "3010", outcomeKey: `outcome:${id}` }, { requires: [`outcome:${id}`] }),
];

describe("one line per suggestion", () => {
  test("a content item and its entry are one, what stands alone is its own", () => {
    const lines = linesOf([
      ...item("a", "2027-02-02T08:00:00Z"),
      outcome("b", "2027-02-03T08:00:00Z"),
      entry("film", "2027-02-05T13:00:00Z"),
      row({ key: "l", kind: "lead", payload: { name: "Radwerk", notes: "Leipzig" } }),
      row({ key: "i", kind: "insight", payload: { subject: "Hello", message: "Text", leadKey: "l" }, requires: ["l"] }),
      row({ key: "p", kind: "project", payload: { name: "Next" } }),
    ]);
    expect(lines.map(({ kind, keys, title, minutes }) => [kind, keys, title, minutes])).toEqual([
      ["content", ["outcome:a", "entry:a"], "Post a", 60],
      ["content", ["outcome:b"], "Post b", null],
      ["entry", ["entry:film"], "Entry film", 60],
      ["lead", ["l"], "Radwerk", null],
      ["insight", ["i"], "Hello", null],
    ]);
    expect(lines[0]?.editable).toContain("minutes");
    expect(lines[1]?.editable).not.toContain("minutes");
  });

  test("a second entry of the same item is a line of its own", () => {
    const second = entry("a2", "2027-02-01T08:00:00Z", { outcomeKey: "outcome:a" });
    expect(linesOf([...item("a", "2027-02-02T08:00:00Z"), second]).map(({ key }) => key)).toEqual([
      "outcome:a",
      "entry:a2",
    ]);
  });

  test("is applied when all of it is, and cannot be changed from the first part on", () => {
    const [one, two] = item("a", "2027-02-02T08:00:00Z");
    const [half] = linesOf([{ ...one, state: "applied" } as ProposalRow, two as ProposalRow]);
    expect([half?.isApplied, half?.editable]).toEqual([false, []]);
  });

  test("an open line stays in its week and at its place while its date is changed", () => {
    const lines = linesOf([...item("a", "2027-02-09T08:00:00Z"), ...item("b", "2027-02-02T09:00:00Z")]);
    const placesOf = (held?: { key: string; at: string }) =>
      groupLines(lines, berlin, held).map(({ id, lines: all }) => [id, ...all.map(({ key }) => key)]);
    expect(placesOf()).toEqual([
      ["2027-02-01", "outcome:b"],
      ["2027-02-08", "outcome:a"],
    ]);
    expect(placesOf({ key: "outcome:a", at: "2027-02-02T08:00:00Z" })).toEqual([
      ["2027-02-01", "outcome:a", "outcome:b"],
    ]);
  });

  test("any rows give every key to exactly one line", () => {
    const ids = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 6 });
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom("a", "b", "c", "d")), ids, (items, entries) => {
        const rows = [
          ...items.map((id) => outcome(id, "2027-02-02T08:00:00Z")),
          ...entries.map((id, at) => entry(`${id}${at}`, "2027-02-02T08:00:00Z", { outcomeKey: `outcome:${id}` })),
        ];
        const keys = linesOf(rows).flatMap((line) => line.keys);
        expect(keys.toSorted()).toEqual(rows.map(({ key }) => key).toSorted());
      }),
    );
  });

  test("a change never parts an item from its entry", () => {
    const edit = fc.record(
      { at: fc.constantFrom("2027-03-28T01:30:00Z", "2026-12-31T23:30:00Z"), minutes: fc.nat(300), title: fc.string() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(edit, (changes) => {
        const [one, two] = item("a", "2027-02-02T08:00:00Z") as [ProposalRow, ProposalRow];
        const [line, ...others] = linesOf(withEdits([{ ...one, changes }, two]));
        expect(others).toEqual([]);
        expect(line?.minutes).toBe(changes.minutes ?? 60);
        expect(Date.parse(line?.at ?? "")).toBe(Date.parse(changes.at ?? "2027-02-02T08:00:00Z"));
      }),
    );
  });
});

describe("weeks", () => {
  const weeksOf = (instants: string[], zone: string) =>
    groupLines(linesOf(instants.map((at, index) => entry(`${index}`, at))), zone).map(({ id, week, lines }) => [
      id,
      week?.number,
      lines.length,
    ]);

  test("begin on Monday on the person's clocks", () => {
    // Sunday 23:30 in UTC is Monday in Berlin, and still Sunday in New York.
    expect(weeksOf(["2027-01-31T23:30:00Z"], berlin)).toEqual([["2027-02-01", 5, 1]]);
    expect(weeksOf(["2027-01-31T23:30:00Z"], "America/New_York")).toEqual([["2027-01-25", 4, 1]]);
  });

  test("keep the days of the week in which clocks change", () => {
    // 28 March 2027, the Sunday on which Berlin's clocks go forward, and the Monday after.
    const changed = ["2027-03-27T23:00:00Z", "2027-03-28T21:59:00Z", "2027-03-28T22:00:00Z"];
    expect(weeksOf(changed, berlin)).toEqual([
      ["2027-03-22", 12, 2],
      ["2027-03-29", 13, 1],
    ]);
  });

  test("are numbered as ISO 8601 says at the ends of years", () => {
    expect(weeksOf(["2026-12-31T12:00:00Z", "2027-01-03T12:00:00Z", "2027-01-04T12:00:00Z"], berlin)).toEqual([
      ["2026-12-28", 53, 2],
      ["2027-01-04", 1, 1],
    ]);
  });

  test("put a whole day where it was planned, in whatever zone it is read", () => {
    const lines = linesOf([entry("a", "2027-01-31T23:00:00Z", { allDay: true })]);
    expect(groupLines(lines, "America/New_York")[0]?.id).toBe("2027-02-01");
  });

  test("come by date, each by time, before what has no dates", () => {
    const groups = groupLines(
      linesOf([
        row({ key: "i", kind: "insight", payload: { subject: "Hello" } }),
        row({ key: "l", kind: "lead", payload: { name: "Radwerk" } }),
        entry("late", "2027-02-03T10:00:00Z"),
        entry("early", "2027-02-03T08:00:00Z"),
        entry("before", "2027-01-20T08:00:00Z"),
        entry("broken", "2027-02-03T08:00:00Z", { start: "soon" }),
      ]),
      berlin,
    );
    expect(groups.map(({ id, lines }) => [id, lines.map(({ key }) => key)])).toEqual([
      ["2027-01-18", ["entry:before"]],
      ["2027-02-01", ["entry:early", "entry:late"]],
      ["entry", ["entry:broken"]],
      ["lead", ["l"]],
      ["insight", ["i"]],
    ]);
  });

  test("open at the current one, else the next, else the first", () => {
    const groups = groupLines(
      linesOf([entry("a", "2027-01-20T08:00:00Z"), entry("b", "2027-02-03T08:00:00Z")]),
      berlin,
    );
    expect(openGroup(groups, "2027-01-24")).toBe("2027-01-18");
    expect(openGroup(groups, "2027-01-25")).toBe("2027-02-01");
    expect(openGroup(groups, "2028-01-01")).toBe("2027-01-18");
    expect(openGroup([], "2028-01-01")).toBeUndefined();
  });

  test("hold every line exactly once, in any zone", () => {
    const instant = fc
      .date({ min: new Date("2024-01-01"), max: new Date("2032-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString());
    const zone = fc.constantFrom(berlin, "America/St_Johns", "Asia/Kathmandu", "Pacific/Apia", "UTC");
    fc.assert(
      fc.property(fc.array(instant, { maxLength: 20 }), zone, (instants, where) => {
        const lines = linesOf(instants.map((at, index) => entry(`${index}`, at)));
        const groups = groupLines(lines, where);
        expect(
          groups
            .flatMap((group) => group.lines)
            .map(({ key }) => key)
            .toSorted(),
        ).toEqual(lines.map(({ key }) => key).toSorted());
        expect(groups.map(({ id }) => id)).toEqual(groups.map(({ id }) => id).toSorted());
      }),
    );
  });
});

test("filters by words, kind and channel", () => {
  const lines = linesOf([...item("a", "2027-02-02T08:00:00Z"), entry("film", "2027-02-05T13:00:00Z")]);
  const keys = (filter: object) => filterLines(lines, { ...noFilter, ...filter }).map(({ key }) => key);
  expect(keys({})).toEqual(["outcome:a", "entry:film"]);
  expect(keys({ text: " brief" })).toEqual(["outcome:a"]);
  expect(keys({ kind: "entry" })).toEqual(["entry:film"]);
  expect(keys({ platform: "LinkedIn", kind: "entry" })).toEqual([]);
});

describe("overlaps", () => {
  const preview = (part: Partial<EntryPreview>): EntryPreview => ({
    id: crypto.randomUUID(),
    type: "1000",
    title: "Choir",
    allDay: false,
    timeZone: berlin,
    rrule: null,
    start: "2027-02-05T13:30:00Z",
    end: "2027-02-05T15:00:00Z",
    location: null,
    link: null,
    priority: "normal",
    projectId: null,
    outcomeId: null,
    dateUpdated: "2027-01-01T00:00:00Z",
    ...part,
  });
  const found = async (lines: ProposalRow[], entries: EntryPreview[]) => [
    ...conflictsOf(linesOf(lines), busyTimes(entries)),
  ];
  const film = entry("film", "2027-02-05T13:00:00Z", { type: "3070" });

  test("name what is there at the time, and only what takes time", async () => {
    expect(await found([film], [preview({})])).toEqual([["entry:film", "Choir"]]);
    expect(await found([film], [preview({ type: "2010" })])).toEqual([]);
    expect(await found([film], [preview({ start: "2027-02-05T14:00:00Z" })])).toEqual([]);
    expect(await found(item("a", "2027-02-05T13:45:00Z"), [preview({})])).toEqual([]);
    expect(await found([{ ...film, state: "applied" }], [preview({})])).toEqual([]);
  });

  test("hold for every occurrence of what recurs, as the calendar lists it", async () => {
    const again = (day: string): EntryPreview =>
      preview({ start: `${day}T13:30:00Z`, end: `${day}T14:30:00Z`, rrule: "FREQ=WEEKLY", isOccurrence: true });
    const later = entry("later", "2027-02-12T15:00:00Z", { type: "1080" });
    expect(await found([film, later], [again("2027-02-05"), again("2027-02-12")])).toEqual([["entry:film", "Choir"]]);
  });
});

describe("weeks with their year", () => {
  const weeks = (...days: string[]) =>
    groupLines(linesOf(days.map((day, at) => outcome(`${at}`, `${day}T09:00:00Z`))), berlin);
  test("of this year alone go without it; of another one, or of two, they have it", () => {
    expect(needsYear(weeks("2026-11-23", "2026-12-01"), "2026-11-26")).toBe(false);
    expect(needsYear(weeks("2027-02-02"), "2026-11-26")).toBe(true);
    expect(needsYear(weeks("2026-12-01", "2027-01-12"), "2026-11-26")).toBe(true);
    // The last week of the year ends in the next one.
    expect(needsYear(weeks("2026-12-30"), "2026-11-26")).toBe(true);
    expect(
      needsYear(groupLines(linesOf([row({ key: "l", kind: "lead", payload: { name: "A" } })]), berlin), "2026-11-26"),
    ).toBe(false);
  });
  test("name it at the end", () => {
    const plain = (text: string) => text.replaceAll("\u00a0", " ");
    expect(plain(spanWords("2027-02-01", "2027-02-07", "en", "to", true))).toBe("1 to 7 Feb 2027");
    expect(plain(spanWords("2026-12-28", "2027-01-03", "de", "bis", true))).toBe("28. Dez. bis 3. Jan. 2027");
    expect(plain(spanWords("2026-11-23", "2026-11-29", "en", "to", false))).toBe("23 to 29 Nov");
  });
});
