import { isStopword, keywords, sentences, similarity, trimEndBy, words } from "#src/kit/text.ts";
import { type DraftLanguage, oneLine, quoted } from "../../domain/wording.ts";
import { readEnglish, type Wish } from "./english.ts";
import { readGerman } from "./german.ts";

/** One thing that somebody wants, with the sentences that belong to it. */
export interface Need extends Wish {
  /** Sentence of the person or of a file, as it stands there. */
  words: string;
  /** `form:feature`, or the id of a source. */
  origin: string;
  /** Heading it stands under; empty without one. */
  heading: string;
  /** Roles of the form that the sentence names; empty when it means anyone. */
  roles: string[];
  /** Role that the sentence names and the form does not. */
  stranger: string;
  /** Sentences that say how it is to work. */
  rules: string[];
  /** Topic words of the sentence as they stand there. */
  keywords: string[];
  /** The same in lower case. */
  topic: string[];
}

export interface Reading {
  needs: Need[];
  /** Sentences that ask for nothing. */
  background: string[];
}

/** Language a text is written in, by its function words; `fallback` when they do not tell. */
export function writtenIn(text: string, fallback: DraftLanguage): DraftLanguage {
  let english = 0;
  let german = /[äöüß]/i.test(text) ? 1 : 0;
  for (const word of words(text).slice(0, 600)) {
    const isEnglish = isStopword(word, "en");
    const isGerman = isStopword(word, "de") || /^(?:als|und|für|muss|müssen|sollen|können|möchte)$/i.test(word);
    if (isEnglish && !isGerman) english += 1;
    if (isGerman && !isEnglish) german += 1;
  }
  return english === german ? fallback : english > german ? "en" : "de";
}

const fold = (text: string): string =>
  oneLine(text)
    .toLowerCase()
    .replace(/^(?:an?|the|all|every|each|any|der|die|das|den|eine?[nrm]?|alle|jede[rnm]?)\s+/, "");

/** Role of the form that a word of the text means: the same but for a plural or a female ending. */
export function roleNamed(name: string, roles: readonly string[]): string | undefined {
  const wanted = fold(name);
  if (wanted.length < 2) return undefined;
  const near = (role: string): boolean => {
    const one = fold(role);
    const [short, long] = one.length < wanted.length ? [one, wanted] : [wanted, one];
    return (
      long.startsWith(short) &&
      short.length >= 3 &&
      /^(?:s|es|n|en|e|er|in|innen|nen|'s)?$/.test(long.slice(short.length))
    );
  };
  return roles.find((role) => fold(role) === wanted) ?? roles.find(near);
}

interface Piece {
  text: string;
  /** Words of a line above the list that every item goes on with: `Users must be able to`. */
  lead: string;
  heading: string;
  isItem: boolean;
  /** Stands under the item before it. */
  isUnder: boolean;
}

const bullet = /^(\s*)(?:[-*•–—+▪◦]|\d{1,2}[.)]|\[[ xX]?\])\s(?:\s*\[[ xX]?\]\s)?(.+)$/su;
const opensList =
  /(?:\b(?:must|should|can|could|shall|will|able to|wants? to|needs? to|like to|allowed to)|müssen|muss|sollen|soll|sollten|können|kann|möchten?|wollen|dürfen)$/iu;

/** A few words right above a list name the list. */
const isLabel = (line: string, next: string | undefined): boolean =>
  line.split(" ").length <= 6 && /[\p{L}\p{N})]$/u.test(line) && next !== undefined && bullet.test(next);

/** Words of a Markdown heading, `## Words ##`. */
function titleOf(line: string): string | undefined {
  const title = /^#{1,6}\s(.+)$/s.exec(line)?.[1];
  return title === undefined ? undefined : trimEndBy(title, /#/).trim();
}

/** Lines of a text that are read: a file of more holds a table or a log. */
const mostLines = 2_000;

/** Sentences and list items of a text, each under its heading. */
function piecesOf(text: string, language: DraftLanguage): Piece[] {
  const pieces: Piece[] = [];
  let heading = "";
  let lead = "";
  let isLabelled = false;
  let indent = 0;
  const lines = text
    .split(/[\r\n\u2028\u2029]+/)
    .filter((line) => line.trim() !== "")
    .slice(0, mostLines);
  for (const [at, raw] of lines.entries()) {
    const item = bullet.exec(raw);
    if (item) {
      const depth = (item[1] ?? "").length;
      const isUnder = pieces.at(-1)?.isItem === true && depth > indent;
      if (!isUnder) indent = depth;
      const said = oneLine(item[2] ?? "");
      const [first = said, ...rest] = sentences(said, language);
      pieces.push({ text: first, lead: isUnder ? "" : lead, heading, isItem: true, isUnder });
      for (const more of rest) pieces.push({ text: more, lead: "", heading, isItem: true, isUnder: true });
      continue;
    }
    const line = oneLine(raw);
    const title =
      titleOf(line) ??
      (line.endsWith(":") && line.split(" ").length <= 10 ? line.slice(0, -1).trim() : undefined) ??
      (isLabel(line, lines[at + 1]) ? line : undefined);
    lead = "";
    if (isLabelled && title === undefined) [heading, isLabelled] = ["", false];
    if (title !== undefined && title !== "") {
      isLabelled = !line.startsWith("#");
      if (opensList.test(title)) lead = title;
      else heading = title;
      continue;
    }
    const isFragment = line.split(" ").length <= 8 && !/[.!?;,]$/.test(line);
    for (const part of sentences(line, language))
      pieces.push({ text: part, lead: "", heading, isItem: isFragment, isUnder: false });
  }
  return pieces;
}

const limits =
  /\b(?:at most|at least|no more than|no less than|up to|within|maximum|minimum|less than|more than|exactly|only|never|not|cannot)\b|(?<!\p{L})(?:höchstens|mindestens|maximal|minimal|innerhalb|nicht|kein\p{L}*|bis zu|weniger als|mehr als|genau|nur|spätestens|frühestens)(?!\p{L})/iu;
const pointsBack =
  /^(?:it|this|that|these|those|they|each|the same|afterwards|then|dies\p{L}*|das|es|sie|dabei|danach|dann|jede\p{L}*|hier)\b/iu;

/** Words of a text that carry its topic, lower case. */
export const topicOf = (text: string, language: string): string[] =>
  keywords(text, language, 12).map((word) => word.toLowerCase());

/** Whether two sets of topic words speak of the same things. */
export const sharesTopic = (left: readonly string[], right: readonly string[]): boolean =>
  left.some((word) =>
    right.some(
      (other) =>
        word === other ||
        (word.length > 4 &&
          other.length > 4 &&
          (word.startsWith(other.slice(0, -1)) || other.startsWith(word.slice(0, -1)))),
    ),
  );

/**
 * For each line the places of the texts that it belongs to: those that share a word with it which most of them do
 * not have. A line that shares nothing but what all speak of belongs to none in particular.
 */
export function touchedBy(lines: readonly string[], texts: readonly string[], language: string): number[][] {
  const topics = texts.map((text) => topicOf(text, language));
  return lines.map((line) => {
    const telling = topicOf(line, language).filter((word) => {
      const count = topics.filter((topic) => sharesTopic([word], topic)).length;
      return count > 0 && (texts.length < 3 || count * 2 <= texts.length);
    });
    return topics.flatMap((topic, index) => (sharesTopic(telling, topic) ? [index] : []));
  });
}

/** Most needs that are read of one text: three times what fits into one run. */
const mostNeeds = 60;

/**
 * Reads what a text asks for: stories, modal sentences, list items, in English or German. Sentences that limit or
 * explain belong to the need before them. A text that asks for nothing in a way we know is one need, word for word.
 */
export function readNeeds(text: string, origin: string, roles: readonly string[], language: DraftLanguage): Reading {
  const isRole = (name: string): boolean => roleNamed(name, roles) !== undefined;
  const read = language === "de" ? readGerman : readEnglish;
  const needs: Need[] = [];
  const background: string[] = [];
  const early: string[] = [];
  for (const { text: said, lead, heading, isItem, isUnder } of piecesOf(text, language)) {
    const last = needs.at(-1);
    if (isUnder && last) {
      last.rules.push(said);
      continue;
    }
    const whole = lead === "" ? said : `${lead} ${said}`;
    const [, opening = "", asked = whole] =
      /^((?:later|some day|eventually|später|irgendwann)|(?:also|additionally|in addition|then|finally|first|außerdem|zudem|zusätzlich|ferner|schließlich)),? (.+)$/isu.exec(
        whole,
      ) ?? [];
    // In German the word stands before the verb and holds its place there.
    const asRead = read(language === "de" ? whole : asked, isItem, isRole);
    const wish: Wish = /^(?:later|some day|eventually|später|irgendwann)$/i.test(opening)
      ? { ...asRead, priority: "later" }
      : asRead;
    const isPronoun = /^(?:it|they|this|that|these|those|sie|es|er|dies\p{L}*|das)$/iu.test(wish.actor);
    const isDetail =
      last !== undefined &&
      (wish.actor === "" || isPronoun) &&
      !isItem &&
      limits.test(said) &&
      (pointsBack.test(said) || sharesTopic(topicOf(said, language), last.topic));
    if (wish.isRule || isDetail) {
      const topic = isItem ? topicOf(said, language) : [];
      if (last) (needs.findLast((need) => sharesTopic(topic, need.topic)) ?? last).rules.push(said);
      else early.push(said);
      continue;
    }
    if (!wish.isWish) {
      if (last && pointsBack.test(said) && /\d/.test(said)) last.rules.push(said);
      else background.push(said);
      continue;
    }
    if (!/\p{L}|\p{N}/u.test(said) || needs.some((need) => need.words === said) || needs.length === mostNeeds) continue;
    const role = wish.actor === "" ? undefined : roleNamed(wish.actor, roles);
    const isNamed = wish.priority === "none" && wish.actor !== "" && role === undefined;
    const telling = keywords(said, language, 12);
    needs.push({
      ...wish,
      keywords: telling,
      topic: telling.map((word) => word.toLowerCase()),
      words: said,
      origin,
      heading,
      roles: role === undefined ? [] : [role],
      stranger: isNamed ? wish.actor : "",
      rules: [],
    });
  }
  for (const rule of early) {
    const topic = topicOf(rule, language);
    (needs.find((need) => sharesTopic(topic, need.topic)) ?? needs[0])?.rules.push(rule);
  }
  if (needs.length > 0) return { needs, background };
  const all = oneLine(text);
  const asItIs = language === "de" ? `Folgendes: ${quoted(all, "de")}` : `this: ${quoted(all, "en")}`;
  const rest = {
    keywords: [],
    topic: topicOf(all, language),
    situation: "",
    soThat: "",
    actor: "",
    priority: "none" as const,
    isRule: false,
    isWish: true,
  };
  return {
    needs: [{ ...rest, want: asItIs, words: all, origin, heading: "", roles: [], stranger: "", rules: [] }],
    background: [],
  };
}

/** Sentences that a list of needs holds already. */
export const isKnown = (said: string, needs: readonly Need[]): boolean =>
  needs.some((need) => similarity(need.words, said) >= 0.85);
