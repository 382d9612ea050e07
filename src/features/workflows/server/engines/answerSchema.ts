import { z } from "zod";
import type { Issue } from "#src/features/documents/document.ts";

/* Schemas of answers: as providers take them, and the reading of answers against them. */

export type ParsedAnswer = { ok: true; value: unknown } | { ok: false; issues: Issue[] };

/**
 * Validates a model's answer. A `null` where the schema knows an optional field is taken as absent: strict
 * structured output cannot leave a field out.
 */
export function parseAnswer(schema: z.ZodType, answer: unknown): ParsedAnswer {
  let candidate = answer;
  for (let round = 0; ; round += 1) {
    const parsed = schema.safeParse(candidate);
    if (parsed.success) return { ok: true, value: parsed.data };
    const found = flatten(parsed.error.issues, []);
    const nulls = found.filter(({ path }) => path.length > 0 && valueAt(candidate, path) === null);
    if (nulls.length === 0 || round === 3) return { ok: false, issues: found.slice(0, 20).map(toIssue) };
    candidate = structuredClone(candidate);
    for (const { path } of nulls) removeAt(candidate, path);
  }
}

interface SchemaIssue {
  path: PropertyKey[];
  message: string;
}

/** Issues with whole paths; a union's are those of the branch that came closest. */
function flatten(issues: z.core.$ZodIssue[], prefix: PropertyKey[]): SchemaIssue[] {
  return issues.flatMap((issue) => {
    const path = [...prefix, ...issue.path];
    if (issue.code !== "invalid_union" || issue.errors.length === 0) return [{ path, message: issue.message }];
    const closest = issue.errors.toSorted((a, b) => a.length - b.length)[0] ?? [];
    return closest.length === 0 ? [{ path, message: issue.message }] : flatten(closest, path);
  });
}

const toIssue = ({ path, message }: SchemaIssue): Issue => ({
  level: "error",
  code: "schema",
  params: { message },
  at: path.map(String).join("."),
});

const isRecord = (value: unknown): value is Record<PropertyKey, unknown> => typeof value === "object" && value !== null;

function valueAt(value: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (isRecord(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    value,
  );
}

function removeAt(value: unknown, path: PropertyKey[]): void {
  const parent = valueAt(value, path.slice(0, -1));
  const key = path.at(-1);
  if (isRecord(parent) && !Array.isArray(parent) && key !== undefined) delete parent[key];
}

type JsonSchema = { [key: string]: unknown };

/** JSON Schema of an answer, complete with its limits: for prompts. */
export function answerJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return rest;
}

/** Keywords that strict structured output does not know everywhere; they go into the description. */
const limitWords = new Set([
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "uniqueItems",
]);
/** Not worth a word: bounds that Zod adds to every integer. */
const isSafeIntegerBound = (value: unknown): boolean => Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
const strictKeywords = new Set(["type", "description", "enum", "$ref"]);

class NotStrictError extends Error {}

/**
 * The same schema within the part of JSON Schema that strict structured output accepts (every property required and
 * no other allowed, an optional one nullable, unions as `anyOf`, limits as words in the description), or null when
 * it cannot be said there: records, tuples, anything.
 */
export function strictJsonSchema(schema: JsonSchema): JsonSchema | null {
  try {
    return strict(schema);
  } catch (error) {
    if (error instanceof NotStrictError) return null;
    throw error;
  }
}

const asSchema = (value: unknown): JsonSchema => {
  if (!isRecord(value) || Array.isArray(value)) throw new NotStrictError();
  return value;
};

function strict(schema: JsonSchema): JsonSchema {
  const made: JsonSchema = {};
  const limits: string[] = [];
  for (const [word, value] of Object.entries(schema)) {
    if (strictKeywords.has(word)) made[word] = value;
    else if (limitWords.has(word) && !isSafeIntegerBound(value)) limits.push(`${word} ${JSON.stringify(value)}`);
  }
  if (limits.length > 0) made["description"] = [schema["description"], limits.join(", ")].filter(Boolean).join("; ");
  if ("const" in schema) made["enum"] = [schema["const"]];
  const union = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(union)) made["anyOf"] = union.map((part) => strict(asSchema(part)));
  if (isRecord(schema["$defs"])) {
    made["$defs"] = Object.fromEntries(
      Object.entries(schema["$defs"]).map(([name, part]) => [name, strict(asSchema(part))]),
    );
  }
  if (schema["allOf"] ?? schema["not"] ?? schema["prefixItems"] ?? schema["patternProperties"])
    throw new NotStrictError();
  if (schema["type"] === "object") strictObject(schema, made);
  if (schema["type"] === "array") made["items"] = strict(asSchema(schema["items"]));
  const saysSomething = ["type", "enum", "anyOf", "$ref"].some((word) => word in made);
  if (!saysSomething) throw new NotStrictError();
  return made;
}

function strictObject(schema: JsonSchema, made: JsonSchema): void {
  if (isRecord(schema["additionalProperties"]) || "propertyNames" in schema) throw new NotStrictError();
  const required = new Set(Array.isArray(schema["required"]) ? schema["required"] : []);
  const properties = Object.entries(isRecord(schema["properties"]) ? schema["properties"] : {}).map(
    ([name, part]): [string, JsonSchema] => {
      const inner = strict(asSchema(part));
      return [name, required.has(name) ? inner : orNull(inner)];
    },
  );
  made["properties"] = Object.fromEntries(properties);
  made["required"] = properties.map(([name]) => name);
  made["additionalProperties"] = false;
}

function orNull(schema: JsonSchema): JsonSchema {
  const nothing = { type: "null" };
  const union = schema["anyOf"];
  if (!Array.isArray(union)) return { anyOf: [schema, nothing] };
  return { ...schema, anyOf: [...union, nothing] };
}
