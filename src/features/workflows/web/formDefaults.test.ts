import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { sharedFields, titleField, ui } from "../catalogue/commonForm.ts";
import { canBeDefault, defaultsIn, savedDefaults, ownValues } from "./formDefaults.ts";
import { fieldsOf } from "./formModel.ts";

const form = z.strictObject({
  ...titleField,
  ...sharedFields,
  start: z.iso.date().meta(ui({ widget: "date", group: "main" })),
  number: z
    .int()
    .min(1)
    .max(20)
    .default(5)
    .meta(ui({ widget: "stepper", group: "main" })),
});
const fields = fieldsOf(form);
const additionalInfo = {
  defaultCompanyInformation: "Radwerk",
  defaultCompanyWebsite: "",
  defaultProductsPitch: "",
  defaultProductWebsite: "",
};
const settingsWith = (
  entry: { values?: Record<string, z.core.util.JSONType>; useAdditionalInfo?: false } | undefined,
) => ({
  additionalInfo,
  application: { defaultGoalLanguage: "pl" },
  workflowSettings: entry ? [{ workflow: "w", values: {}, ...entry }] : [],
});

describe("default values of a form", () => {
  test("exclude title, files, dates and company information", () => {
    expect(fields.filter((field) => !canBeDefault(field)).map(({ name }) => name)).toEqual([
      "requirementTitle",
      "companyInformation",
      "companyWebsite",
      "productsPitch",
      "productWebsite",
      "attachments",
      "start",
    ]);
  });

  test("contain only values that differ from the settings", () => {
    const own = ownValues(fields, settingsWith(undefined), "w");
    expect(own).toMatchObject({ goalLanguage: "pl", companyInformation: "Radwerk", number: 5 });
    expect(defaultsIn(fields, own, own)).toEqual({});
    expect(defaultsIn(fields, { ...own, number: 8, requirementTitle: "Mine", notes: "" }, own)).toEqual({ number: 8 });
  });

  test("omit company information when the user opts out", () => {
    const own = ownValues(fields, settingsWith({ useAdditionalInfo: false }), "w");
    expect(own["companyInformation"]).toBe("");
    expect(own["goalLanguage"]).toBe("pl");
    expect(ownValues(fields, settingsWith({ useAdditionalInfo: false }), "another")["companyInformation"]).toBe(
      "Radwerk",
    );
  });

  test("are ignored when they no longer fit the form", () => {
    const values = { depth: "endless", number: 7, gone: "x", requirementTitle: "Mine", writingStyles: "all" };
    expect(savedDefaults(fields, settingsWith({ values }), "w")).toEqual({ number: 7 });
  });

  test("are read back as saved", () => {
    fc.assert(
      fc.property(
        fc.record({
          notes: fc.string(),
          number: fc.integer({ min: 1, max: 20 }),
          depth: fc.constantFrom("quick", "standard", "deep"),
        }),
        (typed) => {
          const own = ownValues(fields, settingsWith(undefined), "w");
          const values = defaultsIn(fields, { ...own, ...typed }, own);
          expect({ ...own, ...savedDefaults(fields, settingsWith({ values }), "w") }).toEqual({ ...own, ...typed });
        },
      ),
    );
  });
});
