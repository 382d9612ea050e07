const sharingSchema: string[] = [
  `create table invitation (
    id uuid primary key,
    user_id uuid not null references "user" (id) on delete cascade,
    entry_id uuid not null references calendar_entry (id) on delete cascade,
    name text not null,
    email text not null,
    token_hash text not null unique,
    state text not null default 'pending'
      check (state in ('pending', 'accepted', 'tentative', 'declined', 'suggested')),
    comment text not null default '',
    suggested_start timestamptz,
    is_cancelled boolean not null default false,
    is_called_off boolean not null default false,
    sequence integer not null,
    entry_sequence integer not null,
    notified_start timestamptz not null,
    notified_end timestamptz not null,
    answered_sequence integer,
    answered_at timestamptz,
    invited_at timestamptz not null,
    created_at timestamptz not null,
    unique (entry_id, email),
    check ((state = 'suggested') = (suggested_start is not null))
  )`,
  `create index invitation_owner on invitation (user_id)`,
  `create index invitation_standing on invitation (entry_id) where not is_cancelled`,
  `create table calendar_feed (
    id uuid primary key,
    user_id uuid not null references "user" (id) on delete cascade,
    family integer,
    token_hash text not null unique,
    created_at timestamptz not null
  )`,
  `create index calendar_feed_owner on calendar_feed (user_id)`,
];

/**
 * What each guest was told last. Of entries that have changed since, nobody knows any more what the title was; it is not
 * that of today.
 */
const toldSchema: string[] = [
  `alter table invitation add column told jsonb`,
  `update invitation i set told = jsonb_build_object(
      'title', case when e.sequence = i.entry_sequence then e.title else '…' end,
      'location', case when e.sequence = i.entry_sequence then e.location end,
      'link', case when e.sequence = i.entry_sequence then e.link end,
      'allDay', e.all_day, 'timeZone', e.time_zone, 'rrule', e.rrule, 'exdates', e.exdates)
    from calendar_entry e where e.id = i.entry_id`,
  `alter table invitation alter column told set not null`,
];

/** By the name of the step, see `FeatureManifest`. */
export const sharingMigrations = { "0029_sharing": sharingSchema, "0046_told_guests": toldSchema };
