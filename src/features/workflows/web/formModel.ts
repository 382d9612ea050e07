import type { JsonValue } from "#src/kit/schemas.ts";
import type { FieldWords } from "../kit/fields.ts";
import type { FieldUi } from "../workflow.ts";

/** Values of a form while it is being filled in. */
export type FormValues = Record<string, JsonValue>;

/** One field as the page draws it, read from the JSON Schema of a workflow's form. */
export interface FormField {
  /** Key in the form or in its row. */
  name: string;
  ui: FieldUi;
  kind: "string" | "number" | "boolean" | "array" | "object";
  /** Closed set of values, of the field itself or of its items; empty when the values are free. */
  options: (string | number)[];
  minimum: number | undefined;
  maximum: number | undefined;
  isInteger: boolean;
  maxLength: number | undefined;
  minItems: number;
  maxItems: number | undefined;
  /** Fields of a row (`table`, `channels`, `pillars`) or of the object (`period`). */
  columns: FormField[];
  /** Value of the schema's `default`. */
  fallback: JsonValue | undefined;
  /** Words of the field in both languages, `English | Deutsch`, as the form brings them. */
  words: Partial<FieldWords>;
}

type Schema = Record<string, unknown>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const numberOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;
const groups = ["main", "company", "options"] as const;
const widgets: readonly string[] = [
  "text",
  "textarea",
  "number",
  "date",
  "url",
  "toggle",
  "select",
  "segment",
  "multi",
  "tags",
  "stepper",
  "timezone",
  "language",
  "files",
  "leads",
  "table",
  "period",
  "channels",
  "pillars",
];

/** Follows `$ref` inside the same document and takes the telling branch of a union (`"" | url`, `null | x`). */
function resolved(schema: Schema, root: Schema, depth = 0): Schema {
  if (depth > 8) return schema;
  const ref = schema["$ref"];
  if (typeof ref === "string" && ref.startsWith("#/")) {
    const target = ref
      .slice(2)
      .split("/")
      .reduce<unknown>(
        (at, part) => (isSchema(at) ? at[part.replace(/~1/g, "/").replace(/~0/g, "~")] : undefined),
        root,
      );
    if (isSchema(target)) return resolved({ ...target, ...without(schema, "$ref") }, root, depth + 1);
  }
  const branches = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(branches)) {
    const parts = branches.filter(isSchema).map((part) => resolved(part, root, depth + 1));
    const literals = parts.map((part) => part["const"]);
    const rest = without(without(schema, "anyOf"), "oneOf");
    if (
      literals.length > 0 &&
      literals.every((literal) => typeof literal === "string" || typeof literal === "number")
    ) {
      return { ...rest, type: typeof literals[0], enum: literals };
    }
    const telling = parts.find((part) => part["type"] !== "null" && part["const"] === undefined) ?? parts[0];
    if (telling) return { ...telling, ...rest };
  }
  const all = schema["allOf"];
  if (Array.isArray(all)) {
    return all
      .filter(isSchema)
      .reduce<Schema>((sum, part) => ({ ...sum, ...resolved(part, root, depth + 1) }), without(schema, "allOf"));
  }
  return schema;
}

const without = (schema: Schema, name: string): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => key !== name));

function uiOf(schema: Schema, kind: FormField["kind"]): FieldUi {
  const given = isSchema(schema["ui"]) ? schema["ui"] : {};
  const group = groups.find((one) => one === given["group"]) ?? "main";
  const widget = widgets.includes(String(given["widget"]))
    ? (given["widget"] as FieldUi["widget"])
    : guessedWidget(schema, kind);
  const showWhen = given["showWhen"];
  return {
    widget,
    group,
    ...(typeof given["fromSettings"] === "string" ? { fromSettings: given["fromSettings"] } : {}),
    ...(typeof given["optionsKey"] === "string" ? { optionsKey: given["optionsKey"] } : {}),
    ...(typeof given["rows"] === "number" ? { rows: given["rows"] } : {}),
    ...(given["takesRecordings"] === true ? { takesRecordings: true } : {}),
    ...(isSchema(showWhen) && typeof showWhen["field"] === "string" && Array.isArray(showWhen["in"])
      ? { showWhen: { field: showWhen["field"], in: showWhen["in"] as (string | number | boolean)[] } }
      : {}),
  };
}

/** A field without `ui` still gets a control that can hold its value. */
function guessedWidget(schema: Schema, kind: FormField["kind"]): FieldUi["widget"] {
  if (kind === "boolean") return "toggle";
  if (kind === "number") return Array.isArray(schema["enum"]) ? "select" : "number";
  if (kind === "array") {
    const items = isSchema(schema["items"]) ? schema["items"] : {};
    return isSchema(items["properties"]) ? "table" : Array.isArray(items["enum"]) ? "multi" : "tags";
  }
  if (kind === "object") return "period";
  if (Array.isArray(schema["enum"])) return "select";
  return schema["format"] === "date" ? "date" : schema["format"] === "uri" ? "url" : "text";
}

function kindOf(schema: Schema): FormField["kind"] {
  const type = Array.isArray(schema["type"]) ? schema["type"].find((one) => one !== "null") : schema["type"];
  if (type === "integer" || type === "number") return "number";
  if (type === "boolean" || type === "array" || type === "object") return type;
  const sample = Array.isArray(schema["enum"]) ? schema["enum"][0] : schema["const"];
  return typeof sample === "number" ? "number" : "string";
}

/** Widest safe bound: Zod writes the 53-bit limits for every integer, and those help nobody. */
const bound = (value: unknown): number | undefined => {
  const number = numberOf(value);
  return number === undefined || Math.abs(number) >= Number.MAX_SAFE_INTEGER ? undefined : number;
};

function fieldOf(name: string, raw: Schema, root: Schema, depth: number): FormField {
  const schema = resolved(raw, root);
  const kind = kindOf(schema);
  const items = isSchema(schema["items"]) ? resolved(schema["items"], root) : {};
  const choices = [schema["enum"], items["enum"]].find(Array.isArray) ?? [];
  const properties = isSchema(items["properties"])
    ? items["properties"]
    : isSchema(schema["properties"])
      ? schema["properties"]
      : {};
  return {
    name,
    ui: uiOf(schema, kind),
    kind,
    options: choices.filter(
      (choice): choice is string | number => typeof choice === "string" || typeof choice === "number",
    ),
    minimum: bound(schema["minimum"]),
    maximum: bound(schema["maximum"]),
    isInteger: schema["type"] === "integer",
    maxLength: bound(schema["maxLength"]),
    minItems: numberOf(schema["minItems"]) ?? 0,
    maxItems: bound(schema["maxItems"]),
    columns:
      depth >= 3
        ? []
        : Object.entries(properties).flatMap(([key, value]) =>
            isSchema(value) ? [fieldOf(key, value, root, depth + 1)] : [],
          ),
    fallback: schema["default"] as JsonValue | undefined,
    words: isSchema(schema["words"]) ? schema["words"] : {},
  };
}

/** Fields of a form in the order of its schema. */
export function fieldsOf(schema: Record<string, unknown>): FormField[] {
  const root = resolved(schema, schema);
  const properties = isSchema(root["properties"]) ? root["properties"] : {};
  return Object.entries(properties).flatMap(([name, value]) =>
    isSchema(value) ? [fieldOf(name, value, schema, 0)] : [],
  );
}

/** What a field holds before anyone typed: its default, else nothing of its kind. */
export function emptyValue(field: FormField): JsonValue {
  if (field.fallback !== undefined) return structuredClone(field.fallback);
  switch (field.kind) {
    case "boolean":
      return false;
    case "array":
      return [];
    case "object":
      return Object.fromEntries(field.columns.map((column) => [column.name, emptyValue(column)]));
    case "number":
      return field.options[0] ?? (field.ui.widget === "stepper" ? (field.minimum ?? 0) : null);
    case "string":
      return field.ui.widget === "segment" ? (field.options[0] ?? "") : "";
  }
}

/** An empty row of a table. */
export const emptyRow = (field: FormField): FormValues =>
  Object.fromEntries(field.columns.map((column) => [column.name, emptyValue(column)]));

/** Value at a dotted path of the settings. */
export function settingAt(settings: unknown, path: string): JsonValue | undefined {
  const value = path
    .split(".")
    .reduce<unknown>((at, part) => (isSchema(at) && Object.hasOwn(at, part) ? at[part] : undefined), settings);
  return value as JsonValue | undefined;
}

/**
 * What a fresh form holds: defaults of the schema, over them the person's settings, over them the values this
 * workflow's settings keep.
 */
export function freshValues(
  fields: readonly FormField[],
  settings: unknown,
  workflowDefaults: FormValues = {},
): FormValues {
  return Object.fromEntries(
    fields.map((field) => {
      const kept = Object.hasOwn(workflowDefaults, field.name) ? workflowDefaults[field.name] : undefined;
      const setting = field.ui.fromSettings ? settingAt(settings, field.ui.fromSettings) : undefined;
      const value = kept ?? (fits(field, setting) ? setting : undefined) ?? emptyValue(field);
      return [field.name, structuredClone(value)];
    }),
  );
}

/** Whether a value from elsewhere is of the field's kind. */
export function fits(field: FormField, value: unknown): value is JsonValue {
  if (value === undefined || value === null) return false;
  if (field.kind === "array") return Array.isArray(value);
  if (field.kind === "object") return isSchema(value);
  if (typeof value !== field.kind) return false;
  return field.options.length === 0 || field.options.some((option) => option === value) || value === "";
}

/** Values from storage, an example or a project laid over fresh ones; what no longer fits the form is left out. */
export function withValues(fields: readonly FormField[], fresh: FormValues, given: FormValues): FormValues {
  return Object.fromEntries(
    fields.map((field) => {
      const value = Object.hasOwn(given, field.name) ? given[field.name] : undefined;
      return [field.name, fits(field, value) ? structuredClone(value) : (fresh[field.name] ?? null)];
    }),
  );
}

/** Whether a field is shown, given what the others hold. */
export function isShown(field: FormField, values: FormValues): boolean {
  const rule = field.ui.showWhen;
  if (rule === undefined) return true;
  const value = values[rule.field];
  return Array.isArray(value) ? rule.in.some((one) => value.includes(one)) : rule.in.some((one) => one === value);
}

/** Company fields that differ from what the settings hold, as a change of the settings: `{additionalInfo: {…}}`. */
export function settingsChange(
  fields: readonly FormField[],
  values: FormValues,
  settings: unknown,
): Record<string, FormValues> | null {
  const change: Record<string, FormValues> = {};
  for (const field of fields) {
    const [room, name, ...deeper] = field.ui.fromSettings?.split(".") ?? [];
    const value = values[field.name];
    if (
      field.ui.group !== "company" ||
      room === undefined ||
      name === undefined ||
      deeper.length > 0 ||
      value === undefined
    )
      continue;
    if (JSON.stringify(value) === JSON.stringify(settingAt(settings, `${room}.${name}`))) continue;
    change[room] = { ...change[room], [name]: value };
  }
  return Object.keys(change).length > 0 ? change : null;
}
