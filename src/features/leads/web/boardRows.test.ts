import { expect, test } from "vitest";
import type { LeadRow, LeadStage } from "../contract.ts";
import { columnRows } from "./boardRows.ts";

const row = (id: string, stage: LeadStage, minute = 0): LeadRow => ({
  id,
  name: id,
  category: "",
  contact: "",
  email: [],
  phone: [],
  address: { street: "", zip: "", city: "", country: "" },
  stage,
  score: null,
  tags: [],
  doNotContact: false,
  lastContactAt: null,
  nextStep: "",
  nextStepOn: null,
  dateUpdated: `2026-06-01T08:0${minute}:00.000Z`,
});
const touched = (...rows: LeadRow[]) => new Map(rows.map((one) => [one.id, one]));
const ids = (rows: readonly LeadRow[]) => rows.map(({ id }) => id);

test("a moved card leaves its column and stands first in the other", () => {
  const changes = touched(row("a", "offer"));
  expect(ids(columnRows([row("a", "new"), row("b", "new")], changes, new Set(["a"]), "new"))).toEqual(["b"]);
  expect(ids(columnRows([row("c", "offer")], changes, new Set(["a"]), "offer"))).toEqual(["a", "c"]);
});

test("a lead that was changed elsewhere on the page joins no column that does not hold it", () => {
  expect(columnRows([], touched(row("a", "offer")), new Set(), "offer")).toEqual([]);
});

test("what the server says later goes before what this page did", () => {
  const changes = touched(row("a", "offer", 1));
  expect(ids(columnRows([row("a", "new", 2)], changes, new Set(["a"]), "new"))).toEqual(["a"]);
  expect(ids(columnRows([row("a", "new", 1)], changes, new Set(["a"]), "new"))).toEqual([]);
});
