import type { Issue } from "#src/features/documents/document.ts";
import { withoutMarks } from "./claims.ts";
import { knowsLanguage, languageOf } from "./languages.ts";
import { figuresIn, givenFigures, isCommonFigure } from "./quotes.ts";
import { errorIssue, type WrittenText } from "./sections.ts";

/* Checks shared by all workflows. */

/** All text of a value, one line each. */
export const allText = (value: unknown): string =>
  typeof value === "string" || typeof value === "number"
    ? String(value)
    : typeof value === "object" && value !== null
      ? Object.values(value).map(allText).join("\n")
      : "";

/** Texts without the names of figures, whose values code fills in. */
const ownFigures = (text: string): string[] => figuresIn(withoutMarks(text).replace(/\{\w+\}/g, " "));

/**
 * Invented figures: those in written texts that appear neither in the form nor in a source nor among computed figures.
 * Dates, times of day, single digits and small round figures are ignored.
 * @param given texts from which a figure may come
 */
export function unprovenFigures(texts: readonly WrittenText[], given: readonly string[]): Issue[] {
  const known = new Set(given.flatMap(givenFigures));
  return texts.flatMap(({ at, text }) =>
    [...new Set(ownFigures(text))]
      .filter((figure) => !known.has(figure) && !isCommonFigure(figure))
      .map((figure) => errorIssue("figureUnproven", at, { figure })),
  );
}

/** Whether a sentence holds a figure that nothing of what was given has. */
export function hasUnprovenFigure(sentence: string, known: ReadonlySet<string>): boolean {
  return ownFigures(sentence).some((figure) => !known.has(figure) && !isCommonFigure(figure));
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
    if (!knowsLanguage(expected)) return [];
    const found = languageOf(list.map(({ text }) => withoutMarks(text)).join("\n"));
    return found !== null && found !== expected ? [errorIssue("wrongLanguage", at, { found, wanted: expected })] : [];
  });
}
