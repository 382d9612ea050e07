import { uuidPattern } from "#src/kit/ids.ts";
import type { EntryPreview } from "../contract.ts";

/** Between the id of an entry that recurs and the start of one of its occurrences. */
const mark = "~";

/** A later occurrence under an id of its own, so that nothing on the page has the id of something else. */
export const withOwnId = (entry: EntryPreview): EntryPreview =>
  entry.isOccurrence ? { ...entry, id: `${entry.id}${mark}${entry.start}` } : entry;

/** The id of the entry itself, which an occurrence is read, changed and deleted by. */
export const entryIdOf = (id: string): string => id.split(mark, 1)[0] ?? id;

/** Whether a text names an entry or an occurrence of one. */
export function isEntryId(text: string): boolean {
  const [id = "", start, ...rest] = text.split(mark);
  return uuidPattern.test(id) && rest.length === 0 && (start === undefined || !Number.isNaN(Date.parse(start)));
}

/** How often an entry recurs. */
export interface Rhythm {
  frequency: "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";
  /** Every so many days, weeks, months or years. */
  interval: number;
}

/** The rhythm of a rule (RFC 5545, RRULE); undefined without a rule. */
export function rhythmOf(rrule: string | null): Rhythm | undefined {
  const frequency = (["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const).find((one) => rrule?.includes(`FREQ=${one}`));
  return frequency && { frequency, interval: Number(/INTERVAL=(\d+)/.exec(rrule ?? "")?.[1] ?? 1) };
}
