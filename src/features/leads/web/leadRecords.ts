import { api } from "#src/ui/client/api.ts";
import type { Lead, LeadRow } from "../contract.ts";
import { pageSize } from "./store.ts";

/** All fields of leads of which the list knows those of its columns; in the same order, less what is gone by now. */
export async function recordsOf(rows: readonly LeadRow[]): Promise<Lead[]> {
  const found = new Map<string, Lead>();
  for (let at = 0; at < rows.length; at += pageSize) {
    const ids = rows.slice(at, at + pageSize).map(({ id }) => id);
    // A list that was asked for all fields answers whole leads.
    const { leads } = await api.leads.listLeads({ ids, limit: pageSize });
    for (const lead of leads) found.set(lead.id, lead as Lead);
  }
  return rows.flatMap(({ id }) => found.get(id) ?? []);
}
