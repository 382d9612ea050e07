import type { AppLanguage } from "#src/kit/schemas.ts";

/**
 * Reads a figure as the language writes it: `1,240.5` in English, `1.240,5` in German. The other language's decimal
 * mark is understood where it can only mean that (`2.5` in German, as no group has one digit, and `0.500`, as no grouped
 * figure begins with zero).
 * @returns null for nothing typed, NaN for what is no number
 */
export function parseTypedNumber(typed: string, language: AppLanguage): number | null {
  const text = typed.replaceAll(/[\s\u00a0\u202f']/g, "").replace("\u2212", "-");
  if (text === "") return null;
  const [group, mark] = language === "de" ? [".", ","] : [",", "."];
  const grouped = new RegExp(`^[+-]?[1-9]\\d{0,2}(\\${group}\\d{3})+(\\${mark}\\d+)?$`);
  if (grouped.test(text)) return Number(text.replaceAll(group, "").replace(mark, "."));
  if (/^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/.test(text)) return Number(text.replace(",", "."));
  return Number.NaN;
}
