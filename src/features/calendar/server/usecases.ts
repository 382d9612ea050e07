import type { Pool } from "pg";
import { z } from "zod";
import { badRequest, notFound } from "#src/kit/errors.ts";
import { movedTo } from "#src/kit/time/appointments.ts";
import { dayMs, restoreMs } from "#src/kit/time/dates.ts";
import type { Outcome } from "#src/features/outcomes/contract.ts";
import { type EntryOfOutcome, outcomesOf } from "#src/features/outcomes/server/usecases.ts";
import { projectsOf } from "#src/features/projects/server/usecases.ts";
import type { Budget } from "#src/features/workflows/domain/recurrence.ts";
import { startsBetween } from "#src/features/workflows/domain/recurringStarts.ts";
import { clipped } from "#src/features/workflows/domain/wording.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Effect } from "#src/platform/effect.ts";
import type { Db } from "#src/platform/tables.ts";
import {
  entryChanges,
  newEntry,
  type Entry,
  type EntryChanges,
  type EntryPreview,
  type NewEntry,
} from "../contract.ts";
import { articleEntry, contentMinutes, longestNotes, socialPostEntry } from "../rules.ts";
import { entriesInRange, entriesOf, rangeLimit, recurringBefore, type RecurringPreview } from "./repository.ts";
import { typeName } from "./typeNames.ts";

export { entriesOf } from "./repository.ts";
export { spanClass, spanLimits } from "./schema.ts";

/** @throws ProductError 404 */
function required(entry: Entry | null): Entry {
  if (!entry) throw notFound("Entry not found");
  return entry;
}

/** What is listed for whoever names no range, days before and after now: the longest range, most of it to come. */
const usual = { before: 35, after: 365 };

/** Occurrences of an entry in a range but for its first: each as long as that, an all-day one for as many days. */
function laterOccurrences(
  { exdates, ...entry }: RecurringPreview,
  range: { from: string; to: string },
  budget: Budget,
): EntryPreview[] {
  const [first, end] = [Date.parse(entry.start), Date.parse(entry.end)];
  // What began before the range may go on in it; without a length it stands on the instant.
  const from = Date.parse(range.from) - Math.max(end - first, 1);
  return startsBetween({ ...entry, exdates }, from, Date.parse(range.to) - 1, budget)
    .filter((start) => start !== first)
    .map((start) => ({ ...entry, ...movedTo(entry, new Date(start).toISOString()), isOccurrence: true }));
}

/** Days of all rules that one list looks at, some 60 ms of work: a thousand long rules hold up nobody. */
const daysLookedAt = 60_000;

/** Occurrences in a range of what recurs, but for the first ones, which are entries themselves. */
export async function laterOccurrencesIn(
  userId: string,
  range: { from: string; to: string },
  pool: Pool,
): Promise<EntryPreview[]> {
  const budget = { days: daysLookedAt };
  const found: EntryPreview[] = [];
  // What began last counts most: where the days run out, it is there.
  for (const entry of await recurringBefore(userId, range.to, pool)) {
    if (budget.days < 0 || found.length >= rangeLimit) break;
    found.push(...laterOccurrences(entry, range, budget));
  }
  return found;
}

/**
 * Entries of a range by start, those that recur once for each occurrence.
 * @param range from and to as instants, or neither for the usual range around now
 */
export async function listEntries(
  userId: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
  { pool, now }: Pick<Deps, "pool" | "now">,
): Promise<EntryPreview[]> {
  const inDays = (days: number): string => new Date(now().getTime() + days * dayMs).toISOString();
  const range = { from: from ?? inDays(-usual.before), to: to ?? inDays(usual.after) };
  const [entries, again] = await Promise.all([
    entriesInRange(userId, range, pool),
    laterOccurrencesIn(userId, range, pool),
  ]);
  if (again.length === 0) return entries;
  return [...entries, ...again]
    .toSorted((one, other) => Date.parse(one.start) - Date.parse(other.start) || (one.id < other.id ? -1 : 1))
    .slice(0, rangeLimit);
}

/** One entry. @throws ProductError 404 */
export const entryOf = async (userId: string, id: string, db: Db): Promise<Entry> =>
  required(await entriesOf(userId, db).find(id));

/** A new entry with the title that was given, else with the name of its type in a language. */
export async function titled(
  entry: Omit<NewEntry, "title"> & { title?: string | undefined },
  language: AppLanguage,
): Promise<NewEntry> {
  return { ...entry, title: entry.title ?? (await typeName(entry.type, language)) };
}

/**
 * Makes an entry; what it points to must be the person's own. A scheduled outcome without an entry gets this one as the
 * one that moves with it.
 */
export async function createEntry(
  userId: string,
  entry: NewEntry,
  deps: Pick<Deps, "db" | "now" | "newId">,
): Promise<Entry> {
  if (entry.projectId && !(await projectsOf(userId, deps.db).find(entry.projectId)))
    throw notFound("Project not found");
  const now = deps.now();
  const id = deps.newId();
  if (!entry.outcomeId) return entriesOf(userId, deps.db).insert({ ...entry, id, now });
  const { outcomeId } = entry;
  return deps.db.transaction().execute(async (trx) => {
    const outcome = await outcomesOf(userId, trx).find(outcomeId);
    if (!outcome) throw notFound("Outcome not found");
    const own = outcome.calendarEntryId && (await entriesOf(userId, trx).find(outcome.calendarEntryId));
    // The count of entries is locked before the outcome, as where suggestions are applied.
    const made = await entriesOf(userId, trx).insert({ ...entry, id, now });
    if (!own) await outcomesOf(userId, trx).update(outcomeId, { calendarEntryId: id, now });
    return made;
  });
}

/**
 * Changes an entry. One end may move alone as long as the entry does not end before it starts. A start that moves takes
 * the date of the entry's scheduled outcome with it: an outcome may have several entries, but only its own one does so.
 * Outcomes are locked before entries, here and in `moveWithOutcome`, so that two changes at once end on one date.
 */
export async function changeEntry(
  userId: string,
  change: EntryChanges,
  deps: Pick<Deps, "db" | "now">,
): Promise<Entry> {
  return deps.db.transaction().execute(async (trx) => {
    const entries = entriesOf(userId, trx);
    const now = deps.now();
    const known = required(await entries.find(change.id));
    const { start: plannedAt } = change;
    const outcome =
      plannedAt !== undefined && known.outcomeId ? await outcomesOf(userId, trx).lock(known.outcomeId) : null;
    const before = required(await entries.lock(change.id));
    if (Date.parse(change.end ?? before.end) < Date.parse(change.start ?? before.start)) {
      throw badRequest("The entry ends before it starts", [{ path: "end", message: "must not end before it starts" }]);
    }
    const isMoved = plannedAt !== undefined && Date.parse(plannedAt) !== Date.parse(before.start);
    if (isMoved && outcome?.calendarEntryId === before.id)
      await outcomesOf(userId, trx).update(outcome.id, { plannedAt, now });
    return required(await entries.update(change.id, change, now));
  });
}

/**
 * Moves the entry of a scheduled outcome to the outcome's new date and keeps its length, an all-day one its number of
 * days. Call it in the transaction that moved the outcome, after it did.
 */
async function moveWithOutcome(userId: string, outcome: Outcome, now: Date, trx: Db): Promise<void> {
  if (!outcome.calendarEntryId) return;
  const entry = await entriesOf(userId, trx).lock(outcome.calendarEntryId);
  if (!entry || entry.outcomeId !== outcome.id) return;
  const times = movedTo(entry, outcome.plannedAt);
  if (Date.parse(times.start) === Date.parse(entry.start)) return;
  await entriesOf(userId, trx).update(entry.id, { id: entry.id, ...times }, now);
}

/** The calendar's part in changes of scheduled outcomes: the entry of a new one is like that of a suggested one. */
export const entryOfOutcome: EntryOfOutcome = {
  async create(userId, outcome, { now, newId }, trx) {
    const id = newId();
    const isArticle = outcome.contentType === 100 || outcome.kind === "article";
    const entry = newEntry.parse({
      type: isArticle ? articleEntry : socialPostEntry,
      title: clipped([outcome.platform, outcome.title].filter(Boolean).join(": "), 160),
      start: outcome.plannedAt,
      end: new Date(Date.parse(outcome.plannedAt) + contentMinutes * 60_000).toISOString(),
      timeZone: outcome.timeZone,
      notes: clipped(outcome.brief, longestNotes, longestNotes),
      projectId: outcome.projectId,
      outcomeId: outcome.id,
    });
    await entriesOf(userId, trx).insert({ ...entry, id, now });
    return id;
  },
  move: moveWithOutcome,
  // The shared instant tells which entry comes back with its outcome: one that the person deleted before does not.
  async delete(userId, entryId, deletedAt, trx) {
    await entriesOf(userId, trx).delete(entryId, deletedAt);
  },
  async restore(userId, entryId, { deletedAt, now }, trx) {
    const entries = entriesOf(userId, trx);
    // Both went together and come back as they were.
    if (await entries.restoreDeletedAt(entryId, deletedAt)) return;
    const outcomeId = await entries.outcomeIdOf(entryId);
    const outcome = outcomeId === null ? null : await outcomesOf(userId, trx).find(outcomeId);
    if (outcome?.calendarEntryId === entryId) await moveWithOutcome(userId, outcome, now, trx);
  },
};

/**
 * Takes an entry away; it can be brought back for 24 hours.
 * @throws ProductError 404 for what is not there, also for others'
 */
export async function deleteEntry(userId: string, id: string, deps: Pick<Deps, "db" | "now">): Promise<void> {
  if (!(await entriesOf(userId, deps.db).delete(id, deps.now()))) throw notFound("Entry not found");
}

/**
 * Brings a deleted entry back as it was; one that was never away is answered as it is. The own entry of a scheduled
 * outcome comes back on the date that the outcome has now.
 * @throws ProductError 404 for what is gone for more than 24 hours, or is another person's
 */
export async function restoreEntry(userId: string, id: string, deps: Pick<Deps, "db" | "now">): Promise<Entry> {
  return deps.db.transaction().execute(async (trx) => {
    const now = deps.now();
    const entries = entriesOf(userId, trx);
    const outcomes = outcomesOf(userId, trx);
    const outcomeId = await entries.outcomeIdOf(id);
    if (outcomeId !== null) await outcomes.lock(outcomeId);
    const entry = required(await entries.restore(id, new Date(now.getTime() - restoreMs)));
    const outcome = outcomeId === null ? null : await outcomes.find(outcomeId);
    if (outcome?.calendarEntryId !== id) return entry;
    await moveWithOutcome(userId, outcome, now, trx);
    return (await entries.find(id)) ?? entry;
  });
}

const proposedEntry = newEntry.safeExtend({ outcomeKey: z.string().optional() });

/** Fields in which an entry follows an edited document. */
const revised = entryChanges.keyof().exclude(["id", "attendees"]).options;

/** A proposed entry becomes one of the run's project, and the own entry of the outcome that it belongs to. */
export const calendarEntryEffect: Effect<z.infer<typeof proposedEntry>> = {
  kind: "calendarEntry",
  schema: proposedEntry,
  dependsOn: "outcomeKey",
  async create({ outcomeKey: _, ...entry }, { userId, projectId, dependency, db, now, newId }) {
    const id = newId();
    const outcomes = outcomesOf(userId, db);
    // An outcome that the person has deleted since takes no entry with it.
    const outcomeId = dependency === null ? null : ((await outcomes.find(dependency))?.id ?? null);
    await entriesOf(userId, db).insert({ ...entry, projectId, outcomeId, id, now: now() });
    if (outcomeId) await outcomes.update(outcomeId, { calendarEntryId: id, now: now() });
    return id;
  },
  async remove(userId, entryId, { db, now }) {
    await entriesOf(userId, db).delete(entryId, now());
    return true;
  },
  revision: {
    fields: () => revised,
    async read(userId, entryId, db) {
      const entry = await entriesOf(userId, db).find(entryId);
      return entry && { fields: entry, isFinal: false };
    },
    // The content item of an entry is updated with it, as a suggestion of its own.
    async write(userId, entryId, fields, { db, now }) {
      const change = entryChanges.parse({ ...fields, id: entryId });
      await entriesOf(userId, db).update(entryId, change, now());
    },
  },
};

declare module "#src/platform/effect.ts" {
  interface EffectKinds {
    calendarEntry: true;
  }
}
