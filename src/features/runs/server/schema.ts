/** `RunResult` of the revision that a run has made, in plain SQL. */
export const runResult = `(select jsonb_build_object(
  'generator', document -> 'generator',
  'isWhole', coalesce(document #> '{basis,isWhole}', 'false'),
  'sources', (select coalesce(jsonb_agg(jsonb_build_object('url', source -> 'url', 'contentHash', source -> 'contentHash')), '[]')
    from jsonb_array_elements(case jsonb_typeof(document -> 'sources') when 'array' then document -> 'sources' else '[]' end) source))
  from revision where revision.run_id = run.id)`;

const runSchema: string[] = [
  `create table run (
    id uuid primary key,
    user_id uuid not null references "user" (id) on delete cascade,
    project_id uuid not null references project (id) on delete cascade,
    workflow text not null,
    status text not null default 'queued' check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
    coins bigint not null,
    coins_state text not null default 'held' check (coins_state in ('held', 'captured', 'released')),
    engine jsonb not null,
    form_values jsonb not null,
    language text not null,
    time_zone text not null,
    idempotency_key text not null check (length(idempotency_key) <= 200),
    request_hash text not null,
    error_code text,
    error_message text,
    usage jsonb,
    revision integer,
    attempt integer not null default 0,
    created_at timestamptz not null,
    started_at timestamptz,
    finished_at timestamptz,
    unique (user_id, idempotency_key),
    check ((status in ('queued', 'running')) = (finished_at is null)),
    check ((status in ('queued', 'running')) = (coins_state = 'held'))
  )`,
  `create index run_owner on run (user_id, created_at desc, id desc)`,
  `create index run_project on run (project_id, created_at desc)`,
  `create index run_open on run (created_at) where finished_at is null`,
  `create table run_proposal (
    run_id uuid not null references run (id) on delete cascade,
    key text not null,
    position integer not null,
    user_id uuid not null references "user" (id) on delete cascade,
    kind text not null check (kind in ('calendarEntry', 'lead', 'outcome', 'insight', 'project')),
    requires text[] not null,
    payload jsonb not null,
    state text not null default 'proposed' check (state in ('proposed', 'applied', 'undone')),
    record_id uuid,
    primary key (run_id, key),
    check ((state = 'applied') = (record_id is not null))
  )`,
  `create index run_proposal_owner on run_proposal (user_id)`,
  `create table run_event (
    run_id uuid not null references run (id) on delete cascade,
    "offset" integer not null,
    events jsonb not null,
    primary key (run_id, "offset")
  )`,
  `create table executor (
    id text primary key,
    lock_key bigint not null unique,
    started_at timestamptz not null default now()
  )`,
];

/** Heartbeats of processes, and how often a run was taken over since it last finished a step. */
const heartbeatSchema: string[] = [
  `alter table executor add column beat_at timestamptz`,
  `alter table run add column takeovers integer not null default 0`,
];

/** What may be removed some day, and the runs that ended lately, each by an index of its own. */
const runRetentionSchema: string[] = [
  // A succeeded run has one revision, unless it was removed for its age.
  `alter table run add column revision_purged_at timestamptz`,
  `create index run_finished on run (finished_at) where finished_at is not null`,
  `create index run_fruitless on run (finished_at)
    where status in ('failed', 'cancelled') or revision_purged_at is not null`,
  `create index run_proposal_open on run_proposal (run_id) where state = 'proposed'`,
];

/** What a run has bought and read so far, see memory.ts. */
const runStepSchema: string[] = [
  `create table run_step (
    run_id uuid not null references run (id) on delete cascade,
    key text not null check (length(key) <= 2000),
    result jsonb not null,
    primary key (run_id, key)
  )`,
];

/** What a run that found nothing advises to change, as sentences in the language of its form. */
const runHintsSchema: string[] = [`alter table run add column error_hints jsonb`];

/** A person's list of runs, newest first: all of it has `run_owner`; these serve its filters. */
const runListSchema: string[] = [
  `create index run_owner_workflow on run (user_id, workflow, created_at desc, id desc)`,
  `create index run_owner_open on run (user_id, created_at desc, id desc) where finished_at is null`,
  `create index run_owner_no_result on run (user_id, created_at desc, id desc)
    where status in ('failed', 'cancelled')`,
];

/** Results that a person may return for their coins, and those that were. */
const returnedRunSchema: string[] = [
  `alter table run add column returnable_until timestamptz`,
  `alter table run add column returned_at timestamptz`,
  // Coins of the run that has paid for the result.
  `alter table run add column returnable_coins bigint`,
  `alter table run add check (returned_at is null or (returned_at < returnable_until and coins_state = 'captured'))`,
];

/** Proposals whose record the person had before. */
const olderRecordSchema: string[] = [`alter table run_proposal add column is_older boolean not null default false`];

/** Open suggestions are counted by their kind in the index alone, for lists of many projects. */
const proposalCountSchema: string[] = [
  `drop index run_proposal_open`,
  `create index run_proposal_open on run_proposal (run_id, kind) where state = 'proposed'`,
];

/** A content item and its calendar entry are one suggestion: of both, the item is counted. */
const suggestionCountSchema: string[] = [
  `alter table run_proposal add column is_counted boolean not null
    generated always as (kind <> 'calendarEntry' or payload -> 'outcomeKey' is null) stored`,
  `drop index run_proposal_open`,
  `create index run_proposal_open on run_proposal (run_id, kind) where state = 'proposed' and is_counted`,
];

/** What was applied and taken back is open again, and counted. */
const openAgainSchema: string[] = [
  `drop index run_proposal_open`,
  `create index run_proposal_open on run_proposal (run_id, kind) where state <> 'applied' and is_counted`,
];

/** What a person changed on proposals, and what an edited document proposes in place of applied ones. */
const changedProposalSchema: string[] = [
  `alter table run_proposal add column changes jsonb`,
  // What its record was made with.
  `alter table run_proposal add column applied_payload jsonb`,
  `alter table run_proposal add column newer jsonb`,
  `alter table run_proposal add column is_gone boolean not null default false`,
  `update run_proposal set applied_payload = payload where state = 'applied'`,
  `alter table run_proposal add check (state = 'applied' or (newer is null and not is_gone))`,
  `alter table run_proposal add check ((state = 'applied') = (applied_payload is not null))`,
];

/** Rewrites of sections; at most one open per project until the person has answered. */
const rewriteSchema: string[] = [
  `create table rewrite (
    id uuid primary key,
    user_id uuid not null references "user" (id) on delete cascade,
    project_id uuid not null references project (id) on delete cascade,
    run_id uuid not null,
    workflow text not null,
    section text not null check (length(section) <= 80),
    wish text not null,
    status text not null default 'queued'
      check (status in ('queued', 'running', 'ready', 'unchanged', 'accepted', 'refused', 'failed', 'cancelled')),
    coins bigint not null check (coins >= 0),
    coins_state text not null default 'held' check (coins_state in ('held', 'captured', 'released')),
    is_included boolean not null,
    idempotency_key text not null check (length(idempotency_key) <= 200),
    request_hash text not null,
    error_code text,
    error_message text,
    result jsonb,
    usage jsonb,
    attempt integer not null default 0,
    takeovers integer not null default 0,
    created_at timestamptz not null,
    started_at timestamptz,
    finished_at timestamptz,
    answered_at timestamptz,
    unique (user_id, idempotency_key),
    check ((status in ('queued', 'running')) = (finished_at is null)),
    check ((status in ('queued', 'running')) = (coins_state = 'held')),
    check ((status in ('ready', 'accepted', 'refused')) = (coins_state = 'captured'))
  )`,
  `create unique index rewrite_open on rewrite (project_id) where status in ('queued', 'running', 'ready')`,
  `create index rewrite_project on rewrite (project_id)`,
  `create index rewrite_run on rewrite (run_id) where is_included and coins_state <> 'released'`,
  `create index rewrite_working on rewrite (created_at) where finished_at is null`,
  `create index rewrite_waiting on rewrite (finished_at) where status = 'ready'`,
  `create index rewrite_finished on rewrite (finished_at) where finished_at is not null`,
  `create table rewrite_step (
    run_id uuid not null references rewrite (id) on delete cascade,
    key text not null check (length(key) <= 2000),
    result jsonb not null,
    primary key (run_id, key)
  )`,
];

/** How long a person looks at an empty page is told by when the first words came. */
const firstTextSchema: string[] = [`alter table run add column first_text_at timestamptz`];

/**
 * What a run has to say of its result when the revision is gone, and the state that its project had before: it comes
 * back when the run brings nothing.
 */
const runResultSchema: string[] = [
  `alter table run add column result jsonb, add column state_before integer`,
  `update run set result = ${runResult} where status = 'succeeded'`,
];

/** By the name of the step, see `FeatureManifest`. */
export const runMigrations = {
  "0001_first": runSchema,
  "0004_heartbeat": heartbeatSchema,
  "0007_retention": runRetentionSchema,
  "0008_steps": runStepSchema,
  "0009_run_list": runListSchema,
  "0013_hints": runHintsSchema,
  "0016_older_records": olderRecordSchema,
  "0017_returned_runs": returnedRunSchema,
  "0019_gaps": proposalCountSchema,
  "0020_changed_proposals": changedProposalSchema,
  "0021_rewrites": rewriteSchema,
  "0022_suggestion_count": suggestionCountSchema,
  "0024_open_again": openAgainSchema,
  "0042_operators": firstTextSchema,
  "0045_run_results": runResultSchema,
};
