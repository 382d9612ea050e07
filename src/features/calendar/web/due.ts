import { createContext } from "react";
import { addDays } from "#src/kit/time/dates.ts";
import { daysOf, type Timed } from "./layout.ts";

/** Deadlines, submissions and payments: what is missed when its day passes. */
const dueTypes: ReadonlySet<string> = new Set(["2010", "2070", "2080"]);
/** Days ahead, counted from today, in which such an entry is drawn in red. */
export const dueSoonDays = 3;

/**
 * Whether an entry is a deadline that ends today or within the next three days.
 * @param today `YYYY-MM-DD`
 * @param zone in which the person sees it
 */
export function isDueSoon(entry: Timed & { type: string }, today: string, zone: string): boolean {
  if (!dueTypes.has(entry.type)) return false;
  const { last } = daysOf(entry, zone);
  return today <= last && last <= addDays(today, dueSoonDays);
}

/** Ids of the entries on the page that are due soon. */
export const DueEntries = createContext<ReadonlySet<string>>(new Set());
