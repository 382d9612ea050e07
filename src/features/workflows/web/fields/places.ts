import type { AppLanguage } from "#src/kit/schemas.ts";
import type { Choice, ChoiceGroup } from "#src/shell/ui/Select.tsx";

/** Languages that a result is offered in: those of the European Union and its neighbours, and the largest others. */
const offered = [
  "en",
  "de",
  "fr",
  "es",
  "it",
  "pt",
  "nl",
  "pl",
  "cs",
  "sk",
  "hu",
  "ro",
  "bg",
  "el",
  "hr",
  "sl",
  "da",
  "sv",
  "fi",
  "nb",
  "et",
  "lv",
  "lt",
  "ga",
  "mt",
  "uk",
  "tr",
  "ar",
  "he",
  "hi",
  "ja",
  "ko",
  "zh",
];

/** Languages by their names in the language of the page; what the form already holds is always among them. */
export function languageChoices(language: AppLanguage, only: readonly (string | number)[], value: string): Choice[] {
  const names = new Intl.DisplayNames([language], { type: "language" });
  const tags = only.length > 0 ? only.map(String) : offered;
  const nameOf = (tag: string): string => {
    try {
      return names.of(tag) ?? tag;
    } catch {
      return tag;
    }
  };
  return [...new Set([...tags, ...(value === "" ? [] : [value])])]
    .map((tag) => ({ value: tag, label: nameOf(tag) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language));
}

let zones: ChoiceGroup[] | undefined;

/** IANA zones by continent, as this browser knows them. */
export function timeZoneChoices(): ChoiceGroup[] {
  if (zones !== undefined) return zones;
  const groups = new Map<string, Choice[]>();
  for (const zone of Intl.supportedValuesOf("timeZone")) {
    const [continent = zone, ...place] = zone.split("/");
    const choice = { value: zone, label: (place.length > 0 ? place.join(", ") : zone).replaceAll("_", " ") };
    groups.set(continent, [...(groups.get(continent) ?? []), choice]);
  }
  zones = [...groups].map(([label, choices]) => ({ label, choices }));
  return zones;
}
