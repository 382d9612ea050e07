import type { GeneratedAlways, JSONColumnType } from "kysely";
import type { Lead, LeadStage, LegalBasis } from "../contract.ts";

export interface LeadTables {
  lead: {
    id: string;
    user_id: string;
    project_id: string | null;
    run_id: string | null;
    name: string;
    kind: Lead["kind"];
    category: string;
    contact: string;
    email: string[];
    phone: string[];
    website: string | null;
    address: JSONColumnType<Lead["address"]>;
    lat: number | null;
    lon: number | null;
    stage: LeadStage;
    score: number | null;
    tags: string[];
    owner: string;
    source: JSONColumnType<NonNullable<Lead["source"]>> | null;
    legal_basis: LegalBasis;
    do_not_contact: boolean;
    last_contact_at: Date | null;
    next_step: string;
    /** `YYYY-MM-DD`: a day, whatever the zone. */
    next_step_on: string | null;
    notes: string;
    osm_tags: JSONColumnType<Record<string, string>>;
    custom_fields: JSONColumnType<Record<string, string>>;
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
}

declare module "#src/platform/tables.ts" {
  interface Tables extends LeadTables {}
}
