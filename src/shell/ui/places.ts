import type { AppLanguage } from "#src/kit/schemas.ts";
import type { Choice } from "./Select.tsx";

/**
 * Languages that a result is offered in, as BCP 47 tags: the official ones of Europe, those with more than some five
 * million speakers, and the spellings of a country where they differ.
 */
const languageTags =
  "af am ar as az be bg bn bs ca ceb cs cy da de de-AT de-CH el en en-GB en-US eo es es-419 es-ES es-MX et eu fa fi fil fo fr fr-BE fr-CA fr-CH fy ga gd gl gu ha he hi hr ht hu hy id ig is it it-CH ja jv ka kk km kn ko ku ky la lb ln lo lt lv mg mi mk ml mn mr ms mt my nb ne nl nl-BE nn ny om or pa pl ps pt pt-BR pt-PT qu rm ro ru rw sd si sk sl sm sn so sq sr sr-Latn st su sv sw ta te tg th ti tk tn tr ts tt ug uk ur uz vi wo xh yi yo yue zh zh-Hans zh-Hant zu".split(
    " ",
  );

/**
 * Languages by their names in the language of the page.
 * @param kept tag that is chosen now, which is always among them; empty for none
 * @param only tags that a form narrows the choice to
 */
export function languageChoices(language: AppLanguage, kept: string, only: readonly string[] = languageTags): Choice[] {
  const names = new Intl.DisplayNames([language], { type: "language" });
  const nameOf = (tag: string): string => {
    try {
      return names.of(tag) ?? tag;
    } catch {
      return tag;
    }
  };
  return [...new Set([...only, ...(kept === "" ? [] : [kept])])]
    .map((value) => ({ value, label: nameOf(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language));
}

/** `America/Argentina/Salta` → `Salta, Argentina, America`: people look for the town first. */
const zoneName = (zone: string): string => zone.split("/").toReversed().join(", ").replaceAll("_", " ");

/**
 * IANA time zones that this browser knows, by town; `UTC` and the kept one are always among them.
 * @param kept zone that is chosen now, which another browser may have known; empty for none
 */
export function zoneChoices(kept: string, known: readonly string[] = Intl.supportedValuesOf("timeZone")): Choice[] {
  return [...new Set([...known, "UTC", ...(kept === "" ? [] : [kept])])]
    .map((value) => ({ value, label: zoneName(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, "en"));
}

/** `UTC+2` of a zone at a moment; empty for a zone that this browser does not know. */
export function zoneOffset(zone: string, at: Date = new Date()): string {
  try {
    const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "shortOffset" }).formatToParts(at);
    const offset = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
    return offset.replace("GMT", "UTC").replace("-", "\u2212");
  } catch {
    return "";
  }
}
