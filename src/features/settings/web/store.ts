import { createAsyncThunk, type Reducer } from "@reduxjs/toolkit";
import { useSelector } from "react-redux";
import { createCall, type Failure, failureOf } from "#src/ui/data/listStore.ts";
import { emptyRecord, type RecordState } from "#src/ui/data/recordStore.ts";
import { api } from "#src/ui/client/api.ts";
import type { Settings, SettingsUpdate } from "../contract.ts";
import { mergeSettings } from "../rules.ts";

/**
 * `value` is what the page shows: the server's settings with the changes in flight laid over them, so that a refused
 * change disappears without touching its neighbours.
 */
export interface SettingsState extends RecordState<Settings> {
  /** Settings as the server last gave them. */
  settled: Settings | undefined;
  saving: boolean;
  /** Changes in flight in the order in which they were made. */
  changes: { requestId: string; input: SettingsUpdate }[];
}

export interface SettingsRoot {
  settings: SettingsState;
}
export const selectSettings = (state: SettingsRoot): SettingsState => state.settings;

/** IANA zone of the person's settings; the browser's until they are there. */
export const useZone = (): string =>
  useSelector(selectSettings).value?.calendarSettings.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

const fetch = createCall("settings/fetch", "Failed to fetch settings", (_none: void, signal) =>
  api.settings.getSettings(undefined, { signal }),
);

const channelName = "pioneer.settings";

/** Says that something changed and not what: another tab may be another person's by now. */
function tellOtherTabs(): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage("changed");
  channel.close();
}

/** Calls back whenever another tab of this browser has saved settings. Returns the way to stop. */
export function onSettingsElsewhere(listener: () => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => undefined;
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener("message", listener);
  return () => channel.close();
}

/** Changes go out one after another: two of one field must not overtake each other. */
let before: Promise<unknown> = Promise.resolve();

/** Whether a change is still wanted; those of a person who has left are not. */
const isWanted = (state: unknown, requestId: string): boolean => {
  const { settings } = state as Partial<SettingsRoot>;
  return settings?.changes.some((change) => change.requestId === requestId) ?? false;
};

const update = createAsyncThunk<Settings, SettingsUpdate, { serializedErrorType: Failure }>(
  "settings/update",
  (input, { getState, requestId }) => {
    const turn = before.then(() => {
      if (!isWanted(getState(), requestId)) throw new Error("The person has left");
      return api.settings.updateSettings(input);
    });
    turn.then(tellOtherTabs, () => undefined);
    before = turn.catch(() => undefined);
    return turn;
  },
  { serializeError: (cause) => failureOf(cause, "Failed to update settings") },
);

const empty: SettingsState = { ...emptyRecord<Settings>(), settled: undefined, saving: false, changes: [] };

/** The shown value follows from what is settled and what is in flight. */
const shown = (state: SettingsState): SettingsState => ({
  ...state,
  value: state.settled && state.changes.reduce((value, { input }) => mergeSettings(value, input), state.settled),
  saving: state.changes.length > 0,
});

const reducer: Reducer<SettingsState> = (state = empty, action) => {
  if (fetch.pending.match(action)) {
    return { ...state, loading: true, error: undefined, fetchId: action.meta.requestId };
  }
  if (fetch.fulfilled.match(action) || fetch.rejected.match(action)) {
    if (action.meta.requestId !== state.fetchId) return state;
    const after = { ...state, loading: false, fetchId: undefined };
    return fetch.fulfilled.match(action)
      ? shown({ ...after, settled: action.payload, loaded: true })
      : { ...after, loaded: false, error: action.error };
  }
  if (update.pending.match(action)) {
    const { requestId, arg } = action.meta;
    return shown({ ...state, error: undefined, changes: [...state.changes, { requestId, input: arg }] });
  }
  if (update.fulfilled.match(action) || update.rejected.match(action)) {
    const { requestId } = action.meta;
    const changes = state.changes.filter((change) => change.requestId !== requestId);
    // An answer that came after a reset belongs to somebody who has left.
    if (changes.length === state.changes.length) return state;
    if (update.rejected.match(action)) return shown({ ...state, changes, error: action.error });
    // What was asked for meanwhile may be older than what was just saved.
    return shown({ ...state, changes, settled: action.payload, loading: false, loaded: true, fetchId: undefined });
  }
  return state;
};

/**
 * Settings of the signed-in person. `update` takes a whole or a part, shows it at once, and takes it back when it is
 * refused; the failure is kept as `error` and thrown by `.unwrap()`.
 */
export const settings = { reducer, fetch, update };
