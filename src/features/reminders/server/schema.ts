const reminderSchema: string[] = [
  // What a person was reminded of, so that nothing is told twice, whatever process looked.
  `create table reminder (
    user_id uuid not null references "user" (id) on delete cascade,
    kind text not null check (kind in ('entry', 'item')),
    record_id uuid not null,
    starts_at timestamptz not null,
    minutes integer not null check (minutes >= 0),
    created_at timestamptz not null,
    primary key (kind, record_id, starts_at, minutes)
  )`,
  `create index reminder_owner on reminder (user_id)`,
  `create index reminder_created on reminder (created_at)`,
  // Recurring entries, and when they are to be looked at again unless they change.
  `create table reminder_plan (
    entry_id uuid primary key references calendar_entry (id) on delete cascade,
    entry_updated_at timestamptz not null,
    next_at timestamptz not null
  )`,
  `create index calendar_entry_reminding on calendar_entry (starts_at)
     where deleted_at is null and rrule is null and reminders <> '[]'`,
  `create index calendar_entry_recurring on calendar_entry (id)
     where deleted_at is null and rrule is not null and reminders <> '[]'`,
  `create index outcome_due on outcome (planned_at) where deleted_at is null`,
];

/** What a mail tells is looked at once more when it goes out. */
const mailSchema: string[] = [
  `alter table reminder add column mail_id uuid`,
  `create index reminder_mail on reminder (mail_id) where mail_id is not null`,
];

/** By the name of the step, see `FeatureManifest`. */
export const reminderMigrations = { "0034_reminders": reminderSchema, "0042_operators": mailSchema };
