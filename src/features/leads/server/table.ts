import type { GeneratedAlways, JSONColumnType } from "kysely";
import { type ColumnsOf, fieldsOf } from "#src/platform/database/fieldTable.ts";
import { type LeadViewFilters, newLead, type NewLead } from "../contract.ts";

/** What a person may set on a lead; the other columns hold a field as it is. */
export const leadFields = fieldsOf<NewLead>()(newLead.keyof().options, {
  address: "json",
  source: "json",
  lastContactAt: "instant",
  osmTags: "json",
  customFields: "json",
});

export interface LeadTables {
  lead: ColumnsOf<typeof leadFields> & {
    id: string;
    user_id: string;
    project_id: string | null;
    run_id: string | null;
    /** What the list is sorted and searched by, see rules.ts. */
    name_key: string;
    city_key: string | null;
    category_key: string;
    stage_rank: GeneratedAlways<number>;
    has_email: GeneratedAlways<boolean>;
    has_phone: GeneratedAlways<boolean>;
    has_website: GeneratedAlways<boolean>;
    search: string;
    created_at: Date;
    updated_at: Date;
    deleted_at: Date | null;
  };
  lead_note: {
    id: string;
    user_id: string;
    lead_id: string;
    text: string;
    created_at: Date;
    deleted_at: Date | null;
  };
  /** One field of a lead, before and after in words or codes; null where it has no short form. */
  lead_change: {
    id: string;
    user_id: string;
    lead_id: string;
    field: string;
    before: string | null;
    after: string | null;
    created_at: Date;
  };
  lead_view: {
    id: string;
    user_id: string;
    name: string;
    filters: JSONColumnType<LeadViewFilters>;
    created_at: Date;
    deleted_at: Date | null;
  };
}

declare module "#src/platform/tables.ts" {
  interface Tables extends LeadTables {}
}
