import { describe, expect, test } from "vitest";
import { z } from "zod";
import { clockTime, date, text, webAddress } from "#src/kit/schemas.ts";
import { errorTree, problemsOf } from "./formProblems.ts";

const keyOf = (schema: z.ZodType, value: unknown): string | undefined => {
  const parsed = schema.safeParse(value);
  return parsed.success ? undefined : problemsOf(parsed.error.issues, value)[0]?.key;
};

describe("validation message key", () => {
  test.each([
    ["an empty required text", text(120, 1), "", "validation.required"],
    ["an empty text of three letters and more", text(120, 3), " ", "validation.required"],
    ["a text of two letters", text(120, 3), "ab", "validation.tooShort"],
    ["a long text", text(3), "abcd", "validation.tooLong"],
    ["NUL", text(3), "\u0000", "validation.text"],
    ["no number", z.number(), Number.NaN, "validation.number"],
    ["nothing where a number stands", z.number(), null, "validation.required"],
    ["a broken number", z.int(), 1.5, "validation.wholeNumber"],
    ["a small number", z.int().min(3), 2, "validation.tooSmall"],
    ["a large number", z.int().max(3), 4, "validation.tooLarge"],
    ["few rows", z.array(z.string()).min(2), ["a"], "validation.tooFew"],
    ["no rows", z.array(z.string()).min(2), [], "validation.required"],
    ["many rows", z.array(z.string()).max(1), ["a", "b"], "validation.tooMany"],
    ["no address", webAddress, "radwerk", "validation.url"],
    ["an optional address that is none", z.union([z.literal(""), webAddress]), "radwerk", "validation.url"],
    ["no day", date, "31.02.2027", "validation.date"],
    ["no clock time", clockTime, "8 Uhr", "validation.time"],
    ["none of the offered", z.enum(["a"]), "b", "validation.chooseOne"],
    ["nothing chosen", z.enum(["a"]), "", "validation.required"],
  ])("is correct for %s", (_name, schema, value, key) => expect(keyOf(schema, value)).toBe(key));

  test("is taken from a workflow rule with its parameters", () => {
    const rule = z
      .object({ a: z.number() })
      .refine(() => false, { path: ["a"], params: { messageKey: "validation.sum100", sum: 90 } });
    const parsed = rule.safeParse({ a: 1 });
    expect(problemsOf(parsed.error?.issues ?? [], { a: 1 })).toEqual([
      { path: ["a"], key: "validation.sum100", params: { sum: 90 } },
    ]);
  });
});

test("places messages at their fields and list messages beside those of rows", () => {
  const values = { title: "", pillars: [{ name: "" }] };
  const tree = errorTree(
    [
      { path: ["title"], key: "validation.required", params: {} },
      { path: ["pillars"], key: "validation.sum100", params: {} },
      { path: ["pillars", 0, "name"], key: "validation.required", params: {} },
    ],
    ({ key }) => key,
    values,
  );
  expect(tree).toEqual({
    title: { type: "validation.required", message: "validation.required" },
    pillars: {
      root: { type: "validation.sum100", message: "validation.sum100" },
      0: { name: { type: "validation.required", message: "validation.required" } },
    },
  });
});
