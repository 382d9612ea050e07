import fc from "fast-check";
import type { z } from "zod";
import { naughtyTexts, unusableTexts } from "./naughty.ts";

/** Values made from the JSON Schema of a call: fitting ones, and fitting ones that are broken in one place or more. */

type Schema = z.core.JSONSchema.JSONSchema;

/** Records that exist, so that a made-up request reaches more than "not found". */
export interface Known {
  ids: readonly string[];
  names: readonly string[];
  /** Values of properties by their name, where a schema alone says too little. */
  byName: Readonly<Record<string, fc.Arbitrary<unknown>>>;
}

const instants = fc
  .date({ min: new Date("1900-01-02T00:00:00Z"), max: new Date("2200-12-30T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString());

function texts(schema: Schema, known: Known): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 400 } = schema;
  switch (schema.format) {
    case "date-time":
      return instants;
    case "date":
      return instants.map((instant) => instant.slice(0, 10));
    case "email":
      return fc.oneof(
        fc.emailAddress(),
        fc.constantFrom("jörg@example.com", "info@münchen.example", "почта@пример.example", "x@xn--mnchen-3ya.example"),
      );
    case "uri":
      return fc.webUrl();
    default:
      break;
  }
  const pattern = schema.pattern ?? "";
  if (pattern.includes("[0-9a-f]{8}")) return fc.constantFrom(...known.ids);
  if (pattern !== "") return fc.stringMatching(new RegExp(pattern));
  const fits = (text: string): boolean => text.length >= minLength && text.length <= maxLength;
  const plain = fc.string({ unit: "grapheme", minLength: Math.max(minLength, 1), maxLength: Math.min(maxLength, 40) });
  const own = [...naughtyTexts, ...known.names].filter(fits);
  return fc
    .oneof({ weight: 3, arbitrary: fc.constantFrom(...known.names) }, plain, fc.constantFrom(...own))
    .filter(fits);
}

const anyJson = fc.jsonValue({ maxDepth: 3 });

/** A value that fits the schema, as far as JSON Schema can say; rules between fields may still refuse it. */
export function fitting(schema: Schema, known: Known, depth = 0): fc.Arbitrary<unknown> {
  const inner = (part: Schema | boolean | undefined): fc.Arbitrary<unknown> =>
    typeof part === "object" ? fitting(part, known, depth + 1) : anyJson;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices && choices.length > 0) return fc.oneof(...choices.map(inner));
  if (schema.allOf)
    return schema.allOf.length === 1 ? inner(schema.allOf[0]) : inner({ ...Object.assign({}, ...schema.allOf) });
  if (schema.$ref !== undefined) return anyJson;
  switch (schema.type) {
    case "string":
      return texts(schema, known);
    case "integer":
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 1000, 100_000) });
    case "number":
      return fc.double({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 1000, 100_000), noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array": {
      const items = Array.isArray(schema.items) ? schema.items[0] : schema.items;
      const minLength = schema.minItems ?? 0;
      return fc.array(inner(items), { minLength, maxLength: Math.max(minLength, Math.min(schema.maxItems ?? 4, 4)) });
    }
    case "object":
      return objects(schema, known, depth, inner);
    default:
      return anyJson;
  }
}

function objects(
  schema: Schema,
  known: Known,
  depth: number,
  inner: (part: Schema | boolean | undefined) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  if (!schema.properties) {
    const values = typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
    return fc.dictionary(
      fc.string({ minLength: 1, maxLength: 20 }).filter((key) => key.trim() !== "" && key !== "__proto__"),
      inner(values),
      { maxKeys: 4 },
    );
  }
  const required = new Set(schema.required);
  const model = Object.fromEntries(
    Object.entries(schema.properties).map(([key, part]) => [key, known.byName[key] ?? inner(part)]),
  );
  return fc.record(model, { requiredKeys: Object.keys(model).filter((key) => required.has(key)) });
}

/** What goes in the place of a value that fits. */
export const wrongValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    0.5,
    -0,
    1e21,
    -1e21,
    2 ** 31,
    2 ** 53,
    1e308,
    "",
    " ",
    [],
    {},
    [[]],
    [null],
    { "": "" },
    "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
    "2026-02-30T00:00:00Z",
    "2026-01-01T00:00:00+15:59",
    "10000-01-01",
    "00000000-0000-0000-0000-000000000000",
    "01936b2e-0000-7000-8000-000000000000",
    "x".repeat(10_000),
    "9".repeat(400),
    { constructor: { prototype: { a: 1 } } },
    { toString: 1, valueOf: null, length: -1 },
    { $ne: null },
    { toJSON: 1, inspect: 1 },
  ),
  fc.constantFrom<unknown>(...naughtyTexts, ...unusableTexts),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(Number),
  anyJson,
);

/** A value with one place changed: replaced, removed, doubled or joined by something nobody knows. */
export function broken(value: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(value) && value.length > 0) {
    return fc.nat(value.length - 1).chain((at) =>
      fc.oneof(
        broken(value[at]).map((changed) => value.with(at, changed)),
        fc.constant([...value, ...value]),
        fc.constant(Array.from({ length: 2000 }, () => value[at])),
        wrongValues,
      ),
    );
  }
  if (typeof value === "object" && value !== null && Object.keys(value).length > 0) {
    return fc.constantFrom(...Object.entries(value)).chain(([key, child]: [string, unknown]) =>
      fc.oneof(
        { weight: 4, arbitrary: broken(child).map((changed) => ({ ...value, [key]: changed })) },
        fc.constant(Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))),
        fc.tuple(fc.string({ maxLength: 12 }), wrongValues).map(([name, extra]) => ({ ...value, [name]: extra })),
        fc
          .constantFrom("__proto__", "constructor", "credits", "userId")
          .map((name) => JSON.stringify(value).replace(/^\{/, `{"${name}":{"a":1},`))
          .map((text): unknown => JSON.parse(text)),
        wrongValues,
      ),
    );
  }
  return wrongValues;
}
