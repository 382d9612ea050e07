import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

/** Specification section 3, supportive-intelligence state: the busy frame shows while `isRunning`. */
export interface ActivityState {
  isRunning: boolean;
  /** Runs of this person that have not ended, as far as this tab knows. */
  openRuns: string[];
}

const stateOf = (openRuns: string[]): ActivityState => ({ isRunning: openRuns.length > 0, openRuns });

/**
 * Which runs are on. Whoever starts or watches a run says so here; the shell refreshes coins and projects on each
 * start and end, so that nobody else has to.
 */
export const activity = createSlice({
  name: "supportiveIntelligence",
  initialState: stateOf([]),
  reducers: {
    runStarted: (state, { payload }: PayloadAction<string>) =>
      state.openRuns.includes(payload) ? state : stateOf([...state.openRuns, payload]),
    runEnded: (state, { payload }: PayloadAction<string>) =>
      state.openRuns.includes(payload) ? stateOf(state.openRuns.filter((id) => id !== payload)) : state,
    /** The server's own list of open runs. */
    runsKnown: (_state, { payload }: PayloadAction<string[]>) => stateOf(payload),
  },
});

export const { runStarted, runEnded, runsKnown } = activity.actions;

export const selectActivity = (state: { supportiveIntelligence: ActivityState }): ActivityState =>
  state.supportiveIntelligence;
