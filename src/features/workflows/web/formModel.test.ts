import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  emptyRow,
  emptyValue,
  fieldsOf,
  freshValues,
  isShown,
  settingsChange,
  withExample,
  withValues,
  type FormField,
} from "./formModel.ts";
import { cards } from "../catalogue/cards.ts";
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
const fields = fieldsOf(form);
const byName = (name: string): FormField =>
  fields.find((field) => field.name === name) ?? expect.fail(`no field ${name}`);

describe("form fields", () => {
  test("are in schema order with their widget and group", () => {
    expect(fields.map(({ name }) => name)).toEqual(Object.keys(form.shape));
    expect(byName("depth").ui).toMatchObject({ widget: "segment", group: "options", optionsKey: "depth" });
  });
  test("include options and bounds", () => {
    expect(byName("depth").options).toEqual(["quick", "standard", "deep"]);
    expect(byName("writingStyles")).toMatchObject({ kind: "array", options: [11, 21], maxItems: 3 });
    expect(byName("count")).toMatchObject({ kind: "number", isInteger: true, minimum: 1, maximum: 20 });
    expect(byName("requirementTitle").maxLength).toBe(120);
  });
  test("use the non-empty type of a union with an empty string or null", () => {
    expect(byName("companyWebsite")).toMatchObject({ kind: "string", ui: { widget: "url", group: "company" } });
    expect(byName("note").kind).toBe("string");
  });
  test("include the columns of rows and objects", () => {
    expect(byName("campaigns").columns.map(({ name, ui: { widget } }) => [name, widget])).toEqual([
      ["name", "text"],
      ["date", "date"],
    ]);
    expect(byName("period").columns.map(({ name }) => name)).toEqual(["from", "to"]);
    expect(emptyRow(byName("campaigns"))).toEqual({ name: "", date: "" });
  });
  test("have a matching widget by default", () => {
    const bare = fieldsOf(
      z.object({ a: z.boolean(), b: z.number(), c: z.array(z.string()), d: z.enum(["x"]), e: z.string() }),
    );
    expect(bare.map((field) => field.ui.widget)).toEqual(["toggle", "number", "tags", "select", "text"]);
  });
  test("are empty for a schema without fields", () => {
    expect(fieldsOf(z.object({}))).toEqual([]);
    expect(fieldsOf(z.string())).toEqual([]);
  });

  /** Properties of a JSON Schema, of its rows or of itself, without what says that they may be empty. */
  const propertiesOf = (schema: z.core.JSONSchema.JSONSchema): [string, z.core.JSONSchema.JSONSchema][] =>
    Object.entries(
      (Array.isArray(schema.items) ? undefined : Object(schema.items).properties) ?? schema.properties ?? {},
    );
  const expectSame = (own: readonly FormField[], schema: z.core.JSONSchema.JSONSchema): void => {
    const told = propertiesOf(schema);
    expect(own.map(({ name }) => name)).toEqual(told.map(([name]) => name));
    for (const [index, [, property]] of told.entries()) {
      const { anyOf: [part = property] = [], default: fallback, ui } = property;
      const items = Object(property.items);
      const branch = part.const === undefined && part.type !== "null" ? part : (property.anyOf?.[1] ?? property);
      expect(own[index]).toMatchObject({
        fallback,
        ui,
        words: property["words"] ?? {},
        options: property.enum ?? items.enum ?? [],
        isInteger: branch.type === "integer",
        maxLength: property.maxLength ?? branch.maxLength,
        maxItems: property.maxItems,
      });
      expectSame(own[index]?.columns ?? [], property);
    }
  };
  test.each(cards.filter(({ isProductionReady }) => isProductionReady).map(({ key }) => key))(
    "are those that the API describes (%s)",
    async (key) => {
      const { form: served } = (await import(`../catalogue/${key}/form.ts`)) as { form: z.ZodObject };
      expectSame(fieldsOf(served), z.toJSONSchema(served, { io: "input", unrepresentable: "any" }));
    },
  );
});

describe("form values", () => {
  const settings = {
    additionalInfo: { defaultCompanyWebsite: "https://radwerk.example" },
    application: { defaultGoalLanguage: "de" },
  };
  const fresh = freshValues(fields, settings);

  test("start with defaults and settings", () => {
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
  test("prefer workflow defaults to the user's settings", () => {
    expect(freshValues(fields, settings, { goalLanguage: "en" })["goalLanguage"]).toBe("en");
  });
  test("take over saved values that still fit", () => {
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
  test("are not shared between forms", () => {
    expect(emptyValue(byName("campaigns"))).not.toBe(emptyValue(byName("campaigns")));
  });
  test("are shown only when their condition is met", () => {
    expect(isShown(byName("blockedDomains"), { research: "none" })).toBe(false);
    expect(isShown(byName("blockedDomains"), { research: "web" })).toBe(true);
    expect(isShown(byName("depth"), {})).toBe(true);
  });
  test("update the settings only for changed company fields", () => {
    expect(settingsChange(fields, fresh, settings)).toBeNull();
    expect(
      settingsChange(fields, { ...fresh, companyWebsite: "https://new.example", goalLanguage: "fr" }, settings),
    ).toEqual({
      additionalInfo: { defaultCompanyWebsite: "https://new.example" },
    });
  });
});

describe("an example", () => {
  const fresh = freshValues(fields, {});
  const example = { requirementTitle: "Spring", companyWebsite: "https://example.com", count: 7 };
  test("fills the whole form where no company is filled in", () => {
    const filled = withExample(fields, { ...fresh, requirementTitle: "Mine" }, { fresh, example });
    expect(filled).toMatchObject(example);
    expect(Object.keys(filled)).toEqual(Object.keys(form.shape));
  });
  test("keeps the person's own company and nothing else", () => {
    const own = { ...fresh, companyWebsite: "https://radwerk.example", requirementTitle: "Mine" };
    expect(withExample(fields, own, { fresh, example })).toMatchObject({
      requirementTitle: "Spring",
      companyWebsite: "https://radwerk.example",
      count: 7,
    });
  });
});
