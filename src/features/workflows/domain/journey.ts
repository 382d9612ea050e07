import { readCsv } from "#src/kit/csv.ts";
import { voicesOf as voicesOfTitles } from "./product.ts";

/* A customer journey in numbers: where people leave, what that costs, how it feels, and what a test of a change takes. */

/** The way from one counted stage to the next counted one; stages without a number are skipped, never guessed. */
export interface FunnelStep {
  /** Indexes of the two stages. */
  from: number;
  at: number;
  /** People at each of them. */
  before: number;
  after: number;
  /** People who don't arrive; 0 when more arrive than were there before. */
  lost: number;
  /** Share that arrives, 0 to 1; above 1 when the two numbers aren't of one group; null after a stage with nobody. */
  rate: number | null;
}

/** @param counts people who got as far as each stage; null where nobody has counted */
export function funnelOf(counts: readonly (number | null)[]): FunnelStep[] {
  const counted = counts.flatMap((people, at) => (people === null ? [] : [{ people, at }]));
  return counted.slice(1).map(({ people: after, at }, index) => {
    const { people: before, at: from } = counted[index] ?? { people: 0, at: 0 };
    return { from, at, before, after, lost: Math.max(0, before - after), rate: before > 0 ? after / before : null };
  });
}

/** Whether all numbers can be of one group of people: nowhere are there more than before. */
export const isOneGroup = (steps: readonly FunnelStep[]): boolean =>
  steps.every(({ before, after }) => after <= before);

/** The step that loses most people, the earlier one of two; null when nobody is lost. */
export const largestLossOf = (steps: readonly FunnelStep[]): FunnelStep | null =>
  steps.filter(({ lost }) => lost > 0).toSorted((a, b) => b.lost - a.lost || a.at - b.at)[0] ?? null;

/** The step with the lowest share that arrives, of equal ones the larger loss; null when nobody is lost. */
export const lowestRateOf = (steps: readonly FunnelStep[]): FunnelStep | null =>
  steps
    .filter(({ lost }) => lost > 0)
    .toSorted((a, b) => (a.rate ?? 1) - (b.rate ?? 1) || b.lost - a.lost || a.at - b.at)[0] ?? null;

/**
 * How many more reach the stage `end` when `points` (0 to 1) more of those before it reach the stage `at`, all else as
 * it is: at most as many as are lost there. Null when that doesn't follow from the numbers.
 */
export function extraAt(steps: readonly FunnelStep[], at: number, end: number, points: number): number | null {
  const step = steps.find((one) => one.at === at);
  const last = steps.find((one) => one.at === end);
  if (!step || !last || at > end || step.rate === null || step.after === 0) return null;
  const arriving = step.before * Math.min(points, Math.max(0, 1 - step.rate));
  return arriving * (last.after / step.after);
}

/** Squared sum of the normal quantiles of 5 % error (two-sided) and 80 % power, (1.96 + 0.84)², rounded up, twice. */
const testFactor = 16;

/**
 * People in each of two groups who are needed to tell a share from one that is `points` higher: the rule of thumb
 * 16 p (1 − p) ÷ d² (Lehr) with p between the two shares.
 * @param rate share today, 0 to 1
 * @param points above 0
 */
export function groupSize(rate: number, points: number): number {
  const middle = Math.min(1, Math.max(0, rate + points / 2));
  return Math.ceil((testFactor * middle * (1 - middle)) / points ** 2 - 1e-9);
}

export interface PromoterScore {
  /** −100 to 100. */
  score: number;
  count: number;
  promoters: number;
  detractors: number;
  /** Answers that are no whole number from 0 to 10. */
  unread: string[];
}

const promoterFrom = 9;
const detractorTo = 6;

/** Net promoter score of answers in a row: share of 9 and 10 less share of 0 to 6, in points; null without answers. */
export function promoterScore(text: string): PromoterScore | null {
  const given = text.split(/[\s,;/]+/).filter(Boolean);
  if (given.length === 0) return null;
  const answers = given.filter((one) => /^(?:\d|10)$/.test(one)).map(Number);
  const promoters = answers.filter((one) => one >= promoterFrom).length;
  const detractors = answers.filter((one) => one <= detractorTo).length;
  return {
    score: answers.length === 0 ? 0 : Math.round(((promoters - detractors) / answers.length) * 100),
    count: answers.length,
    promoters,
    detractors,
    unread: given.filter((one) => !/^(?:\d|10)$/.test(one)),
  };
}

export interface EmotionCurve {
  /** Indexes of stages; of equal ones the earlier. Null where no feeling is known. */
  highest: number | null;
  lowest: number | null;
  /** The stage that feels worst compared with the known one before it; null when nothing falls. */
  fall: { at: number; by: number } | null;
  /** The last known feeling. */
  last: { at: number; value: number } | null;
}

/** @param feelings −2 to 2 for each stage; null where nobody knows */
export function emotionCurve(feelings: readonly (number | null)[]): EmotionCurve {
  const known = feelings.flatMap((value, at) => (value === null ? [] : [{ at, value }]));
  const falls = known
    .slice(1)
    .map(({ at, value }, index) => ({ at, by: (known[index]?.value ?? 0) - value }))
    .filter(({ by }) => by > 0);
  return {
    highest: known.toSorted((a, b) => b.value - a.value || a.at - b.at)[0]?.at ?? null,
    lowest: known.toSorted((a, b) => a.value - b.value || a.at - b.at)[0]?.at ?? null,
    fall: falls.toSorted((a, b) => b.by - a.by || a.at - b.at)[0] ?? null,
    last: known.at(-1) ?? null,
  };
}

export interface WeighedIdea {
  /** 1 to 3; null: nobody has judged it. */
  gain: number | null;
  effort: number | null;
  /** Share that is lost before its stage, 0 to 1; null where nobody has counted. */
  lostShare: number | null;
}

/** Effect × percent lost before the stage ÷ effort; null when one of the three isn't known. */
export const ideaWeight = ({ gain, effort, lostShare }: WeighedIdea): number | null =>
  gain === null || effort === null || lostShare === null ? null : (gain * Math.max(0, lostShare) * 100) / effort;

/** Ideas with the heaviest first; those without a weight follow by effect and effort, then in their order. */
export function byWeight<Idea extends WeighedIdea>(ideas: readonly Idea[]): (Idea & { weight: number | null })[] {
  const ratio = ({ gain, effort }: WeighedIdea): number => (gain ?? 0) / (effort ?? 4);
  return ideas
    .map((idea) => ({ ...idea, weight: ideaWeight(idea) }))
    .toSorted((a, b) => (b.weight ?? -1) - (a.weight ?? -1) || ratio(b) - ratio(a));
}

export interface CountedName {
  name: string;
  people: number | null;
  days: number | null;
}

const plainNumber = /^\d+(?:[.,]\d{1,2})?$/;
const groupedNumber = /^\d{1,3}(?:[.,'’]\d{3})+$/;

/** A number as people and spreadsheets write it: `1,900`, `1.900`, `1 900`, `12.5`; null for anything else. */
function numberIn(text: string): number | null {
  const digits = text.replace(/[\s\u00a0\u202f]/g, "");
  if (groupedNumber.test(digits)) return Number(digits.replace(/\D/g, ""));
  return plainNumber.test(digits) ? Number(digits.replace(",", ".")) : null;
}

/**
 * Numbers per stage from pasted lines or a table: name; people; days. A first line without a number is its head.
 * @returns what was read, and the lines in which there is no number
 */
export function readFunnel(text: string): { rows: CountedName[]; unread: string[] } {
  const separator = [";", "\t"].find((one) => text.includes(one)) ?? ",";
  const rows: CountedName[] = [];
  const unread: string[] = [];
  for (const [index, cells] of readCsv(text, separator).entries()) {
    const [name = "", people = "", days = ""] = cells.map((cell) => cell.trim());
    const [counted, lasting] = [numberIn(people), numberIn(days)];
    // "Visits,1,900" could be 1,900 people as well as 1 person and 900 days.
    const isClear = separator !== "," || !/^\d{3}$/.test(days);
    if (name !== "" && isClear && (counted !== null || lasting !== null))
      rows.push({ name, people: counted === null ? null : Math.round(counted), days: lasting });
    else if (index > 0 || /\d/.test(people))
      unread.push(cells.map((cell) => cell.trim()).join(separator === "\t" ? " " : `${separator} `));
  }
  return { rows, unread };
}

export const sameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

export interface JourneyVoice {
  /** `v1` … in the order of the text. */
  id: string;
  text: string;
  /** Index of the stage it speaks of; null for none. */
  stage: number | null;
}

/** Words before the colon of a line that names a stage, at most. */
const longestName = 40;

/**
 * What customers said, line by line: `Stage: words` belongs to that stage, any other line to the stage whose words it
 * shares most.
 * @param most lines that are read
 */
export function journeyVoices(
  text: string,
  stages: readonly { name: string; does: string }[],
  language: string,
  most = 300,
): JourneyVoice[] {
  const titles = stages.map(({ name, does }) => ({ title: name, what: does }));
  return voicesOfTitles(text, titles, language, most).map(({ id, text: line, idea }) => {
    const colon = line.indexOf(":");
    const name = colon > 0 && colon <= longestName ? line.slice(0, colon) : "";
    const stage = name === "" ? -1 : stages.findIndex((one) => sameName(one.name, name));
    const words = line.slice(colon + 1).trim();
    return stage < 0 || words === "" ? { id, text: line, stage: idea } : { id, text: words, stage };
  });
}
