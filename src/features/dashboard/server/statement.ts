import type { Pool } from "pg";
import { spanClass, spanLimits } from "#src/features/calendar/server/usecases.ts";
import { gapsColumn, newsColumn } from "#src/features/projects/server/usecases.ts";
import { maxCounted, type Dashboard, type PlannedOutcome } from "../contract.ts";
import { dueLeadsShown, dueStatuses, lateDays, type Span } from "../rules.ts";

/** Instants inside of JSON as answers carry them. */
const iso = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Rows of a query as one JSON array, empty where there are none. */
const rows = (query: string): string => `(select coalesce(json_agg(r), '[]'::json) from (${query}) r)`;

const title = `coalesce(nullif(btrim(project.name), ''), nullif(btrim(project.form_values ->> 'requirementTitle'), ''))`;
const projectColumns = `project.id, ${title} as title, project.workflow, project.state,
    (select latest.status from run latest where latest.id = project.latest_run_id) as "latestRunStatus",
    case when project.state between 50 and 99 then ${gapsColumn("gaps_open")} else 0 end as gaps,
    ${iso("project.updated_at")} as "dateUpdated"`;
const ownProject = `project.user_id = $1 and project.deleted_at is null`;
const isWaiting = `project.state between 50 and 74`;

const runs = rows(`select run.id, run.workflow, run.project_id as "projectId", run.status, run.coins,
    ${iso("run.created_at")} as "createdAt", ${title} as title, project.state
  from run join project on project.id = run.project_id
  where run.user_id = $1 and run.finished_at is null and project.deleted_at is null
  order by run.created_at desc, run.id desc limit 20`);

const waiting =
  rows(`select ${projectColumns}, coalesce(${iso("run.finished_at")}, ${iso("project.updated_at")}) as "finishedAt",
    ${newsColumn} as news,
    (select json_build_object(
        'calendarEntry', count(*) filter (where p.kind = 'calendarEntry'), 'lead', count(*) filter (where p.kind = 'lead'),
        'outcome', count(*) filter (where p.kind = 'outcome'), 'insight', count(*) filter (where p.kind = 'insight'))
      from run_proposal p where p.run_id = project.latest_run_id and p.state = 'proposed' and p.is_counted) as proposals
  from project left join run on run.id = project.latest_run_id
  where ${ownProject} and ${isWaiting}
  order by project.updated_at desc, project.id desc limit 5`);

const recent = rows(`select ${projectColumns} from project
  where ${ownProject} and project.archived_from is null and not project.state between 2 and 74
  order by project.updated_at desc, project.id desc limit 5`);

const plannedOutcome = `select outcome.id, outcome.workflow, outcome.kind, outcome.platform, outcome.title,
    ${iso("outcome.planned_at")} as "plannedAt", outcome.status,
    (select p.id from project p where p.id = outcome.project_id and p.deleted_at is null) as "projectId"
  from outcome where user_id = $1 and deleted_at is null`;

/**
 * The latest of what should have gone out in the last days, and what is planned: more than the page shows,
 * because which of them belong to its days is known with the zone, at most 40 hours later.
 */
const outcomes =
  rows(`(select * from (${plannedOutcome} and status in (${dueStatuses.map((status) => `'${status}'`).join(", ")})
      and planned_at < $4::timestamptz + interval '30 hours' and planned_at >= $4::timestamptz - interval '${lateDays} days'
      order by planned_at desc, id desc limit 20) late)
  union
  (${plannedOutcome} and status not in ('skipped', 'published') and planned_at >= $4 and planned_at < $5
    order by planned_at, id limit 30)
  order by "plannedAt", id`);

/** The same walk along the index of lengths as a range of the calendar. */
const entriesOfSpan = (span: number): string => {
  const limit = spanLimits[span];
  return `select id, type, title, starts_at, ends_at, all_day, location from calendar_entry
    where user_id = $1 and deleted_at is null and ${spanClass} = ${span} and starts_at < $3
      and (ends_at > $2 or starts_at >= $2)
      ${limit === undefined ? "" : `and starts_at >= $2::timestamptz - interval '${limit}' - interval '1 day'`}`;
};
const spans = [...spanLimits.map((_limit, span) => span), spanLimits.length];
const entryColumns = `id, type, title, ${iso("starts_at")} as start, ${iso("ends_at")} as end,
    all_day as "allDay", location`;
const entries = rows(`select ${entryColumns}
  from (${spans.map(entriesOfSpan).join(" union all ")}) e order by starts_at, id limit 500`);

/** Entries that begin within the days of the plan; those of a content item are in the plan by their item. */
const upcomingOfSpan = (span: number): string =>
  `(select id, type, title, starts_at, ends_at, all_day, location from calendar_entry
    where user_id = $1 and deleted_at is null and ${spanClass} = ${span} and outcome_id is null
      and starts_at >= $4 and starts_at < $5 order by starts_at limit 500)`;
const upcoming = rows(`select ${entryColumns}
  from (${spans.map(upcomingOfSpan).join(" union all ")}) e order by starts_at, id limit 500`);

/** As many of each day that may be today, and of those before, as the page shows: which of them is today follows. */
const dueLead = `select id, name, contact, phone[1] as phone, email[1] as email, next_step as "nextStep",
    next_step_on as "nextStepOn"
  from lead where user_id = $1 and next_step_on is not null and deleted_at is null and not do_not_contact`;
const dueLeads = rows(`select * from (
    select due.* from unnest($6::text[]) day
      cross join lateral (${dueLead} and next_step_on = day order by id limit ${dueLeadsShown}) due
    union all
    (${dueLead} and next_step_on < ($6::text[])[1] order by next_step_on desc, id limit ${dueLeadsShown})
  ) due order by "nextStepOn" desc, id`);

/** As the statement of coins has them: a run is one row, whatever became of it. */
const movements =
  rows(`select id, ${iso("created_at")} as date, reason, amount, coins, state, workflow, "runId", note from (
    (select h.id, h.created_at, h.reason, case h.state when 'captured' then -h.coins else 0 end as amount, h.coins,
        case h.state when 'captured' then 'booked' when 'held' then 'held' else 'returned' end as state, h.workflow,
        case h.reason when 'run' then h.id end as "runId", null as note
      from coin_hold h where h.owner = $1 order by h.created_at desc, h.id desc limit 5)
    union all
    (select t.id, t.created_at, t.reason, e.amount, abs(e.amount), 'booked', null, null, t.note
      from coin_transaction t
      join coin_entry e on e.transaction_id = t.id
      join coin_account a on a.id = e.account_id and a.owner = $1 and a.kind = 'person'
      where t.owner = $1 and t.run_id is null order by t.created_at desc, t.id desc limit 5)
  ) m order by created_at desc, id desc limit 5`);

const balanceOf = (kind: string): string =>
  `coalesce((select balance from coin_account where owner = $1 and kind = '${kind}'), 0)`;

/** Counted as far as it goes, so that a hundred thousand cost what ten thousand do. */
const countOf = (from: string): string => `(select count(*) from (select 1 from ${from} limit ${maxCounted}) c)`;

/** $1 person, $2 and $3 span of the day, $4 and $5 span of the plan, $6 days that today may be. */
const statement = {
  name: "dashboard",
  text: `select json_build_object(
    'timeZone', (select data -> 'calendarSettings' ->> 'timeZone' from settings where user_id = $1),
    'runs', ${runs},
    'waiting', ${waiting},
    'waitingCount', ${countOf(`project where ${ownProject} and ${isWaiting}`)},
    'recent', ${recent},
    'outcomes', ${outcomes},
    'entries', ${entries},
    'upcoming', ${upcoming},
    'dueLeads', ${dueLeads},
    'movements', ${movements},
    'coins', json_build_object('credits', ${balanceOf("person")}, 'held', ${balanceOf("held")}),
    'counts', json_build_object(
      'leads', ${countOf("lead where user_id = $1 and deleted_at is null")},
      'outcomes', ${countOf("outcome where user_id = $1 and deleted_at is null")},
      'projects', ${countOf(`project where ${ownProject} and archived_from is null`)}),
    'isNew', not exists (select 1 from project where user_id = $1) and not exists (select 1 from coin_hold where owner = $1),
    'hasApplied', exists (select 1 from project where user_id = $1 and state between 75 and 100)
  ) as rows`,
};

/** What one trip to the database brings. */
export interface DashboardRows extends Pick<
  Dashboard,
  "runs" | "waiting" | "waitingCount" | "recent" | "entries" | "upcoming" | "dueLeads" | "isNew" | "hasApplied"
> {
  /** Null while the person has chosen none. */
  timeZone: string | null;
  outcomes: Omit<PlannedOutcome, "isLate">[];
  /** Newest first, without the balance after each. */
  movements: Omit<Dashboard["movements"][number], "balance">[];
  coins: Omit<Dashboard["coins"], "balance">;
  counts: Omit<Dashboard["counts"], "entriesToday">;
}

export async function readDashboard(
  userId: string,
  { day, plan, days }: { day: Span; plan: Span; days: readonly string[] },
  pool: Pool,
): Promise<DashboardRows> {
  const { rows: answers } = await pool.query<{ rows: DashboardRows }>({
    ...statement,
    values: [userId, day.from, day.to, plan.from, plan.to, days],
  });
  const [answer] = answers;
  if (!answer) throw new Error("the dashboard is one row");
  return answer.rows;
}
