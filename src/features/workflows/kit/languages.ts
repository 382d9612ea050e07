import { words as wordsOf } from "#src/kit/text.ts";

/* Which language a text is written in. */

/** The commonest short words of a language: in running text they are a fifth of all words and more. */
const signs: Readonly<Record<string, readonly string[]>> = {
  de: "der die das und ist nicht mit für sie ein eine auf den werden von dem im zu des sich bei wird sind wie".split(
    " ",
  ),
  en: "the and is not with for you a an on of to are be in that it this your we or from as by".split(" "),
  fr: "le la les et est pas avec pour vous un une sur des du dans que qui ce il au en par".split(" "),
  es: "el la los las y es no con para un una en de del que se por su al como más".split(" "),
  it: "il la le gli e è non con per un una di del della che si in al come più nel".split(" "),
  nl: "de het een en is niet met voor u op van dat die in te zijn wordt bij aan als".split(" "),
  pt: "o a os as e é não com para um uma em de do da que se por ao como mais".split(" "),
  pl: "i w na z się nie do jest to że dla od po przez jak ale oraz są".split(" "),
};

/** Whether texts of a language can be recognised. */
export const knowsLanguage = (language: string): boolean => Object.hasOwn(signs, language);

/** Fewer words say nothing about their language. */
const minWords = 30;

/** The language a text is written in, as far as its commonest words show; null when they do not. */
export function languageOf(text: string): string | null {
  const all = wordsOf(text, "en").map((word) => word.toLowerCase());
  if (all.length < minWords) return null;
  const [best, second] = Object.entries(signs)
    .map(([name, list]) => ({ name, found: all.filter((word) => list.includes(word)).length }))
    .toSorted((a, b) => b.found - a.found);
  const isClear = best !== undefined && best.found * 12 >= all.length && best.found > 1.5 * (second?.found ?? 0);
  return isClear ? best.name : null;
}
