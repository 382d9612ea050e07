import { graphemes, shorten } from "#src/kit/text.ts";

/** Languages in which drafts are written. Others get English and an assumption that says so. */
export type DraftLanguage = "en" | "de";

export const draftLanguageOf = (language: string): DraftLanguage =>
  language.toLowerCase().split("-")[0] === "de" ? "de" : "en";

/** Whether a draft can be written in the language that was asked for. */
export const isDraftLanguage = (language: string): boolean => /^(en|de)(-|$)/i.test(language);

/** Assumption of a draft in a language that only a model can write; empty when none is needed. */
export const languageAssumptions = (language: string): string[] =>
  isDraftLanguage(language)
    ? []
    : [`Drafts are written in English or German. You asked for "${language}", so this text is English.`];

/** `#` and nothing more than two decimals, 1,240.5 or 1.240,5. */
export function figure(value: number, language: DraftLanguage, decimals = 0): string {
  const [whole = "0", rest] = Math.abs(value).toFixed(decimals).split(".");
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(Math.max(0, end - 3), end));
  const grouped = groups.join(language === "de" ? "." : ",");
  const sign = value < 0 && Number(value.toFixed(decimals)) !== 0 ? "−" : "";
  return `${sign}${grouped}${rest === undefined ? "" : `${language === "de" ? "," : "."}${rest}`}`;
}

/** `62 %`, with a space that does not break. */
export const percent = (value: number, language: DraftLanguage, decimals = 0): string =>
  `${figure(value, language, decimals)}\u00a0%`;

/** `+14 %`, `−3 %`, `±0 %`. */
export function changeText(value: number, language: DraftLanguage, decimals = 0): string {
  const text = percent(Math.abs(value), language, decimals);
  const isNone = Number(value.toFixed(decimals)) === 0;
  return `${isNone ? "±" : value > 0 ? "+" : "−"}${text}`;
}

/** `9 % above`, `9 % below`, `level with`: goes on with the value that it is measured by, in German in the dative. */
export function distanceText(value: number, language: DraftLanguage): string {
  if (Math.round(value) === 0) return language === "de" ? "gleichauf mit" : "level with";
  const [above, below] = language === "de" ? ["über", "unter"] : ["above", "below"];
  return `${percent(Math.abs(value), language)} ${value > 0 ? above : below}`;
}

/** `a, b and c`. */
export function listed(parts: readonly string[], language: DraftLanguage): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} ${language === "de" ? "und" : "and"} ${parts.at(-1) ?? ""}`;
}

/** `“x”` or `„x“`. */
export const quoted = (text: string, language: DraftLanguage): string =>
  language === "de" ? `„${text}“` : `“${text}”`;

/** One line of a text with runs of white space as one space. */
export const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Text as a sentence: ends with a full stop unless it has an end of its own. */
export function sentence(text: string): string {
  const line = oneLine(text);
  return line === "" || /[.!?…:]["”“')\]]?$/.test(line) ? line : `${line}.`;
}

/** First letter as a capital, the rest untouched. */
export const capital = (text: string): string => {
  const [first = ""] = text;
  return first.toLocaleUpperCase() + text.slice(first.length);
};

/**
 * Fills `{name}` places; a name without a value stays as it is. `{name:item|items}` is the value and the word for it:
 * the first for exactly 1, else the second.
 */
export const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(
    /\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}/g,
    (place, name: string, one: string | undefined, many: string | undefined) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (value === undefined) return place;
      return one === undefined ? value : `${value} ${value === "1" ? one : (many ?? one)}`;
    },
  );

/**
 * At most `max` characters as people count them and `units` UTF-16 units, with `…` where something was cut.
 * The second bound matters for fields whose limit is one of storage: a single emoji can take eleven units.
 */
export function clipped(text: string, max: number, units = 300): string {
  const short = shorten(text, max);
  if (short.length <= units) return short;
  let kept = "";
  for (const character of graphemes(short)) {
    if (kept.length + character.length > units - 1) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

/** At most `most` UTF-16 units, for fields whose limit is one of storage. */
export const cut = (text: string, most: number): string => text.slice(0, most).toWellFormed();

/** The first sentence of a description in a few words, as somebody types it into a search. */
export const searchPhrase = (description: string): string =>
  (oneLine(description).split(/[.;:!?](?:\s|$)/)[0] ?? "")
    .split(" ")
    .slice(0, 12)
    .join(" ")
    .slice(0, 100)
    .trim()
    .toWellFormed();
