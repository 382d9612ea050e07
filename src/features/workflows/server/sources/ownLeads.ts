import { leadsOf } from "#src/features/leads/server/usecases.ts";
import type { Db } from "#src/server/tables.ts";

/** Characters of notes that a run reads of a lead. */
const longestNotes = 2000;

/**
 * The person's own leads as the JSON of a list, in no order; ids of others and of deleted leads bring nothing. Only the
 * fields that a message can need leave the room of leads.
 */
export async function readLeads(
  userId: string,
  ids: readonly string[],
  db: Db,
): Promise<{ count: number; text: string }> {
  const found = await leadsOf(userId, db).named([...new Set(ids)]);
  const records = found.map((lead) => ({
    id: lead.id,
    name: lead.name,
    contact: lead.contact,
    category: lead.category,
    city: lead.address.city,
    country: lead.address.country,
    website: lead.website ?? "",
    email: lead.email[0] ?? "",
    phone: lead.phone[0] ?? "",
    place: [lead.address.street, lead.address.zip].filter(Boolean).join(", "),
    basis: lead.legalBasis,
    shut: lead.doNotContact,
    last: lead.lastContactAt ?? "",
    origin: lead.source?.url ?? "",
    notes: lead.notes.slice(0, longestNotes).toWellFormed(),
  }));
  return { count: records.length, text: JSON.stringify(records) };
}
