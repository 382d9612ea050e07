import type { Kysely } from "kysely";
import type { AccountTables } from "#src/features/account/server/table.ts";
import type { CalendarTables } from "#src/features/calendar/server/table.ts";
import type { CoinTables } from "#src/features/coins/server/table.ts";
import type { FileTables } from "#src/features/files/server/table.ts";
import type { InsightTables } from "#src/features/insights/server/table.ts";
import type { LeadTables } from "#src/features/leads/server/table.ts";
import type { MailTables } from "#src/features/mail/server/table.ts";
import type { OutcomeTables } from "#src/features/outcomes/server/table.ts";
import type { ProjectTables } from "#src/features/projects/server/table.ts";
import type { SettingsTables } from "#src/features/settings/server/table.ts";
import type { InstallationTables } from "./installation.ts";
import type { RunTables } from "#src/features/runs/server/table.ts";
import type { ScheduleTables } from "#src/features/schedules/server/table.ts";
import type { CeilingTables } from "./ceiling.ts";
import type { ThrottleTables } from "./throttle.ts";

/** Every table of the database as Kysely sees it; a test compares this with the migrated database. */
export interface Tables
  extends
    AccountTables,
    CalendarTables,
    CeilingTables,
    CoinTables,
    FileTables,
    InsightTables,
    InstallationTables,
    LeadTables,
    MailTables,
    OutcomeTables,
    ProjectTables,
    RunTables,
    ScheduleTables,
    SettingsTables,
    ThrottleTables {}

/** Connections or one open transaction: repositories take either. */
export type Db = Kysely<Tables>;
