/** What waits is found without a walk through all projects of a person. */
const dashboardSchema: string[] = [
  `create index project_waiting on project (user_id, updated_at desc, id desc)
    where state between 50 and 74 and deleted_at is null`,
];

/** By the name of the step, see `FeatureManifest`. */
export const dashboardMigrations = { "0002_everyday": dashboardSchema };
