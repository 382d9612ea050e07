import { z } from "zod";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { date, text } from "#src/kit/schemas.ts";
import { optionalAddress, sharedFields, titleField } from "../catalogue/commonForm.ts";
import type { CommonForm, FieldUi } from "../workflow.ts";
import type { Bilingual } from "./bilingual.ts";

/*
 * Fields of a form: one line gives the rule (Zod), the control (`ui`) and its words in both languages. They travel in
 * the JSON Schema, so that the page and every other reader of the API have the same labels, and into the prompt, so
 * that no field is forgotten there.
 */

/** Words of a field, in the schema's `.meta({ words })`. */
export interface FieldWords {
  label: Bilingual;
  help?: Bilingual | undefined;
  placeholder?: Bilingual | undefined;
  /** Names of the values of a closed set. */
  options?: Readonly<Record<string, Bilingual>> | undefined;
  /** Question to the person while the field is empty. */
  gap?: Bilingual | undefined;
}

/**
 * What a prompt says of a field: nothing, or something computed in its place. A field without this is quoted as it is.
 * Kept apart from the schema, so that it never reaches the page.
 */
/** The second argument holds the whole form. */
export type ForPrompt = false | ((value: never, form: CommonForm) => string);

const promptRules = new WeakMap<z.ZodType, ForPrompt>();
export const promptRuleOf = (schema: z.ZodType): ForPrompt | undefined => promptRules.get(schema);

/** The same field, left out of prompts or shown there only as what was computed of it. */
export function forPrompt<Schema extends z.ZodType>(schema: Schema, rule: ForPrompt): Schema {
  promptRules.set(schema, rule);
  return schema;
}

interface More extends Partial<Pick<FieldUi, "fromSettings" | "optionsKey" | "rows" | "showWhen">> {
  help?: Bilingual;
  placeholder?: Bilingual;
  /** Least characters; a field without is optional. */
  min?: number;
  /** Asked for in the document while the field is empty. */
  gap?: Bilingual;
  /** Folded under "More". */
  isOption?: boolean;
}

type Options = Readonly<Record<string, Bilingual>>;

function meta(label: Bilingual, widget: FieldUi["widget"], more: More = {}, options?: Options) {
  const { help, placeholder, min: _, isOption, gap, ...ui } = more;
  const words: FieldWords = { label, help, placeholder, options, gap };
  return {
    ui: { widget, group: isOption ? "options" : "main", ...ui } satisfies FieldUi,
    words: Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined)),
  };
}

const written = (label: Bilingual, widget: FieldUi["widget"], max: number, more: More = {}): z.ZodType<string> =>
  (more.min ? text(max, more.min) : text(max).default("")).meta(meta(label, widget, more));

/** A field whose rule is its own: a default or a limit that no other helper has. */
export const field = <Schema extends z.ZodType>(
  label: Bilingual,
  schema: Schema,
  widget: FieldUi["widget"],
  more?: More,
): Schema => schema.meta(meta(label, widget, more));

/** One line. @param max characters */
export const line = (label: Bilingual, max: number, more?: More) => written(label, "text", max, more);
/** Several lines. @param max characters */
export const area = (label: Bilingual, max: number, more?: More) =>
  written(label, "textarea", max, { rows: 3, ...more });
export const address = (label: Bilingual, more?: More): z.ZodType<string> =>
  optionalAddress.default("").meta(meta(label, "url", more));

export const day = (label: Bilingual, more?: More): z.ZodType<string> => date.meta(meta(label, "date", more));
/** A date or nothing, which is the empty text. */
export const optionalDay = (label: Bilingual, more?: More): z.ZodType<string> =>
  z
    .union([z.literal(""), date])
    .default("")
    .meta(meta(label, "date", more));
/** @param most days, both ends counted; shown beside the field, enforced by a rule of the form */
export const period = (label: Bilingual, most: number, more?: More): z.ZodType<{ from: string; to: string }> =>
  z
    .strictObject({ from: day("Start date | Anfang"), to: day("End date | Ende") })
    .meta({ ...meta(label, "period", more), maximum: most });

type Range = readonly [min: number, max: number, usual: number];

/** A whole number with steps. */
export const whole = (label: Bilingual, [min, max, usual]: Range, more?: More): z.ZodType<number> =>
  z
    .int()
    .min(min)
    .max(max)
    .default(usual)
    .meta(meta(label, "stepper", more));
/** Any number of a range. */
export const decimal = (label: Bilingual, [min, max, usual]: Range, more?: More): z.ZodType<number> =>
  z
    .number()
    .min(min)
    .max(max)
    .default(usual)
    .meta(meta(label, "number", more));
/** Six decimals: smaller numbers mean nothing in a form, and quotients of them leave what computers can count. */
export const roundedInput = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Money or a measure, or nothing. */
export const amount = (label: Bilingual, more?: More): z.ZodType<number | null> =>
  z
    .number()
    .min(0)
    .max(1e9)
    .overwrite(roundedInput)
    .nullable()
    .default(null)
    .meta(meta(label, "number", more));
export const toggle = (label: Bilingual, usual: boolean, more?: More): z.ZodType<boolean> =>
  z
    .boolean()
    .default(usual)
    .meta(meta(label, "toggle", more));

/** One of a closed set, side by side up to four options and in a list beyond. */
export const choice = <const O extends Options>(
  label: Bilingual,
  options: O,
  usual: keyof O & string,
  more?: More & { widget?: "segment" | "select" },
): z.ZodType<keyof O & string> => {
  const names = Object.keys(options) as [keyof O & string];
  const { widget = names.length > 4 ? "select" : "segment", ...rest } = more ?? {};
  return z
    .enum(names)
    .default(usual as never)
    .meta(meta(label, widget, rest, options));
};

/** Several of a closed set of names, with their labels. */
export const many = <const O extends Options>(
  label: Bilingual,
  options: O,
  usual: readonly (keyof O & string)[],
  more?: More,
): z.ZodType<(keyof O & string)[]> =>
  z
    .array(z.enum(Object.keys(options) as [keyof O & string]))
    .max(Object.keys(options).length)
    .default([...usual] as never)
    .meta(meta(label, "multi", more, options));

/** Several of a closed set whose labels are defined elsewhere: networks, weekdays, content types. */
export const codes = <const Value extends string | number>(
  label: Bilingual,
  values: readonly Value[],
  usual: readonly Value[],
  more?: More,
): z.ZodType<Value[]> =>
  z
    .array(z.literal([...values]))
    .max(values.length)
    .default([...usual])
    .meta(meta(label, "multi", more));

/** One of a closed set of codes. */
export const code = <const Value extends string>(
  label: Bilingual,
  values: readonly Value[],
  usual: NoInfer<Value> | undefined,
  more?: More,
): z.ZodType<Value> => {
  const schema = z.enum(values as unknown as [Value]);
  return (usual === undefined ? schema : schema.default(usual as never)).meta(meta(label, "select", more));
};

/** Free entries, one line each; with `min` at least so many, and then the field is required. @param most entries */
export const tags = (
  label: Bilingual,
  most: number,
  { longest = 120, ...more }: More & { longest?: number } = {},
): z.ZodType<string[]> => {
  const entries = z.array(text(longest, 1)).max(most);
  const schema: z.ZodType<string[]> = more.min ? entries.min(more.min) : entries.default([]);
  return schema.meta(meta(label, "tags", more));
};

/** Rows whose columns are fields themselves. */
export const table = <Shape extends Readonly<Record<string, z.ZodType>>>(
  label: Bilingual,
  columns: Shape,
  most: number,
  more?: More & { widget?: FieldUi["widget"] },
): z.ZodType<z.output<z.ZodObject<Shape>>[]> => {
  const { widget = "table", ...rest } = more ?? {};
  return z
    .array(z.strictObject(columns))
    .max(most)
    .default([])
    .meta(meta(label, widget, rest));
};

/** A rule that spans fields, broken. `sentence` may name the field as `{path}`. */
export interface BrokenRule {
  path: (string | number)[];
  sentence: Bilingual;
  params?: Readonly<Record<string, string | number>>;
}

export interface FormDefinition<Form> {
  schema: z.ZodObject & z.ZodType<Form>;
  /**
   * Complete, believable values that succeed with no key and no network; dates are relative to `today`, `YYYY-MM-DD`.
   */
  example: (today: string, language: AppLanguage) => Form;
}

/** The title, the fields of the workflow, and the part that all forms share. */
export const formOf = <Shape extends Readonly<Record<string, z.ZodType>>>(own: Shape) =>
  z.strictObject({ ...titleField, ...own, ...sharedFields });

/** The shared field of files for a workflow that hears recordings. */
const recordings = sharedFields.attachments.meta({
  ui: { widget: "files", group: "main", takesRecordings: true } satisfies FieldUi,
});

/** `formOf` for a workflow that hears recordings. */
export const formWithRecordings = <Shape extends Readonly<Record<string, z.ZodType>>>(own: Shape) =>
  z.strictObject({ ...titleField, ...own, ...sharedFields, attachments: recordings });

/** The same form with rules that span fields. */
export function withRules<Shape extends z.core.$ZodLooseShape>(
  form: z.ZodObject<Shape, z.core.$strict>,
  rules: (values: z.output<z.ZodObject<Shape>>) => readonly BrokenRule[],
): z.ZodObject<Shape, z.core.$strict> {
  return form.check((payload) => {
    for (const { path, sentence, params } of rules(payload.value))
      payload.issues.push({
        code: "custom",
        path,
        message: sentence.split(" | ")[0] ?? sentence,
        params: { words: sentence, ...params },
        input: payload.value,
      });
  });
}

export const wordsOf = (schema: unknown): Partial<FieldWords> =>
  (schema as z.ZodType | undefined)?.meta()?.["words"] ?? {};

/** English label of a field for prompts; its name as words where it has none. */
export const labelOf = (schema: z.ZodType | undefined, name: string): string =>
  wordsOf(schema).label?.split(" | ")[0] ?? name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();

/** English name of a value of a closed set, the value itself where it has none. */
export const optionOf = (schema: z.ZodType | undefined, value: string): string =>
  wordsOf(schema).options?.[value]?.split(" | ")[0] ?? value;

/** Fields of the rows of a table, or of an object; empty for any other field. */
export function columnsOf(schema: z.ZodType | undefined): Readonly<Record<string, z.ZodType>> {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) return columnsOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodArray) return columnsOf(schema.element as z.ZodType);
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** A field that the form shows with these values. */
function isShown(schema: z.ZodType, values: object): boolean {
  const { showWhen } = (schema.meta()?.["ui"] ?? {}) as Partial<FieldUi>;
  return showWhen === undefined || showWhen.in.includes(Reflect.get(values, showWhen.field) as never);
}

const textWidgets: readonly unknown[] = ["text", "textarea", "url", "tags", "number"] satisfies FieldUi["widget"][];
/** A field whose value people can type as plain text; the others need the form. */
export const isTextField = (schema: z.ZodType | undefined): boolean =>
  textWidgets.includes(Reflect.get(Object(schema?.meta()?.["ui"]), "widget"));

/** Questions of fields that were left empty, of those that the form shows. */
export const fieldGaps = (form: z.ZodObject, values: object): { field: string; question: Bilingual }[] =>
  Object.entries(form.shape).flatMap(([field, schema]) => {
    const { gap } = wordsOf(schema);
    const value: unknown = Reflect.get(values, field);
    const isEmpty = value === "" || value === null || (Array.isArray(value) && value.length === 0);
    return gap !== undefined && isEmpty && isShown(schema as z.ZodType, values) ? [{ field, question: gap }] : [];
  });
