import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { clockTime, date, text, webAddress } from "#src/kit/schemas.ts";
import { checkBy, problemsOf } from "./checkBy.ts";
import { placeIn, refusedProblems } from "./problems.ts";

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

const form = { title: "", email: [], channels: [], city: "", position: "" };
const aliases = { lat: "position", lon: "position" };
const names = [...Object.keys(form), ...Object.keys(aliases)];
/** Names of a request that no form has. */
const around = fc.array(
  fc.oneof(
    fc.constantFrom("enData", "fields", "leads", "formValues", "address", "__proto__", "toString"),
    fc.nat(99).map(String),
  ),
  { maxLength: 4 },
);
const inside = fc.array(fc.oneof(fc.nat(99), fc.constantFrom("slot", "name", ...names)), { maxLength: 3 });

describe("place of a refused path", () => {
  test("begins at the field of the form, however deep the request holds it", () => {
    fc.assert(
      fc.property(around, fc.constantFrom(...names), inside, (before, name, after) => {
        const place = placeIn(form, [...before, name, ...after.map(String)], aliases);
        expect(place).toEqual([name === "lat" || name === "lon" ? "position" : name, ...after]);
      }),
    );
  });
  test("is none outside of the form", () => {
    fc.assert(
      fc.property(around, (path) => {
        expect(placeIn(form, path, aliases)).toBeUndefined();
      }),
    );
  });
  test("keeps the sentence of the rule before that of the server", () => {
    const fields = [
      { path: "enData.formValues.title", message: "is short", messageKey: "validation.tooShort" },
      { path: "enData.formValues.channels.0.slot", message: "is taken", words: "Taken | Belegt" },
      { path: "fields.address.city", message: "is long" },
      { path: "enData.formValues.gone", message: "is unknown" },
    ];
    expect(refusedProblems(form, fields).map(({ path, key }) => [path, key])).toEqual([
      [["title"], "validation.tooShort"],
      [["channels", 0, "slot"], "Taken | Belegt"],
      [["city"], "validation.invalid"],
    ]);
  });
});

test("judges by the schema, and by the form's own rules first", () => {
  const schema = z.strictObject({ title: text(10, 1), address: z.strictObject({ city: text(3) }) });
  const candidate = { title: "", address: { city: "Leipzig" } };
  const own = [{ path: ["email"], key: "leads:doubleField", params: {} }];
  const checked = checkBy(schema, candidate, own, (path) => placeIn(form, path));
  expect(!checked.ok && checked.problems.map(({ path, key }) => [path.join(), key])).toEqual([
    ["email", "leads:doubleField"],
    ["title", "validation.required"],
    ["city", "validation.tooLong"],
  ]);
  const fine = { title: "Plan", address: { city: "Ulm" } };
  expect(checkBy(schema, fine)).toEqual({ ok: true, value: fine });
  expect(checkBy(schema, fine, own).ok).toBe(false);
});
