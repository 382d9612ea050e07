import type { Pool } from "pg";
import { instantsAsText } from "#src/platform/database/instants.ts";
import type { TimePosition } from "#src/platform/database/paged.ts";
import type { Outcome, OutcomeCounts, OutcomeStatus } from "../contract.ts";

/** A link to something that can be deleted and restored, while it is not deleted. */
const liveLink = (table: "project" | "calendar_entry", column: string): string =>
  `(select l.id from ${table} l where l.id = outcome.${column} and l.deleted_at is null)`;
export const liveProject = liveLink("project", "project_id");
export const liveEntry = liveLink("calendar_entry", "calendar_entry_id");
export const liveResult = liveLink("project", "result_project_id");

/** Columns under the names of an answer, so that rows need no mapping. */
const answerColumns = `id, ${liveProject} as "projectId", run_id as "runId", workflow, kind, platform,
  content_type as "contentType", title, brief, planned_at as "plannedAt", time_zone as "timeZone", status,
  ${liveEntry} as "calendarEntryId", ${liveResult} as "resultProjectId", updated_at as "dateUpdated"`;

export interface OutcomeFilters {
  platform?: string | undefined;
  projectId?: string | undefined;
  status?: readonly OutcomeStatus[] | undefined;
}

export interface OutcomePage extends OutcomeFilters {
  limit: number;
  order: "asc" | "desc";
  /** The last row of the page before. */
  after?: TimePosition | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const lowestId = "00000000-0000-0000-0000-000000000000";
const highestId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/**
 * The statement of a page. The bounds are always given, so that each set of filters is one prepared statement and one
 * walk along an index: that of the owner, or of the owner and one status.
 */
export function listStatement(userId: string, page: OutcomePage) {
  const { platform, projectId, status, order } = page;
  const isForward = order === "asc";
  const values: unknown[] = [
    userId,
    page.after?.[0] ?? (isForward ? "-infinity" : "infinity"),
    page.after?.[1] ?? (isForward ? lowestId : highestId),
    page.from ?? "-infinity",
    page.to ?? "infinity",
    page.limit,
  ];
  const only = status?.length === 1 ? status[0] : undefined;
  const filters: string[] = [];
  const names: string[] = [];
  const add = (name: string, condition: (place: string) => string, value: unknown): void => {
    values.push(value);
    names.push(name);
    filters.push(`and ${condition(`$${values.length}`)}`);
  };
  if (projectId !== undefined) add("project", (place) => `project_id = ${place}`, projectId);
  if (platform !== undefined) add("platform", (place) => `platform = ${place}`, platform);
  if (only !== undefined) add("status", (place) => `status = ${place}`, only);
  else if (status && status.length > 0) add("statuses", (place) => `status = any(${place}::text[])`, [...status]);
  return {
    name: `outcomes.${[order, ...names].join(".")}`,
    text: `select ${answerColumns} from outcome
      where user_id = $1 and deleted_at is null
        and (planned_at, id) ${isForward ? ">" : "<"} ($2::timestamptz, $3::uuid)
        and planned_at >= $4 and planned_at < $5 ${filters.join(" ")}
      order by planned_at ${order}, id ${order} limit $6`,
    values,
  };
}

/** One person's scheduled outcomes by planned date, at most `limit`. */
export async function pageOfOutcomes(userId: string, page: OutcomePage, pool: Pool): Promise<Outcome[]> {
  return (await pool.query<Outcome>({ ...listStatement(userId, page), types: instantsAsText })).rows;
}

/** Projects that a filter offers; more than this nobody picks from a list. */
const mostProjects = 200;

const title = `coalesce(nullif(btrim(p.name), ''), nullif(btrim(p.form_values ->> 'requirementTitle'), ''))`;

/** $1 person, $2 start of the window, $3 platform, $4 project, $5 statuses. */
const counting = {
  name: "outcomes.counts",
  text: `with own as (
      select status, platform, project_id, count(*)::int as n, count(*) filter (where planned_at < $2)::int as before
      from outcome where user_id = $1 and deleted_at is null group by status, platform, project_id),
    fitting as (
      select * from own where ($3::text is null or platform = $3) and ($4::uuid is null or project_id = $4))
    select
      (select coalesce(sum(n), 0)::int from own) as total,
      (select coalesce(json_object_agg(status, n), '{}') from (select status, sum(n)::int as n from fitting group by 1) s)
        as statuses,
      (select coalesce(sum(before), 0)::int from fitting where $5::text[] is null or status = any($5)) as earlier,
      (select coalesce(json_agg(platform order by platform), '[]')
        from (select distinct platform from own where platform is not null) c) as platforms,
      (select coalesce(json_agg(f), '[]') from (select p.id, ${title} as title from project p
        where p.id in (select project_id from own) and p.deleted_at is null
        order by p.updated_at desc, p.id desc limit ${mostProjects}) f) as projects`,
};

/** How many content items a person has, by status, and what they can be filtered by. */
export async function countsOfOutcomes(
  userId: string,
  { before, platform, projectId, status }: OutcomeFilters & { before?: string | undefined },
  pool: Pool,
): Promise<OutcomeCounts> {
  const values = [userId, before ?? "-infinity", platform ?? null, projectId ?? null, status ? [...status] : null];
  const { rows } = await pool.query<OutcomeCounts>({ ...counting, values });
  const [counts] = rows;
  if (!counts) throw new Error("counts are one row");
  return counts;
}
