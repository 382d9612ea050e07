import { entriesOf } from "#src/features/calendar/server/usecases.ts";
import { decodeText } from "#src/features/files/server/plainText.ts";
import { dayMs } from "#src/kit/time/dates.ts";
import type { Db } from "#src/platform/tables.ts";
import { type BusyAnswer, longestBusyRange } from "../../domain/busyAnswer.ts";
import { type IcsOptions, type IcsTimes, parseIcs } from "../../domain/icsBusy.ts";
import { merged } from "../../domain/intervals.ts";
import { busyOfEntries } from "../../domain/ownCalendar.ts";
import { FetchError } from "./fetchError.ts";
import type { Fetcher, FetchOptions } from "./fetcher.ts";

/* Calendars that a run may ask about. Titles, places and people stay out of the answer, and so out of every snapshot. */

/** Entries of the own calendar that one question reads. */
const maxEntries = 3_000;

const bounded = ({ zone, from, to }: IcsOptions): IcsOptions => ({
  zone,
  from,
  to: new Date(Math.min(Date.parse(to), Date.parse(from) + longestBusyRange * dayMs)).toISOString(),
});

const answerOf = ({ busy, unread, unknownZones, isCut }: IcsTimes, now: Date): BusyAnswer => ({
  readAt: now.toISOString(),
  busy: merged(busy).map(({ start, end }) => [start, end]),
  unread,
  unknownZones: unknownZones.slice(0, 5),
  isCut,
});

/** Busy times of the person's own calendar between two instants. */
export async function readOwnCalendar(
  userId: string,
  options: IcsOptions,
  { db, now }: { db: Db; now: () => Date },
): Promise<BusyAnswer> {
  const period = bounded(options);
  const entries = await entriesOf(userId, db).timesIn(period, maxEntries + 1);
  const read = busyOfEntries(entries.slice(0, maxEntries), period);
  return answerOf({ ...read, isCut: read.isCut || entries.length > maxEntries }, now());
}

/**
 * Busy times of a calendar at an address that the person named.
 * @throws FetchError, `unsupported` for what is no calendar; the reason of the signal
 */
export async function readFeed(
  url: string,
  options: IcsOptions,
  { fetcher, now }: { fetcher: Pick<Fetcher, "fetchBytes">; now: () => Date },
  fetchOptions: FetchOptions,
): Promise<BusyAnswer> {
  // RFC 9309 speaks to crawlers; a calendar that somebody subscribes to is asked for by that person.
  const { bytes } = await fetcher.fetchBytes(url, { ...fetchOptions, accept: "text/calendar", ignoresRobots: true });
  const text = decodeText(bytes) ?? "";
  // TextDecoder takes a mark of byte order away.
  if (text.trimStart().slice(0, 15).toUpperCase() !== "BEGIN:VCALENDAR")
    throw new FetchError("unsupported", "the answer is no calendar");
  return answerOf(parseIcs(text, bounded(options)), now());
}
