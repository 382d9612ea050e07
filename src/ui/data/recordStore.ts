import type { AsyncThunk, Reducer } from "@reduxjs/toolkit";
import { createCall, type Failure, type ErrorMessage } from "./listStore.ts";

/** One record of the signed-in person: undefined, not loading and not loaded at first. */
export interface RecordState<T> {
  value: T | undefined;
  loading: boolean;
  loaded: boolean;
  saving: boolean;
  error: Failure | undefined;
  /** The newest fetch and the newest update; answers of others are dropped, also those from before a reset. */
  fetchId: string | undefined;
  updateId: string | undefined;
}

interface RecordCalls<T, Update> {
  fetch: { raised: ErrorMessage; call: (signal: AbortSignal) => Promise<T> };
  update?: { raised: ErrorMessage; call: (input: Update) => Promise<T> };
}

type Call<Result, Input> = AsyncThunk<Result, Input, { serializedErrorType: Failure }>;

export interface RecordStore<T, Update> {
  reducer: Reducer<RecordState<T>>;
  fetch: Call<T, void>;
  /** Whole or part; the answer becomes the record. */
  update: Call<T, Update>;
}

/** State of a record before anything was asked for. */
export function emptyRecord<T>(): RecordState<T> {
  return {
    value: undefined,
    loading: false,
    loaded: false,
    saving: false,
    error: undefined,
    fetchId: undefined,
    updateId: undefined,
  };
}

/**
 * One record with its fetch and, where it has one, its update. A failure keeps the error and sets loaded to false;
 * the value that was shown stays.
 * @param name prefix of the action types
 */
export function createRecordStore<T, Update = never>(
  name: string,
  calls: RecordCalls<T, Update>,
): RecordStore<T, Update> {
  const fetch = createCall<void, T>(`${name}/fetch`, calls.fetch.raised, (_none, signal) => calls.fetch.call(signal));
  const update = createCall<Update, T>(`${name}/update`, calls.update?.raised ?? "", (input) =>
    calls.update ? calls.update.call(input) : Promise.reject(new Error(`${name} has no update`)),
  );

  const reducer: Reducer<RecordState<T>> = (state = emptyRecord<T>(), action) => {
    if (fetch.pending.match(action)) {
      return { ...state, loading: true, error: undefined, fetchId: action.meta.requestId };
    }
    if (update.pending.match(action)) {
      return { ...state, saving: true, error: undefined, updateId: action.meta.requestId };
    }
    if (fetch.fulfilled.match(action) || fetch.rejected.match(action)) {
      if (action.meta.requestId !== state.fetchId) return state;
      const after = { ...state, loading: false, fetchId: undefined };
      return fetch.fulfilled.match(action)
        ? { ...after, value: action.payload, loaded: true }
        : { ...after, loaded: false, error: action.error };
    }
    if (update.fulfilled.match(action) || update.rejected.match(action)) {
      if (action.meta.requestId !== state.updateId) return state;
      const after = { ...state, saving: false, updateId: undefined };
      // What was fetched meanwhile may be older than what was just saved.
      return update.fulfilled.match(action)
        ? { ...after, value: action.payload, loading: false, loaded: true, fetchId: undefined }
        : { ...after, error: action.error };
    }
    return state;
  };

  return { reducer, fetch, update };
}
