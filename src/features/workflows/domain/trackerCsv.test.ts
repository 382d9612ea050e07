/* oxlint-disable unicorn/no-thenable -- `then` of a criterion is text in parsed data; nobody awaits it */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCsv } from "#src/kit/csv.ts";
import { criteriaOf } from "./stories.ts";
import { trackerCsv, trackerRows, trackers, type TrackerStory, type TrackerTable } from "./trackerCsv.ts";

const story = (changes: Partial<TrackerStory> = {}): TrackerStory => ({
  id: "s-1",
  text: "As a customer, I want to pay.",
  want: "pay",
  rank: "must",
  points: 3,
  labels: ["customer", "Paying invoices"],
  criteria: criteriaOf("an open invoice | I pay | it is paid\nAt most 5 MB"),
  parts: [
    { title: "Edge cases", lines: ["No network: try again."] },
    { title: "Questions", lines: [] },
  ],
  ...changes,
});
const table = (stories: TrackerStory[]): TrackerTable => ({
  stories,
  epic: "Invoices",
  words: { given: "Given", when: "When", result: "Then", criteria: "Acceptance criteria" },
});

describe("the table of a tracker", () => {
  test.each(trackers)(
    "for %s has no cell that a spreadsheet runs, and one row for each story and for the epic of Jira",
    (tracker) => {
      const csv = trackerCsv(
        tracker,
        table([
          story({ want: "=HYPERLINK(1)", text: "@sum", labels: ["=cmd"], criteria: criteriaOf("+1") }),
          story({ id: "s-2" }),
        ]),
      );
      const rows = readCsv(csv, ",");
      // Jira has the epic in a row of its own, above the stories.
      expect(rows).toHaveLength(tracker === "Jira" ? 4 : 3);
      expect(new Set(rows.map((row) => row.length)).size).toBe(1);
      for (const row of rows) for (const cell of row) expect(cell).not.toMatch(/^\s*[=+\-@\t\r]/);
    },
  );

  test("for Jira has its columns, with criteria in the description", () => {
    expect(trackerRows("Jira", table([story()]), true)).toEqual({
      head: ["Issue ID", "Issue Type", "Summary", "Parent", "Description", "Priority", "Story Points", "Labels"],
      rows: [
        ["1", "Epic", "Invoices", "", "", "", "", ""],
        [
          "2",
          "Story",
          "Pay",
          "1",
          "As a customer, I want to pay.\n\nAcceptance criteria:\nGiven an open invoice\nWhen I pay\nThen it is paid\n\n- At most 5 MB\n\nEdge cases:\n- No network: try again.",
          "High",
          "3",
          "customer Paying-invoices",
        ],
      ],
    });
  });

  test("for Jira hangs every story on the epic above them, by an id that no other row has", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), (count) => {
        const stories = Array.from({ length: count }, (_, at) => story({ id: `s-${at + 1}`, want: `pay ${at}` }));
        const { head, rows } = trackerRows("Jira", table(stories), false);
        const cell = (row: string[], name: string) => row[head.indexOf(name)];
        const ids = rows.map((row) => cell(row, "Issue ID"));
        expect(new Set(ids).size).toBe(rows.length);
        expect(ids.every((id) => /^\d+$/.test(id ?? ""))).toBe(true);
        const [epic, ...others] = rows;
        expect(epic && cell(epic, "Issue Type")).toBe(count === 0 ? undefined : "Epic");
        expect(others).toHaveLength(count);
        for (const row of others) expect([cell(row, "Issue Type"), cell(row, "Parent")]).toEqual(["Story", ids[0]]);
        expect(head).not.toContain("Epic Name");
      }),
    );
  });

  test("for Azure keeps criteria apart and marks stories without any", () => {
    const { head, rows } = trackerRows("Azure", table([story({ criteria: [], points: null, rank: "open" })]), true);
    const cell = (name: string): string | undefined => rows[0]?.[head.indexOf(name)];
    expect(cell("Acceptance Criteria")).toBe("");
    expect(cell("Tags")).toBe("customer; Paying-invoices; open");
    expect([cell("Story Points"), cell("Priority")]).toEqual(["", ""]);
  });

  test("without texts has what fits into a line", () => {
    expect(trackerRows("Linear", table([story()]), false)).toEqual({
      head: ["ID", "Title", "Status", "Estimate", "Priority", "Labels", "Project"],
      rows: [["s-1", "Pay", "Backlog", "3", "High", "customer, Paying-invoices", "Invoices"]],
    });
  });

  test("has distinct titles of up to 200 units", () => {
    const long = "👩‍👩‍👧‍👦".repeat(100);
    const { rows } = trackerRows(
      "GitHub",
      table([story(), story({ id: "s-2" }), story({ id: "s-3", want: long })]),
      false,
    );
    const titles = rows.map(([title = ""]) => title);
    expect(titles.slice(0, 2)).toEqual(["Pay (s-1)", "Pay (s-2)"]);
    expect(titles.every((title) => title.length <= 200 && title.isWellFormed())).toBe(true);
  });
});
