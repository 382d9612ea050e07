export const projectSchema: string[] = [
  `create table project (
    id uuid primary key,
    user_id uuid not null references "user" (id) on delete cascade,
    name text,
    workflow text not null,
    state integer not null check (state between 1 and 100 or state = 500),
    form_values jsonb not null,
    revisions integer not null default 0,
    current_revision integer,
    latest_run_id uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create index project_owner on project (user_id, updated_at desc, id desc)`,
  `create table revision (
    id uuid primary key,
    project_id uuid not null references project (id) on delete cascade,
    user_id uuid not null references "user" (id) on delete cascade,
    number integer not null,
    run_id uuid unique,
    document jsonb not null,
    note text,
    created_at timestamptz not null,
    unique (project_id, number)
  )`,
  `create index revision_owner on revision (user_id)`,
];
