import { createAction, type Reducer } from "@reduxjs/toolkit";
import type { FormValues, Run, RunOutline } from "../contract.ts";

/** What the answer to a start tells, for the page of its project: it paints from this before it has asked anything. */
export interface StartedRun {
  run: Run;
  outline: RunOutline | null;
  /** The form as it was sent. */
  values: FormValues;
}

/** The run started last in this tab, until its page knows it from the server. */
export interface StartedRunState {
  started: StartedRun | null;
}

/** A form has started a run and leaves for the page of its project. */
export const runHandedOver = createAction<StartedRun>("runs/handedOver");
/** The page of this project has read its run from the server. */
export const handoverTaken = createAction<string>("runs/handoverTaken");

const none: StartedRunState = { started: null };

export const startedRunReducer: Reducer<StartedRunState> = (state = none, action) => {
  if (runHandedOver.match(action)) return { started: action.payload };
  if (handoverTaken.match(action)) return state.started?.run.projectId === action.payload ? none : state;
  return state;
};

export interface StartedRunRoot {
  startedRun: StartedRunState;
}
/** The run of a project that was started just now. */
export const selectStartedRun = ({ startedRun: { started } }: StartedRunRoot, projectId: string): StartedRun | null =>
  started?.run.projectId === projectId ? started : null;
