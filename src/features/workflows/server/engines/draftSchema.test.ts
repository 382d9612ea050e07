import { describe, expect, test } from "vitest";
import { z } from "zod";
import { answerJsonSchema, parseStatedDraft, statedDraftSchema, strictJsonSchema } from "./draftSchema.ts";

const output = z.strictObject({
  hours: z.int().min(0).max(200),
  note: z.string().max(10).optional(),
  kind: z.enum(["a", "b"]),
  when: z.iso.date().nullable(),
});
const schema = statedDraftSchema(output);
const answer = {
  title: "Plan",
  summary: "Short.",
  sections: [{ key: "one", title: "One", blocks: [{ type: "p", text: "Hello.", claimIds: null }] }],
  data: { hours: 3, note: null, kind: "a", when: null },
  claims: [
    { id: "c1", text: "Hello.", kind: "fact", sourceIds: [], quote: "", computation: null, check: "quoteFound" },
  ],
  assumptions: [],
  openQuestions: [],
};

/** Every object and every leaf of a schema. */
function parts(value: unknown): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(parts);
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner];
}

describe("parseStatedDraft", () => {
  test("drops null for optional fields and keeps it for nullable ones", () => {
    const parsed = parseStatedDraft(schema, answer);
    expect(parsed).toMatchObject({ ok: true, draft: { data: { hours: 3, kind: "a", when: null } } });
    expect(parsed.ok && "note" in parsed.draft.data).toBe(false);
  });

  test("ignores a model's verification of its own claims", () => {
    const parsed = parseStatedDraft(schema, answer);
    expect(parsed.ok && parsed.draft.claims[0]).not.toHaveProperty("check");
  });

  test("reports the path of each invalid value", () => {
    const parsed = parseStatedDraft(schema, { ...answer, data: { ...answer.data, hours: "3", kind: null } });
    expect(parsed.ok ? [] : parsed.issues.map((issue) => issue.at)).toEqual(["data.hours", "data.kind"]);
  });

  test.each([null, [], "text", 5, {}])("rejects %j", (value) => {
    expect(parseStatedDraft(schema, value).ok).toBe(false);
  });
});

describe("strictJsonSchema", () => {
  test("requires every property, allows no other and uses supported keywords only", () => {
    const made = strictJsonSchema(answerJsonSchema(schema));
    expect(made).not.toBeNull();
    const words = new Set([
      "type",
      "description",
      "enum",
      "$ref",
      "$defs",
      "anyOf",
      "properties",
      "required",
      "items",
      "additionalProperties",
    ]);
    for (const part of parts(made)) {
      if (part["type"] !== "object") continue;
      expect(part["additionalProperties"]).toBe(false);
      expect(part["required"]).toEqual(Object.keys(Object(part["properties"])));
    }
    const properties = new Set(parts(made).flatMap((part) => Object.keys(Object(part["properties"]))));
    const used = parts(made)
      .flatMap((part) => Object.keys(part))
      .filter((word) => !properties.has(word));
    expect(used.filter((word) => !words.has(word))).toEqual([]);
    expect(Object.keys(Object(made?.["properties"])).slice(0, 4)).toEqual(["title", "summary", "sections", "data"]);
  });

  test("moves limits to descriptions and makes optional fields nullable", () => {
    expect(strictJsonSchema(answerJsonSchema(output))).toMatchObject({
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
