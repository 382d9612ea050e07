/**
 * Double-entry ledger. A person's account carries its balance, guarded by a check; system accounts (kind `system:…`)
 * carry none, so that nothing serialises on them. Entries are append-only: a trigger refuses changes for everybody,
 * the revocation says so to the application's own role.
 */
const coinSchema: string[] = [
  `create table coin_account (
    id uuid primary key,
    owner uuid,
    kind text not null check (kind in ('person', 'held', 'system:welcome', 'system:purchase', 'system:usage', 'system:reward', 'system:adjustment')),
    balance bigint not null default 0 check (balance >= 0),
    check ((owner is null) = (kind like 'system:%')),
    check (kind not like 'system:%' or balance = 0)
  )`,
  `create unique index coin_account_owner on coin_account (owner, kind) where owner is not null`,
  `create unique index coin_account_system on coin_account (kind) where owner is null`,
  `create table coin_transaction (
    id uuid primary key,
    idempotency_key text not null unique check (length(idempotency_key) <= 200),
    reason text not null check (reason in ('welcome', 'purchase', 'refund', 'reward', 'hold', 'capture', 'release', 'adjustment')),
    run_id uuid,
    owner uuid,
    created_at timestamptz not null default date_trunc('milliseconds', now())
  )`,
  `create index coin_transaction_owner on coin_transaction (owner, created_at desc, id desc) where run_id is null`,
  `create table coin_entry (
    id bigint generated always as identity primary key,
    transaction_id uuid not null references coin_transaction (id),
    account_id uuid not null references coin_account (id),
    amount bigint not null check (amount <> 0),
    balance_after bigint not null
  )`,
  `create index coin_entry_account on coin_entry (account_id, id desc)`,
  `create index coin_entry_transaction on coin_entry (transaction_id)`,
  `create table coin_hold (
    id uuid primary key,
    owner uuid not null,
    coins bigint not null check (coins > 0),
    state text not null default 'held' check (state in ('held', 'captured', 'released')),
    workflow text not null,
    project_id uuid,
    created_at timestamptz not null default date_trunc('milliseconds', now()),
    settled_at timestamptz,
    check ((state = 'held') = (settled_at is null))
  )`,
  `create index coin_hold_owner on coin_hold (owner, created_at desc, id desc)`,
  `create index coin_hold_open on coin_hold (created_at) where state = 'held'`,
  `create function refuse_change() returns trigger language plpgsql as $$ begin raise exception 'append-only'; end $$`,
  `create trigger coin_entry_append_only before update or delete or truncate on coin_entry for each statement execute function refuse_change()`,
  `create trigger coin_transaction_append_only before update or delete or truncate on coin_transaction for each statement execute function refuse_change()`,
  `revoke update, delete, truncate on coin_entry from current_user`,
  // A foreign key locks its row, which needs the right to update; the trigger refuses the update itself.
  `revoke delete, truncate on coin_transaction from current_user`,
  `insert into coin_account (id, kind) select gen_random_uuid(), kind
    from unnest(array['system:welcome', 'system:purchase', 'system:usage', 'system:reward', 'system:adjustment']) as kind`,
  `create table coin_quote (
    id uuid primary key,
    owner uuid not null,
    workflow text not null,
    coins bigint not null check (coins >= 0),
    created_at timestamptz not null default date_trunc('milliseconds', now()),
    expires_at timestamptz not null
  )`,
  `create index coin_quote_expiry on coin_quote (expires_at)`,
];

/** What coins are held for: a run, or a section that is written once more. */
const holdReasonSchema: string[] = [
  `alter table coin_hold add column reason text not null default 'run' check (reason in ('run', 'rewrite'))`,
];

/** Coins of plans, reversed purchases, and what a statement says of a row. */
const purchaseSchema: string[] = [
  `alter table coin_transaction drop constraint coin_transaction_reason_check`,
  `alter table coin_transaction add constraint coin_transaction_reason_check check (reason in
    ('welcome', 'purchase', 'plan', 'refund', 'reward', 'hold', 'capture', 'release', 'adjustment', 'reversal'))`,
  `alter table coin_transaction add column note text check (length(note) <= 200)`,
];

/** By the name of the step, see `FeatureManifest`. */
export const coinMigrations = {
  "0001_first": coinSchema,
  "0021_rewrites": holdReasonSchema,
  "0026_payments": purchaseSchema,
};
