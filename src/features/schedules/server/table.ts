import type { Generated } from "kysely";
import type { SkipCode } from "../contract.ts";

export interface ScheduleTables {
  schedule: {
    project_id: string;
    user_id: string;
    every: "week" | "month";
    day: number;
    time: string;
    time_zone: string;
    monthly_limit: number;
    is_paused: boolean;
    /** Of a paused one it says nothing. */
    next_at: Date;
    skip_code: Generated<SkipCode | null>;
    skipped_at: Generated<Date | null>;
    created_at: Date;
  };
}

declare module "#src/platform/tables.ts" {
  interface Tables extends ScheduleTables {}
}
