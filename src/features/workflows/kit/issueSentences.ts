import type { Issue } from "#src/features/documents/document.ts";
import { fill } from "../domain/wording.ts";
import type { Bilingual } from "./bilingual.ts";

/**
 * Sentences for issues that the kit finds: writers get the English half as an instruction, people both halves as a
 * notice. They contain ids and numbers, never words of the answer.
 */
export const kitIssueTexts: Readonly<Record<string, Bilingual>> = {
  tooShort:
    "The text has {found} words; at least {wanted} are required. | Der Text hat {found} Wörter; verlangt sind mindestens {wanted}.",
  tooLong:
    "The text has {found} words; at most {wanted} are allowed. | Der Text hat {found} Wörter; erlaubt sind höchstens {wanted}.",
  tooFew:
    "There are {found} entries; at least {wanted} are required. | Es sind {found} Einträge; verlangt sind mindestens {wanted}.",
  rowMissing: "The entry {id} is missing. | Der Eintrag {id} fehlt.",
  cellTooLong:
    "The text has {found} characters; at most {wanted} are allowed. | Der Text hat {found} Zeichen; erlaubt sind höchstens {wanted}.",
  cellTooShort:
    "The text has only {found} characters and says too little. | Der Text hat nur {found} Zeichen und sagt zu wenig aus.",
  alike: "The entry repeats another one. | Der Eintrag wiederholt einen anderen.",
  someAlike:
    "{count:entry repeats|entries repeat} another one. | {count:Eintrag wiederholt|Einträge wiederholen} einen anderen.",
  mostlyEmpty: "Most fields of the list are empty. | Die meisten Felder der Liste sind leer.",
  figureUnproven:
    "The figure {figure} isn't in the form or in any source. | Die Zahl {figure} steht weder im Formular noch in einer Quelle.",
  wrongLanguage:
    "The text is in the language “{found}” instead of “{wanted}”. | Der Text ist in der Sprache „{found}“ statt „{wanted}“.",
  notSupported: "The source does not say this: “{text}” | Die Quelle belegt das nicht: „{text}“",
  sentencesRemoved:
    "Sentences removed because their figures have no source: {count}. | Entfernte Sätze mit unbelegten Zahlen: {count}.",
};

/** The sentence of an issue in one of its languages; null for a code without one. */
export function issueSentence(
  issue: Pick<Issue, "code" | "params">,
  texts: Readonly<Record<string, Bilingual>>,
  language: "en" | "de",
): string | null {
  const text = texts[issue.code] ?? kitIssueTexts[issue.code];
  if (text === undefined) return null;
  const params = Object.entries(issue.params ?? {}).map(([name, value]) => [name, String(value)]);
  return fill(text.split(" | ")[language === "de" ? 1 : 0] ?? text, Object.fromEntries(params));
}
