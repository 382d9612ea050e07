import { isStopword, keywords, words } from "#src/kit/text.ts";

/* Product planning by counting: scores, an order that a team can keep, weeks, and feedback that nothing answers. */

/** How users feel about a feature (Kano), in the order in which it is built; `unknown` where nobody asked them. */
export const kanoKinds = ["basic", "performance", "delight", "unknown", "indifferent"] as const;
export type Kano = (typeof kanoKinds)[number];

export interface Idea {
  title: string;
  what: string;
  /** People or accounts in a period, the same one for all ideas. */
  reach: number;
  impact: number;
  /** Percent. */
  confidence: number;
  urgency: number;
  /** Person-weeks. */
  effort: number;
  rank: "must" | "should" | "could" | "wont";
  kano: Kano;
  /** Title of the idea that has to be done before; empty for none. */
  after: string;
}

/**
 * Reach, impact, confidence and effort (Intercom); weighted shortest job first (Reinertsen); MoSCoW or Kano, then as
 * `rice`.
 */
export type Method = "rice" | "wsjf" | "moscow" | "kano";

/** Effort, in person-weeks, that nothing is counted below: an estimate of none would win every order. */
const minEffort = 0.1;

/** Value for the effort. Scores of one method compare, those of two do not. */
export function scoreOf(idea: Idea, method: Method): number {
  const effort = Math.max(minEffort, idea.effort);
  return method === "wsjf"
    ? (idea.impact + idea.urgency) / effort
    : (idea.reach * idea.impact * (idea.confidence / 100)) / effort;
}

/** Index of the idea that another one names as needed first; null for none, and for a title that is not in the list. */
export function prerequisiteOf(ideas: readonly Idea[], at: number): number | null {
  const name = ideas[at]?.after.trim().toLowerCase() ?? "";
  if (name === "") return null;
  const found = ideas.findIndex(({ title }, other) => other !== at && title.trim().toLowerCase() === name);
  return found < 0 ? null : found;
}

const ranks = ["must", "should", "could", "wont"] as const;

/**
 * Indices of the ideas in the order of work: best score first, nothing before what it needs, without what will not be
 * done. Of ideas that need each other in a circle the better one follows the others.
 * @param mustFirst sorts by rank before score
 */
export function orderOf(ideas: readonly Idea[], method: Method, mustFirst = method === "moscow"): number[] {
  const byWeight = ideas
    .map((idea, at) => ({
      at,
      rank: ranks.indexOf(idea.rank),
      kano: method === "kano" ? kanoKinds.indexOf(idea.kano) : 0,
      score: scoreOf(idea, method),
    }))
    .filter(({ at }) => ideas[at]?.rank !== "wont")
    .toSorted((a, b) => (mustFirst ? a.rank - b.rank : 0) || a.kano - b.kano || b.score - a.score || a.at - b.at);
  const order = new Set<number>();
  for (const { at } of byWeight) {
    const chain: number[] = [];
    for (let next: number | null = at; next !== null; next = prerequisiteOf(ideas, next)) {
      if (order.has(next) || chain.includes(next) || ideas[next]?.rank === "wont") break;
      chain.push(next);
    }
    for (const one of chain.toReversed()) order.add(one);
  }
  return [...order];
}

export interface ScheduledIdea {
  /** Index of the idea. */
  at: number;
  score: number;
  /** Weeks from the start, with the whole team on one idea after the other; all 0 for a team without a pace. */
  from: number;
  to: number;
  /** Quarter of 13 weeks in which it ends, 1 …; 0 for a team without a pace. */
  quarter: number;
  /** Place in the order, 1 …, if it took half as much again. */
  rankIfLonger: number;
  /** Place if it were half as sure. */
  rankIfUnsure: number;
}

const weeksOfQuarter = 13;
/** A century stands for never, and calendars can still count it. */
const longestPlan = 5200;

/**
 * Work one after the other at the pace of the team: what the order means in weeks, and how firm it is.
 * @param pace person-weeks that the team gets done in a week
 */
export function scheduleOf(ideas: readonly Idea[], method: Method, pace: number, mustFirst?: boolean): ScheduledIdea[] {
  const placeWith = (at: number, changed: Idea): number =>
    orderOf(ideas.with(at, changed), method, mustFirst).indexOf(at) + 1;
  const weeksOf = (effort: number): number => (pace > 0 ? Math.min(effort / pace, longestPlan) : 0);
  let spent = 0;
  return orderOf(ideas, method, mustFirst).flatMap((at) => {
    const idea = ideas[at];
    if (!idea) return [];
    const before = spent;
    spent += idea.effort;
    const to = weeksOf(spent);
    return {
      at,
      score: scoreOf(idea, method),
      from: weeksOf(before),
      to,
      // What ends with the last day of a quarter is in it, whatever the sums of fractions say.
      quarter: pace > 0 ? Math.max(1, Math.ceil(to / weeksOfQuarter - 1e-9)) : 0,
      rankIfLonger: placeWith(at, { ...idea, effort: idea.effort * 1.5 }),
      rankIfUnsure: placeWith(at, { ...idea, confidence: idea.confidence / 2 }),
    };
  });
}

/**
 * Person-weeks that a team gets done in a week.
 * @param team people, with the percent of their time that they have for the product
 * @param focus percent of that time that goes into new work
 */
export const paceOf = (team: readonly { people: number; share: number }[], focus: number): number =>
  team.reduce((sum, { people, share }) => sum + people * (share / 100), 0) * (focus / 100);

/** Straight line from today's value to the goal, a value for the end of each quarter: for checking, no forecast. */
export const lineTo = (from: number, to: number, quarters: number): number[] =>
  Array.from({ length: quarters }, (_, at) => from + ((to - from) * (at + 1)) / quarters);

/** Indices of ideas that need themselves in the end: no order can be right for them. */
export const circlesOf = (ideas: readonly Idea[]): number[] =>
  ideas.flatMap((_, at) => {
    let next = prerequisiteOf(ideas, at);
    for (let step = 0; step < ideas.length && next !== null; step += 1) {
      if (next === at) return [at];
      next = prerequisiteOf(ideas, next);
    }
    return [];
  });

/** Words of time say nothing about what somebody means. */
const timeWords = /^(?:week|month|year|daily|today|every|once|woche|monat|jahr|heute|jede|einmal|tage)/;

/** Letters by which words of one stem are known, so that “report” and “reports” meet. */
const stemLength = 5;

const topicWords = (text: string, language: string, least: number, withStopwords = false): string[] =>
  words(text.replaceAll("-", " "), language)
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= least && !timeWords.test(word) && (withStopwords || !isStopword(word, language)));
const stems = (list: readonly string[]): Set<string> => new Set(list.map((word) => word.slice(0, stemLength)));
/** In a title every longer word counts, function words too. */
const titleStems = (title: string, language: string): Set<string> => stems(topicWords(title, language, 5, true));

export interface Voice {
  /** `v1` … in the order of the text. */
  id: string;
  text: string;
  /** Index of the idea it speaks of; null for none. */
  idea: number | null;
}

const listMark = /^\s*(?:[-*•]|\d{1,3}[.):;])\s*/;

/** Points from which a voice speaks of an idea: one word of its title, or two of its description. */
const minShared = 2;

/**
 * Feedback line by line, each with the idea whose words it shares most, the earlier one of two. Lines of up to five
 * characters say nothing and are left out.
 * @param most lines that are read
 */
export function voicesOf(
  text: string,
  ideas: readonly Pick<Idea, "title" | "what">[],
  language: string,
  most = 400,
): Voice[] {
  const known = ideas.map(({ title, what }) => {
    const inTitle = titleStems(title, language);
    const inAll = stems(topicWords(`${title} ${what}`, language, 4));
    return {
      inTitle,
      inRest: new Set([...inAll].filter((stem) => !inTitle.has(stem))),
      all: `${title} ${what}`.toLowerCase(),
    };
  });
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(listMark, "").trim())
    .filter((line) => line.length > 5)
    .slice(0, most)
    .map((line, at) => {
      const own = [...new Set([...stems(topicWords(line, language, 4)), ...titleStems(line, language)])];
      // German joins words: “Bericht” is in “Wochenbericht”.
      const long = words(line, language)
        .map((word) => word.toLowerCase())
        .filter((word) => word.length > 6 && !timeWords.test(word) && !isStopword(word, language));
      const scores = known.map(
        ({ inTitle, inRest, all }) =>
          2 * own.filter((stem) => inTitle.has(stem)).length +
          own.filter((stem) => inRest.has(stem)).length +
          2 * long.filter((word) => all.includes(word)).length,
      );
      const best = Math.max(0, ...scores);
      return { id: `v${at + 1}`, text: line, idea: best < minShared ? null : scores.indexOf(best) };
    });
}

/** Words that several voices without an idea share: themes that nobody plans for, with the ids of these voices. */
export function themesOf(voices: readonly Voice[], language: string): { word: string; ids: string[] }[] {
  const open = voices.filter(({ idea }) => idea === null);
  return keywords(open.map(({ text }) => text).join("\n"), language, 12)
    .map((word) => ({
      word,
      ids: open.filter(({ text }) => text.toLowerCase().includes(word.toLowerCase())).map(({ id }) => id),
    }))
    .filter(({ ids }) => ids.length > 1);
}
