import type { JSONColumnType } from "kysely";
import type { SettingsUpdate } from "../contract.ts";

export interface SettingsTables {
  /** `data` holds what the person changed; defaults are filled in on reading. */
  settings: { user_id: string; data: JSONColumnType<SettingsUpdate>; updated_at: Date };
}

declare module "#src/platform/tables.ts" {
  interface Tables extends SettingsTables {}
}
