import type { Middleware } from "@reduxjs/toolkit";
import { dashboard, type DashboardRoot, selectDashboard } from "#src/features/dashboard/web/store.ts";
import type { Dispatch } from "#src/ui/data/dispatch.ts";

/** Records that came, went, or moved to another day: what the counts of the sidebar count. */
const counted =
  /^((leads|calendarEntries|scheduledOutcomes|userProjects)\/((create|remove|restore)(Many)?\/fulfilled|put)|calendarEntries\/update\/fulfilled)$/;

const typeOf = (action: unknown): unknown =>
  typeof action === "object" && action !== null && "type" in action ? action.type : undefined;

/** Counts that are in sight are read again when the person changes what they count. */
export const followCounts: Middleware<unknown, DashboardRoot, Dispatch> = (store) => (next) => (action) => {
  const result = next(action);
  const type = typeOf(action);
  if (typeof type === "string" && counted.test(type) && selectDashboard(store.getState()).value)
    void store.dispatch(dashboard.fetch());
  return result;
};
