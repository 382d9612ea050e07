/**
 * An invite is whom a person wrote to, and goes with that person. A referral is who signed up: it outlives both accounts
 * without naming them, since the other one's reward hangs on it.
 */
const inviteSchema: string[] = [
  `create table invite_link (
    user_id uuid primary key references "user" (id) on delete cascade,
    code text not null unique
  )`,
  // People who were here before have a link, too. The letters of a UUID are as good a code as any.
  `insert into invite_link select id, left(replace(gen_random_uuid()::text, '-', ''), 12) from "user"`,
  `create table invite (
    id uuid primary key,
    user_id uuid not null references "user" (id) on delete cascade,
    email text not null,
    mailbox_hash text not null,
    code text not null unique,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    withdrawn_at timestamptz
  )`,
  `create index invite_owner on invite (user_id, created_at desc, id desc)`,
  `create index invite_mailbox on invite (mailbox_hash, created_at)`,
  `create index invite_expiry on invite (expires_at)`,
  `create table referral (
    id uuid primary key,
    user_id uuid references "user" (id) on delete set null,
    invited_id uuid unique references "user" (id) on delete set null,
    mailbox_hash text not null unique,
    coins bigint not null check (coins >= 0),
    invited_at timestamptz not null,
    registered_at timestamptz not null,
    rewarded_at timestamptz,
    is_inviter_paid boolean not null default false,
    is_inviter_told boolean not null default false,
    is_invited_told boolean not null default false,
    check (rewarded_at is not null or not (is_inviter_paid or is_inviter_told or is_invited_told))
  )`,
  `create index referral_owner on referral (user_id, invited_at desc, id desc)`,
  `create index referral_pending on referral (id) where rewarded_at is null and invited_id is not null`,
  `create index referral_orphan on referral (id) where user_id is null and invited_id is null`,
  // Addresses are stored in lower case; see kit/mailbox.ts.
  `create index user_mailbox_stem on "user" (replace(split_part(split_part(email, '@', 1), '+', 1), '.', ''))`,
];

/** By the name of the step, see `FeatureManifest`. */
export const inviteMigrations = { "0028_invites": inviteSchema };
