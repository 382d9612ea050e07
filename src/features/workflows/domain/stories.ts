/* oxlint-disable unicorn/no-thenable -- `then` of a criterion is text in parsed data; nobody awaits it */
import { sentences, trimEndBy } from "#src/kit/text.ts";
import { oneLine } from "./wording.ts";

/*
 * User stories and the needs they come from, read by rules: what a text asks for, the parts of a story, the weight of a
 * wish, criteria, words that can be read in several ways, and the limits that sentences state. English and German.
 */

export interface Statement {
  /** `n1` … in the order of the text. */
  id: string;
  /** The person's own words, one to one, without the mark of a list. */
  text: string;
  /** A story or a wish; a rule, below another line or on its own; anything else. */
  kind: "wish" | "rule" | "background";
  /** Heading above it; empty for most. */
  heading: string;
  /** For a rule below another line: the id of that line; else empty. */
  of: string;
}

const wishWords =
  /(?<!\p{L})(?:must|should|shall|need(?:s)? to|want(?:s)?|would like|can|could|may|has to|have to|muss|müssen|soll(?:en|te|ten)?|möchte(?:n)?|will|wollen|kann|können|könnte(?:n)?|darf|dürfen|brauch(?:t|en|e))(?!\p{L})/iu;
/** Words that set a limit, and never only describe what there is: “more than 40 customers” may do that. */
const bindingLimit =
  /(?<!\p{L})(?:at most|up to|no more than|max(?:imum)?|within|at least|min(?:imum)?|höchstens|bis zu|bis(?= \d)|maximal|innerhalb|spätestens|mindestens)(?!\p{L})/iu;
const statesLimit = (text: string): boolean => bindingLimit.test(text) && /\d/.test(text);
/** A rule in words of its own: “If a task is overdue, send an email.” */
const conditional = /^(?:if|falls|wenn) [^,?]+, [^?]+$/iu;
const doubt =
  /\?[)\]]*$|\?\?|(?<!\p{L})(?:i think|maybe|please check|not sure|glaube ich|vielleicht|bitte prüfen|unklar)(?!\p{L})/iu;

/** True for a statement that asks something or says itself that it is not certain. */
export const isDoubted = (text: string): boolean => doubt.test(text.trimEnd());

interface StoryForm {
  /** Beginning of a story up to what is wanted, with the role or the situation. */
  start: RegExp;
  /** What parts the wish from its reason. */
  reason: RegExp;
}
const english = / (?:so that|so|because|in order to) /iu;
const german = /, (?:damit|sodass|so dass|weil|um) /iu;
const storyForms: readonly StoryForm[] = [
  { start: /^as (?:an? |the )?(?<role>[^,]{2,60}?),? i (?:want|need|would like|have)(?: to)? /iu, reason: english },
  { start: /^als (?<role>[^,]{2,60}?) (?:möchte|will|muss|brauche|kann|soll) ich /iu, reason: german },
  { start: /^when (?<role>[^,]{3,160}), i (?:want|need)(?: to)? /iu, reason: / so (?:that )?/iu },
  { start: /^wenn (?<role>[^,]{3,160}), (?:möchte|will|muss) ich /iu, reason: /, (?:damit|um) /iu },
];

export interface StoryParts {
  /** Who wishes, or when. */
  role: string;
  want: string;
  /** Empty when the story gives no reason. */
  why: string;
}

/** Who, what and what for of a story; null for a sentence that is none. */
export function partsOf(story: string): StoryParts | null {
  const line = trimEndBy(oneLine(story), /[.!]/);
  for (const { start, reason } of storyForms) {
    const found = start.exec(line);
    if (!found) continue;
    const rest = line.slice(found[0].length);
    const joint = reason.exec(rest);
    const why = joint ? rest.slice(joint.index + joint[0].length) : "";
    const want = joint && joint.index > 0 && why !== "" ? trimEndBy(rest.slice(0, joint.index), /,/) : rest;
    if (want !== "") return { role: found.groups?.["role"] ?? "", want, why: want === rest ? "" : why };
  }
  return null;
}

const listMark = /^\s*(?:[-*•–·]|\d{1,2}[.)]|\[[ x]\])\s/;

interface Line {
  text: string;
  /** White space before it. */
  indent: number;
  isListed: boolean;
}

function lineOf(raw: string): Line {
  const mark = listMark.exec(raw)?.[0];
  return {
    text: raw.slice(mark?.length ?? 0).trim(),
    indent: raw.length - raw.trimStart().length,
    isListed: mark !== undefined,
  };
}

/** A text with lines of a list: its marks show what is wished for. */
export const isList = (text: string): boolean => text.split(/\r?\n/).some((line) => listMark.test(line));

/**
 * Every line of a need, none lost: a line is a statement, prose is one statement a sentence, and a heading stands with
 * what follows it, or as background when nothing does. Lines of a list and stories are wishes, deeper lines of a list
 * rules of the wish above. In a text without any list, sentences that wish for something are wishes, too, also beside
 * stories; short lines without full stops are a list without its marks, unless there are stories among them. What else
 * wishes for something or states a limit is a rule whose story is not known.
 */
export function statementsOf(text: string, language: string): Statement[] {
  const lines = text
    .split(/\r?\n/)
    .map(lineOf)
    .filter((line) => line.text !== "");
  const hasList = isList(text);
  const areNotes =
    !hasList &&
    lines.every(({ text: line }) => partsOf(line) === null) &&
    lines.length > 2 &&
    lines.filter((line) => !line.text.endsWith(".")).length >= lines.length * 0.6;

  const found: (Omit<Statement, "id" | "of"> & { parent: number | null })[] = [];
  let heading = "";
  /** A heading without anything below it yet, as it was written. */
  let bareHeading = "";
  /** The wish that deeper lines belong to. */
  let wish: { at: number; indent: number } | null = null;
  const closeHeading = (): void => {
    if (bareHeading !== "") found.push({ text: bareHeading, kind: "background", heading: "", parent: null });
    bareHeading = "";
  };
  for (const { text: line, indent, isListed } of lines) {
    const isHeading = !isListed && (/^[^.!?]{2,60}:$/.test(line) || (areNotes && /^\p{L}+[!:]*$/u.test(line)));
    if (isHeading) {
      closeHeading();
      bareHeading = line;
      heading = trimEndBy(line, /[:!]/);
      wish = null;
      continue;
    }
    bareHeading = "";
    const isItem = isListed || areNotes;
    if (isItem && wish !== null && indent > wish.indent)
      found.push({ text: line, kind: "rule", heading, parent: wish.at });
    else if (isItem || partsOf(line) !== null) {
      wish = { at: found.length, indent };
      found.push({ text: line, kind: "wish", heading, parent: null });
    } else
      for (const one of sentences(line, language)) {
        const isWish = wishWords.test(one) || conditional.test(one);
        const kind = isWish ? (hasList ? "rule" : "wish") : statesLimit(one) ? "rule" : "background";
        found.push({ text: one, kind, heading, parent: null });
      }
  }
  closeHeading();
  return found.map(({ parent, ...one }, at) => ({
    ...one,
    id: `n${at + 1}`,
    of: parent === null ? "" : `n${parent + 1}`,
  }));
}

/** Weight of a wish; `open` when nothing says it. */
export type Rank = "open" | "could" | "should" | "must";

/** The weakest word decides: “must later” can wait. */
const rankWords: readonly (readonly [Rank, RegExp])[] = [
  ["could", /(?<!\p{L})(?:later|could|might|nice to have|some day|später|könnte(?:n)?|irgendwann)(?!\p{L})/iu],
  ["must", /(?<!\p{L})(?:must|has to|have to|muss|müssen|darf nicht|dürfen nicht)(?!\p{L})/iu],
  ["should", /(?<!\p{L})(?:should|shall|soll(?:en|te|ten)?)(?!\p{L})/iu],
  ["must", /(?<!\p{L})(?:only|never|nur|nie)(?!\p{L})/iu],
];

/** What the words of a wish say of its weight. */
export const rankOf = (text: string): Rank => rankWords.find(([, word]) => word.test(text))?.[0] ?? "open";

export interface Criterion {
  /** The whole line. */
  text: string;
  given: string;
  when: string;
  then: string;
  /** Given, when and then are all there, and nothing else. */
  isWhole: boolean;
}

const withoutMark = (line: string): string => line.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/, "").trim();

/** Criteria of a text, one a line: `given | when | then`, or a sentence. */
export const criteriaOf = (text: string): Criterion[] =>
  text
    .split("\n")
    .map(withoutMark)
    .filter(Boolean)
    .map((line) => {
      const [given = "", when = "", then = "", ...rest] = line
        .split("|")
        .map((part) => trimEndBy(part.trim(), /[.,;]/));
      const isWhole = rest.length === 0 && given !== "" && when !== "" && then !== "";
      return { text: line, given, when, then, isWhole };
    });

const vagueWords =
  /(?<![\p{L}-])(?:fast|quick(?:ly)?|easy|easily|simple|simply|user-friendly|intuitive(?:ly)?|flexible|efficient(?:ly)?|robust|modern|nice|better|appropriate|several|various|etc|and so on|if possible|seamless(?:ly)?|schnell|einfach|leicht|benutzerfreundlich|intuitiv|flexibel|effizient|robust|angemessen|möglichst|usw|diverse|zeitnah|bei bedarf|komfortabel|übersichtlich)(?![\p{L}-])/giu;
const solutionWords =
  /(?<![\p{L}-])(?:sql|database table|postgres(?:ql)?|mysql|mongodb|redis|kafka|react|angular|vue|microservices?|graphql|webhook|json|xml|dropdown|modal|pop-?up|checkbox|button|cron ?job|docker|kubernetes|schaltfläche|knopf|auswahlliste|datenbanktabelle|endpunkt)(?![\p{L}-])/giu;
const reasonWords = /(?<!\p{L})(?:so that|because|in order to|so i can|damit|sodass|weil)(?!\p{L})/iu;

/** `um … zu`: the purpose of a German sentence, both words in it. */
function givesPurpose(text: string): boolean {
  return text.split(".").some((part) => {
    const start = /(?<!\p{L})um /iu.exec(part)?.index;
    return start !== undefined && / zu(?!\p{L})/iu.test(part.slice(start + "um ".length));
  });
}

const distinct = (found: readonly string[]): string[] => [...new Set(found.map((word) => word.toLowerCase()))];

/** Words that can be read in several ways, in small letters, each once. */
export const vagueWordsIn = (text: string): string[] => distinct(text.match(vagueWords) ?? []);

/** Words that name a solution where a story should name a need, in small letters, each once. */
export const solutionWordsIn = (text: string): string[] => distinct(text.match(solutionWords) ?? []);

/** True when a sentence says what something is for. */
export const givesReason = (text: string): boolean => reasonWords.test(text) || givesPurpose(text);

/** The role of a list that a sentence speaks of, also in the plural. */
export const roleIn = (text: string, roles: readonly string[]): string | undefined =>
  roles.find((role) => role.trim() !== "" && text.toLowerCase().includes(role.trim().toLowerCase()));

const limitWords =
  /(?<!\p{L})(?:at most|up to|no more than|max(?:imum)?|within|above|less than|last|at least|min(?:imum)?|for|after|more than|older than|höchstens|bis zu|bis(?= \d)|maximal|innerhalb|spätestens|weniger als|letzten|mindestens|ab|seit|nach|länger als|mehr als|überfällig)(?!\p{L})/iu;
/** Whole numbers, also with signs between thousands; no dates, times, ranges and decimals. */
const wholeNumber = /(?<![\d.,:/-])(\d{1,3}(?:[.,]\d{3})+|\d{1,6})(?![\d:/-]|[.,]\d)/g;

export interface Bound {
  limit: number;
  /** The sentence that states it. */
  text: string;
  below: number;
  above: number;
}

/** Values at which software breaks: next to each whole number of a sentence that states a limit. Years are left out. */
export const boundsOf = (texts: readonly string[]): Bound[] =>
  [...new Set(texts)]
    .filter((text) => limitWords.test(text))
    .flatMap((text) => {
      const numbers = [...text.matchAll(wholeNumber)].map(([, number = ""]) => Number(number.replace(/[.,]/g, "")));
      return [...new Set(numbers)]
        .filter((limit) => limit > 0 && !(limit >= 1990 && limit <= 2100))
        .map((limit) => ({ limit, text, below: limit - 1, above: limit + 1 }));
    });
