import { expect, test } from "vitest";
import { lead as leadSchema, newLead, type Lead, type NewLead } from "../contract.ts";
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

test("names source, licence and attribution in each row", () => {
  const source = {
    adapter: "osm",
    url: "https://www.openstreetmap.org/node/101",
    licence: "ODbL 1.0",
    retrievedAt: "2026-11-22T09:00:00.000Z",
  };
  const whole = newLead.shape.source.parse({ ...source, attribution: "© OpenStreetMap contributors, 2026" });
  // A lead from before attributions were kept.
  const { attribution: _, ...early } = newLead.shape.source.parse(source) ?? {};
  const csv = leadsCsv(
    [
      leadOf({ name: "A", source: whole }),
      { ...leadOf({ name: "B" }), source: early as Lead["source"] },
      leadOf({ name: "C", customFields: { fleet: "14" } }),
    ],
    (key) => key,
    "Europe/Berlin",
  );
  const [head = "", a, b, c] = csv.split("\r\n");
  expect(head.endsWith(",sourceUrl,licence,attribution,fleet")).toBe(true);
  expect(a).toMatch(/,https:\/\/www.openstreetmap.org\/node\/101,ODbL 1.0,"© OpenStreetMap contributors, 2026",$/);
  expect(b).toMatch(/,ODbL 1.0,© OpenStreetMap contributors,$/);
  expect(c).toMatch(/,,,,14$/);
});

test("writes every field once, a further one in a column of its own", () => {
  const whole = leadOf({ name: "Nord" });
  const grown = { ...whole, extra: 5000, regions: ["north", "east"] };
  const cells = (leads: Lead[]): string[][] =>
    leadsCsv(leads, (key) => key, "Europe/Berlin")
      .split("\r\n")
      .map((row) => row.split(","));
  const [head = [], row = []] = cells([grown]);
  expect(head.filter((key) => !cells([whole])[0]?.includes(key))).toEqual(["extra", "regions"]);
  expect(row[head.indexOf("extra")]).toBe("5000");
  expect(new Set(head).size).toBe(head.length);
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
