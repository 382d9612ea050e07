import fc from "fast-check";
import { expect, test } from "vitest";
import { readCsv } from "#src/kit/csv.ts";
import type { ListedRun } from "../contract.ts";
import { runsCsv } from "./runsCsv.ts";

const words = {
  head: ["Started", "Workflow", "Project", "Engine", "Seconds", "Status", "Spent", "Held", "Returned", "In", "Out"],
  sum: "Total",
};
const texts = {
  workflowOf: (workflow: string) => workflow,
  engineOf: ({ engine }: ListedRun) => engine.label,
  statusOf: ({ status }: ListedRun) => status,
};

const plain: ListedRun = {
  id: "0190a3c4-0000-7000-8000-000000000001",
  workflow: "",
  projectId: "0190a3c4-0000-7000-8000-000000000002",
  projectName: null,
  status: "queued",
  coins: 0,
  returnableUntil: null,
  returnCoins: 0,
  coinsState: "held",
  engine: { kind: "draft", label: "Draft", provider: "", model: "", reasonCode: "" },
  error: null,
  createdAt: "2026-11-23T07:10:00.000Z",
  startedAt: null,
  finishedAt: null,
  usage: null,
  revision: null,
};

const run: fc.Arbitrary<ListedRun> = fc.record({
  id: fc.uuid(),
  workflow: fc.string(),
  projectId: fc.uuid(),
  projectName: fc.option(fc.oneof(fc.string(), fc.constantFrom("=1+1", "+49 341", "@a", 'a "b"', "a\r\nb;c,d"))),
  status: fc.constantFrom("queued", "running", "succeeded", "failed", "cancelled"),
  coins: fc.integer({ min: 0, max: 10_000 }),
  returnableUntil: fc.constant(null),
  returnCoins: fc.constant(0),
  coinsState: fc.constantFrom("held", "captured", "released"),
  engine: fc.constant(plain.engine),
  error: fc.constant(null),
  createdAt: fc.constant(plain.createdAt),
  startedAt: fc.constantFrom(null, "2026-11-23T07:10:01.000Z"),
  finishedAt: fc.constantFrom(null, "2026-11-23T07:11:01.400Z"),
  usage: fc.constantFrom(null, { inputTokens: 12, outputTokens: null }),
  revision: fc.constant(null),
});

const sumOf = (runs: readonly ListedRun[], state: ListedRun["coinsState"]): string =>
  String(runs.reduce((sum, { coins, coinsState }) => sum + (coinsState === state ? coins : 0), 0));

test("each run has one row, no cell is run by a spreadsheet, and the last row has the sums", () => {
  fc.assert(
    fc.property(fc.array(run, { maxLength: 12 }), (runs) => {
      const rows = readCsv(runsCsv(runs, { zone: "Europe/Berlin", words, ...texts }), ",");
      expect(rows[0]).toEqual(words.head);
      expect(rows).toHaveLength(runs.length + 2);
      for (const row of rows) {
        expect(row).toHaveLength(words.head.length);
        for (const cell of row) expect(cell).not.toMatch(/^\s*[=+\-@\t\r]/);
      }
      expect(rows.at(-1)).toEqual([
        "Total",
        "",
        "",
        "",
        "",
        "",
        ...(["captured", "held", "released"] as const).map((state) => sumOf(runs, state)),
        "",
        "",
      ]);
    }),
  );
});

test("a row says when, what, by whom, how long and for how many coins", () => {
  const [row] = readCsv(
    runsCsv(
      [
        {
          ...plain,
          workflow: "Content planner",
          projectName: "=HYPERLINK(1)",
          status: "succeeded",
          coins: 300,
          returnableUntil: null,
          returnCoins: 0,
          coinsState: "captured",
          startedAt: "2026-11-23T07:10:01.000Z",
          finishedAt: "2026-11-23T07:11:01.400Z",
          usage: { inputTokens: 12_400, outputTokens: null },
        },
      ],
      { zone: "Europe/Berlin", words, ...texts },
    ),
    ",",
  ).slice(1);
  expect(row).toEqual([
    "2026-11-23 08:10",
    "Content planner",
    "'=HYPERLINK(1)",
    "Draft",
    "60",
    "succeeded",
    "300",
    "0",
    "0",
    "12400",
    "",
  ]);
});
