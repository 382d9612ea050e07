import fc from "fast-check";
import { expect, test } from "vitest";
import { readCsv } from "#src/kit/csv.ts";
import { lead as leadSchema, newLead } from "../contract.ts";
import { leadsCsv } from "./leadCsv.ts";
import { columnsOf, importFields, readLeads, tableText } from "./leadImport.ts";

const from = { file: "fair.csv", at: "2026-06-01T08:00:00Z" };
const labels: Record<string, string> = { name: "Name", zip: "Postleitzahl", contact: "Ansprechperson" };
const labelOf = (field: string): string => labels[field] ?? field;

test("knows columns by the words of other programs and by its own", () => {
  expect(columnsOf(["Firma", "Ansprechperson", "E-Mail", "PLZ", "Straße", "Internal id"], labelOf)).toEqual([
    "name",
    "contact",
    "email",
    "zip",
    "street",
    undefined,
  ]);
  // A field is filled once.
  expect(columnsOf(["Company", "Account"], labelOf)).toEqual(["name", undefined]);
});

test("reads leads from a table and leaves out what is no value", () => {
  const rows = readCsv(
    'Velofix;info@velofix.example, broken;+49 341 5;velofix.example;Leipzig;88\n;nobody@x.example;;;;\n"A; B";;;not an address at all ::;;high\n',
  );
  const { leads, nameless, dropped } = readLeads(rows, ["name", "email", "phone", "website", "city", "score"], from);
  expect([nameless, dropped]).toEqual([1, 3]);
  expect(leads).toMatchObject([
    {
      name: "Velofix",
      email: ["info@velofix.example"],
      phone: ["+49 341 5"],
      website: "https://velofix.example",
      address: { city: "Leipzig" },
      score: 88,
      source: { adapter: "csv", externalId: "fair.csv" },
    },
    { name: "A; B", website: null, score: null },
  ]);
});

test("reads back what the page itself exports", () => {
  const fields = { name: "Velofix", phone: ["+49 341 123"], notes: "- offer\n- meeting", nextStep: "'quoted'" };
  const made = "2026-06-01T08:00:00.000Z";
  const exported = leadSchema.parse({
    ...newLead.parse(fields),
    id: "01a1fd92-0000-7000-8000-000000000001",
    projectId: null,
    runId: null,
    dateCreated: made,
    dateUpdated: made,
  });
  const [head = [], ...rows] = readCsv(leadsCsv([exported], (key) => key, "Europe/Berlin"));
  const columns = columnsOf(head, (field) => field);
  expect(readLeads(rows, columns, from).leads).toMatchObject([fields]);
});

test.each([
  ["velofix.example", "https://velofix.example"],
  ["www.müller-bau.de/kontakt?a=1", "https://www.müller-bau.de/kontakt?a=1"],
  ["velofix.example:8080", "https://velofix.example:8080"],
  ["HTTP://intranet/x", "HTTP://intranet/x"],
  ["-", null],
  ["n/a", null],
  ["keine", null],
  ["none", null],
  ["k.A.", null],
  ["k. A.", null],
  ["n.v", null],
  ["info@velofix.example", null],
])("takes %j of a table for the web address %j", (cell, website) => {
  const { leads, dropped } = readLeads([["A", cell]], ["name", "website"], from);
  expect([leads[0]?.website, dropped]).toEqual([website, website === null ? 1 : 0]);
});

test.each([
  ["UTF-8", Buffer.from("Müller\tŁódź")],
  ["UTF-16 with its low byte first", Buffer.from("\uFEFFMüller\tŁódź", "utf16le")],
  ["UTF-16 with its high byte first", Buffer.from("\uFEFFMüller\tŁódź", "utf16le").swap16()],
])("reads the bytes of a table in %s", (_, bytes) => {
  expect(tableText(new Uint8Array(bytes))).toBe("Müller\tŁódź");
});

test("reads the bytes of a table in Windows-1252", () => {
  expect(tableText(new Uint8Array(Buffer.from("Müller;ß", "latin1")))).toBe("Müller;ß");
});

test("every lead that is read is one that the server takes", () => {
  const cell = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constantFrom("a@b.example", "https://x.example", "60", "-1", "\u0000", "x".repeat(9000), "\ud800"),
  );
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: importFields.length }), { maxLength: 5 }), (rows) => {
      const { leads, nameless } = readLeads(rows, importFields, from);
      expect(leads.length + nameless).toBe(rows.length);
      for (const lead of leads) expect(newLead.safeParse(lead).success).toBe(true);
    }),
  );
});
