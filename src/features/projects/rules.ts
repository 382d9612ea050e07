/** Projects that one person may have. */
export const maxProjects = 10_000;

/** Note of a revision that a person edits. */
export const editedNote = "edited";

/**
 * Characters of a document as JSON beyond which no edit may take it: some 1.5 million typed ones, which stand in it
 * three times. Every edit reads, computes and writes all of it.
 */
export const maxDocumentLength = 5_000_000;

/** Fixed points of a project's state (specification section 4, meanings of the workflow descriptions). */
export const projectState = {
  created: 1,
  /** First and last value while a run is on. */
  running: 2,
  runningLast: 49,
  ready: 50,
  edited: 60,
  applied: 75,
  approved: 90,
  done: 100,
  /** Failed, cancelled or put away; the coins went back. */
  closed: 500,
} as const;

/** State of a running project. @param progress 0..1, anything outside is clamped */
export function stateAt(progress: number): number {
  const share = Number.isFinite(progress) ? Math.min(1, Math.max(0, progress)) : 0;
  return projectState.running + Math.round((projectState.runningLast - projectState.running) * share);
}

/** Progress 0..1 that a state stands for; null when no run is on. */
export function progressOf(state: number): number | null {
  if (state < projectState.running || state > projectState.runningLast) return null;
  return (state - projectState.running) / (projectState.runningLast - projectState.running);
}

export type StateGroup = "new" | "progress" | "ready" | "done" | "other";

/** Group of a state: 1 grey, 2 to 49 blue, 50 to 99 orange, 100 green, all else dark grey. */
export function stateGroupOf(state: number): StateGroup {
  if (state === projectState.created) return "new";
  if (state >= projectState.running && state <= projectState.runningLast) return "progress";
  if (state >= projectState.ready && state < projectState.done) return "ready";
  return state === projectState.done ? "done" : "other";
}

/** State of a project whose text the person changed or brought back: what was worked on further stays where it is. */
export const stateWithOwnText = (state: number): number =>
  state === projectState.closed ? projectState.edited : Math.max(state, projectState.edited);

/** State of a project with a document when a run has brought nothing: the one of before, if documents have it. */
export const stateWithoutResult = (before: number | null): number =>
  before !== null && before >= projectState.ready && before <= projectState.done ? before : projectState.ready;

/** Groups of specification section 4, and what came to nothing; `common:state.<name>` has the words. */
export type ProjectStateName = StateGroup | "applied" | "failed" | "cancelled";

/** What tells how a project stands. */
export interface StateOfProject {
  state: number;
  archived?: boolean;
  latestRunStatus?: string | null;
}

/** How a project is shown: 500 is an ordinary "Other" only when it was put away, not when its run came to nothing. */
export function stateNameOf({ state, archived = false, latestRunStatus }: StateOfProject): ProjectStateName {
  const isOver = state === projectState.closed && !archived;
  return isOver && (latestRunStatus === "failed" || latestRunStatus === "cancelled") ? latestRunStatus : nameOf(state);
}

/** Applied is the one state of its group that is told apart: orange as the others, with a tick. */
const nameOf = (state: number): ProjectStateName => (state === projectState.applied ? "applied" : stateGroupOf(state));

/** Longest name of a project, UTF-16 units. */
const nameLength = 120;

/** A copy's name, cut where it would be longer than a name may be; never in the middle of a character. */
export function copyName(words: string): string {
  if (words.length <= nameLength) return words;
  const cut = words.slice(0, nameLength - 1).replace(/[\uD800-\uDBFF]$/, "");
  return `${cut.trimEnd()}…`;
}
