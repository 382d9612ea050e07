import { type ColumnsOf, fieldsOf } from "#src/platform/database/fieldTable.ts";
import { newInsight, type NewInsight } from "../contract.ts";

/** What a person may set on an insight, and its lead. */
export const insightFields = fieldsOf<NewInsight>()(newInsight.keyof().options, {
  facts: "json",
  painHypotheses: "json",
  fitReasons: "json",
  followUps: "json",
});

export interface InsightTables {
  insight: ColumnsOf<typeof insightFields> & {
    id: string;
    user_id: string;
    run_id: string | null;
    created_at: Date;
    updated_at: Date;
    /** Set when an applied proposal was undone. */
    deleted_at: Date | null;
  };
}

declare module "#src/platform/tables.ts" {
  interface Tables extends InsightTables {}
}
