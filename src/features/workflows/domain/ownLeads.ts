import { z } from "zod";
import { legalBasis } from "#src/features/leads/contract.ts";

/** What a run reads of a lead of the person: what a message to it can need, and no more. */
export const ownLead = z.object({
  id: z.string(),
  name: z.string(),
  contact: z.string(),
  category: z.string(),
  city: z.string(),
  country: z.string(),
  website: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Street and postcode. */
  place: z.string(),
  basis: legalBasis,
  /** It wants no contact. */
  shut: z.boolean(),
  /** ISO instant of the last contact; empty for none. */
  last: z.string(),
  /** Address at which it was found; empty for one that was typed. */
  origin: z.string(),
  notes: z.string(),
});
export type OwnLead = z.infer<typeof ownLead>;

/** Leads of the person that a search compares with what it finds, at most. */
export const maxKnownLeads = 5_000;

/** By what a search recognises a lead that the person has already. */
export const knownLead = z.object({
  name: z.string(),
  email: z.array(z.string()),
  phone: z.array(z.string()),
  website: z.string(),
  zip: z.string(),
  city: z.string(),
  /** Its id at the service in which it was found; empty for others. */
  record: z.string(),
});
export type KnownLead = z.infer<typeof knownLead>;

/** Leads in the text of a source; none in a text that is no list of them. */
export const ownLeadsIn = (text: string): OwnLead[] => listIn(text, ownLead);
export const knownLeadsIn = (text: string): KnownLead[] => listIn(text, knownLead);

function listIn<Record>(text: string, record: z.ZodType<Record>): Record[] {
  try {
    return z.array(record).parse(JSON.parse(text));
  } catch {
    return [];
  }
}
