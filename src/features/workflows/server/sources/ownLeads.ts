import { leadsOf } from "#src/features/leads/server/usecases.ts";
import type { Db } from "#src/platform/tables.ts";
import { cut } from "../../domain/wording.ts";
import { type KnownLead, maxKnownLeads, type OwnLead } from "../../domain/ownLeads.ts";

/** Characters of notes that a run reads of a lead. */
const longestNotes = 2000;

/** The named leads of the person, in no order; ids of others and of deleted leads bring nothing. */
export async function readLeads(userId: string, ids: readonly string[], db: Db): Promise<OwnLead[]> {
  const found = await leadsOf(userId, db).named([...new Set(ids)]);
  return found.map((lead) => ({
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
    notes: cut(lead.notes, longestNotes),
  }));
}

/** What all leads of the person are known by, newest first, bounded. */
export async function readKnownLeads(userId: string, db: Db): Promise<KnownLead[]> {
  const found = await leadsOf(userId, db).newest(maxKnownLeads);
  return found.map(({ name, email, phone, website, address, source }) => ({
    name,
    email,
    phone,
    website: website ?? "",
    zip: address.zip,
    city: address.city,
    record: source?.externalId ?? "",
  }));
}
