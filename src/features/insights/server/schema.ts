const insightSchema: string[] = [
  `create table insight (
    id uuid primary key,
    user_id uuid not null references "user" (id) on delete cascade,
    lead_id uuid not null references lead (id) on delete cascade,
    run_id uuid,
    facts jsonb not null,
    pain_hypotheses jsonb not null,
    fit_score smallint check (fit_score between 0 and 100),
    fit_reasons jsonb not null,
    channel text not null check (channel in ('email', 'linkedin', 'phone', 'letter')),
    subject text not null,
    message text not null,
    follow_ups jsonb not null,
    call_script text not null,
    best_time text not null,
    status text not null check (status in ('draft', 'approved', 'sent', 'replied', 'bounced', 'unsubscribed')),
    language text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    deleted_at timestamptz
  )`,
  `create index insight_owner on insight (user_id, created_at desc, id desc) where deleted_at is null`,
  `create index insight_lead on insight (lead_id, created_at desc, id desc)`,
  `create index insight_deleted on insight (deleted_at) where deleted_at is not null`,
];

/** By the name of the step, see `FeatureManifest`. */
export const insightMigrations = { "0002_everyday": insightSchema };
