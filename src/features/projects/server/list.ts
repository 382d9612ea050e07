import type { Pool } from "pg";
import { instantsAsText } from "#src/platform/database/instants.ts";
import type { TimePosition } from "#src/platform/database/paged.ts";
import type { Project, ProjectFilter } from "../contract.ts";
import { projectState, type StateGroup } from "../rules.ts";
import { newsColumn } from "./repository.ts";

/** First and last number of each group of states, specification section 4. */
const stateRange: Record<StateGroup, [first: number, last: number]> = {
  new: [projectState.created, projectState.created],
  progress: [projectState.running, projectState.runningLast],
  ready: [projectState.ready, projectState.done - 1],
  done: [projectState.done, projectState.done],
  other: [projectState.done + 1, projectState.closed],
};

export interface ProjectPage {
  limit: number;
  after?: TimePosition | undefined;
  filter?: ProjectFilter;
}

interface Statement {
  /** Of what is asked for often enough to be prepared. */
  name?: string;
  text: string;
  values: unknown[];
}

/** What is read of a project beside its page: each table once, for all rows together. */
const page = (where: string, limit: string): string => `with page as (
    select id, name, workflow, state, form_values, revisions, current_revision, latest_run_id, created_at, updated_at,
      favorite, archived_from, news_from
    from project where ${where} order by updated_at desc, id desc limit ${limit}
  ), suggestions as (
    select run_id, count(*)::int as amount from run_proposal
    where run_id in (select latest_run_id from page) and state <> 'applied' and is_counted and kind <> 'project'
    group by run_id
  )
  select project.id, project.name, project.workflow, project.state, project.form_values as "formValues",
    project.revisions, project.current_revision as "currentRevision", project.latest_run_id as "latestRunId",
    project.created_at as "dateCreated", project.updated_at as "dateUpdated", project.favorite,
    project.archived_from is not null as archived, newest.status as "latestRunStatus",
    case when project.news_from is not null then ${newsColumn} end as news,
    case when newest.returned_at is null then coalesce(suggestions.amount, 0) else 0 end as suggestions,
    coalesce(shown.gaps_open, 0) as "gapsOpen", coalesce(shown.gaps_filled, 0) as "gapsFilled"
  from page project
  left join run newest on newest.id = project.latest_run_id
  left join suggestions on suggestions.run_id = newest.id
  left join revision shown on shown.project_id = project.id and shown.number = project.current_revision
  order by project.updated_at desc, project.id desc`;

/** A page of one person's projects, the last changed first; without filters the statement is prepared. */
function listStatement(userId: string, { limit, after, filter = {} }: ProjectPage): Statement {
  const values: unknown[] = [];
  const put = (value: unknown): string => `$${values.push(value)}`;
  const words = new Set(filter.q?.split(/\s+/).filter(Boolean));
  const narrowed: string[] = [];
  const own = `user_id = ${put(userId)} and deleted_at is null and archived_from is ${filter.archived ? "not null" : "null"}`;
  const most = put(limit);
  const place = after ? [`(updated_at, id) < (${put(after[0])}::timestamptz, ${put(after[1])}::uuid)`] : [];
  if (filter.state) {
    const [first, last] = stateRange[filter.state];
    narrowed.push(`state between ${put(first)}::int and ${put(last)}::int`);
  }
  if (filter.workflow !== undefined) narrowed.push(`workflow = ${put(filter.workflow)}`);
  if (filter.favorite !== undefined) narrowed.push(`favorite = ${put(filter.favorite)}`);
  for (const word of words) narrowed.push(`strpos(search, lower(${put(word)})) > 0`);
  const name = `projects.list${filter.archived ? ".archived" : ""}${after ? ".after" : ""}`;
  return {
    ...(narrowed.length === 0 ? { name } : {}),
    text: page([own, ...place, ...narrowed].join(" and "), most),
    values,
  };
}

type Row = Omit<Project, "name" | "fields" | "next"> &
  Project["next"] & { name: string | null; formValues: Project["fields"]["formValues"] };

/** A page of one person's projects without the deleted ones, the last changed first. */
export async function pageOfProjects(userId: string, asked: ProjectPage, pool: Pool): Promise<Project[]> {
  const { rows } = await pool.query<Row>({ ...listStatement(userId, asked), types: instantsAsText });
  return rows.map(({ name, formValues, suggestions, gapsOpen, gapsFilled, ...project }) => ({
    ...project,
    ...(name === null ? {} : { name }),
    fields: { formValues },
    next: { suggestions, gapsOpen, gapsFilled },
  }));
}
