const levels = "'justRegistered', 'starter', 'visionary', 'individual', 'enterprise'";

const paymentSchema: string[] = [
  `create table payment_item (
    id text primary key check (id ~ '^[a-z0-9-]{1,40}$'),
    kind text not null check (kind in ('pack', 'plan')),
    coins bigint not null check (coins between 0 and 10000000),
    price_cents bigint check (price_cents between 1 and 100000000),
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    level text check (level in (${levels})),
    is_offered boolean not null default true,
    is_recommended boolean not null default false,
    place integer not null,
    check ((kind = 'plan') = (level is not null)),
    check (kind = 'plan' or (price_cents is not null and coins > 0))
  )`,
  `insert into payment_item (id, kind, coins, price_cents, currency, level, is_recommended, place) values
    ('coins-500', 'pack', 500, 1900, 'EUR', null, false, 1),
    ('coins-1500', 'pack', 1500, 4900, 'EUR', null, true, 2),
    ('coins-5000', 'pack', 5000, 13900, 'EUR', null, false, 3),
    ('plan-starter', 'plan', 400, 1200, 'EUR', 'starter', false, 1),
    ('plan-visionary', 'plan', 2000, 3900, 'EUR', 'visionary', false, 2),
    ('plan-individual', 'plan', 0, null, 'EUR', 'individual', false, 3),
    ('plan-enterprise', 'plan', 0, null, 'EUR', 'enterprise', false, 4)`,
  `create table coupon (
    code text primary key check (code ~ '^[A-Z0-9]{3,40}$'),
    percent_off integer check (percent_off between 1 and 100),
    cents_off bigint check (cents_off between 1 and 100000000),
    currency text check (currency ~ '^[A-Z]{3}$'),
    expires_at timestamptz,
    most_uses integer check (most_uses > 0),
    uses integer not null default 0 check (uses >= 0 and (most_uses is null or uses <= most_uses)),
    first_purchase_only boolean not null default false,
    least_cents bigint not null default 0 check (least_cents >= 0),
    is_active boolean not null default true,
    created_at timestamptz not null default date_trunc('milliseconds', now()),
    check ((percent_off is null) <> (cents_off is null)),
    check ((cents_off is null) = (currency is null))
  )`,
  `create table payment_customer (
    user_id uuid primary key references "user" (id) on delete cascade,
    provider text not null check (provider in ('stripe', 'local')),
    customer_id text not null unique,
    card_ending text check (card_ending ~ '^[0-9]{4}$'),
    created_at timestamptz not null default date_trunc('milliseconds', now())
  )`,
  `create table payment_order (
    id uuid primary key,
    user_id uuid not null,
    provider text not null check (provider in ('stripe', 'local')),
    item_id text not null references payment_item (id),
    kind text not null check (kind in ('pack', 'plan')),
    coins bigint not null check (coins >= 0),
    level text check (level in (${levels})),
    coupon text,
    price_cents bigint not null check (price_cents >= 0),
    discount_cents bigint not null check (discount_cents between 0 and price_cents),
    total_cents bigint not null check (total_cents >= 0),
    currency text not null,
    status text not null default 'open' check (status in ('open', 'paid', 'failed', 'expired')),
    checkout_ref text unique,
    invoice_ref text unique,
    payment_ref text unique,
    plan_id text,
    receipt text unique,
    refunded_cents bigint not null default 0 check (refunded_cents >= 0),
    dispute text check (dispute in ('open', 'won', 'lost')),
    coins_back bigint not null default 0 check (coins_back between 0 and coins),
    reversals integer not null default 0,
    created_at timestamptz not null,
    paid_at timestamptz,
    checked_at timestamptz,
    check ((status = 'paid') = (paid_at is not null)),
    check ((paid_at is null) = (receipt is null))
  )`,
  `create index payment_order_owner on payment_order (user_id, created_at desc, id desc)`,
  `create index payment_order_open on payment_order (created_at) where status = 'open'`,
  `create table payment_plan (
    id text primary key,
    user_id uuid not null,
    provider text not null check (provider in ('stripe', 'local')),
    item_id text not null references payment_item (id),
    next_item_id text references payment_item (id),
    status text not null check (status in ('active', 'pastDue', 'ended')),
    is_paid boolean not null default false,
    period_end timestamptz,
    cancels_at_end boolean not null default false,
    changed_at timestamptz not null,
    asked_at timestamptz
  )`,
  `create index payment_plan_owner on payment_plan (user_id)`,
  `create table payment_event (
    id text primary key,
    provider text not null check (provider in ('stripe', 'local')),
    event jsonb not null,
    received_at timestamptz not null,
    tried_at timestamptz,
    handled_at timestamptz,
    problem text
  )`,
  `create index payment_event_waiting on payment_event (received_at) where handled_at is null`,
  `create table payment_receipt_counter (year integer primary key, last integer not null)`,
];

/** Whose level came from a plan that is paid for, and whose from an operator: what no plan explains was given. */
const paidLevelSchema: string[] = [
  `with ranks as (select array['justRegistered', 'starter', 'visionary', 'individual', 'enterprise'] as levels),
     paid as (
       select plan.user_id, max(array_position(levels, item.level)) as rank
         from payment_plan plan join payment_item item on item.id = plan.item_id, ranks
        where plan.status <> 'ended' and plan.is_paid and item.level is not null group by plan.user_id)
   update "user" u set
       paid_license = levels[coalesce(paid.rank, 1)],
       granted_license = case when array_position(levels, u.owned_license) > coalesce(paid.rank, 1) then u.owned_license end,
       owned_license = levels[greatest(array_position(levels, u.owned_license), coalesce(paid.rank, 1))]
     from "user" one left join paid on paid.user_id = one.id, ranks
    where one.id = u.id and (u.owned_license <> 'justRegistered' or paid.rank > 1)`,
];

/** By the name of the step, see `FeatureManifest`. */
export const paymentMigrations = { "0026_payments": paymentSchema, "0042_operators": paidLevelSchema };
