/** Tables of a person's files and of the texts that runs have read. Run in order inside one migration. */
const fileSchema: string[] = [
  `create table file (
    id uuid primary key,
    user_id uuid not null references "user"(id) on delete cascade,
    name text not null,
    media_type text not null,
    size integer not null check (size > 0),
    hash text not null check (hash ~ '^[0-9a-f]{64}$'),
    text_hash text check (text_hash ~ '^[0-9a-f]{64}$'),
    created_at timestamptz not null default now()
  )`,
  `create index file_user_id_id on file (user_id, id desc)`,
  `create index file_hash on file (hash)`,
  `create index file_text_hash on file (text_hash) where text_hash is not null`,
  // Which person uses which stored text; content without a user may be purged.
  `create table snapshot (
    user_id uuid not null references "user"(id) on delete cascade,
    hash text not null check (hash ~ '^[0-9a-f]{64}$'),
    created_at timestamptz not null default now(),
    primary key (user_id, hash)
  )`,
  `create index snapshot_hash on snapshot (hash)`,
];

/** How long a recording is. */
const fileLengthSchema: string[] = [`alter table file add column seconds double precision check (seconds >= 0)`];

/** When a snapshot was last read or found to be named by a document; upkeep begins with the longest. */
const fileRetentionSchema: string[] = [
  `alter table snapshot add column checked_at timestamptz not null default now()`,
  `update snapshot set checked_at = created_at`,
  `create index snapshot_checked on snapshot (checked_at)`,
];

/** By the name of the step, see `FeatureManifest`. */
export const fileMigrations = {
  "0001_first": fileSchema,
  "0007_retention": fileRetentionSchema,
  "0012_recordings": fileLengthSchema,
};
