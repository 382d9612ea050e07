import { z } from "zod";

/** What a run learns of a calendar: when somebody is busy, and nothing else. */
const busyAnswer = z.object({
  /** ISO instant at which the calendar was read. */
  readAt: z.string(),
  /** Start and end in milliseconds since 1970, in order and without overlaps. */
  busy: z.array(z.tuple([z.number(), z.number()])),
  /** Entries that were not read in full. */
  unread: z.number(),
  /** Names of zones that are unknown: their times were read in the zone of the calendar's owner. */
  unknownZones: z.array(z.string()),
  /** There was more than is read. */
  isCut: z.boolean(),
});
export type BusyAnswer = z.infer<typeof busyAnswer>;

/** A stored answer; null for a calendar that was not read. */
export function busyAnswerIn(text: string | null): BusyAnswer | null {
  if (text === null || text === "") return null;
  try {
    return busyAnswer.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Days that one question about a calendar reaches at most: the longest window, a series behind it, and two weeks. */
export const longestBusyRange = 500;
