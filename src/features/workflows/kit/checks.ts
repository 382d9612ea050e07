import { words as wordsOf } from "#src/kit/text.ts";
import type { Issue } from "#src/features/documents/document.ts";
import { withoutMarks } from "./claims.ts";
import { figuresIn } from "./quotes.ts";
import { errorIssue, type WrittenText } from "./sections.ts";

/* Checks that hold for every workflow. */

/** All text of a value, one line each. */
export const allText = (value: unknown): string =>
  typeof value === "string" || typeof value === "number"
    ? String(value)
    : typeof value === "object" && value !== null
      ? Object.values(value).map(allText).join("\n")
      : "";

/** Texts without the names of figures, whose values code fills in. */
const ownFigures = (text: string): string[] => figuresIn(withoutMarks(text).replace(/\{\w+\}/g, " "));

/** Small round figures of everyday speech: "24 hours", "within 10 minutes", "100 %". */
const everyday = new Set(["10", "12", "15", "20", "24", "30", "45", "50", "60", "90", "100"]);

/**
 * Figures in written texts that stand neither in the form, nor in a source, nor among what code computed: invented
 * ones. Dates, times of day, single digits and small round figures of everyday speech are not judged.
 * @param given texts from which a figure may come
 */
export function unprovenFigures(texts: readonly WrittenText[], given: readonly string[]): Issue[] {
  const known = new Set(given.flatMap(figuresIn));
  return texts.flatMap(({ at, text }) =>
    [...new Set(ownFigures(text))]
      .filter((figure) => !known.has(figure) && !everyday.has(figure))
      .map((figure) => errorIssue("figureUnproven", at, { figure })),
  );
}

/** Whether a sentence holds a figure that nothing of what was given has. */
export function hasUnprovenFigure(sentence: string, known: ReadonlySet<string>): boolean {
  return ownFigures(sentence).some((figure) => !known.has(figure) && !everyday.has(figure));
}

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

/** Fewer words say nothing about their language. */
const fewestWords = 30;

/** The language a text is written in, as far as its commonest words show; null when they do not. */
export function languageOf(text: string): string | null {
  const all = wordsOf(text, "en").map((word) => word.toLowerCase());
  if (all.length < fewestWords) return null;
  const [best, second] = Object.entries(signs)
    .map(([name, list]) => ({ name, found: all.filter((word) => list.includes(word)).length }))
    .toSorted((a, b) => b.found - a.found);
  const isClear = best !== undefined && best.found * 12 >= all.length && best.found > 1.5 * (second?.found ?? 0);
  return isClear ? best.name : null;
}

/** A result in the wrong language is no result. Says nothing of short texts and of languages it does not know. */
export function wrongLanguage(
  texts: readonly { at: string; text: string; language?: string }[],
  wanted: string,
): Issue[] {
  const sections = Map.groupBy(texts, ({ at, language }) =>
    // Rows in languages of their own are judged one by one.
    at
      .split("/")
      .slice(0, language === undefined ? 1 : 2)
      .join("/"),
  );
  return [...sections].flatMap(([at, list]) => {
    const expected = (list[0]?.language ?? wanted).toLowerCase().split("-")[0] ?? "en";
    if (!Object.hasOwn(signs, expected)) return [];
    const found = languageOf(list.map(({ text }) => withoutMarks(text)).join("\n"));
    return found !== null && found !== expected ? [errorIssue("wrongLanguage", at, { found, wanted: expected })] : [];
  });
}
