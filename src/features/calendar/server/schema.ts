const calendarSchema: string[] = [
  `create table calendar_entry (
    id uuid primary key,
    user_id uuid not null references "user" (id) on delete cascade,
    type text not null check (type ~ '^[1-8]0[0-9]0$'),
    title text not null,
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    all_day boolean not null,
    time_zone text not null,
    rrule text,
    exdates jsonb not null default '[]',
    location text,
    link text,
    notes text not null,
    attendees jsonb not null default '[]',
    reminders jsonb not null default '[]',
    project_id uuid references project (id) on delete set null,
    outcome_id uuid references outcome (id) on delete set null,
    uid text not null unique,
    sequence integer not null default 0,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    check (ends_at >= starts_at)
  )`,
  `create index calendar_entry_range on calendar_entry (user_id, starts_at, ends_at)`,
  `create index calendar_entry_rules on calendar_entry (user_id) where rrule is not null`,
  `create index calendar_entry_project on calendar_entry (project_id) where project_id is not null`,
  `create index calendar_entry_outcome on calendar_entry (outcome_id) where outcome_id is not null`,
];

/** Longest entry of each class of length; entries of the last class may be of any length. */
export const spanLimits = ["1 day", "31 days", "400 days"] as const;

/**
 * Class of an entry's length, 0 to 3. A range of days holds an entry of a class only if it starts within that class's
 * length before the range, so that no query walks through all the years before it. An expression and not a column:
 * a copy of the table stays a plain copy.
 */
export const spanClass = `(case ${spanLimits
  .map((limit, at) => `when ends_at - starts_at <= interval '${limit}' then ${at}`)
  .join(" ")} else ${spanLimits.length} end)`;

/** Deleting with undo, and ranges that cost what they show. */
const calendarEverydaySchema: string[] = [
  `alter table calendar_entry add column deleted_at timestamptz,
     add column priority text not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent'))`,
  `drop index calendar_entry_range`,
  `create index calendar_entry_span on calendar_entry (user_id, ${spanClass}, starts_at) where deleted_at is null`,
  `create index calendar_entry_deleted on calendar_entry (deleted_at) where deleted_at is not null`,
];

/** By the name of the step, see `FeatureManifest`. */
export const calendarMigrations = { "0001_first": calendarSchema, "0002_everyday": calendarEverydaySchema };
