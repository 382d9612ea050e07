import type { AppLanguage } from "#src/kit/schemas.ts";
import type { Choice } from "./Select.tsx";
import { zoneName } from "./zoneNames.ts";

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

/**
 * IANA time zones that this browser knows, by town and in the language of the page; `UTC` and the kept one are always
 * among them. Browsers name some towns by their old or their new name: of two names for one place the kept one stands.
 * @param kept zone that is chosen now, which another browser may have known; empty for none
 */
export function zoneChoices(
  language: AppLanguage,
  kept: string,
  known: readonly string[] = Intl.supportedValuesOf("timeZone"),
): Choice[] {
  const zones = [...(kept === "" ? [] : [kept]), ...known, "UTC"];
  const byName = new Map<string, string>();
  for (const zone of zones) {
    const name = zoneName(zone, language);
    if (!byName.has(name)) byName.set(name, zone);
  }
  return [...byName]
    .map(([label, value]) => ({ value, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language));
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

/** `Mitteleuropäische Zeit` in the language of the page; empty where the browser knows no more than the distance. */
function zoneTime(zone: string, language: AppLanguage, at: Date): string {
  try {
    const parts = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: "longGeneric" }).formatToParts(at);
    const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
    return /^(GMT|UTC)/.test(name) ? "" : name;
  } catch {
    return "";
  }
}

/**
 * What stands small behind a zone: `UTC+1, Mitteleuropäische Zeit`. The names are slow to come by, half a millisecond
 * each, so the answer is to be kept while a form is open and asked for what is shown only.
 */
export function zoneNotes(language: AppLanguage, at: Date = new Date()): (zone: string) => string {
  const told = new Map<string, string>();
  return (zone) => {
    const note = told.get(zone) ?? [zoneOffset(zone, at), zoneTime(zone, language, at)].filter(Boolean).join(", ");
    told.set(zone, note);
    return note;
  };
}
