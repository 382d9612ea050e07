import { expect, test } from "vitest";
import { formChange } from "./useFormUpdate.ts";

const before = { requirementTitle: "Plan", goalLanguage: "en", period: { from: "2027-01-01", to: "2027-02-01" } };

test("names the fields of a form that are others", () => {
  const period = { from: "2027-01-08", to: "2027-02-01" };
  expect(formChange(before, { ...before, period })).toEqual({ period });
  expect(formChange(before, { ...before, period, requirementTitle: "Plan 2" })).toEqual({
    period,
    requirementTitle: "Plan 2",
  });
});

test("offers nothing where nothing differs, or where only a run can follow", () => {
  expect(formChange(before, { ...before, period: { to: "2027-02-01", from: "2027-01-01" } })).toBeNull();
  expect(formChange(before, { ...before, requirementTitle: "Plan 2", goalLanguage: "de" })).toBeNull();
});
