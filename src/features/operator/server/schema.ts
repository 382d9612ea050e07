const operatorSchema: string[] = [
  `alter table "user" add column disabled_at timestamptz`,
  `create table operator_audit (
    id uuid primary key,
    operator_id uuid references "user" (id) on delete set null,
    is_terminal boolean not null,
    action text not null,
    subject text not null,
    details text not null,
    reason text not null,
    created_at timestamptz not null
  )`,
  `create index operator_audit_date on operator_audit (created_at desc, id desc)`,
  `create index operator_audit_operator on operator_audit (operator_id) where operator_id is not null`,
  // Lists of everybody's, the newest first.
  `create index user_created on "user" (created_at desc, id desc)`,
  `create index run_created on run (created_at desc, id desc)`,
];

/** By the name of the step, see `FeatureManifest`. */
export const operatorMigrations = { "0031_operator": operatorSchema };
