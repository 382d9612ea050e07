import { createAction, type Reducer } from "@reduxjs/toolkit";

/** Specification section 3, supportive-intelligence state: the busy frame shows while `isRunning`. */
export interface ActivityState {
  isRunning: boolean;
  /** Runs of this person that have not ended, as far as this tab knows. */
  openRuns: readonly string[];
}

/** Whoever starts or watches a run says so; the shell then refreshes coins, user and projects. Saying it twice is fine. */
export const runStarted = createAction<string>("supportiveIntelligence/runStarted");
export const runEnded = createAction<string>("supportiveIntelligence/runEnded");
/** The server's own list of open runs. */
export const runsKnown = createAction<string[]>("supportiveIntelligence/runsKnown");

/** The page of the run's project has seen its end. */
export const runReported = createAction<string>("runs/reported");

/** Lists that keep their identity when nothing changes. */
const withRun = (ids: readonly string[], id: string): readonly string[] => (ids.includes(id) ? ids : [...ids, id]);
const withoutRun = (ids: readonly string[], id: string): readonly string[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : ids;

const stateOf = (openRuns: readonly string[]): ActivityState => ({ isRunning: openRuns.length > 0, openRuns });
const idle = stateOf([]);

/** Which runs are on. */
export const activityReducer: Reducer<ActivityState> = (state = idle, action) => {
  const { openRuns } = state;
  let next = openRuns;
  if (runStarted.match(action)) next = withRun(openRuns, action.payload);
  if (runEnded.match(action)) next = withoutRun(openRuns, action.payload);
  if (runsKnown.match(action) && action.payload.toSorted().join() !== openRuns.toSorted().join()) next = action.payload;
  return next === openRuns ? state : stateOf(next);
};

export interface ActivityRoot {
  supportiveIntelligence: ActivityState;
  unreportedRuns: readonly string[];
}
export const selectActivity = (state: ActivityRoot): ActivityState => state.supportiveIntelligence;

const none: readonly string[] = [];

/**
 * Runs that this tab started or watched and whose end no page has told yet. The server's list does not shorten it:
 * a draft is often written before the page of its project is there, and would end untold.
 */
export const unreportedRunsReducer: Reducer<readonly string[]> = (state = none, action) => {
  if (runStarted.match(action)) return withRun(state, action.payload);
  return runReported.match(action) ? withoutRun(state, action.payload) : state;
};
export const selectUnreportedRuns = (state: ActivityRoot): readonly string[] => state.unreportedRuns;
