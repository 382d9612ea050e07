import { similarity } from "#src/kit/likeness.ts";
import { isStopword, words } from "#src/kit/text.ts";
import {
  type Bound,
  boundsOf,
  type Criterion,
  criteriaOf,
  givesReason,
  partsOf,
  type Rank,
  roleIn,
  solutionWordsIn,
  type Statement,
  statementsOf,
  vagueWordsIn,
} from "./stories.ts";
import { oneLine } from "./wording.ts";

/*
 * User stories judged by counting: whether each is ready (INVEST), how large it is, which are alike, which statements
 * contradict each other, what no story covers, and in which order work fits sprints.
 */

/** A story as far as judging needs it. */
export interface StoryInput {
  text: string;
  criteria: readonly Criterion[];
  /** Number of edge cases. */
  edges: number;
  /** Ids of stories that have to be done before. */
  after: readonly string[];
}

export type StoryIssueCode =
  | "needsFirst"
  | "solution"
  | "noReason"
  | "noRole"
  | "roleMissing"
  | "vague"
  | "noCriteria"
  | "tooMany"
  | "twoThings";

/** Letters of INVEST: independent, negotiable, valuable, estimable, small, testable (Bill Wake, 2003). */
export const investLetters = ["I", "N", "V", "E", "S", "T"] as const;

/** What is wrong by each letter, with the words or the number that show it; null for a letter that holds. */
export type Invest = Readonly<Record<(typeof investLetters)[number], { code: StoryIssueCode; with: string } | null>>;

const twoThings = /(?<!\p{L})(?:as well as|and also|and then|sowie|und außerdem|und dann)(?!\p{L})/iu;

/** Words of a story that is more than one. */
const longestStory = 45;

/**
 * The six INVEST criteria of a story, checked on its text alone.
 * @param limit most criteria of a story that is still small
 * @param roles of the form: a sentence that speaks of one of them has a role without being a story by its form
 */
export function investOf({ text, criteria, after }: StoryInput, limit: number, roles: readonly string[]): Invest {
  const parts = partsOf(text);
  const vague = vagueWordsIn([text, ...criteria.map((one) => one.text)].join("\n"));
  const solutions = solutionWordsIn(text);
  const fault = (holds: boolean, code: StoryIssueCode, what = ""): { code: StoryIssueCode; with: string } | null =>
    holds ? { code, with: what } : null;
  const hasRole = parts !== null || roleIn(text, roles) !== undefined;
  const hasReason = parts === null ? givesReason(text) : parts.why !== "";
  const noCriteria = fault(criteria.length === 0, "noCriteria");
  const isVague = fault(vague.length > 0, "vague", vague.join(", "));
  const isTwo = twoThings.test(parts?.want ?? text) || words(text).length > longestStory;
  return {
    I: fault(after.length > 0, "needsFirst", after.join(", ")),
    N: fault(solutions.length > 0, "solution", solutions.join(", ")),
    V: fault(!hasRole, hasReason ? "roleMissing" : "noRole") ?? fault(!hasReason, "noReason"),
    E: noCriteria ?? isVague,
    S: fault(criteria.length > limit, "tooMany", String(criteria.length)) ?? fault(isTwo, "twoThings"),
    T: noCriteria ?? isVague,
  };
}

/** Labels of a scale with the most that each holds, and its points. */
const scales: Readonly<Record<string, readonly (readonly [most: number, label: string, points: number])[]>> = {
  fibonacci: [
    [1.5, "1", 1],
    [3, "2", 2],
    [4.5, "3", 3],
    [6.5, "5", 5],
    [9.5, "8", 8],
    [13.5, "13", 13],
    [Infinity, "21", 21],
  ],
  tshirt: [
    [2, "XS", 1],
    [4, "S", 2],
    [6.5, "M", 5],
    [9.5, "L", 8],
    [Infinity, "XL", 13],
  ],
};

export interface Size {
  label: string;
  points: number;
}

/**
 * A value to start estimating from: criteria, half of the edge cases and what has to be done before, counted. Null
 * while there are no criteria to count, and on a scale that is not known.
 */
export function sizeOf({ criteria, edges, after }: StoryInput, scale: string): Size | null {
  if (criteria.length === 0) return null;
  const count = criteria.length + edges / 2 + after.length;
  const step = scales[scale]?.find(([most]) => count <= most);
  return step ? { label: step[1], points: step[2] } : null;
}

interface Named {
  id: string;
  text: string;
}

export interface Alike {
  story: Named;
  other: Named;
  /** 0 to 1. */
  score: number;
}

/** Likeness from which two stories may be one. */
const minLikeness = 0.55;

/** What a story wants, without the words that all stories share. */
const wishOf = (text: string): string => partsOf(text)?.want ?? text;

/** Pairs of stories, or of a story and an existing one, that ask for much the same; most alike first. */
export function alikeOf(stories: readonly Named[], existing: readonly Named[], least = minLikeness): Alike[] {
  const wishes = new Map([...existing, ...stories].map((one) => [one, wishOf(one.text)]));
  return stories
    .flatMap((story, at) =>
      [...existing, ...stories.slice(0, at)].map((other) => ({
        story,
        other,
        score: similarity(wishes.get(story) ?? "", wishes.get(other) ?? ""),
      })),
    )
    .filter(({ score }) => score >= least)
    .toSorted((a, b) => b.score - a.score);
}

export interface Sprint {
  ids: string[];
  points: number;
}

const rankWeight: Readonly<Record<Rank, number>> = { must: 0, should: 1, could: 2, open: 3 };

/**
 * Stories in sprints: heavier ranks first, none before a story that it needs, none over the capacity unless it is alone
 * in its sprint. Stories that need each other in a circle come last, the heaviest first.
 */
export function sprintsOf(
  stories: readonly { id: string; rank: Rank; points: number; after: readonly string[] }[],
  capacity: number,
): Sprint[] {
  const known = new Set(stories.map(({ id }) => id));
  const left = stories.toSorted((a, b) => rankWeight[a.rank] - rankWeight[b.rank]);
  const done = new Set<string>();
  const sprints: Sprint[] = [];
  let sprint: Sprint = { ids: [], points: 0 };
  while (left.length > 0) {
    const ready = left.filter(({ after }) => after.every((id) => done.has(id) || !known.has(id)));
    const fitting = ready.find(({ points }) => sprint.points + points <= capacity);
    const next = fitting ?? (sprint.ids.length === 0 ? (ready[0] ?? left[0]) : undefined);
    if (next) {
      left.splice(left.indexOf(next), 1);
      done.add(next.id);
      sprint.ids.push(next.id);
      sprint.points += next.points;
    } else {
      sprints.push(sprint);
      sprint = { ids: [], points: 0 };
    }
  }
  return sprint.ids.length > 0 ? [...sprints, sprint] : sprints;
}

/** Ids of stories that need themselves in the end: no order of work can be right for them. */
export function circlesOf(stories: readonly { id: string; after: readonly string[] }[]): string[] {
  const needed = new Map(stories.map(({ id, after }) => [id, after]));
  const needsItself = (id: string): boolean => {
    const seen = new Set<string>();
    const open = [...(needed.get(id) ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === id) return true;
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(...(needed.get(next) ?? []));
    }
    return false;
  };
  return stories.filter(({ id }) => needsItself(id)).map(({ id }) => id);
}

const denials = /^(?:without|no|not|never|nothing|ohne|kein\p{L}*|nicht|nichts|nie)$/u;

/** Words after a denial that it may deny, and letters by which words of one stem are known. */
const [deniedWords, stemLength] = [3, 6];

/** Most contradictions that are asked about. */
const maxClashes = 3;

/**
 * Pairs of statements of which one denies what the other asks for, by their words: to be asked about, not to be
 * decided. The denying statement comes first; each pair is listed once.
 */
export function clashesOf(
  statements: readonly Statement[],
  language: string,
): (readonly [denying: Statement, asking: Statement])[] {
  const isTopic = (word: string): boolean => word.length > 4 && !isStopword(word, language);
  const stemsOf = (list: readonly string[]): Set<string> =>
    new Set(list.filter(isTopic).map((word) => word.slice(0, stemLength)));
  const read = statements.map((statement) => {
    const all = words(statement.text, language).map((word) => word.toLowerCase());
    const denied = all.flatMap((word, at) => (denials.test(word) ? all.slice(at + 1, at + 1 + deniedWords) : []));
    return { statement, denied: stemsOf(denied), named: stemsOf(all) };
  });
  const clashes: (readonly [Statement, Statement])[] = [];
  for (const one of read)
    for (const other of read) {
      if (clashes.length === maxClashes) return clashes;
      const isDenied = [...one.denied].some((stem) => other.named.has(stem) && !other.denied.has(stem));
      const isKnown = clashes.some(([denying, asking]) => denying === other.statement && asking === one.statement);
      if (other !== one && isDenied && !isKnown) clashes.push([one.statement, other.statement]);
    }
  return clashes;
}

export interface StoryAssessment extends StoryInput {
  id: string;
  /** Step of the story map. */
  step: string;
  rank: Rank;
  /** Ids of the statements that it covers. */
  needs: readonly string[];
  invest: Invest;
  size: Size | null;
}

export interface StoryFacts {
  needs: Statement[];
  stories: StoryAssessment[];
  bounds: Bound[];
  /** Wishes and rules that are in no story. */
  uncovered: Statement[];
  alike: Alike[];
  /** Empty unless all stories have points and the team a velocity. */
  sprints: Sprint[];
  circles: string[];
  clashes: (readonly [denying: Statement, asking: Statement])[];
}

export interface StoryMaterial {
  form: {
    feature: string;
    constraints: string;
    /** Most criteria of a story that is still small. */
    splitLimit: number;
    scale: string;
    /** Points of a sprint; 0 when it is not known. */
    velocity: number;
    roles: readonly string[];
  };
  language: string;
  stories: readonly { id: string; story: string; step: string; rank: Rank; needs: readonly string[] }[];
  /** Criteria and edge cases of a story, one a line. */
  details: readonly { id: string; criteria: string; edges: string; after: readonly string[] }[];
  /** Stories of the tracker. */
  existing: readonly Named[];
  /** Further texts of the person: their statements follow those of the form. */
  notes?: readonly string[];
}

/** The statements of several texts, numbered through. */
function statementsOfAll(texts: readonly string[], language: string): Statement[] {
  const all: Statement[] = [];
  for (const text of texts) {
    const before = all.length;
    const renamed = (id: string): string => (id === "" ? "" : `n${Number(id.slice(1)) + before}`);
    for (const one of statementsOf(text, language)) all.push({ ...one, id: renamed(one.id), of: renamed(one.of) });
  }
  return all;
}

/** Marks of where a sentence comes from, `[form]`, `[own]`, `[s1]`: they are no words of the story. */
const sourceMark = / ?\[(?:form|own|s\d{1,4})\]/g;

/** Everything that can be counted of a need and the stories written for it. */
export function storyFacts({ form, language, ...material }: StoryMaterial): StoryFacts {
  const needs = statementsOfAll([form.feature, ...(material.notes ?? [])], language);
  const details = new Map(material.details.map((row) => [row.id, row]));
  const stories = material.stories.map(({ id, story, step, rank, needs: covered }): StoryAssessment => {
    const row = details.get(id);
    const judged: StoryInput = {
      text: oneLine(story).replace(sourceMark, "").trim(),
      criteria: criteriaOf(row?.criteria ?? ""),
      edges: criteriaOf(row?.edges ?? "").length,
      after: row?.after ?? [],
    };
    const [invest, size] = [investOf(judged, form.splitLimit, form.roles), sizeOf(judged, form.scale)];
    return { ...judged, id, step, rank, needs: covered, invest, size };
  });
  const covered = new Set(stories.flatMap((story) => story.needs));
  const asked = needs.filter(({ kind }) => kind !== "background");
  // Sizes of shirts have an order and no sum.
  const isSized = form.scale === "fibonacci" && form.velocity > 0 && stories.every(({ size }) => size !== null);
  return {
    needs,
    stories,
    bounds: boundsOf([...asked.map(({ text }) => text), ...form.constraints.split(/(?<=[.!?])\s+|\n/)]),
    uncovered: asked.filter(({ id }) => !covered.has(id)),
    alike: alikeOf(
      stories.map(({ id, text }) => ({ id, text })),
      material.existing,
    ),
    sprints: isSized
      ? sprintsOf(
          stories.map(({ id, rank, after, size }) => ({ id, rank, after, points: size?.points ?? 0 })),
          form.velocity,
        )
      : [],
    circles: circlesOf(stories),
    clashes: clashesOf(asked, language),
  };
}
