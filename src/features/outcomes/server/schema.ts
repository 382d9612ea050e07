const outcomeSchema: string[] = [
  `create table outcome (
    id uuid primary key,
    user_id uuid not null references "user" (id) on delete cascade,
    project_id uuid references project (id) on delete set null,
    run_id uuid,
    workflow text not null,
    kind text not null,
    platform text,
    content_type integer,
    title text not null,
    brief text not null,
    planned_at timestamptz not null,
    time_zone text not null,
    status text not null check (status in ('idea', 'planned', 'drafted', 'approved', 'published', 'skipped', 'failed')),
    calendar_entry_id uuid,
    result_project_id uuid references project (id) on delete set null,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create index outcome_owner on outcome (user_id, planned_at, id)`,
  `create index outcome_project on outcome (project_id) where project_id is not null`,
];

/** Deleting with undo. */
const outcomeEverydaySchema: string[] = [
  `alter table outcome add column deleted_at timestamptz`,
  `create index outcome_deleted on outcome (deleted_at) where deleted_at is not null`,
];

/** The project that writes an item, and what the item said before: taking the text back brings it back. */
const outcomeResultSchema: string[] = [
  `alter table outcome add column before_result jsonb`,
  `create index outcome_result on outcome (result_project_id) where result_project_id is not null`,
];

/** Columns of the board, and tabs of the list, in the order of their dates. */
const outcomeBoardSchema: string[] = [
  `create index outcome_status on outcome (user_id, status, planned_at, id) where deleted_at is null`,
];

/** By the name of the step, see `FeatureManifest`. */
export const outcomeMigrations = {
  "0001_first": outcomeSchema,
  "0002_everyday": outcomeEverydaySchema,
  "0010_content": outcomeBoardSchema,
  "0014_results": outcomeResultSchema,
};
