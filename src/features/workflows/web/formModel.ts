import type { JsonValue } from "#src/kit/schemas.ts";
import type { FieldWords } from "../kit/fields.ts";
import type { FieldUi } from "../workflow.ts";

/** Values of a form while it is being filled in. */
export type FormValues = Record<string, JsonValue>;

/** One field as the page draws it, read from the Zod schema of a workflow's form. */
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
  maxItems: number | undefined;
  /** Fields of a row (`table`, `channels`, `pillars`) or of the object (`period`). */
  columns: FormField[];
  /** Value of the schema's `default`. */
  fallback: JsonValue | undefined;
  /** Words of the field in both languages, `English | Deutsch`, as the form brings them. */
  words: Partial<FieldWords>;
}

/** A limit of a text, a number or a list. */
interface Bound {
  check: string;
  minimum?: number;
  maximum?: number;
  value?: unknown;
  inclusive?: boolean;
}

/** What is read of a Zod schema. */
export interface FieldRule {
  _zod: {
    def: {
      type: string;
      innerType?: FieldRule;
      in?: FieldRule;
      options?: readonly FieldRule[];
      element?: FieldRule;
      shape?: Readonly<Record<string, FieldRule>>;
      entries?: Readonly<Record<string, unknown>>;
      values?: readonly unknown[];
      defaultValue?: unknown;
      format?: string;
      checks?: readonly { _zod: { def: Bound } }[];
    };
  };
  meta?: () => Readonly<Record<string, unknown>> | undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The limit of one kind that a rule sets, both ends counted. */
function boundOf({ _zod: { def } }: FieldRule, ...kinds: string[]): number | undefined {
  const found = (def.checks ?? []).map((check) => check._zod.def).findLast(({ check }) => kinds.includes(check));
  const limit = found?.inclusive === false ? undefined : (found?.minimum ?? found?.maximum ?? found?.value);
  return typeof limit === "number" ? limit : undefined;
}

interface Read {
  rule: FieldRule;
  meta: Readonly<Record<string, unknown>>;
  fallback: unknown;
}

/** The rule below defaults and the like; of a union the telling branch (`"" | url`, `null | x`). */
function readRule(rule: FieldRule, outer: Omit<Read, "rule"> = { meta: {}, fallback: undefined }): Read {
  const { type, innerType, in: input, options, defaultValue } = rule._zod.def;
  const found = {
    meta: { ...rule.meta?.(), ...outer.meta },
    fallback: outer.fallback === undefined ? defaultValue : outer.fallback,
  };
  const isTold = (one: FieldRule): boolean => !["literal", "null"].includes(one._zod.def.type);
  const next =
    innerType ??
    (type === "pipe" ? input : undefined) ??
    (type === "union" ? (options?.find(isTold) ?? (options?.every(isLiteral) ? undefined : options?.[0])) : undefined);
  return next ? readRule(next, found) : { rule, ...found };
}
const isLiteral = ({ _zod: { def } }: FieldRule): boolean => def.type === "literal";

/** The closed set of a rule, or nothing. */
function choicesOf({ _zod: { def } }: FieldRule): (string | number)[] {
  const values = def.entries
    ? Object.values(def.entries)
    : [...(def.values ?? []), ...(def.options ?? []).flatMap((option) => option._zod.def.values ?? [])];
  return values.filter((value) => typeof value === "string" || typeof value === "number");
}

function kindOf({ _zod: { def } }: FieldRule, options: readonly (string | number)[]): FormField["kind"] {
  const { type } = def;
  if (type === "number" || type === "boolean" || type === "array" || type === "object") return type;
  return typeof options[0] === "number" ? "number" : "string";
}

/** A field without `ui` still gets a control that can hold its value. */
function guessedWidget({ kind, options, columns }: Omit<FormField, "ui">): FieldUi["widget"] {
  if (kind === "boolean") return "toggle";
  if (kind === "array") return columns.length > 0 ? "table" : options.length > 0 ? "multi" : "tags";
  if (kind === "object") return "period";
  return options.length > 0 ? "select" : kind === "number" ? "number" : "text";
}

function fieldOf(name: string, whole: FieldRule): FormField {
  const { rule, meta, fallback } = readRule(whole);
  const { def } = rule._zod;
  const item = def.type === "array" && def.element ? readRule(def.element).rule : undefined;
  const own = choicesOf(rule);
  const kind = kindOf(rule, own);
  const most = (meta["maximum"] as number | undefined) ?? boundOf(rule, "max_length", "less_than");
  const field = {
    name,
    kind,
    options: item ? choicesOf(item) : own,
    minimum: kind === "number" ? boundOf(rule, "greater_than") : undefined,
    maximum: kind === "number" || kind === "object" ? most : undefined,
    isInteger: kind === "number" && def.format === "safeint",
    maxLength: kind === "string" ? most : undefined,
    maxItems: kind === "array" ? most : undefined,
    columns: fieldsOf(item ?? rule),
    fallback: fallback as JsonValue | undefined,
    words: (meta["words"] ?? {}) as Partial<FieldWords>,
  };
  return { ...field, ui: (meta["ui"] as FieldUi | undefined) ?? { widget: guessedWidget(field), group: "main" } };
}

/** Fields of a form in the order of its schema. */
export const fieldsOf = (form: FieldRule): FormField[] =>
  Object.entries(form._zod.def.shape ?? {}).map(([name, rule]) => fieldOf(name, rule));

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
    .reduce<unknown>((at, part) => (isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined), settings);
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
  if (field.kind === "object") return isObject(value);
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

/**
 * A form filled with its example. The company stays as it is where any of it is filled in: a half of one and a half of
 * the example's would be no company.
 * @param values the form as it is now
 */
export function withExample(
  fields: readonly FormField[],
  values: FormValues,
  { fresh, example }: { fresh: FormValues; example: FormValues },
): FormValues {
  const company = fields.filter(({ ui }) => ui.group === "company");
  const hasCompany = company.some((field) => {
    const value = values[field.name];
    return JSON.stringify(value ?? null) !== JSON.stringify(emptyValue(field)) && value !== "";
  });
  const own = hasCompany ? Object.fromEntries(company.map(({ name }) => [name, values[name] ?? null])) : {};
  return { ...withValues(fields, fresh, example), ...structuredClone(own) };
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
