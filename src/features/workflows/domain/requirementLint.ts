import type { Bilingual } from "../kit/bilingual.ts";
import type { DraftLanguage } from "./wording.ts";

/* Untestable words of requirements, in English and German. */

/**
 * What is wrong with a requirement: no measure, no time, nobody who does it, an open list, a way out, a reference
 * without a document, likeness without a yardstick, a make, a standard without its equivalent, two demands at once.
 */
export type LintKind =
  | "measure"
  | "time"
  | "who"
  | "list"
  | "soft"
  | "reference"
  | "likeness"
  | "brand"
  | "standard"
  | "double";

export interface Lint {
  kind: LintKind;
  /** As written in the requirement. */
  word: string;
}

/** Questions that make a requirement testable. */
export const lintQuestions: Readonly<Record<LintKind, Bilingual>> = {
  measure:
    "“{word}” can’t be tested: which figure or standard applies? | „{word}“ lässt sich nicht prüfen: Welche Zahl oder Norm gilt?",
  time: "“{word}” is not a deadline: within how many hours or days? | „{word}“ ist keine Frist: Innerhalb wie vieler Stunden oder Tage?",
  who: "“{word}”: who does it, and how is it verified? | „{word}“: Wer macht es, und wie wird es nachgewiesen?",
  list: "“{word}” leaves the list open: what else belongs on it? | „{word}“ lässt die Liste offen: Was gehört noch dazu?",
  soft: "“{word}” lets every bidder decide: is it required or not? | „{word}“ überlässt jedem Bieter die Entscheidung: Ist es verlangt oder nicht?",
  reference:
    "“{word}” doesn’t say what is meant: which document or standard applies? | „{word}“ lässt offen, was gemeint ist: Welches Dokument oder welcher Maßstab gilt?",
  likeness:
    "“{word}” can be read in several ways: what counts, the kind of work, its size or its value? | „{word}“ lässt sich verschieden lesen: Was zählt, die Art der Leistung, ihr Umfang oder ihr Wert?",
  brand:
    "“{word}” names a product: which properties matter? Add “or equivalent”. | „{word}“ nennt ein Produkt: Welche Eigenschaften zählen? Ergänzen Sie „oder gleichwertig“.",
  standard:
    "“{word}” lacks “or equivalent”: what other evidence do you accept? | Bei „{word}“ fehlt „oder gleichwertig“: Welche anderen Nachweise erkennen Sie an?",
  double: "Several requirements in one: split them. | Mehrere Anforderungen in einer: bitte trennen.",
};

/** Phrases as lower-case words. A German adjective stands without its ending. */
type Phrases = Readonly<Record<"en" | "de", string>>;
const vague: Readonly<Partial<Record<LintKind, Phrases>>> = {
  measure: {
    en: "user-friendly; user friendly; intuitive; easy to use; easy to operate; modern; high-quality; high quality; good; good quality; robust; flexible; appropriate; suitable; adequate; sufficient; sufficiently; reasonable; efficient; innovative; professional; reliable; fresh; attractive; low-maintenance; eco-friendly; environmentally friendly; cheap",
    de: "benutzerfreundlich*; intuitiv*; modern*; hochwertig*; robust*; flexib*; angemessen*; geeignet*; ausreichend*; gut*; zeitgemäß*; innovativ*; professionell*; zuverlässig*; ansprechend*; umweltfreundlich*; einfach zu bedienen; leistungsfähig*; effizient*; ergonomisch*; kompetent*; wartungsarm*; preiswert*",
  },
  time: {
    en: "fast; quick; quickly; soon; timely; in good time; promptly; immediately; without delay; regularly; frequently; as soon as possible; at short notice",
    de: "schnell*; zügig*; zeitnah*; umgehend*; unverzüglich*; regelmäßig*; rechtzeitig*; kurzfristig*; baldmöglichst; bald; häufig*; schnellstmöglich*",
  },
  who: {
    en: "is to be provided; are to be provided; will be ensured; is to be ensured; must be ensured; shall be ensured",
    de: "ist sicherzustellen; sind sicherzustellen; ist zu gewährleisten; sind zu gewährleisten; wird gewährleistet; wird sichergestellt; ist zu stellen",
  },
  list: {
    en: "etc; and so on; and the like; among others; for example; such as",
    de: "usw; etc; und so weiter; unter anderem; u a; z b; zum beispiel; beispielsweise; insbesondere; und ähnliche*",
  },
  soft: {
    en: "if possible; where possible; as far as possible; as a rule; normally; if necessary; where appropriate; ideally; preferably",
    de: "möglichst; nach möglichkeit; wenn möglich; soweit möglich; in der regel; gegebenenfalls; ggf; bei bedarf; idealerweise; vorzugsweise; grundsätzlich*",
  },
  reference: {
    en: "as before; as usual; as today; state of the art; customary; usual in the trade",
    de: "wie bisher; wie üblich; wie gehabt; stand der technik; marktüblich*; branchenüblich*; handelsüblich*",
  },
  likeness: { en: "comparable", de: "vergleichbar*; gleichartig*" },
};
/** Words that mean something else in the other language: German “fast” is “nearly”, English “bald” has no hair. */
const onlyIn: Readonly<Record<string, DraftLanguage>> = { fast: "en", bald: "de", good: "en", "gut*": "de" };

interface Phrase {
  kind: LintKind;
  words: readonly string[];
  only?: DraftLanguage | undefined;
}
const phrases: readonly Phrase[] = Object.entries(vague).flatMap(([kind, { en, de }]) =>
  [...new Set([...en.split("; "), ...de.split("; ")])].map((phrase): Phrase => ({
    kind: kind as LintKind,
    words: phrase.split(" "),
    only: onlyIn[phrase],
  })),
);

/** Endings of German adjectives and adverbs, comparatives among them. */
const endings = new Set([
  "",
  "e",
  "en",
  "er",
  "em",
  "es",
  "el",
  "le",
  "il",
  "ere",
  "eren",
  "erer",
  "erem",
  "eres",
  "ste",
  "sten",
  "stes",
  "el",
  "len",
  "ler",
  "les",
  "lem",
]);
const isForm = (word: string, pattern: string): boolean =>
  pattern.endsWith("*")
    ? word.startsWith(pattern.slice(0, -1)) && endings.has(word.slice(pattern.length - 1))
    : word === pattern;

interface Token {
  word: string;
  from: number;
  to: number;
}
const tokensOf = (text: string): Token[] =>
  [...text.matchAll(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    from: index,
    to: index + word.length,
  }));

const timeUnit =
  /\d\s?(?:s|min|h|hours?|days?|weeks?|months?|working|seconds?|minutes?|Sekunden?|Minuten?|Stunden?|Tagen?|Wochen?|Monaten?|Werktagen?|Arbeitstagen?|Uhr)\b/i;
const branded =
  /(?<![\p{L}])(?:[Tt]ype|[Bb]rand|[Mm]ake|[Mm]odel|Fabrikat|Marke|Typ|Modell)\s\p{Lu}[\p{L}\d-]{2,40}|[®™]/u;
const standard = /(?:DIN|EN|ISO|IEC|VDE|VDI|BS|NORM)[ -](?:[A-Z] )?\d{2,6}(?:-\d{1,3})?/;
const equivalent = /equivalent|gleichwertig/i;
/** Characters beyond which a second verb of obligation means a second demand. */
const longest = 140;
const obligation = /(?<![\p{L}])(?:must|shall|has to|have to|muss|müssen|hat zu|haben zu)(?![\p{L}])/giu;

/**
 * What makes a requirement untestable or unfair, in the order in which it is read; each kind of word once.
 * @param isPublic a public buyer has to accept equivalents of standards, too
 */
export function lintOf(text: string, language: DraftLanguage, isPublic: boolean): Lint[] {
  const tokens = tokensOf(text);
  const words = phrases
    .filter(({ only }) => only === undefined || only === language)
    .flatMap(({ kind, words: wanted }) => {
      const at = tokens.findIndex((_, start) =>
        wanted.every((pattern, offset) => isForm(tokens[start + offset]?.word ?? "", pattern)),
      );
      const [first, last] = [tokens[at], tokens[at + wanted.length - 1]];
      return first && last ? [{ kind, at: first.from, word: text.slice(first.from, last.to) }] : [];
    })
    .filter(({ kind }) => kind !== "time" || !timeUnit.test(text))
    .toSorted((a, b) => a.at - b.at || b.word.length - a.word.length);
  const byKind = [...Map.groupBy(words, ({ kind }) => kind).values()].flatMap(([first]) => first ?? []);
  const brand = branded.exec(text);
  const norm = isPublic ? standard.exec(text) : null;
  const isEquivalent = equivalent.test(text);
  const isDouble = text.length > longest && (text.match(obligation) ?? []).length > 1;
  return [
    ...byKind.map(({ kind, word }): Lint => ({ kind, word })),
    ...(brand && !isEquivalent ? [{ kind: "brand" as const, word: brand[0] }] : []),
    ...(norm && !isEquivalent ? [{ kind: "standard" as const, word: norm[0] }] : []),
    ...(isDouble ? [{ kind: "double" as const, word: "" }] : []),
  ];
}
