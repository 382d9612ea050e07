import { sql, type Selectable } from "kysely";
import type { Db } from "#src/server/tables.ts";
import type { Project, Revision, RevisionSummary } from "../contract.ts";
import type { ProjectTables } from "./table.ts";

type ProjectRow = Selectable<ProjectTables["project"]>;

export const toProject = (row: ProjectRow): Project => ({
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
});

type SummaryRow = Pick<
  Selectable<ProjectTables["revision"]>,
  "id" | "project_id" | "number" | "run_id" | "note" | "created_at"
>;

const toSummary = (row: SummaryRow): RevisionSummary => ({
  id: row.id,
  projectId: row.project_id,
  number: row.number,
  runId: row.run_id,
  note: row.note,
  dateCreated: row.created_at.toISOString(),
});

const toRevision = (row: Selectable<ProjectTables["revision"]>): Revision => ({
  ...toSummary(row),
  document: row.document as unknown as Revision["document"],
});

/** The projects of one person: every query is bound to the owner. */
export const projectsOf = (userId: string, db: Db) => ({
  async page(limit: number, after?: { updatedAt: string; id: string }): Promise<Project[]> {
    let query = db.selectFrom("project").selectAll().where("user_id", "=", userId);
    if (after)
      query = query.where(sql<boolean>`(updated_at, id) < (${after.updatedAt}::timestamptz, ${after.id}::uuid)`);
    return (await query.orderBy("updated_at", "desc").orderBy("id", "desc").limit(limit).execute()).map(toProject);
  },

  async find(id: string): Promise<Project | null> {
    const row = await db
      .selectFrom("project")
      .selectAll()
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .executeTakeFirst();
    return row ? toProject(row) : null;
  },

  /** Locks the row until the transaction ends. */
  async lock(id: string): Promise<Project | null> {
    const row = await db
      .selectFrom("project")
      .selectAll()
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    return row ? toProject(row) : null;
  },

  async insert(project: {
    id: string;
    name: string;
    workflow: string;
    state: number;
    formValues: object;
    now: Date;
  }): Promise<void> {
    await db
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
  },

  async update(
    id: string,
    change: { name?: string; state?: number; formValues?: object; latestRunId?: string; now: Date },
  ): Promise<Project | null> {
    const row = await db
      .updateTable("project")
      .set({
        updated_at: change.now,
        ...(change.name === undefined ? {} : { name: change.name }),
        ...(change.state === undefined ? {} : { state: change.state }),
        ...(change.formValues === undefined ? {} : { form_values: JSON.stringify(change.formValues) }),
        ...(change.latestRunId === undefined ? {} : { latest_run_id: change.latestRunId }),
      })
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirst();
    return row ? toProject(row) : null;
  },

  async delete(id: string): Promise<boolean> {
    const result = await db.deleteFrom("project").where("user_id", "=", userId).where("id", "=", id).executeTakeFirst();
    return result.numDeletedRows > 0n;
  },

  async revisions(projectId: string, limit: number, before?: number): Promise<RevisionSummary[]> {
    let query = db
      .selectFrom("revision")
      .select(["id", "project_id", "number", "run_id", "note", "created_at"])
      .where("user_id", "=", userId)
      .where("project_id", "=", projectId);
    if (before !== undefined) query = query.where("number", "<", before);
    return (await query.orderBy("number", "desc").limit(limit).execute()).map(toSummary);
  },

  async revision(projectId: string, number: number): Promise<Revision | null> {
    const row = await db
      .selectFrom("revision")
      .selectAll()
      .where("user_id", "=", userId)
      .where("project_id", "=", projectId)
      .where("number", "=", number)
      .executeTakeFirst();
    return row ? toRevision(row) : null;
  },

  /** Adds the next revision to a project that this transaction has locked, and makes it the current one. */
  async addRevision(revision: {
    id: string;
    projectId: string;
    runId: string | null;
    document: object;
    note: string | null;
    state: number;
    now: Date;
  }): Promise<number> {
    const { number } = await db
      .updateTable("project")
      .set({
        revisions: sql<number>`revisions + 1`,
        current_revision: sql<number>`coalesce((select max(number) from revision where project_id = project.id), 0) + 1`,
        state: revision.state,
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
});
