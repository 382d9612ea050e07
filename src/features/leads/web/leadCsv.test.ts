import { expect, test } from "vitest";
import { lead as leadSchema, newLead, type NewLead } from "../contract.ts";
import { leadsCsv } from "./leadCsv.ts";

const leadOf = (fields: Partial<NewLead> & { name: string }) =>
  leadSchema.parse({
    ...newLead.parse(fields),
    id: "01a1fd92-0000-7000-8000-000000000001",
    projectId: null,
    runId: null,
    dateCreated: "2026-11-01T08:00:00.000Z",
    dateUpdated: "2026-11-01T08:00:00.000Z",
  });

test("writes one CSV row per lead and one column per custom field", () => {
  const csv = leadsCsv(
    [
      leadOf({ name: "Müller, Söhne", customFields: { fleet: "14" } }),
      leadOf({ name: "Nord", customFields: { area: "north" } }),
    ],
    (key) => `the ${key}`,
    "Europe/Berlin",
  );
  const [head = "", first = "", second = "", end] = csv.split("\r\n");
  expect(head.startsWith("\u{feff}the name,the contact,")).toBe(true);
  expect(head.endsWith(",area,fleet")).toBe(true);
  expect(first.startsWith('"Müller, Söhne",')).toBe(true);
  expect(first.endsWith(",,14")).toBe(true);
  expect(second.endsWith(",north,")).toBe(true);
  expect(end).toBe("");
});

test("escapes CSV cells that a spreadsheet would evaluate", () => {
  const bad = '=HYPERLINK("https://bad.example")';
  const csv = leadsCsv(
    [leadOf({ name: bad, notes: "@sum", customFields: { "=field": "+cmd" } })],
    (key) => key,
    "Europe/Berlin",
  );
  const cells = csv.replace("\u{feff}", "").split(/[,\r\n]+/);
  expect(cells.filter((cell) => /^"?[=+\-@]/.test(cell))).toEqual([]);
});
