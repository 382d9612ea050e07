const workflowSchema: string[] = [`create table workflow_off (workflow text primary key, since timestamptz not null)`];

/** By the name of the step, see `FeatureManifest`. */
export const workflowMigrations = { "0031_operator": workflowSchema };
