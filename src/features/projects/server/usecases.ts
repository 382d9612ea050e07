import { z } from "zod";
import { badRequest, conflict, forbidden, notFound } from "#src/kit/errors.ts";
import { keepAccount } from "#src/features/account/server/usecases.ts";
import { readCursor, writeCursor } from "#src/kit/cursor.ts";
import { id, instant } from "#src/kit/schemas.ts";
import type { Deps } from "#src/server/deps.ts";
import type { Db } from "#src/server/tables.ts";
import { revisionNumber, type Project, type Revision, type RevisionSummary } from "../contract.ts";
import { projectsOf } from "./repository.ts";

export { projectsOf } from "./repository.ts";

const projectCursor = z.tuple([instant, id]);
const revisionCursor = z.tuple([revisionNumber]);

const badCursor = () => badRequest("cursor is not one of ours", [{ path: "cursor", message: "is not one of ours" }]);

export async function listProjects(
  userId: string,
  query: { limit: number; cursor?: string | undefined },
  db: Db,
): Promise<{ projects: Project[]; nextCursor?: string }> {
  const cursor = query.cursor === undefined ? undefined : readCursor(query.cursor, projectCursor);
  if (query.cursor !== undefined && !cursor) throw badCursor();
  const projects = await projectsOf(userId, db).page(
    query.limit + 1,
    cursor && { updatedAt: cursor[0], id: cursor[1] },
  );
  const last = projects[query.limit - 1];
  return projects.length > query.limit && last
    ? { projects: projects.slice(0, query.limit), nextCursor: writeCursor([last.dateUpdated, last.id]) }
    : { projects };
}

export async function projectOf(userId: string, id: string, db: Db): Promise<Project> {
  const project = await projectsOf(userId, db).find(id);
  if (!project) throw notFound("Project not found");
  return project;
}

export async function changeProject(
  userId: string,
  change: {
    id: string;
    name?: string | undefined;
    state?: number | undefined;
    fields?: { formValues: object } | undefined;
  },
  deps: Pick<Deps, "db" | "now">,
): Promise<Project> {
  return deps.db.transaction().execute(async (trx) => {
    const projects = projectsOf(userId, trx);
    const before = await projects.lock(change.id);
    if (!before) throw notFound("Project not found");
    if (change.state !== undefined && before.state >= 2 && before.state < 50) {
      throw conflict("project.running", "A run is in work. Cancel it first.");
    }
    const updated = await projects.update(change.id, {
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.state === undefined ? {} : { state: change.state }),
      ...(change.fields === undefined ? {} : { formValues: change.fields.formValues }),
      now: deps.now(),
    });
    if (!updated) throw notFound("Project not found");
    return updated;
  });
}

/** What must happen in the same transaction before a project goes: its open run is cancelled and its coins come back. */
export type BeforeDelete = (projectId: string, trx: Db) => Promise<void>;

export async function deleteProject(
  userId: string,
  wanted: { userId: string; projectId: string },
  deps: Pick<Deps, "db">,
  beforeDelete: BeforeDelete,
): Promise<void> {
  if (wanted.userId !== userId) throw forbidden("The request names another person");
  await deps.db.transaction().execute(async (trx) => {
    const projects = projectsOf(userId, trx);
    await keepAccount(userId, trx);
    if (!(await projects.lock(wanted.projectId))) throw notFound("Project not found");
    await beforeDelete(wanted.projectId, trx);
    await projects.delete(wanted.projectId);
  });
}

export async function listRevisions(
  userId: string,
  query: { projectId: string; limit: number; cursor?: string | undefined },
  db: Db,
): Promise<{ revisions: RevisionSummary[]; nextCursor?: string }> {
  const cursor = query.cursor === undefined ? undefined : readCursor(query.cursor, revisionCursor);
  if (query.cursor !== undefined && !cursor) throw badCursor();
  await projectOf(userId, query.projectId, db);
  const revisions = await projectsOf(userId, db).revisions(query.projectId, query.limit + 1, cursor?.[0]);
  const last = revisions[query.limit - 1];
  return revisions.length > query.limit && last
    ? { revisions: revisions.slice(0, query.limit), nextCursor: writeCursor([last.number]) }
    : { revisions };
}

export async function revisionOf(
  userId: string,
  wanted: { projectId: string; number: number },
  db: Db,
): Promise<Revision> {
  const revision = await projectsOf(userId, db).revision(wanted.projectId, wanted.number);
  if (!revision) throw notFound("Revision not found");
  return revision;
}

/** Brings an old revision back as a new one; nothing is ever overwritten. */
export async function restoreRevision(
  userId: string,
  wanted: { projectId: string; restore: number },
  deps: Pick<Deps, "db" | "now" | "newId">,
): Promise<Revision> {
  return deps.db.transaction().execute(async (trx) => {
    const projects = projectsOf(userId, trx);
    await keepAccount(userId, trx);
    const project = await projects.lock(wanted.projectId);
    const old = project && (await projects.revision(wanted.projectId, wanted.restore));
    if (!project || !old) throw notFound("Revision not found");
    const number = await projects.addRevision({
      id: deps.newId(),
      projectId: project.id,
      runId: null,
      document: old.document,
      note: `restored:${old.number}`,
      state: project.state === 500 || project.state < 50 ? 60 : Math.max(project.state, 60),
      now: deps.now(),
    });
    return revisionOf(userId, { projectId: project.id, number }, trx);
  });
}

/** Deletes an older revision; the newest one goes only with its project. */
export async function deleteRevision(
  userId: string,
  wanted: { projectId: string; revisionId: string },
  deps: Pick<Deps, "db">,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const projects = projectsOf(userId, trx);
    const project = await projects.lock(wanted.projectId);
    if (!project) throw notFound("Project not found");
    const current =
      project.currentRevision === null ? null : await projects.revision(project.id, project.currentRevision);
    if (current?.id === wanted.revisionId) throw conflict("revision.current", "The current revision stays");
    if (!(await projects.deleteRevision(wanted.projectId, wanted.revisionId))) throw notFound("Revision not found");
  });
}
