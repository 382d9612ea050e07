import type { JSONColumnType } from "kysely";
import type { Insight, InsightStatus } from "../contract.ts";

export interface InsightTables {
  insight: {
    id: string;
    user_id: string;
    lead_id: string;
    run_id: string | null;
    facts: JSONColumnType<Insight["facts"]>;
    pain_hypotheses: JSONColumnType<string[]>;
    fit_score: number | null;
    fit_reasons: JSONColumnType<string[]>;
    channel: Insight["channel"];
    subject: string;
    message: string;
    follow_ups: JSONColumnType<Insight["followUps"]>;
    call_script: string;
    best_time: string;
    status: InsightStatus;
    language: string;
    created_at: Date;
    updated_at: Date;
    /** Set when an applied proposal was undone. */
    deleted_at: Date | null;
  };
}

declare module "#src/platform/tables.ts" {
  interface Tables extends InsightTables {}
}
