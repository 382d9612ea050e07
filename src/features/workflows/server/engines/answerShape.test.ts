import { describe, expect, test } from "vitest";
import { z } from "zod";
import { answerJsonSchema } from "./answerSchema.ts";
import { answerShape } from "./answerShape.ts";
import { noteSchema } from "./engineFixture.ts";

const shapeOf = (schema: z.ZodType): string => answerShape(answerJsonSchema(schema));

describe("answerShape", () => {
  test.each<[z.ZodType, string]>([
    [z.string().max(5), "string"],
    [z.int().min(0), "integer"],
    [z.boolean(), "boolean"],
    [z.literal("p"), '"p"'],
    [z.enum(["claim", "question"]), '"claim" | "question"'],
    [z.string().nullable(), "string | null"],
    [z.array(z.number()), "[number, …]"],
    [z.object({ title: z.string(), more: z.object({ at: z.int() }) }), '{"title": string, "more": {"at": integer}}'],
    [
      z.union([z.object({ a: z.string() }), z.object({ b: z.array(z.boolean()) })]),
      '{"a": string} | {"b": [boolean, …]}',
    ],
    [z.unknown(), "…"],
    [z.object({ any: z.array(z.unknown()) }), '{"any": […, …]}'],
  ])("writes %# in few words", (schema, expected) => {
    expect(shapeOf(schema)).toBe(expected);
  });

  test("names optional fields and leaves limits out", () => {
    const shape = shapeOf(noteSchema);
    expect(shape).toContain('"hint": string');
    expect(shape).not.toMatch(/maxLength|minimum|100/);
  });

  test("takes a fraction of the schema's length", () => {
    expect(shapeOf(noteSchema).length * 4).toBeLessThan(JSON.stringify(answerJsonSchema(noteSchema)).length);
  });
});
