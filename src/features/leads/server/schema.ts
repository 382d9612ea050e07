/*
 * Indexes follow the sorts of the list and hold what is not deleted. A null stands last in both directions, so the
 * columns that may be empty have a key for each direction.
 */
const leadSchema: string[] = [
  `create table lead (
    id uuid primary key,
    user_id uuid not null references "user" (id) on delete cascade,
    project_id uuid references project (id) on delete set null,
    run_id uuid,
    name text not null,
    kind text not null check (kind in ('org', 'person')),
    category text not null,
    contact text not null,
    email text[] not null,
    phone text[] not null,
    website text,
    address jsonb not null,
    lat double precision,
    lon double precision,
    stage text not null check (stage in ('new', 'contacted', 'meeting', 'offer', 'won', 'lost')),
    score smallint check (score between 0 and 100),
    tags text[] not null,
    owner text not null,
    source jsonb,
    legal_basis text not null check (legal_basis in ('consent', 'existingCustomer', 'legitimateInterest', 'none')),
    do_not_contact boolean not null,
    last_contact_at timestamptz,
    next_step text not null,
    next_step_on text,
    notes text not null,
    osm_tags jsonb not null,
    custom_fields jsonb not null,
    name_key text collate "C" not null,
    city_key text collate "C",
    category_key text collate "C" not null,
    stage_rank smallint not null generated always as (
      case stage when 'new' then 1 when 'contacted' then 2 when 'meeting' then 3 when 'offer' then 4 when 'won' then 5 else 6 end
    ) stored,
    has_email boolean not null generated always as (cardinality(email) > 0) stored,
    has_phone boolean not null generated always as (cardinality(phone) > 0) stored,
    has_website boolean not null generated always as (website is not null) stored,
    search text collate "C" not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    deleted_at timestamptz
  )`,
  // Everything that a list is filtered and sorted by but words and tags: a filtered list reads these some 150 bytes of
  // each lead and not the row, which may have ten thousand.
  `create index lead_list on lead (user_id, id) include (updated_at, last_contact_at, stage_rank, score, do_not_contact,
    has_email, has_phone, has_website, project_id, name_key, city_key, category_key) where deleted_at is null`,
  `create index lead_tags on lead using gin (tags) where deleted_at is null`,
  `create index lead_updated on lead (user_id, updated_at, id) where deleted_at is null`,
  `create index lead_name on lead (user_id, name_key, id) where deleted_at is null`,
  `create index lead_stage on lead (user_id, stage_rank, id) where deleted_at is null`,
  `create index lead_score on lead (user_id, coalesce(score, -1), id) where deleted_at is null`,
  `create index lead_score_up on lead (user_id, coalesce(score, 101), id) where deleted_at is null`,
  `create index lead_city on lead (user_id, coalesce(city_key, '\u{10FFFF}'), id) where deleted_at is null`,
  `create index lead_city_down on lead (user_id, coalesce(city_key, ''), id) where deleted_at is null`,
  `create index lead_contact on lead (user_id, coalesce(last_contact_at, 'infinity'::timestamptz), id) where deleted_at is null`,
  `create index lead_contact_down on lead (user_id, coalesce(last_contact_at, '-infinity'::timestamptz), id) where deleted_at is null`,
  `create index lead_project on lead (project_id) where project_id is not null`,
  `create index lead_deleted on lead (deleted_at) where deleted_at is not null`,
];

/** Lists are narrowed by what is planned next, too. */
const leadPlannedSchema: string[] = [
  "drop index lead_list",
  `create index lead_list on lead (user_id, id) include (updated_at, last_contact_at, stage_rank, score, do_not_contact,
    has_email, has_phone, has_website, project_id, name_key, city_key, category_key, next_step_on)
    where deleted_at is null`,
];

/** What happens to a lead: notes of the person and changes of its fields; and views that a person keeps. */
const leadRecordSchema: string[] = [
  `create table lead_note (
    id uuid primary key,
    user_id uuid not null references "user" (id) on delete cascade,
    lead_id uuid not null references lead (id) on delete cascade,
    text text not null,
    created_at timestamptz not null,
    deleted_at timestamptz
  )`,
  `create index lead_note_lead on lead_note (lead_id, created_at, id) where deleted_at is null`,
  `create index lead_note_owner on lead_note (user_id)`,
  `create index lead_note_deleted on lead_note (deleted_at) where deleted_at is not null`,
  `create table lead_change (
    id uuid primary key,
    user_id uuid not null references "user" (id) on delete cascade,
    lead_id uuid not null references lead (id) on delete cascade,
    field text not null,
    before text,
    after text,
    created_at timestamptz not null
  )`,
  `create index lead_change_lead on lead_change (lead_id, created_at, id)`,
  `create index lead_change_owner on lead_change (user_id)`,
  `create table lead_view (
    id uuid primary key,
    user_id uuid not null references "user" (id) on delete cascade,
    name text not null,
    filters jsonb not null,
    created_at timestamptz not null,
    deleted_at timestamptz
  )`,
  `create index lead_view_owner on lead_view (user_id, created_at, id) where deleted_at is null`,
  `create index lead_view_deleted on lead_view (deleted_at) where deleted_at is not null`,
];

/** By the name of the step, see `FeatureManifest`. */
export const leadMigrations = {
  "0002_everyday": leadSchema,
  "0003_planned": leadPlannedSchema,
  "0043_lead_records": leadRecordSchema,
};
