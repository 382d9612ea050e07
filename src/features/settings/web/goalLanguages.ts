import type { AppLanguage } from "#src/kit/schemas.ts";

/** Languages that results are offered in, as BCP 47 tags: the official ones of the EU and the largest beyond. */
const offered = [
  "en",
  "de",
  "fr",
  "es",
  "it",
  "nl",
  "pl",
  "pt",
  "sv",
  "da",
  "fi",
  "cs",
  "sk",
  "sl",
  "hr",
  "hu",
  "ro",
  "bg",
  "el",
  "et",
  "lv",
  "lt",
  "ga",
  "mt",
  "nb",
  "uk",
  "tr",
  "ar",
  "zh",
  "ja",
  "ko",
  "hi",
];

/** Language tags with their names in the interface's language; the kept one is always among them. */
export function goalLanguages(kept: string, language: AppLanguage): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([language], { type: "language" });
  return [...new Set([...offered, kept])]
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language));
}
