import type { EntryPreview } from "#src/features/calendar/contract.ts";
import { takesTime } from "#src/features/calendar/rules.ts";
import { dayMs } from "#src/kit/time/dates.ts";
import { api } from "#src/ui/client/api.ts";
import type { ProposalRow } from "../contract.ts";
import { type BusyTime, linesOf } from "./suggestionLines.ts";

/** Days that the calendar tells at once (`longestRange` of its contract). */
const mostDays = 400;

/** Times of entries that take the person's time. */
export const busyTimes = (entries: readonly EntryPreview[]): BusyTime[] =>
  entries
    .filter(({ type, allDay }) => takesTime(type, allDay))
    .map(({ start, end, title }) => ({ from: Date.parse(start), to: Date.parse(end), title }));

/** What the person's calendar holds while open suggestions would take place, without what came from these rows. */
export async function readBusyTimes(rows: readonly ProposalRow[], signal: AbortSignal): Promise<BusyTime[]> {
  const open = linesOf(rows).filter(
    ({ isBusy, isApplied, at }) => isBusy && !isApplied && !Number.isNaN(Date.parse(at)),
  );
  if (open.length === 0) return [];
  const starts = open.map(({ at }) => Date.parse(at));
  const first = Math.min(...starts) - dayMs;
  const last = Math.min(Math.max(...starts) + 8 * dayMs, first + mostDays * dayMs);
  const range = { from: new Date(first).toISOString(), to: new Date(last).toISOString() };
  const { entries } = await api.calendar.listEntryPreviews(range, { signal });
  const own = new Set(rows.map(({ recordId }) => recordId));
  return busyTimes(entries.filter(({ id }) => !own.has(id)));
}
