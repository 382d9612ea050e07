import { describe, expect, test } from "vitest";
import { z } from "zod";
import { answerJsonSchema, parseAnswer, strictJsonSchema } from "./answerSchema.ts";

const paragraph = z.strictObject({ type: z.literal("p"), text: z.string(), claimIds: z.array(z.string()).optional() });
const table = z.strictObject({ type: z.literal("table"), rows: z.array(z.array(z.string())) });
const schema = z.strictObject({
  title: z.string(),
  hours: z.int().min(0).max(200),
  note: z.string().max(10).optional(),
  kind: z.enum(["a", "b"]),
  when: z.iso.date().nullable(),
  blocks: z.array(z.union([paragraph, table])),
});
const answer = {
  title: "Plan",
  hours: 3,
  note: null,
  kind: "a",
  when: null,
  blocks: [{ type: "p", text: "Hello.", claimIds: null }],
};

/** Every object of a value, itself included. */
function parts(value: unknown): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(parts);
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner];
}

describe("parseAnswer", () => {
  test("drops null for optional fields, in rows too, and keeps it for nullable ones", () => {
    expect(parseAnswer(schema, answer)).toEqual({
      ok: true,
      value: { title: "Plan", hours: 3, kind: "a", when: null, blocks: [{ type: "p", text: "Hello." }] },
    });
  });

  test("does not change the answer it was given", () => {
    const given = structuredClone(answer);
    parseAnswer(schema, given);
    expect(given).toEqual(answer);
  });

  test("reports the path of each invalid value, in a union that of the closest branch", () => {
    const wrong = { ...answer, hours: "3", kind: null, blocks: [{ type: "p", text: 5 }] };
    const parsed = parseAnswer(schema, wrong);
    expect(parsed.ok ? [] : parsed.issues.map(({ at }) => at)).toEqual(["hours", "kind", "blocks.0.text"]);
    expect(parsed.ok ? [] : parsed.issues.every(({ level, code }) => level === "error" && code === "schema")).toBe(
      true,
    );
  });

  test("does not remove rows that are null", () => {
    expect(parseAnswer(z.object({ rows: z.array(z.string()) }), { rows: ["a", null] }).ok).toBe(false);
  });

  test("reports at most twenty issues", () => {
    const parsed = parseAnswer(
      z.array(z.string()),
      Array.from({ length: 50 }, () => 1),
    );
    expect(parsed.ok ? [] : parsed.issues).toHaveLength(20);
  });

  test.each([null, [], "text", 5, {}])("rejects %j", (value) => {
    expect(parseAnswer(schema, value).ok).toBe(false);
  });
});

describe("strictJsonSchema", () => {
  test("requires every property, allows no other and uses supported keywords only", () => {
    const made = strictJsonSchema(answerJsonSchema(schema));
    expect(made).not.toBeNull();
    for (const part of parts(made)) {
      if (part["type"] !== "object") continue;
      expect(part["additionalProperties"]).toBe(false);
      expect(part["required"]).toEqual(Object.keys(Object(part["properties"])));
    }
    const properties = new Set(parts(made).flatMap((part) => Object.keys(Object(part["properties"]))));
    const used = parts(made)
      .flatMap((part) => Object.keys(part))
      .filter((word) => !properties.has(word));
    const known = "type description enum $ref $defs anyOf properties required items additionalProperties".split(" ");
    expect(used.filter((word) => !known.includes(word))).toEqual([]);
  });

  test("keeps the order of fields, in which a model writes", () => {
    const made = strictJsonSchema(answerJsonSchema(schema));
    expect(Object.keys(Object(made?.["properties"]))).toEqual(Object.keys(answer));
  });

  test("moves limits to descriptions and makes optional fields nullable", () => {
    expect(strictJsonSchema(answerJsonSchema(schema))).toMatchObject({
      properties: {
        hours: { type: "integer", description: "minimum 0, maximum 200" },
        note: { anyOf: [{ type: "string", description: "maxLength 10" }, { type: "null" }] },
      },
    });
  });

  test.each([
    ["a record", z.object({ map: z.record(z.string(), z.number()) })],
    ["anything", z.object({ any: z.unknown() })],
    ["a tuple", z.object({ pair: z.tuple([z.string(), z.number()]) })],
  ])("returns null for %s", (_, value) => {
    expect(strictJsonSchema(answerJsonSchema(value))).toBeNull();
  });
});
