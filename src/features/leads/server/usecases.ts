import { restoreMs } from "#src/kit/time/dates.ts";
import { badRequest, conflict, notFound } from "#src/kit/errors.ts";
import { isDeepStrictEqual } from "node:util";
import type { Pool } from "pg";
import { paged, pagedByTime, type PageQuery } from "#src/platform/database/paged.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Effect } from "#src/platform/effect.ts";
import type { Db } from "#src/platform/tables.ts";
import { twinKeys } from "#src/features/workflows/domain/leadMatching.ts";
import {
  leadChanges,
  type LeadNote,
  newLead,
  type Lead,
  type LeadChanges,
  type LeadListQuery,
  type LeadUpdate,
  type LeadView,
  type LeadViewFilters,
  type ListedLead,
  type NewLead,
  type TimelineItem,
} from "../contract.ts";
import { historyOf, timelineOf } from "./history.ts";
import { countViews, type Counts, type CursorPosition, cursorPosition, cursorSchema, pageOfLeads } from "./list.ts";
import { viewsOf } from "./views.ts";
import { leadsOf, type WrittenLead } from "./repository.ts";

export { leadsOf } from "./repository.ts";

const leadNotFound = () => notFound("Lead not found");

export async function listLeads(
  userId: string,
  query: PageQuery & LeadListQuery,
  deps: Pick<Deps, "pool" | "now">,
): Promise<{ leads: ListedLead[]; found?: number; total?: number; nextCursor?: string }> {
  let counts: Counts | undefined;
  const { fields, sort } = query;
  const { rows: leads, ...more } = await paged<CursorPosition>(cursorSchema(sort))(
    query,
    async (after, limit) => {
      const ask = { filters: query, limit, after, now: deps.now(), fields, counts: query.counts };
      const page = await pageOfLeads(userId, ask, deps.pool);
      if (query.counts)
        counts = after ? { found: after[3] ?? 0, total: after[4] ?? 0 } : (page.counts ?? { found: 0, total: 0 });
      return page.rows;
    },
    (last) => cursorPosition(last, sort, counts),
  );
  return { leads, ...counts, ...more };
}

export async function leadOf(userId: string, id: string, db: Db): Promise<Lead> {
  const lead = await leadsOf(userId, db).find(id);
  if (!lead) throw leadNotFound();
  return lead;
}

/**
 * Creates leads in one go.
 * @param from the project and run that proposed them, null for what a person brings
 */
export async function createLeads(
  userId: string,
  leads: NewLead[],
  deps: Pick<Deps, "now" | "newId"> & { db: Db },
  from: { projectId: string | null; runId: string | null } = { projectId: null, runId: null },
): Promise<Lead[]> {
  const now = deps.now();
  // The newest stands first in the list: ids are given from the end, so that the list keeps the given order.
  const made = leads
    .toReversed()
    .map((lead) => ({ ...lead, ...from, id: deps.newId(), dateCreated: now }))
    .toReversed();
  return leadsOf(userId, deps.db).insert(made, now);
}

function changed({ dateCreated, dateUpdated: _, ...before }: Lead, changes: LeadChanges): WrittenLead {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return { ...before, ...given, dateCreated: new Date(dateCreated) };
}

/** Two values of one field, of which one may be an instant in another notation. */
const isSame = (field: string, one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(one, other) || (field === "lastContactAt" && Date.parse(String(one)) === Date.parse(String(other)));

/** Refuses to write over what somebody else wrote since the person looked. */
function requireSeen(lead: Lead, { fields, was = {} }: LeadUpdate): void {
  for (const [field, seen] of Object.entries(was)) {
    const now: unknown = Reflect.get(lead, field);
    if (seen === undefined || isSame(field, now, seen) || isSame(field, now, Reflect.get(fields, field))) continue;
    throw conflict("leads.stale", "The lead was changed elsewhere");
  }
}

/** Writes locked leads of an open transaction and records what became of them. @returns them in the given order */
async function write(
  userId: string,
  pairs: { before: Lead; after: WrittenLead }[],
  deps: Pick<Deps, "now"> & { db: Db },
): Promise<Lead[]> {
  const now = deps.now();
  await historyOf(userId, deps.db).record(pairs, now);
  return leadsOf(userId, deps.db).write(
    pairs.map(({ after }) => after),
    now,
  );
}

/**
 * Changes leads, all or none: one that is not there leaves every other as it was.
 * @throws ProductError 409 `leads.stale` where a field is no longer what the person saw
 */
export async function changeLeads(
  userId: string,
  updates: LeadUpdate[],
  deps: Pick<Deps, "db" | "now">,
): Promise<Lead[]> {
  const ids = updates.map(({ id }) => id);
  if (new Set(ids).size < ids.length)
    throw badRequest("A lead is named twice", [{ path: "updates", message: "must name each lead once" }]);
  return deps.db.transaction().execute(async (trx) => {
    const known = new Map((await leadsOf(userId, trx).lock(ids)).map((lead) => [lead.id, lead]));
    const pairs = updates.map((update) => {
      const before = known.get(update.id);
      if (!before) throw leadNotFound();
      requireSeen(before, update);
      return { before, after: changed(before, update.fields) };
    });
    return write(userId, pairs, { ...deps, db: trx });
  });
}

/** Notes that leads were contacted now; a new one is new no more. Locked leads of an open transaction. */
export async function noteContacts(
  userId: string,
  leads: readonly Lead[],
  deps: Pick<Deps, "now"> & { db: Db },
): Promise<void> {
  const lastContactAt = deps.now().toISOString();
  const pairs = leads.map((before) => ({
    before,
    after: changed(before, { lastContactAt, ...(before.stage === "new" ? { stage: "contacted" } : {}) }),
  }));
  await write(userId, pairs, deps);
}

/** Deletes leads for a day, all or none. @returns how many */
export async function deleteLeads(userId: string, ids: string[], deps: Pick<Deps, "db" | "now">): Promise<number> {
  const wanted = [...new Set(ids)];
  return deps.db.transaction().execute(async (trx) => {
    const leads = leadsOf(userId, trx);
    if ((await leads.lock(wanted)).length < wanted.length) throw leadNotFound();
    return leads.delete(wanted, deps.now());
  });
}

/** Brings deleted leads back, all or none; one that was never away is answered as it is. */
export async function restoreLeads(userId: string, ids: string[], deps: Pick<Deps, "db" | "now">): Promise<Lead[]> {
  const wanted = [...new Set(ids)].toSorted();
  return deps.db.transaction().execute(async (trx) => {
    const leads = await leadsOf(userId, trx).restore(wanted, new Date(deps.now().getTime() - restoreMs));
    if (leads.length < wanted.length) throw leadNotFound();
    return leads;
  });
}

/** What happened to a lead, newest first. */
export async function leadTimeline(
  userId: string,
  query: PageQuery & { id: string },
  deps: { db: Db; pool: Pool },
): Promise<{ items: TimelineItem[]; nextCursor?: string }> {
  await leadOf(userId, query.id, deps.db);
  const { rows: items, ...more } = await pagedByTime(
    query,
    (after, limit) => timelineOf(userId, { leadId: query.id, limit, after }, deps.pool),
    (last) => [last.at, last.id],
  );
  return { items, ...more };
}

const noteNotFound = () => notFound("Note not found");

export async function createNote(
  userId: string,
  { leadId, text }: { leadId: string; text: string },
  deps: Pick<Deps, "db" | "now" | "newId">,
): Promise<LeadNote> {
  return deps.db.transaction().execute(async (trx) => {
    const [lead] = await leadsOf(userId, trx).lock([leadId]);
    if (!lead) throw leadNotFound();
    const now = deps.now();
    const note = { id: deps.newId(), leadId, text, dateCreated: now.toISOString() };
    await historyOf(userId, trx).addNote(note, now);
    return note;
  });
}

/** Deletes a note for a day. */
export async function deleteNote(userId: string, id: string, deps: Pick<Deps, "db" | "now">): Promise<void> {
  const history = historyOf(userId, deps.db);
  if (!(await history.note(id)) || !(await history.deleteNote(id, deps.now()))) throw noteNotFound();
}

/** Brings a deleted note back; one that was never away is answered as it is. */
export async function restoreNote(userId: string, id: string, deps: Pick<Deps, "db" | "now">): Promise<LeadNote> {
  return deps.db.transaction().execute(async (trx) => {
    const history = historyOf(userId, trx);
    await history.restoreNote(id, new Date(deps.now().getTime() - restoreMs));
    const note = await history.note(id);
    if (!note) throw noteNotFound();
    return note;
  });
}

const viewNotFound = () => notFound("View not found");

/** Saved views with how many leads each finds. */
export async function listViews(userId: string, deps: Pick<Deps, "db" | "pool" | "now">) {
  const views = await viewsOf(userId, deps.db).list();
  const { found, ...counts } = await countViews(
    userId,
    views.map(({ filters }) => filters),
    deps.now(),
    deps.pool,
  );
  return { views: views.map((view, at) => ({ ...view, found: found[at] ?? 0 })), ...counts };
}

/** @throws ProductError 409 `leads.viewLimit` for one too many */
export async function createView(
  userId: string,
  wanted: { name: string; filters: LeadViewFilters },
  deps: Pick<Deps, "db" | "now" | "newId">,
): Promise<LeadView> {
  const view = { id: deps.newId(), ...wanted };
  await viewsOf(userId, deps.db).insert(view, deps.now());
  return view;
}

export async function changeView(
  userId: string,
  { id, fields }: { id: string; fields: { name?: string | undefined; filters?: LeadViewFilters | undefined } },
  db: Db,
): Promise<LeadView> {
  const view = await viewsOf(userId, db).update(id, fields);
  if (!view) throw viewNotFound();
  return view;
}

/** Deletes a view for a day. */
export async function deleteView(userId: string, id: string, deps: Pick<Deps, "db" | "now">): Promise<void> {
  if (!(await viewsOf(userId, deps.db).delete(id, deps.now()))) throw viewNotFound();
}

/** Brings a deleted view back; one that was never away is answered as it is. */
export async function restoreView(userId: string, id: string, deps: Pick<Deps, "db" | "now">): Promise<LeadView> {
  return deps.db.transaction().execute(async (trx) => {
    const views = viewsOf(userId, trx);
    await views.restore(id, new Date(deps.now().getTime() - restoreMs));
    const view = await views.find(id);
    if (!view) throw viewNotFound();
    return view;
  });
}

/** Leads of the person by all their keys. One transaction applies hundreds of suggestions: it reads them once. */
const known = new WeakMap<Db, Promise<Map<string, string>>>();

async function readKnown(userId: string, runId: string, db: Db): Promise<Map<string, string>> {
  const byKey = new Map<string, string>();
  for (const lead of await leadsOf(userId, db).recognised(runId))
    for (const key of twinKeys(lead)) if (!byKey.has(key)) byKey.set(key, lead.id);
  return byKey;
}

/** The oldest lead that is the suggested one; those that the same run suggests are told apart by the run. */
async function olderLead(wanted: NewLead, userId: string, runId: string, db: Db): Promise<string | undefined> {
  const leads = known.get(db) ?? readKnown(userId, runId, db);
  known.set(db, leads);
  const byKey = await leads;
  const key = twinKeys(wanted).find((one) => byKey.has(one));
  return key === undefined ? undefined : byKey.get(key);
}

/** Fields in which a lead follows an edited document; stage, owner and what the person plans with it are the person's. */
const revised: (keyof NewLead)[] = [
  "name",
  "kind",
  "category",
  "contact",
  "email",
  "phone",
  "website",
  "address",
  "score",
  "notes",
];

/** A proposed lead becomes one that names the run it comes from, unless the person has it already. */
export const leadEffect: Effect<NewLead> = {
  kind: "lead",
  schema: newLead,
  async create(wanted, { userId, projectId, runId, ...deps }) {
    const older = await olderLead(wanted, userId, runId, deps.db);
    if (older !== undefined) return { id: older, isOlder: true };
    const [lead] = await createLeads(userId, [wanted], deps, { projectId, runId });
    if (!lead) throw new Error("a created lead is answered");
    return lead.id;
  },
  async remove(userId, leadId, { db, now }) {
    await leadsOf(userId, db).delete([leadId], now());
    return true;
  },
  revision: {
    fields: () => revised,
    async read(userId, leadId, db) {
      const lead = await leadsOf(userId, db).find(leadId);
      return lead && { fields: lead, isFinal: false };
    },
    async write(userId, leadId, fields, deps) {
      const [lead] = await leadsOf(userId, deps.db).lock([leadId]);
      if (lead) await write(userId, [{ before: lead, after: changed(lead, leadChanges.parse(fields)) }], deps);
    },
  },
  erase: (userId, runId, db) => leadsOf(userId, db).eraseOfRun(runId),
};

declare module "#src/platform/effect.ts" {
  interface EffectKinds {
    lead: true;
  }
}
