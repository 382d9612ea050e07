/** What waits is found without a walk through all projects of a person. */
const dashboardSchema: string[] = [
  `create index project_waiting on project (user_id, updated_at desc, id desc)
    where state between 50 and 74 and deleted_at is null`,
];

/** Whom to contact is found by the day of the next step. */
const dueLeadSchema: string[] = [
  `create index lead_due on lead (user_id, next_step_on, id)
    where next_step_on is not null and deleted_at is null and not do_not_contact`,
];

/** By the name of the step, see `FeatureManifest`. */
export const dashboardMigrations = { "0002_everyday": dashboardSchema, "0044_due_leads": dueLeadSchema };
