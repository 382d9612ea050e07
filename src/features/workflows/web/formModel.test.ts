import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  emptyRow,
  emptyValue,
  fieldsOf,
  freshValues,
  isShown,
  settingsChange,
  withValues,
  type FormField,
} from "./formModel.ts";
import type { FieldUi } from "../workflow.ts";

const ui = (widget: FieldUi["widget"], more: Partial<FieldUi> = {}): { ui: FieldUi } => ({
  ui: { widget, group: "main", ...more },
});

const form = z.strictObject({
  requirementTitle: z.string().max(120).meta(ui("text")),
  depth: z
    .enum(["quick", "standard", "deep"])
    .default("standard")
    .meta(ui("segment", { group: "options", optionsKey: "depth" })),
  companyWebsite: z
    .union([z.literal(""), z.url()])
    .meta(ui("url", { group: "company", fromSettings: "additionalInfo.defaultCompanyWebsite" })),
  goalLanguage: z.string().meta(ui("language", { group: "options", fromSettings: "application.defaultGoalLanguage" })),
  count: z.int().min(1).max(20).default(5).meta(ui("stepper")),
  writingStyles: z
    .array(z.union([z.literal(11), z.literal(21)]))
    .max(3)
    .meta(ui("multi", { group: "options" })),
  period: z.strictObject({ from: z.iso.date(), to: z.iso.date() }).meta(ui("period")),
  campaigns: z
    .array(z.strictObject({ name: z.string().meta(ui("text")), date: z.iso.date().meta(ui("date")) }))
    .max(10)
    .default([])
    .meta(ui("table")),
  blockedDomains: z.array(z.string()).meta(ui("tags", { showWhen: { field: "research", in: ["web"] } })),
  note: z.string().nullable(),
});
const fields = fieldsOf(z.toJSONSchema(form, { io: "input" }));
const byName = (name: string): FormField =>
  fields.find((field) => field.name === name) ?? expect.fail(`no field ${name}`);

describe("fields of a form", () => {
  test("come in the order of the schema with their widget and group", () => {
    expect(fields.map(({ name }) => name)).toEqual(Object.keys(form.shape));
    expect(byName("depth").ui).toMatchObject({ widget: "segment", group: "options", optionsKey: "depth" });
  });
  test("know their closed sets and bounds", () => {
    expect(byName("depth").options).toEqual(["quick", "standard", "deep"]);
    expect(byName("writingStyles")).toMatchObject({ kind: "array", options: [11, 21], maxItems: 3 });
    expect(byName("count")).toMatchObject({ kind: "number", isInteger: true, minimum: 1, maximum: 20 });
    expect(byName("requirementTitle").maxLength).toBe(120);
  });
  test("a union with the empty text or with null is what else it may be", () => {
    expect(byName("companyWebsite")).toMatchObject({ kind: "string", ui: { widget: "url", group: "company" } });
    expect(byName("note").kind).toBe("string");
  });
  test("rows and objects bring their columns", () => {
    expect(byName("campaigns").columns.map(({ name, ui: { widget } }) => [name, widget])).toEqual([
      ["name", "text"],
      ["date", "date"],
    ]);
    expect(byName("period").columns.map(({ name }) => name)).toEqual(["from", "to"]);
    expect(emptyRow(byName("campaigns"))).toEqual({ name: "", date: "" });
  });
  test("a field without ui still gets a control that holds its value", () => {
    const bare = fieldsOf(
      z.toJSONSchema(
        z.object({ a: z.boolean(), b: z.number(), c: z.array(z.string()), d: z.enum(["x"]), e: z.string() }),
      ),
    );
    expect(bare.map((field) => field.ui.widget)).toEqual(["toggle", "number", "tags", "select", "text"]);
  });
  test("a schema that is none has no fields", () => {
    expect(fieldsOf({})).toEqual([]);
    expect(fieldsOf({ properties: { a: 1 } })).toEqual([]);
  });
});

describe("values of a form", () => {
  const settings = {
    additionalInfo: { defaultCompanyWebsite: "https://radwerk.example" },
    application: { defaultGoalLanguage: "de" },
  };
  const fresh = freshValues(fields, settings);

  test("begin with defaults and settings", () => {
    expect(fresh).toMatchObject({
      requirementTitle: "",
      depth: "standard",
      count: 5,
      goalLanguage: "de",
      companyWebsite: "https://radwerk.example",
      campaigns: [],
      period: { from: "", to: "" },
    });
    expect(freshValues(fields, undefined)["companyWebsite"]).toBe("");
  });
  test("defaults of the workflow go over those of the person", () => {
    expect(freshValues(fields, settings, { goalLanguage: "en" })["goalLanguage"]).toBe("en");
  });
  test("kept values fill the form; what no longer fits is left out", () => {
    const values = withValues(fields, fresh, {
      requirementTitle: "Plan",
      depth: "bottomless",
      count: "7",
      writingStyles: [11],
      gone: 1,
    });
    expect(values).toMatchObject({ requirementTitle: "Plan", depth: "standard", count: 5, writingStyles: [11] });
    expect(values).not.toHaveProperty("gone");
  });
  test("a default is not shared between two forms", () => {
    expect(emptyValue(byName("campaigns"))).not.toBe(emptyValue(byName("campaigns")));
  });
  test("a field shows only with the value it waits for", () => {
    expect(isShown(byName("blockedDomains"), { research: "none" })).toBe(false);
    expect(isShown(byName("blockedDomains"), { research: "web" })).toBe(true);
    expect(isShown(byName("depth"), {})).toBe(true);
  });
  test("only changed company fields become a change of the settings", () => {
    expect(settingsChange(fields, fresh, settings)).toBeNull();
    expect(
      settingsChange(fields, { ...fresh, companyWebsite: "https://new.example", goalLanguage: "fr" }, settings),
    ).toEqual({
      additionalInfo: { defaultCompanyWebsite: "https://new.example" },
    });
  });
});
