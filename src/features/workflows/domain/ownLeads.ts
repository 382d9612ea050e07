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

/** Leads in the text of a source; none in a text that is no list of them. */
export function ownLeadsIn(text: string): OwnLead[] {
  try {
    return z.array(ownLead).parse(JSON.parse(text));
  } catch {
    return [];
  }
}
