import { writeCsv } from "#src/kit/csv.ts";
import type { ExportText } from "#src/platform/export.ts";
import type { Db } from "#src/platform/tables.ts";

/** Columns in this order; `custom` and `source` as JSON. */
const columns = [
  "name",
  "kind",
  "category",
  "contact",
  "email",
  "phone",
  "website",
  "address",
  "stage",
  "score",
  "tags",
  "owner",
  "legal_basis",
  "do_not_contact",
  "last_contact_at",
  "next_step",
  "next_step_on",
  "notes",
  "source",
  "custom_fields",
  "created_at",
  "updated_at",
] as const;

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(cellOf).join("; ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** All leads as one table. A cell that a spreadsheet would evaluate is kept text by an apostrophe. */
export async function* exportLeads(userId: string, trx: Db): AsyncGenerator<ExportText> {
  const leads = await trx
    .selectFrom("lead")
    .select(columns)
    .where("user_id", "=", userId)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
  const rows = leads.map((lead) => columns.map((name) => cellOf(lead[name])));
  yield { path: "leads.csv", text: writeCsv([[...columns], ...rows]) };
}
