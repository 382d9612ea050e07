import { normalize } from "#src/kit/normalize.ts";
import { isStopword, words as wordsOf } from "#src/kit/text.ts";

/*
 * Kin, work and dated events of a story: which two statements cannot both be true, and what a story bible states of
 * them. Where words leave room for both, nothing is found: a false alarm costs an author more than a missed slip.
 */

/** A statement of a book or of its bible, the part of `StoryFact` that is needed here. */
export interface TiedFact {
  id: string;
  who: string;
  kind: string;
  fact: string;
}

const folded = (text: string): string => normalize(text, "NFC").toLowerCase();

/** Words of one relation in both languages; two different relations to the same person exclude each other. */
const relations: readonly (readonly string[])[] = [
  "mother mutter",
  "father vater",
  "sister schwester",
  "brother bruder",
  "daughter tochter",
  "son sohn",
  "aunt tante",
  "uncle onkel",
  "niece nichte",
  "nephew neffe",
  "cousin cousine",
  "grandmother großmutter oma",
  "grandfather großvater opa",
  "granddaughter enkelin",
  "grandson enkel",
  "wife ehefrau frau",
  "husband ehemann mann",
].map((line) => line.split(" "));
const isSingle = new Set(["widow", "widower", "witwe", "witwer"]);

const relationOf = (fact: string): number => {
  const words = wordsOf(fact).map(folded);
  return relations.findIndex((names) => names.some((name) => words.includes(name)));
};
/** Names of people in a statement, without the ending of a possessive. */
const namesIn = (fact: string): string[] =>
  wordsOf(fact)
    .filter((word) => /^\p{Lu}/u.test(word) && !relations.some((names) => names.includes(folded(word))))
    .map((word) => folded(word).replace(/['’]?s$/u, ""))
    .filter((name) => name.length >= 3);

/** Words after which a relation is that of somebody else: “her father is Karl” says who Karl is. */
const possessive =
  /^(?:her|his|their|its|my|our|your|ihre?|ihre[mnrs]|seine?|seine[mnrs]|meine?|unsere?|has|have|had|hat|haben|hatte|hatten)$/u;
const isVerb = /^(?:is|was|are|were|ist|war|sind|waren|heißt|hieß|called|named|namens)$/u;

/**
 * The relation that a statement says its person has to another one; −1 when it says none, two, or that of the other.
 */
function ownRelationOf(fact: string): number {
  const words = wordsOf(fact).map(folded);
  const found = words.flatMap((word, at) => (relations.some((names) => names.includes(word)) ? [at] : []));
  const [at = -1] = found;
  const isOfOther = words.some((word) => possessive.test(word)) || isVerb.test(words[at + 1] ?? "");
  return found.length !== 1 || isOfOther ? -1 : relationOf(fact);
}

/** Another relation to the same person. */
export function kinClash(earlier: string, later: string): boolean {
  const [one, other] = [ownRelationOf(earlier), ownRelationOf(later)];
  if (one < 0 || other < 0 || one === other) return false;
  const [known, named] = [new Set(namesIn(earlier)), new Set(namesIn(later))];
  // A family shares its last name: one of the two has to say no more than the other.
  const shared = [...known].filter((name) => named.has(name)).length;
  return shared > 0 && shared === Math.min(known.size, named.size);
}

/** Time passes in these words: what was so may be otherwise. */
const changing =
  /(?<!\p{L})(?:former|formerly|once|used to|retired|becomes?|became|trained|früher\p{L}*|ehemal\p{L}*|einst|damals|rente|wird|wurde|gelernt\p{L}*)(?!\p{L})/iu;
/** Enough letters to tell `Klavierstimmerin` from `Klavierlehrerin` when compared from the end, too. */
const stemLength = 6;
const trade =
  /(?:(?:er|or|ist|ian|ant|ent|man|wife|smith|wright|loge|login|erin|orin|istin|antin|entin|in|arzt|ärztin|nurse|cook|koch|wirt|bauer|clerk|judge|priest|monk|guide|tailor|pilot)e?n?)$/iu;

const tradesIn = (fact: string): string[] =>
  wordsOf(fact)
    .map(folded)
    .filter((word) => word.length >= 4 && trade.test(word) && !isSingle.has(word));
const tell = (word: string): string[] => [word.slice(0, stemLength), word.slice(-stemLength)];

/** Another trade, unless one of the statements speaks of a change or of a relative. */
export function workClash(earlier: string, later: string): boolean {
  if ([earlier, later].some((fact) => changing.test(fact) || relationOf(fact) >= 0)) return false;
  const [one, other] = [tradesIn(earlier), tradesIn(later)];
  if (one.length === 0 || other.length === 0) return false;
  const known = new Set(wordsOf(earlier).map(folded).flatMap(tell));
  return !wordsOf(later)
    .map(folded)
    .filter((word) => word.length >= 4)
    .some((word) => tell(word).some((part) => known.has(part)));
}

const yearsIn = (fact: string): string[] => [...new Set(fact.match(/(?<!\d)(?:1\d|20)\d\d(?!\d)/g) ?? [])];
const telling = (fact: string): Set<string> =>
  new Set(
    wordsOf(fact)
      .map(folded)
      .filter((word) => word.length >= 3 && /^\p{L}+$/u.test(word))
      .filter((word) => !isStopword(word, "en") && !isStopword(word, "de"))
      .map((word) => word.slice(0, 5)),
  );
/** Fewer telling words name no event: a place has many. */
const minTelling = 3;

/** The same event in another year: one of the statements says nothing but the year that the other does not say. */
export function eventClash(earlier: string, later: string): boolean {
  const [one, other] = [yearsIn(earlier), yearsIn(later)];
  if (one.length !== 1 || other.length !== 1 || one[0] === other[0]) return false;
  const [fewer = new Set<string>(), more = new Set<string>()] = [telling(earlier), telling(later)].toSorted(
    (a, b) => a.size - b.size,
  );
  return fewer.size >= minTelling && [...fewer].every((word) => more.has(word));
}

/** Before every scene of a book. */
const bibleScene = "c0.1";
export const isOfBible = (id: string): boolean => id.startsWith(`${bibleScene}-`);

const kindOf = (statement: string): string | null =>
  relationOf(statement) >= 0 && namesIn(statement).length > 0
    ? "kin"
    : /^\D{0,12}\d{1,3}\D{0,12}$/.test(statement)
      ? "age"
      : tradesIn(statement).length > 0 && wordsOf(statement).length <= 5
        ? "work"
        : null;

/** What a bible states of its people and dates, in the manner of what a book fixes. */
export function bibleFacts(
  people: readonly { name: string; known: string }[],
  dates: readonly { name: string; holds: string }[],
): TiedFact[] {
  const stated = people.flatMap(({ name, known }) =>
    known
      .split(/[,;\n]/)
      .map((statement) => statement.trim())
      .flatMap((fact) => {
        const kind = fact === "" ? null : kindOf(fact);
        return kind === null ? [] : [{ who: name, kind, fact }];
      }),
  );
  const events = dates.map(({ name, holds }) => ({ who: name, kind: "event", fact: `${name}: ${holds}` }));
  return [...stated, ...events].map((one, at) => ({ ...one, id: `${bibleScene}-${at + 1}` }));
}

/** The same facts with whole names: `Ida` is `Ida Brenner` where the bible has one person of that name. */
export function withFullNames<Fact extends TiedFact>(facts: readonly Fact[], names: readonly string[]): Fact[] {
  const people = names.map((name) => ({ name, words: new Set(wordsOf(name).map(folded)) }));
  return facts.map((fact) => {
    const wanted = wordsOf(fact.who).map(folded);
    const fitting = people.filter(({ words }) => wanted.length > 0 && wanted.every((word) => words.has(word)));
    const [only] = fitting;
    return only && fitting.length === 1 ? { ...fact, who: only.name } : fact;
  });
}
