import type { Reducer } from "@reduxjs/toolkit";
import { type Call, createCall, type Failure, type ErrorMessage } from "./listStore.ts";

/** One record of the signed-in person: undefined, not loading and not loaded at first. */
export interface RecordState<T> {
  value: T | undefined;
  loading: boolean;
  loaded: boolean;
  error: Failure | undefined;
  /** The newest fetch; answers of others are dropped, also those from before a reset. */
  fetchId: string | undefined;
}

/** State of a record before anything was asked for. */
export function emptyRecord<T>(): RecordState<T> {
  return { value: undefined, loading: false, loaded: false, error: undefined, fetchId: undefined };
}

/**
 * One record with its fetch. A failure keeps the error and sets loaded to false; the value that was shown stays.
 * @param name prefix of the action types
 * @param raised what a refusal is raised as
 */
export function createRecordStore<T>(
  name: string,
  raised: ErrorMessage,
  call: (signal: AbortSignal) => Promise<T>,
): { reducer: Reducer<RecordState<T>>; fetch: Call<T, void> } {
  const fetch = createCall<void, T>(`${name}/fetch`, raised, (_none, signal) => call(signal));
  const reducer: Reducer<RecordState<T>> = (state = emptyRecord<T>(), action) => {
    if (fetch.pending.match(action))
      return { ...state, loading: true, error: undefined, fetchId: action.meta.requestId };
    const isLoaded = fetch.fulfilled.match(action);
    if (!isLoaded && !fetch.rejected.match(action)) return state;
    if (action.meta.requestId !== state.fetchId) return state;
    const after = { ...state, loading: false, loaded: isLoaded, fetchId: undefined };
    return isLoaded ? { ...after, value: action.payload } : { ...after, error: action.error };
  };
  return { reducer, fetch };
}
