import { memoizeByText } from "#src/kit/memoizeByText.ts";
import { occurrences, sentences } from "#src/kit/text.ts";
import type { Claim, Issue } from "#src/features/documents/document.ts";
import type { SourceText } from "../workflow.ts";
import { languageOf } from "./languages.ts";
import {
  normalizedText,
  figuresIn,
  givenFigures,
  isCommonFigure,
  isQuoteIn,
  isSupportedByForm,
  isSupportedByQuote,
  occursIn,
  supportingSentence,
} from "./quotes.ts";
import type { WrittenText } from "./sections.ts";
import type { Figures } from "./state.ts";

/*
 * What a written sentence rests on. Writers put marks behind sentences, `[s2]`, `[form]`, and name figures, `{margin}`;
 * code finds out how far that holds. Marks stay in the stored text, so that an edited sentence can be judged again.
 */

/** `own` is no mark that a writer may use: it is taken off, and proves nothing. */
const markPattern = / ?\[(s\d{1,4}|form|own)\]/g;
const figurePattern = /\{(\w+)\}/g;

/** Invisible, and not in any mark: keeps what a person typed from being read as one. */
const joiner = "\u2060";

/** Somebody typed it: it is doubled, and one of both stays. */
const typedJoiner = /[[{](?=\u2060)/g;

/** A text of a person in which nothing reads as a mark or as the name of a figure. */
export const protectedText = (text: string, figures: Figures): string =>
  text
    .replace(typedJoiner, `$&${joiner}`)
    .replace(/\[(?=(?:s\d{1,4}|form|own)\])/g, `[${joiner}`)
    .replace(figurePattern, (typed, name: string) => (Object.hasOwn(figures, name) ? `{${joiner}${name}}` : typed));
/** The same as it was typed. */
export const readableText = (text: string): string => text.replaceAll(`[${joiner}`, "[").replaceAll(`{${joiner}`, "{");

export const withoutMarks = (text: string): string => text.replace(markPattern, "");
/** Figures filled in; a name that no figure has stays as it is. */
export const withFigures = (text: string, figures: Figures): string =>
  text.replace(figurePattern, (place, name: string) =>
    Object.hasOwn(figures, name) ? (figures[name]?.text ?? place) : place,
  );

/** Signs beside a figure that make it part of a longer one: `500 €` is not in `1,500 €`, and not in `−500 €`. */
const isPartBefore = (signs: string): boolean => /[\p{L}\d.,−-]$|\d[ \u00a0\u202f]$/u.test(signs);
const isPartBehind = (signs: string): boolean => /^(?:[\p{L}\d]|[.,]\d)/u.test(signs);

/** Replaces non-breaking spaces by plain ones; the length of the text is unchanged, so indexes remain valid. */
const withPlainBlanks = (text: string): string => text.replace(/[\u00a0\u202f]/g, " ");

/** Replaces every place of a figure that is no part of a longer one. */
function replaceFigure(text: string, shown: string, name: string): string {
  const plain = withPlainBlanks(text);
  const wanted = withPlainBlanks(shown);
  const isWhole = (at: number, end: number): boolean =>
    !isPartBefore(text.slice(Math.max(0, at - 2), at)) && !isPartBehind(text.slice(end, end + 2));
  let done = "";
  let from = 0;
  for (const at of occurrences(plain, wanted, isWhole)) {
    done += `${text.slice(from, at)}{${name}}`;
    from = at + wanted.length;
  }
  return done + text.slice(from);
}

/** A copied figure of fewer digits could be any number. */
const minDigits = 3;

/**
 * Puts the name where a writer copied the figure itself, so that it follows when the figure changes. Two figures that
 * read the same keep what was written: which of them was meant is not known.
 */
export function nameFigures(text: string, figures: Figures): string {
  const byText = Map.groupBy(Object.entries(figures), ([, { text: shown }]) => withPlainBlanks(shown));
  return [...byText].reduce((named, [shown, [only, ...others]]) => {
    const isTelling = figuresIn(shown).join("").replaceAll(".", "").length >= minDigits && !/\{\w+\}/.test(shown);
    return only && others.length === 0 && isTelling ? replaceFigure(named, shown, only[0]) : named;
  }, text);
}

/** A mark before or after the full stop belongs to the sentence on its left. */
const marksInside = (text: string): string => text.replace(/([.!?])((?:\s*\[(?:s\d{1,4}|form|own)\])+)/g, "$2$1");

/** Texts of a few long documents. */
const maxTexts = 4_000;

/** Sentences of a stored text as they were written, with the marks that belong to each. */
export const sentencesOf: (text: string, language: string) => readonly string[] = memoizeByText(
  (text, language) => sentences(marksInside(text), language),
  maxTexts,
);

export interface ClaimSources {
  /** What quotes and marks may point to. */
  sources: readonly SourceText[];
  figures: Figures;
  /** Everything the person has written into the form. */
  formText: string;
  language: string;
  /** Whether the person wrote a sentence by hand, as it is stored. */
  isOwn: (at: string, sentence: string) => boolean;
  /** No writer took part: sentences are the person's own, or the product's, which nothing has to prove. */
  isDraft?: boolean;
}

/** Characters of a source by which its language is known. */
const languageSample = 4_000;

/** @returns one claim for each sentence that rests on something, and a warning for each that does not as it says */
export function claimsOf(
  texts: readonly WrittenText[],
  { sources, figures, formText, language, isOwn, isDraft = false }: ClaimSources,
): { claims: Claim[]; issues: Issue[] } {
  const issues: Issue[] = [];
  const typed = isDraft ? normalizedText(formText) : "";
  const foreign = new Map<string, boolean>();
  const figuresByText = new Map<string, ReadonlySet<string>>();
  const figuresOf = (body: string): ReadonlySet<string> => {
    const known = figuresByText.get(body) ?? new Set(givenFigures(body));
    figuresByText.set(body, known);
    return known;
  };
  /** Whether a source is known to be in another language than the document. */
  const isForeign = ({ source, text }: SourceText): boolean => {
    const known = foreign.get(source.id);
    if (known !== undefined) return known;
    const found = languageOf(text.slice(0, languageSample));
    const isOther = found !== null && found !== language.toLowerCase().split("-")[0];
    foreign.set(source.id, isOther);
    return isOther;
  };
  const claims = texts.flatMap(({ at, text, quote, about }) =>
    sentencesOf(text, language).flatMap((raw, index): Claim[] => {
      const marks = [...raw.matchAll(markPattern)].map(([, mark = ""]) => mark);
      const named = [...raw.matchAll(figurePattern)].flatMap(([, name = ""]) =>
        Object.hasOwn(figures, name) ? (figures[name] ?? []) : [],
      );
      const sentence = readableText(withFigures(withoutMarks(raw), figures));
      const base = { id: `${at}#${index + 1}`, text: sentence, kind: "fact" as const, sourceIds: [], quote: "" };
      if (isOwn(at, raw)) return [{ ...base, check: "user", byHand: true }];
      const shown = about === undefined ? sources : sources.filter(({ source }) => about.includes(source.id));
      const cited = shown.filter(({ source }) => marks.includes(source.id));
      if (named.length > 0) {
        const computation = named.map(({ how, text: shown }) => how ?? shown).join("; ");
        const others = figuresIn(withoutMarks(raw).replace(figurePattern, " ")).filter(
          (figure) => !isCommonFigure(figure),
        );
        const bodies = [formText, ...cited.map(({ text: body }) => body)];
        // A figure beside the computed one needs an origin of its own.
        const isGiven = (figure: string): boolean => bodies.some((body) => figuresOf(body).has(figure));
        const check = others.every(isGiven) ? "computed" : "unverified";
        return [{ ...base, kind: "number", computation, check }];
      }
      if (isDraft && occursIn(sentence, typed)) return [{ ...base, check: "user" }];
      const proof = cited
        .map((one) => {
          const { source, text: body } = one;
          const isProof =
            quote && isQuoteIn(quote, body) && isSupportedByQuote(sentence, quote, language, isForeign(one));
          return { source, found: isProof ? quote : supportingSentence(sentence, body, language) };
        })
        .find(({ found }) => found !== null);
      if (proof?.found)
        return [{ ...base, kind: "quote", sourceIds: [proof.source.id], quote: proof.found, check: "quoteFound" }];
      if (marks.includes("form") && isSupportedByForm(sentence, formText, language))
        return [{ ...base, check: "user" }];
      if (marks.length === 0) return [];
      issues.push({ level: "warn", code: "notSupported", params: { text: sentence.slice(0, 120).toWellFormed() }, at });
      const sourceIds = cited.map(({ source }) => source.id);
      return [{ ...base, sourceIds, check: sourceIds.length > 0 ? "urlOnly" : "unverified" }];
    }),
  );
  return { claims, issues };
}

/** Quotes of sources that are shown as facts, verbatim or as `quote` has them; those found in no source are dropped. */
export const statementClaims = (statements: readonly WrittenText[], sources: readonly SourceText[]): Claim[] =>
  statements.flatMap(({ at, text, quote = text, about }): Claim[] => {
    const proof = sources.find(
      ({ source, text: body }) => (about === undefined || about.includes(source.id)) && isQuoteIn(quote, body),
    );
    return proof
      ? [{ id: `${at}#1`, text, kind: "quote", sourceIds: [proof.source.id], quote, check: "quoteFound" }]
      : [];
  });
