import { getOrCompute } from "./boundedCache.ts";
import type { AppLanguage } from "./schemas.ts";

/** Texts of one file: nested keys, text at the leaves. */
export interface Texts {
  [key: string]: string | Texts;
}

/** Values for the places of a text; `count` also chooses between its `_one` and `_other`. */
export type TextParams = Record<string, unknown>;

/** The texts of one namespace, or undefined while they are not loaded. */
export type TextsOf = (namespace: string) => Texts | undefined;

/** A leaf by its dotted path. */
function leafOf(texts: Texts | undefined, path: string): string | undefined {
  let at: string | Texts | undefined = texts;
  for (const part of path.split(".")) {
    if (typeof at !== "object" || !Object.hasOwn(at, part)) return undefined;
    at = at[part];
  }
  return typeof at === "string" ? at : undefined;
}

/** Making one of these costs more than the page's whole rendering; they are kept. */
const numbers = new Map<string, Intl.NumberFormat>();
const plurals = new Map<string, Intl.PluralRules>();
const maxKept = 10;

/**
 * The text of a key with its places still open.
 * @param key `a.b`, looked up in `namespaces` in their order, or `namespace:a.b`
 * @param count picks `a.b_one` or `a.b_other` by the rules of the language
 */
export function findText(
  key: string,
  namespaces: readonly string[],
  textsOf: TextsOf,
  language: AppLanguage,
  count?: number,
): string | undefined {
  const colon = key.indexOf(":");
  const path = key.slice(colon + 1);
  const form =
    count === undefined
      ? undefined
      : getOrCompute(plurals, language, maxKept, () => new Intl.PluralRules(language)).select(count);
  for (const namespace of colon < 0 ? namespaces : [key.slice(0, colon)]) {
    const texts = textsOf(namespace);
    const found = (form && (leafOf(texts, `${path}_${form}`) ?? leafOf(texts, `${path}_other`))) ?? leafOf(texts, path);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A place of a text: `{{name}}`, or `{{count, number}}` for a figure in the manner of the language. */
const place = /\{\{\s*(\w+)\s*(,\s*number\s*)?\}\}/g;

/** Fills the places of a text. A place without a value stays empty; nothing is escaped, since React does that. */
export const fillText = (text: string, params: TextParams, language: AppLanguage): string =>
  text.replace(place, (_whole, name: string, isNumber?: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (value === undefined || value === null) return "";
    if (isNumber && (typeof value === "number" || typeof value === "bigint"))
      return getOrCompute(numbers, language, maxKept, () => new Intl.NumberFormat(language)).format(value);
    return String(value);
  });
