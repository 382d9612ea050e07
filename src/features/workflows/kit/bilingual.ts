import { type DraftLanguage, draftLanguageOf, fill } from "../domain/wording.ts";

/** A text in both languages of the product: `English | Deutsch`. The compiler refuses one without the bar. */
export type Bilingual = `${string} | ${string}`;

export const isBilingual = (text: string): text is Bilingual => text.includes(" | ");

/** Words of the person or of a source within a text of two languages, whose bar they must not hold. */
export const withinLabel = (words: string, most = 60): string =>
  words.replaceAll("|", "/").slice(0, most).toWellFormed();

/** The half of a text that readers of a language see. */
export const half = (text: Bilingual, language: DraftLanguage): string =>
  text.split(" | ")[language === "de" ? 1 : 0] ?? text;

/**
 * Renders a text in the language of the document. `{name}` takes a value, `{count:item|items}` a value and the word
 * that fits it.
 */
export type Translate = (text: Bilingual, values?: Readonly<Record<string, string | number>>) => string;

/**
 * @param words translations of English halves into a language beyond these two, kept with the document; texts that
 * are not among them are rendered in English
 */
export const translateIn =
  (language: DraftLanguage, words: Readonly<Record<string, string>> = {}): Translate =>
  (text, values = {}) =>
    fill(
      words[half(text, "en")] ?? half(text, language),
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
    );

export { draftLanguageOf, type DraftLanguage };
