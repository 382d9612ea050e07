import { restoreMs } from "#src/kit/time/dates.ts";
import { badRequest, notFound } from "#src/kit/errors.ts";
import { paged, type PageQuery } from "#src/platform/database/paged.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Effect } from "#src/platform/effect.ts";
import type { Db } from "#src/platform/tables.ts";
import { twinKeys } from "#src/features/workflows/domain/leadMatching.ts";
import { leadChanges, newLead, type Lead, type LeadChanges, type LeadFilters, type NewLead } from "../contract.ts";
import { type CursorPosition, cursorPosition, cursorSchema } from "./list.ts";
import { leadsOf, type WrittenLead } from "./repository.ts";

export { leadsOf } from "./repository.ts";

const leadNotFound = () => notFound("Lead not found");

export async function listLeads(
  userId: string,
  query: PageQuery & LeadFilters,
  deps: Pick<Deps, "db" | "now">,
): Promise<{ leads: Lead[]; found: number; total: number; nextCursor?: string }> {
  let counts = { found: 0, total: 0 };
  const { rows, ...more } = await paged<CursorPosition>(cursorSchema(query.sort))(
    query,
    async (after, limit) => {
      const page = await leadsOf(userId, deps.db).page({ filters: query, limit, after, now: deps.now() });
      counts = after ? { found: after[3], total: after[4] } : page.counts;
      return page.rows;
    },
    ({ sorted }) => cursorPosition(sorted, query.sort, counts),
  );
  return { leads: rows.map(({ lead }) => lead), ...counts, ...more };
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

/** Changes leads, all or none: one that is not there leaves every other as it was. */
export async function changeLeads(
  userId: string,
  updates: { id: string; fields: LeadChanges }[],
  deps: Pick<Deps, "db" | "now">,
): Promise<Lead[]> {
  const ids = updates.map(({ id }) => id);
  if (new Set(ids).size < ids.length)
    throw badRequest("A lead is named twice", [{ path: "updates", message: "must name each lead once" }]);
  return deps.db.transaction().execute(async (trx) => {
    const leads = leadsOf(userId, trx);
    const before = new Map((await leads.lock(ids)).map((lead) => [lead.id, lead]));
    const after = updates.map(({ id, fields }) => {
      const lead = before.get(id);
      if (!lead) throw leadNotFound();
      return changed(lead, fields);
    });
    return leads.write(after, deps.now());
  });
}

/** Notes that leads were contacted now; a new one is new no more. Locked leads of an open transaction. */
export async function noteContacts(userId: string, leads: readonly Lead[], deps: Pick<Deps, "now"> & { db: Db }) {
  const now = deps.now();
  const contacted = leads.map((lead) =>
    changed(lead, { lastContactAt: now.toISOString(), ...(lead.stage === "new" ? { stage: "contacted" } : {}) }),
  );
  await leadsOf(userId, deps.db).write(contacted, now);
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
    async write(userId, leadId, fields, { db, now }) {
      const [lead] = await leadsOf(userId, db).lock([leadId]);
      if (lead) await leadsOf(userId, db).write([changed(lead, leadChanges.parse(fields))], now());
    },
  },
  erase: (userId, runId, db) => leadsOf(userId, db).eraseOfRun(runId),
};

declare module "#src/platform/effect.ts" {
  interface EffectKinds {
    lead: true;
  }
}
