const projectSchema: string[] = [
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

/**
 * Stars, the archive, deletion with undo, and words to search in. What was put away before there was an archive has a
 * revision and state 500: a failed run leaves 500 only where there is no revision.
 */
const projectsEveryday: string[] = [
  `alter table project
    add column favorite boolean not null default false,
    add column archived_from integer check (archived_from between 1 and 100 or archived_from = 500),
    add column deleted_at timestamptz,
    add column search text not null generated always as
      (lower(coalesce(name, '') || ' ' || coalesce(form_values ->> 'requirementTitle', ''))) stored,
    add constraint project_archived check (archived_from is null or state = 500)`,
  `update project set archived_from = 50 where state = 500 and current_revision is not null`,
  `create table erased_project (
    id uuid primary key,
    user_id uuid not null references "user" (id) on delete cascade,
    name text not null
  )`,
  `create index erased_project_owner on erased_project (user_id)`,
  `create index project_deleted on project (deleted_at) where deleted_at is not null`,
];

/** What scheduled runs brought since the person was there last. */
const projectNewsSchema: string[] = [
  // Number of the revision that was the newest then; null while the person has seen all.
  `alter table project add column news_from integer`,
];

/** Projects with many revisions are found without a walk through all. */
const projectRetentionSchema: string[] = [`create index project_revisions on project (revisions) where revisions > 1`];

/** Revisions that a person edits: one for each sitting, with the steps that undo what was done in it. */
const revisionEditsSchema: string[] = [
  `alter table revision
    add column edits integer not null default 0,
    add column step integer not null default 0,
    add column edited_at timestamptz`,
  `create table revision_step (
    revision_id uuid not null references revision (id) on delete cascade,
    number integer not null,
    changes jsonb not null,
    primary key (revision_id, number)
  )`,
];

/**
 * The form that a document was computed from: a revision that is brought back brings it along. Null for revisions from
 * before this was kept.
 */
const revisionFormSchema: string[] = [`alter table revision add column form_values jsonb`];

/** How many items of the document a JSON path finds. */
const found = (path: string): string => `jsonb_array_length(jsonb_path_query_array(document, '${path}'))`;

/**
 * Gaps of a document by what became of them, counted when it is written: lists and the dashboard read no documents.
 * Documents from before gaps had a state of their own name the open ones as questions.
 */
const projectGapsSchema: string[] = [
  `alter table revision
    add column gaps_open integer not null generated always as
      (case when jsonb_typeof(document -> 'gaps') = 'array' then ${found('$.gaps[*] ? (@.state == "open")')}
        else ${found('$.openQuestions[*] ? (@.type() == "string" && @ != "")')} end) stored,
    add column gaps_filled integer not null generated always as (${found('$.gaps[*] ? (@.state == "filled")')}) stored`,
];

/** By the name of the step, see `FeatureManifest`. */
export const projectMigrations = {
  "0001_first": projectSchema,
  "0002_everyday": projectsEveryday,
  "0007_retention": projectRetentionSchema,
  "0015_news": projectNewsSchema,
  "0018_revision_edits": revisionEditsSchema,
  "0019_gaps": projectGapsSchema,
  "0023_revision_form": revisionFormSchema,
};
