import { isDeepStrictEqual } from "node:util";
import { type RawBuilder, sql, type Selectable } from "kysely";
import type { RunStatus } from "#src/features/runs/contract.ts";
import { belowCeiling, type Ceiling } from "#src/platform/ceiling.ts";
import { bringBack, markDeleted } from "#src/platform/deletion.ts";
import type { Db } from "#src/platform/tables.ts";
import type { Project, Revision, RevisionSummary } from "../contract.ts";
import { maxProjects } from "../rules.ts";
import type { WorkflowDocument } from "#src/features/documents/document.ts";
import type { ProjectTables } from "./table.ts";

const ceiling: Ceiling = { table: "project", most: maxProjects, code: "projects.limit", name: "projects" };

/** The columns of an answer; `search` stays in the database. */
const columns = [
  "id",
  "name",
  "workflow",
  "state",
  "form_values",
  "revisions",
  "current_revision",
  "latest_run_id",
  "created_at",
  "updated_at",
  "favorite",
  "archived_from",
] as const;

/** How the newest run stands: what tells a failed project from one that was put away. */
const latestRunStatus = sql<RunStatus | null>`(select status from run where run.id = project.latest_run_id)`.as(
  "latest_run_status",
);

/**
 * What is news in a project, as JSON: the revision that the person saw last, or the newest before it where it is
 * gone. For the dashboard too, whose answer is one query in plain SQL.
 */
export const newsColumn = `(select json_build_object('from', seen.number,
    'since', to_char(seen.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from revision seen where seen.project_id = project.id and seen.number <= project.news_from
  order by seen.number desc limit 1)`;
const news = sql.raw<Project["news"]>(newsColumn).as("news");

/** Gaps of the current revision of a project, in plain SQL. @param which column of `revision` */
export const gapsColumn = (which: "gaps_open" | "gaps_filled"): string =>
  `coalesce((select now_read.${which} from revision now_read
    where now_read.project_id = project.id and now_read.number = project.current_revision), 0)`;

/** What is left to do; of a result that was returned, nothing can be applied any more. */
const next = sql<Project["next"]>`json_build_object(
  'suggestions', (select count(*) from run_proposal open_one join run newest on newest.id = open_one.run_id
    where open_one.run_id = project.latest_run_id and open_one.state <> 'applied' and open_one.is_counted
      and open_one.kind <> 'project'
      and newest.returned_at is null),
  'gapsOpen', ${sql.raw(gapsColumn("gaps_open"))},
  'gapsFilled', ${sql.raw(gapsColumn("gaps_filled"))})`.as("next");

type ProjectRow = Pick<Selectable<ProjectTables["project"]>, (typeof columns)[number]> & {
  latest_run_status: RunStatus | null;
  news: Project["news"];
  next: Project["next"];
};

const toProject = (row: ProjectRow): Project => ({
  id: row.id,
  ...(row.name === null ? {} : { name: row.name }),
  workflow: row.workflow,
  state: row.state,
  dateUpdated: row.updated_at.toISOString(),
  dateCreated: row.created_at.toISOString(),
  fields: { formValues: row.form_values as Project["fields"]["formValues"] },
  revisions: row.revisions,
  currentRevision: row.current_revision,
  latestRunId: row.latest_run_id,
  latestRunStatus: row.latest_run_status,
  news: row.news,
  next: row.next,
  favorite: row.favorite,
  archived: row.archived_from !== null,
});

/**
 * Condition for rows of other tables: their project is not deleted. True as well where they name none that is there.
 * @param reference the column that names the project, `run.project_id`
 */
export const projectIsLive = (reference: string): RawBuilder<boolean> =>
  sql<boolean>`not exists (select 1 from project where project.id = ${sql.ref(reference)} and project.deleted_at is not null)`;

/**
 * The same condition, looked up row by row: a page of an ordered list keeps the order of its index, where the other one
 * may join and sort all rows first.
 */
export const projectIsLiveByRow = (reference: string): RawBuilder<boolean> =>
  sql<boolean>`(select project.deleted_at from project where project.id = ${sql.ref(reference)}) is null`;

/**
 * What people call the project that a row of another table names; null for one without any name.
 * @param reference the column that names the project, `run.project_id`
 */
export const projectNameOf = (reference: string): RawBuilder<string | null> =>
  sql<
    string | null
  >`(select coalesce(nullif(btrim(project.name), ''), nullif(btrim(project.form_values ->> 'requirementTitle'), ''))
    from project where project.id = ${sql.ref(reference)})`;

type SummaryRow = Pick<
  Selectable<ProjectTables["revision"]>,
  "id" | "project_id" | "number" | "run_id" | "note" | "created_at"
> & { coins: string | null };

const coins = sql<string | null>`(select run.coins from run
  where run.id = revision.run_id and run.coins_state = 'captured' and run.returned_at is null)`.as("coins");

const toSummary = (row: SummaryRow): RevisionSummary => ({
  id: row.id,
  projectId: row.project_id,
  number: row.number,
  runId: row.run_id,
  note: row.note,
  coins: row.coins === null ? null : Number(row.coins),
  dateCreated: row.created_at.toISOString(),
});

/** Whether a step beyond the last one that holds can be done again. */
const canRedo = sql<boolean>`exists (select 1 from revision_step
  where revision_step.revision_id = revision.id and revision_step.number > revision.step)`.as("can_redo");

type FormValues = Record<string, unknown> | null;

/** The form of the revision before; null where there is none, or where it was not kept. */
const formBefore = sql<FormValues>`(select before.form_values from revision before
  where before.project_id = revision.project_id and before.number < revision.number
  order by before.number desc limit 1)`.as("form_before");

/** Names of the fields in which two forms differ; none where one of them was not kept. */
const changedFields = (before: FormValues, after: FormValues): string[] =>
  before === null || after === null
    ? []
    : [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
        (name) => !isDeepStrictEqual(before[name], after[name]),
      );

const toRevision = (
  row: SummaryRow &
    Pick<Selectable<ProjectTables["revision"]>, "document" | "edits" | "step" | "form_values"> & {
      can_redo: boolean;
      form_before: FormValues;
    },
): Revision => ({
  ...toSummary(row),
  document: row.document as unknown as Revision["document"],
  edits: row.edits,
  canUndo: row.step > 0,
  canRedo: row.can_redo,
  changedFields: changedFields(row.form_before, row.form_values),
});

/** The projects of one person: every query is bound to the owner. */
export const projectsOf = (userId: string, db: Db) => {
  /** A person's projects without the deleted ones. */
  const live = () =>
    db
      .selectFrom("project")
      .select(columns)
      .select([latestRunStatus, news, next])
      .where("user_id", "=", userId)
      .where("deleted_at", "is", null);
  const find = async (id: string): Promise<Project | null> => {
    const row = await live().where("id", "=", id).executeTakeFirst();
    return row ? toProject(row) : null;
  };
  /** A revision of a live project, without its document. */
  const revisionRow = (projectId: string, number: number) =>
    db
      .selectFrom("revision")
      .select(["id", "project_id", "number", "run_id", "note", "created_at", "edits", "step", "form_values"])
      .select([coins, canRedo, formBefore])
      .where("user_id", "=", userId)
      .where("project_id", "=", projectId)
      .where(projectIsLive("revision.project_id"))
      .where("number", "=", number);
  return {
    find,

    /** Locks the row until the transaction ends. */
    async lock(id: string): Promise<Project | null> {
      const row = await live().where("id", "=", id).forUpdate().executeTakeFirst();
      return row ? toProject(row) : null;
    },

    /** State to come back to from the archive; null for what is not in it. */
    async archivedFrom(id: string): Promise<number | null> {
      const row = await db
        .selectFrom("project")
        .select("archived_from")
        .where("user_id", "=", userId)
        .where("id", "=", id)
        .executeTakeFirst();
      return row?.archived_from ?? null;
    },

    insert: (project: {
      id: string;
      name: string;
      workflow: string;
      state: number;
      formValues: object;
      now: Date;
    }): Promise<void> =>
      belowCeiling(ceiling, userId, db, async (trx) => {
        await trx
          .insertInto("project")
          .values({
            id: project.id,
            user_id: userId,
            name: project.name,
            workflow: project.workflow,
            state: project.state,
            form_values: JSON.stringify(project.formValues),
            current_revision: null,
            latest_run_id: null,
            created_at: project.now,
            updated_at: project.now,
          })
          .execute();
        return { added: 1, answer: undefined };
      }),

    /** A state of its own ends the archive; without `now` the date of the last change stays. */
    async update(
      id: string,
      change: {
        name?: string;
        state?: number;
        formValues?: object;
        latestRunId?: string;
        favorite?: boolean;
        opened?: boolean;
        /** The state to come back to, null for what is not put away. */
        archivedFrom?: number | null;
        now?: Date;
      },
    ): Promise<Project | null> {
      const archivedFrom = change.archivedFrom ?? null;
      const row = await db
        .updateTable("project")
        .set({
          ...(change.now === undefined ? {} : { updated_at: change.now }),
          ...(change.name === undefined ? {} : { name: change.name }),
          ...(change.state === undefined ? {} : { state: change.state, archived_from: archivedFrom }),
          ...(change.formValues === undefined ? {} : { form_values: JSON.stringify(change.formValues) }),
          ...(change.latestRunId === undefined ? {} : { latest_run_id: change.latestRunId }),
          ...(change.favorite === undefined ? {} : { favorite: change.favorite }),
          ...(change.opened ? { news_from: null } : {}),
        })
        .where("user_id", "=", userId)
        .where("id", "=", id)
        .where("deleted_at", "is", null)
        .returning(columns)
        .returning([latestRunStatus, news, next])
        .executeTakeFirst();
      return row ? toProject(row) : null;
    },

    async delete(id: string, now: Date): Promise<boolean> {
      return (await markDeleted(db, "project", userId, [id], now)) > 0;
    },

    /** Brings back what was deleted after `since`; one that is there stays as it is. */
    restore: (id: string, since: Date): Promise<Project | null> =>
      belowCeiling(ceiling, userId, db, async (trx) => {
        const added = await bringBack(trx, "project", userId, [id], since);
        return { added, answer: await projectsOf(userId, trx).find(id) };
      }),

    async revisions(projectId: string, limit: number, before?: number): Promise<RevisionSummary[]> {
      let query = db
        .selectFrom("revision")
        .select(["id", "project_id", "number", "run_id", "note", "created_at"])
        .select(coins)
        .where("user_id", "=", userId)
        .where("project_id", "=", projectId);
      if (before !== undefined) query = query.where("number", "<", before);
      return (await query.orderBy("number", "desc").limit(limit).execute()).map(toSummary);
    },

    async revision(projectId: string, number: number): Promise<Revision | null> {
      const row = await revisionRow(projectId, number).select("document").executeTakeFirst();
      return row ? toRevision(row) : null;
    },

    /** A revision whose document the caller has just written: it is big, and need not be read again. */
    async writtenRevision(projectId: string, number: number, document: WorkflowDocument): Promise<Revision | null> {
      const row = await revisionRow(projectId, number).executeTakeFirst();
      return row ? toRevision({ ...row, document }) : null;
    },

    /** The form that a revision was computed from; null where that was not kept. */
    async formOf(projectId: string, number: number): Promise<FormValues> {
      const row = await db
        .selectFrom("revision")
        .select("form_values")
        .where("user_id", "=", userId)
        .where("project_id", "=", projectId)
        .where("number", "=", number)
        .executeTakeFirst();
      return row?.form_values ?? null;
    },

    /** Adds the next revision to a project that this transaction has locked, and makes it the current one. */
    async addRevision(revision: {
      id: string;
      projectId: string;
      runId: string | null;
      document: object;
      /** The form that the document was computed from; null where nobody knows it. */
      formValues: object | null;
      note: string | null;
      state: number;
      /** The person did not ask for it now: it is news, compared with what was there before. */
      isNews?: boolean;
      now: Date;
    }): Promise<number> {
      const { number } = await db
        .updateTable("project")
        .set({
          revisions: sql<number>`revisions + 1`,
          news_from: revision.isNews ? sql<number | null>`coalesce(news_from, current_revision)` : null,
          current_revision: sql<number>`coalesce((select max(number) from revision where project_id = project.id), 0) + 1`,
          state: revision.state,
          archived_from: null,
          updated_at: revision.now,
        })
        .where("user_id", "=", userId)
        .where("id", "=", revision.projectId)
        .returning("current_revision as number")
        .executeTakeFirstOrThrow();
      if (number === null) throw new Error("a revision has a number");
      await db
        .insertInto("revision")
        .values({
          id: revision.id,
          project_id: revision.projectId,
          user_id: userId,
          number,
          run_id: revision.runId,
          document: JSON.stringify(revision.document),
          form_values: revision.formValues === null ? null : JSON.stringify(revision.formValues),
          note: revision.note,
          created_at: revision.now,
        })
        .execute();
      return number;
    },

    async deleteRevision(projectId: string, revisionId: string): Promise<boolean> {
      const result = await db
        .deleteFrom("revision")
        .where("user_id", "=", userId)
        .where("project_id", "=", projectId)
        .where("id", "=", revisionId)
        .executeTakeFirst();
      if (result.numDeletedRows === 0n) return false;
      await db
        .updateTable("project")
        .set({ revisions: sql<number>`revisions - 1` })
        .where("id", "=", projectId)
        .execute();
      return true;
    },
  };
};

/** What people call a project, null for one without any name. */
const projectName = sql<string | null>`coalesce(nullif(name, ''), form_values ->> 'requirementTitle')`;

/**
 * Erases what was deleted before, with its revisions and runs, at most `limit` at a time. Only the name of a project
 * that cost coins stays, for the statement.
 * @returns how many
 */
export async function eraseDeleted(before: Date, limit: number, db: Db): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with gone as (
      select id, user_id, ${projectName} as name from project
       where deleted_at <= ${before} order by deleted_at limit ${limit} for update skip locked),
    named as (
      insert into erased_project (id, user_id, name) select id, user_id, name from gone where name is not null
          and exists (select 1 from coin_hold where coin_hold.owner = gone.user_id and coin_hold.project_id = gone.id)
          on conflict do nothing)
    delete from project using gone where project.id = gone.id returning project.id`.execute(db);
  return rows.length;
}
