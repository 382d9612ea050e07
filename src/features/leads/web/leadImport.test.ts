import fc from "fast-check";
import { expect, test } from "vitest";
import { readCsv } from "#src/kit/csv.ts";
import { newLead } from "../contract.ts";
import { columnsOf, importFields, readLeads } from "./leadImport.ts";

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
