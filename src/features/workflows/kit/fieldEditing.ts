import type { z } from "zod";
import type { Bilingual } from "./bilingual.ts";
import { fieldGaps, isTextField, wordsOf } from "./fields.ts";

/**
 * A form with another value in a field that takes text, and the question that the field asks.
 * @param text lines for a field of entries; empty for the field without a value; null to change nothing
 * @returns null for a field that asks nothing; `form` null for a text that the field or the form does not take
 */
export function changedField<Form extends object>(
  schema: z.ZodObject & z.ZodType<Form>,
  form: Form,
  field: string,
  text: string | null,
): { question: Bilingual; form: Form | null } | null {
  const rule = Object.hasOwn(schema.shape, field) ? (schema.shape[field] as z.ZodType) : undefined;
  const question = rule && wordsOf(rule).gap;
  if (!rule || question === undefined) return null;
  if (text === null) return { question, form };
  if (text === "") {
    const emptied = schema.safeParse({ ...form, [field]: undefined });
    return { question, form: emptied.success ? emptied.data : null };
  }
  if (!isTextField(rule)) return { question, form: null };
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  for (const value of [text, lines, Number(text.replace(",", "."))]) {
    const changed = schema.safeParse({ ...form, [field]: value });
    if (changed.success && fieldGaps(schema, changed.data).every((gap) => gap.field !== field))
      return { question, form: changed.data };
  }
  return { question, form: null };
}
