const settingsSchema: string[] = [
  `create table settings (
    user_id uuid primary key references "user" (id) on delete cascade,
    data jsonb not null,
    updated_at timestamptz not null
  )`,
];

/** By the name of the step, see `FeatureManifest`. */
export const settingsMigrations = { "0001_first": settingsSchema };
