const scheduleSchema: string[] = [
  `create table schedule (
    project_id uuid primary key references project (id) on delete cascade,
    user_id uuid not null references "user" (id) on delete cascade,
    every text not null check (every in ('week', 'month')),
    day integer not null check (day between 1 and 31),
    time text not null,
    time_zone text not null,
    monthly_limit bigint not null check (monthly_limit >= 0),
    is_paused boolean not null,
    next_at timestamptz not null,
    skip_code text check (skip_code in ('limit', 'coins', 'unchanged', 'refused')),
    skipped_at timestamptz,
    created_at timestamptz not null,
    check ((skip_code is null) = (skipped_at is null))
  )`,
  `create index schedule_owner on schedule (user_id, next_at)`,
  `create index schedule_due on schedule (next_at) where not is_paused`,
  // What a schedule spent in a month is the sum of its runs.
  `alter table run add column is_scheduled boolean not null default false`,
  `create index run_scheduled on run (project_id, created_at) where is_scheduled`,
];

/** Schedules beyond what the person's level has room for rest. */
const levelSchema: string[] = [
  `alter table schedule drop constraint schedule_skip_code_check`,
  `alter table schedule add constraint schedule_skip_code_check
     check (skip_code in ('limit', 'coins', 'unchanged', 'refused', 'level'))`,
];

/** By the name of the step, see `FeatureManifest`. */
export const scheduleMigrations = { "0011_schedules": scheduleSchema, "0033_schedule_levels": levelSchema };
