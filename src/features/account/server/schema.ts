/**
 * Tables of people and their sign-ins, shaped for better-auth (its column names are mapped in `auth.ts`).
 * E-mail addresses are stored in lower case; `session.token_hash` is a SHA-256, the token itself is only in the cookie.
 */
const accountSchema: string[] = [
  `create table "user" (
    id uuid primary key,
    name text not null,
    email text not null unique,
    email_verified boolean not null default false,
    image text,
    language text check (language in ('en', 'de')),
    roles text[] not null default '{}',
    owned_license text not null default 'justRegistered'
      check (owned_license in ('justRegistered', 'starter', 'visionary', 'individual', 'enterprise')),
    date_last_logout timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create table session (
    id uuid primary key,
    user_id uuid not null references "user" (id) on delete cascade,
    token_hash text not null unique,
    expires_at timestamptz not null,
    ip_address text,
    user_agent text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create index session_owner on session (user_id, id desc)`,
  `create index session_expiry on session (expires_at)`,
  `create table account (
    id uuid primary key,
    user_id uuid not null references "user" (id) on delete cascade,
    account_id text not null,
    provider_id text not null,
    access_token text,
    refresh_token text,
    id_token text,
    access_token_expires_at timestamptz,
    refresh_token_expires_at timestamptz,
    scope text,
    password text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    unique (provider_id, account_id)
  )`,
  `create index account_owner on account (user_id)`,
  `create table verification (
    id uuid primary key,
    identifier text not null,
    value text not null,
    expires_at timestamptz not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create index verification_identifier on verification (identifier)`,
  `create index verification_expiry on verification (expires_at)`,
];

/** Links in mails, and who asked for one: the answer to that must not tell whether an address has an account. */
const linkSchema: string[] = [
  `create table account_link (
    id uuid primary key,
    user_id uuid not null references "user" (id) on delete cascade,
    kind text not null check (kind in ('reset', 'verify')),
    token_hash text not null unique,
    expires_at timestamptz not null,
    created_at timestamptz not null default now()
  )`,
  `create index account_link_owner on account_link (user_id, kind)`,
  `create table link_request (
    id uuid primary key,
    email text not null,
    language text not null check (language in ('en', 'de')),
    created_at timestamptz not null default now()
  )`,
];

/**
 * What guards an account. When a session was last proven (a session of before counts from its sign-in), links to a new
 * address and to a sign-in, the picture, the log that the person can read, and the second factor.
 */
const securitySchema: string[] = [
  `alter table session add column proven_at timestamptz not null default now()`,
  `update session set proven_at = created_at`,
  `alter table account_link drop constraint account_link_kind_check`,
  `alter table account_link add constraint account_link_kind_check check (kind in ('reset', 'verify', 'email', 'signIn'))`,
  `alter table account_link add column email text`,
  `alter table link_request add column kind text not null default 'reset' check (kind in ('reset', 'signIn'))`,
  `create table account_picture (
    user_id uuid primary key references "user" (id) on delete cascade,
    media_type text not null,
    bytes bytea not null check (octet_length(bytes) <= 1000000),
    updated_at timestamptz not null default now()
  )`,
  `create table account_event (
    id uuid primary key,
    user_id uuid not null references "user" (id) on delete cascade,
    kind text not null,
    network text,
    user_agent text,
    created_at timestamptz not null default now()
  )`,
  `create index account_event_owner on account_event (user_id, id desc)`,
  `create index account_event_age on account_event (created_at)`,
  `create table second_factor (
    user_id uuid primary key references "user" (id) on delete cascade,
    secret text not null,
    confirmed_at timestamptz,
    last_step bigint,
    created_at timestamptz not null default now()
  )`,
  `create table recovery_code (
    user_id uuid not null references "user" (id) on delete cascade,
    code_hash text not null,
    created_at timestamptz not null default now(),
    primary key (user_id, code_hash)
  )`,
];

/** Passkeys, and when the terms were accepted; null for accounts of before. */
const waysInSchema: string[] = [
  `create table passkey (
    id uuid primary key,
    user_id uuid not null references "user" (id) on delete cascade,
    credential_id text not null unique,
    public_key bytea not null,
    counter bigint not null,
    transports text[] not null default '{}',
    backed_up boolean not null,
    name text not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz
  )`,
  `create index passkey_owner on passkey (user_id)`,
  `alter table "user" add column terms_accepted_at timestamptz`,
];

/**
 * A person's level is the higher of the one that an operator gave and the one of the paid plans. Reminders whose time
 * fell into the days while an account was disabled are not caught up with, see `enabled_at`.
 */
const grantedLevelSchema: string[] = [
  `alter table "user"
     add column granted_license text
       check (granted_license in ('starter', 'visionary', 'individual', 'enterprise')),
     add column paid_license text not null default 'justRegistered'
       check (paid_license in ('justRegistered', 'starter', 'visionary', 'individual', 'enterprise')),
     add column enabled_at timestamptz`,
];

/** By the name of the step, see `FeatureManifest`. */
export const accountMigrations = {
  "0001_first": accountSchema,
  "0025_account_links": linkSchema,
  "0030_account_security": securitySchema,
  "0040_ways_in": waysInSchema,
  "0042_operators": grantedLevelSchema,
};
