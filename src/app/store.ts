import { combineReducers, configureStore, createAction, type Middleware } from "@reduxjs/toolkit";
import { activeUser } from "#src/features/account/web/store.ts";
import { calendarEntries } from "#src/features/calendar/web/store.ts";
import { coins } from "#src/features/coins/web/store.ts";
import { dashboard } from "#src/features/dashboard/web/store.ts";
import { leadsOutreachInsights } from "#src/features/insights/web/store.ts";
import { leads } from "#src/features/leads/web/store.ts";
import { fetchOutcomes, scheduledOutcomes } from "#src/features/outcomes/web/store.ts";
import { userProjects } from "#src/features/projects/web/store.ts";
import { settings } from "#src/features/settings/web/store.ts";
import {
  activityReducer,
  type ActivityRoot,
  runsKnown,
  suggestionsChanged,
  selectActivity,
  untoldRunsReducer,
} from "#src/features/runs/web/activity.ts";
import { startedRunReducer } from "#src/features/runs/web/startedRun.ts";
import { openRuns } from "#src/features/runs/web/openRuns.ts";
import type { Dispatch } from "#src/ui/data/dispatch.ts";
import { followCounts } from "./followCounts.ts";
import { refetchOnReconnect } from "./refetchOnReconnect.ts";

const stores = combineReducers({
  activeUser: activeUser.reducer,
  calendarEntries: calendarEntries.reducer,
  coins: coins.reducer,
  dashboard: dashboard.reducer,
  leads: leads.reducer,
  leadsOutreachInsights: leadsOutreachInsights.reducer,
  openRuns: openRuns.reducer,
  scheduledOutcomes: scheduledOutcomes.reducer,
  settings: settings.reducer,
  startedRun: startedRunReducer,
  supportiveIntelligence: activityReducer,
  untoldRuns: untoldRunsReducer,
  userProjects: userProjects.reducer,
});

export type RootState = ReturnType<typeof stores>;

/** Empties every store: nothing of a person stays behind in the page. */
export const sessionEnded = createAction("session/ended");

/** A run moves coins and its project twice: when it starts and when it ends. */
const followRuns: Middleware<unknown, ActivityRoot, Dispatch> = (store) => (next) => (action) => {
  const before = selectActivity(store.getState()).openRuns;
  const result = next(action);
  if (openRuns.fetch.fulfilled.match(action)) {
    // What follows from it follows that action, which comes through here itself.
    store.dispatch(runsKnown(action.payload.map(({ id }) => id)));
    return result;
  }
  if (selectActivity(store.getState()).openRuns !== before && !sessionEnded.match(action)) {
    void store.dispatch(coins.fetch());
    void store.dispatch(activeUser.fetch());
    void store.dispatch(userProjects.fetch({}));
    void store.dispatch(dashboard.fetch());
  }
  return result;
};

/** What suggestions became is in lists of other areas, which another page may have open. */
const followSuggestions: Middleware<unknown, RootState, Dispatch> = (store) => (next) => (action) => {
  const result = next(action);
  if (suggestionsChanged.match(action)) {
    void store.dispatch(fetchOutcomes());
    store.dispatch(calendarEntries.reset());
  }
  return result;
};

/** The browser's network is back, or the server (connection.ts tells it the same way). */
const onBack = (again: () => void): void => globalThis.addEventListener?.("online", again);

/** The client stores of specification section 3. */
export function openStore() {
  return configureStore({
    reducer: (state: RootState | undefined, action) => stores(sessionEnded.match(action) ? undefined : state, action),
    middleware: (getDefault) =>
      getDefault().prepend(refetchOnReconnect(onBack)).concat(followRuns, followSuggestions, followCounts),
    devTools: false,
  });
}

/** What the shell needs of a person once a session exists. */
export function fetchOwn(dispatch: Dispatch): void {
  void dispatch(activeUser.fetch());
  void dispatch(settings.fetch());
  void dispatch(coins.fetch());
  void dispatch(userProjects.fetch({}));
  void dispatch(fetchOutcomes());
}
