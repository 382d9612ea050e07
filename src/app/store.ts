import { QueryObserver } from "@tanstack/react-query";
import { combineReducers, configureStore, createAction } from "@reduxjs/toolkit";
import { activeUser } from "#src/features/account/web/store.ts";
import { calendarEntries } from "#src/features/calendar/web/store.ts";
import { coinsQuery } from "#src/features/coins/web/store.ts";
import { leadsOutreachInsights } from "#src/features/insights/web/store.ts";
import { leads } from "#src/features/leads/web/store.ts";
import { ownOutcomes, scheduledOutcomes } from "#src/features/outcomes/web/store.ts";
import { userProjects } from "#src/features/projects/web/store.ts";
import { settings } from "#src/features/settings/web/store.ts";
import { activityReducer, selectActivity, unreportedRunsReducer } from "#src/features/runs/web/activity.ts";
import { startedRunReducer } from "#src/features/runs/web/startedRun.ts";
import type { Dispatch } from "#src/ui/data/dispatch.ts";
import { invalidate, queryClient } from "#src/ui/data/queryClient.ts";
import { storeQuery } from "#src/ui/data/storeQuery.ts";

const stores = combineReducers({
  activeUser: activeUser.reducer,
  calendarEntries: calendarEntries.reducer,
  leads: leads.reducer,
  leadsOutreachInsights: leadsOutreachInsights.reducer,
  scheduledOutcomes: scheduledOutcomes.reducer,
  settings: settings.reducer,
  startedRun: startedRunReducer,
  supportiveIntelligence: activityReducer,
  unreportedRuns: unreportedRunsReducer,
  userProjects: userProjects.reducer,
});

export type RootState = ReturnType<typeof stores>;

/** Empties every store: nothing of a person stays behind in the page. */
export const sessionEnded = createAction("session/ended");

/** The client stores of specification section 3. */
export function openStore() {
  const store = configureStore({
    reducer: (state: RootState | undefined, action) => stores(sessionEnded.match(action) ? undefined : state, action),
    devTools: false,
  });
  // A run moves coins and its project twice: when it starts and when it ends.
  let open = selectActivity(store.getState()).openRuns;
  store.subscribe(() => {
    const before = open;
    open = selectActivity(store.getState()).openRuns;
    if (open !== before) invalidate("runs");
  });
  return store;
}

/**
 * Fetches what the shell needs of a person, and again whenever something touches it.
 * @returns the way to stop
 */
export function followOwn(dispatch: Dispatch): () => void {
  const own = [
    storeQuery(dispatch, ["activeUser"], () => activeUser.fetch(), { tags: ["runs"] }),
    storeQuery(dispatch, ["settings"], () => settings.fetch()),
    storeQuery(dispatch, ["userProjects"], () => userProjects.fetch({}), { tags: ["runs"] }),
    storeQuery(dispatch, ["scheduledOutcomes"], () => scheduledOutcomes.fetch(ownOutcomes), { tags: ["suggestions"] }),
  ];
  const nothing = (): void => undefined;
  const stops = [
    ...own.map((query) => new QueryObserver(queryClient, query).subscribe(nothing)),
    new QueryObserver(queryClient, coinsQuery).subscribe(nothing),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
