import pg from "pg";
import { atMost, median, quantile, unboundedFigure, type Figure } from "./figures.ts";
import { alternate, withFloor } from "./list.ts";

/** Requests of one turn, as for the list: what else the machine does then hits both servers alike. */
const turn = 320;
const rounds = 20;

/** What a person has after a year of daily work, beside 10,000 outcomes: rows of each. */
const leads = 1_000;
const entries = 400;
const projects = 60;
/** Proposals of each project that waits. */
const proposals = 80;

async function fill(database: pg.ClientConfig, userId: string): Promise<void> {
  const client = new pg.Client(database);
  await client.connect();
  const ask = (text: string, ...values: unknown[]) => client.query(text, [userId, ...values]);
  await ask(
    `insert into lead (id, user_id, name, kind, category, contact, email, phone, address, stage, tags, owner, legal_basis,
       do_not_contact, next_step, notes, osm_tags, custom_fields, name_key, category_key, search, created_at, updated_at)
     select gen_random_uuid(), $1, 'Company ' || n, 'org', '', '', '{}', '{}', '{}', 'new', '{}', '', 'none', false, '',
       '', '{}', '{}', 'company ' || n, '', 'company ' || n, now(), now() from generate_series(1, $2::int) n`,
    leads,
  );
  await ask(
    `insert into calendar_entry (id, user_id, type, title, starts_at, ends_at, all_day, time_zone, notes, uid, created_at, updated_at)
     select gen_random_uuid(), $1, '1000', 'Meeting ' || n, at, at + interval '1 hour', false, 'Europe/Berlin', '',
       gen_random_uuid(), now(), now()
     from (select n, date_trunc('hour', now()) + (n - $2::int / 2) * interval '6 hours' as at from generate_series(1, $2::int) n) e`,
    entries,
  );
  // Every sixth waits, the others are done; each has the run that made it.
  await ask(
    `with made as (
       insert into project (id, user_id, name, workflow, state, form_values, latest_run_id, created_at, updated_at)
       select gen_random_uuid(), $1, 'Plan ' || n, 'contentPlannerWorkflow', case when n % 6 = 0 then 50 else 100 end,
         jsonb_build_object('requirementTitle', 'Plan ' || n, 'notes', repeat('words of a form ', 200)), gen_random_uuid(),
         now(), now() - n * interval '1 hour'
       from generate_series(1, $2::int) n returning id, user_id, latest_run_id, state, updated_at
     ), ran as (
       insert into run (id, user_id, project_id, workflow, status, coins, coins_state, engine, form_values, language, time_zone,
         idempotency_key, request_hash, created_at, finished_at)
       select latest_run_id, user_id, id, 'contentPlannerWorkflow', 'succeeded', 300, 'captured', '{}', '{}', 'en',
         'Europe/Berlin', latest_run_id::text, '', updated_at, updated_at from made returning id
     ), held as (
       insert into coin_hold (id, owner, coins, state, workflow, project_id, created_at, settled_at)
       select latest_run_id, user_id, 300, 'captured', 'contentPlannerWorkflow', id, updated_at, updated_at from made
     )
     insert into run_proposal (run_id, key, position, user_id, kind, requires, payload)
     select made.latest_run_id, 'p' || n, n, made.user_id, case when n % 2 = 0 then 'outcome' else 'calendarEntry' end, '{}',
       jsonb_build_object('title', repeat('a title of some length ', 8))
     from made, generate_series(1, $3::int) n where made.state = 50`,
    projects,
    proposals,
  );
  await client.query("vacuum analyze");
  await client.end();
}

/** The dashboard's one request, beside the least a server could do for a list of 50. */
export async function measureDashboard(): Promise<Figure[]> {
  return withFloor(async (world) => {
    await fill(world.database, world.userId);
    const ours = world.ours("dashboard", "/api/dashboard");
    const floor = world.floor("floor", "/list");
    await alternate([ours, floor], { turn, rounds });
    const ratios = ours.perSecond.map((value, round) => (floor.perSecond[round] ?? value) / value);
    return [
      unboundedFigure(
        "dashboard: floor (a), prepared list query + JSON",
        `${median(floor.perSecond).toFixed(0)} req/s`,
      ),
      unboundedFigure(
        "dashboard: ours, signed in",
        `${median(ours.perSecond).toFixed(0)} req/s, p50 ${median(ours.p50)} ms`,
      ),
      {
        ...atMost("dashboard: cost beside floor (a)", median(ratios), 3, "x", 1),
        figure: `${median(ratios).toFixed(1)} x (half of the turns ${quantile(ratios, 0.25).toFixed(1)}-${quantile(ratios, 0.75).toFixed(1)} x)`,
      },
    ];
  });
}
