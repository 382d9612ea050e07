import type { Migration } from "kysely/migration";
import { sql } from "kysely";
import { accountSchema } from "#src/features/account/server/schema.ts";
import { calendarEverydaySchema, calendarSchema } from "#src/features/calendar/server/schema.ts";
import { coinSchema, holdReasonSchema } from "#src/features/coins/server/schema.ts";
import { dashboardSchema } from "#src/features/dashboard/server/schema.ts";
import { fileLengthSchema, fileRetentionSchema, fileSchema } from "#src/features/files/server/schema.ts";
import { insightSchema } from "#src/features/insights/server/schema.ts";
import { leadPlannedSchema, leadSchema } from "#src/features/leads/server/schema.ts";
import { mailSchema } from "#src/features/mail/server/schema.ts";
import {
  outcomeBoardSchema,
  outcomeEverydaySchema,
  outcomeResultSchema,
  outcomeSchema,
} from "#src/features/outcomes/server/schema.ts";
import {
  projectGapsSchema,
  projectNewsSchema,
  projectRetentionSchema,
  projectSchema,
  projectsEveryday,
  revisionEditsSchema,
  revisionFormSchema,
} from "#src/features/projects/server/schema.ts";
import { settingsSchema } from "#src/features/settings/server/schema.ts";
import {
  changedProposalSchema,
  heartbeatSchema,
  olderRecordSchema,
  proposalCountSchema,
  returnedRunSchema,
  rewriteSchema,
  runHintsSchema,
  runListSchema,
  runSchema,
  runRetentionSchema,
  runStepSchema,
  openAgainSchema,
  suggestionCountSchema,
} from "#src/features/runs/server/schema.ts";
import { scheduleSchema } from "#src/features/schedules/server/schema.ts";
import { installationSchema } from "#src/platform/installation.ts";
import { ceilingSchema } from "#src/platform/ceiling.ts";
import { throttleSchema } from "#src/platform/throttle.ts";

const statements = (lines: string[]): Migration => ({
  async up(db) {
    // A step over many rows may take longer than a statement of everyday use may.
    await sql`set local statement_timeout = 0`.execute(db);
    for (const line of lines) await sql.raw(line).execute(db);
  },
});

/** Steps from the empty database to today's, in order. Released steps are never edited: a change is a new step. */
export const migrations: Record<string, Migration> = {
  "0001_first": statements([
    ...accountSchema,
    ...settingsSchema,
    ...fileSchema,
    ...coinSchema,
    ...projectSchema,
    ...outcomeSchema,
    ...calendarSchema,
    ...runSchema,
  ]),
  "0002_everyday": statements([
    ...leadSchema,
    ...insightSchema,
    ...projectsEveryday,
    ...outcomeEverydaySchema,
    ...dashboardSchema,
    ...calendarEverydaySchema,
    ...mailSchema,
  ]),
  "0003_planned": statements(leadPlannedSchema),
  "0004_heartbeat": statements(heartbeatSchema),
  "0005_installation": statements(installationSchema),
  "0006_limits": statements([...throttleSchema, ...ceilingSchema]),
  "0007_retention": statements([...fileRetentionSchema, ...projectRetentionSchema, ...runRetentionSchema]),
  "0008_steps": statements(runStepSchema),
  "0009_run_list": statements(runListSchema),
  "0010_content": statements(outcomeBoardSchema),
  "0011_schedules": statements(scheduleSchema),
  "0012_recordings": statements(fileLengthSchema),
  "0013_hints": statements(runHintsSchema),
  "0014_results": statements(outcomeResultSchema),
  "0015_news": statements(projectNewsSchema),
  "0016_older_records": statements(olderRecordSchema),
  "0017_returned_runs": statements(returnedRunSchema),
  "0018_revision_edits": statements(revisionEditsSchema),
  "0019_gaps": statements([...projectGapsSchema, ...proposalCountSchema]),
  "0020_changed_proposals": statements(changedProposalSchema),
  "0021_rewrites": statements([...holdReasonSchema, ...rewriteSchema]),
  "0022_suggestion_count": statements(suggestionCountSchema),
  "0023_revision_form": statements(revisionFormSchema),
  "0024_open_again": statements(openAgainSchema),
};
