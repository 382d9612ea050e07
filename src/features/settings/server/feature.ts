import type { FeatureManifest } from "#src/platform/feature.ts";
import { settingsHandlers } from "./handlers.ts";
import { settingsMigrations } from "./schema.ts";
import { startSettings } from "./usecases.ts";

export const settingsFeature = {
  name: "settings",
  handlers: { settings: settingsHandlers },
  tables: { settings: { owner: "user_id" } },
  migrations: settingsMigrations,
  /** In the language of the page where the person signed up. */
  async welcome({ id, language }, trx, { now }) {
    if (language && language !== "en")
      await startSettings(id, { application: { appLanguage: language, defaultGoalLanguage: language } }, trx, now());
  },
} satisfies FeatureManifest;
