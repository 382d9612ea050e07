import { restoreMs } from "#src/kit/time/dates.ts";
import type { Pool } from "pg";
import { z } from "zod";
import { badRequest, conflict, forbidden, notFound } from "#src/kit/errors.ts";
import { lockAccount } from "#src/features/account/server/usecases.ts";
import { settingsOf } from "#src/features/settings/server/usecases.ts";
import { text } from "#src/kit/schemas.ts";
import { paged, pagedByTime, type PageQuery } from "#src/platform/database/paged.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Effect } from "#src/platform/effect.ts";
import type { Db } from "#src/platform/tables.ts";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { parseFields } from "#src/features/workflows/catalogue/registry.ts";
import type { JsonValue } from "#src/kit/schemas.ts";
import { copyName, progressOf, projectState, stateWithOwnText } from "../rules.ts";
import { revisionNumber, type Project, type ProjectFilter, type Revision, type RevisionSummary } from "../contract.ts";
import { type AfterEdit, proposalsOf } from "./editing.ts";
import { pageOfProjects } from "./list.ts";
import { eraseDeleted, projectsOf } from "./repository.ts";

export { purgeRevisions, sourceHashes } from "./purge.ts";
export { editRevision, openNewestRevision, type Opened } from "./editing.ts";
export { openDocument, readsOf } from "./storedAnswer.ts";
export { gapsColumn, newsColumn, projectIsLive, projectIsLiveByRow, projectNameOf, projectsOf } from "./repository.ts";

const pagedByNumber = paged<[number: number]>(z.tuple([revisionNumber]));

export async function listProjects(
  userId: string,
  { limit, cursor, ...filter }: PageQuery & ProjectFilter,
  pool: Pool,
): Promise<{ projects: Project[]; nextCursor?: string }> {
  const { rows: projects, ...more } = await pagedByTime(
    { limit, cursor },
    (after, take) => pageOfProjects(userId, { limit: take, after, filter }, pool),
    (last) => [last.dateUpdated, last.id],
  );
  return { projects, ...more };
}

export async function projectOf(userId: string, id: string, db: Db): Promise<Project> {
  const project = await projectsOf(userId, db).find(id);
  if (!project) throw notFound("Project not found");
  return project;
}

export interface ProjectChange {
  id: string;
  name?: string | undefined;
  state?: number | undefined;
  /** Changed fields of the form; the others stay. */
  fields?: { formValues: Record<string, JsonValue> } | undefined;
  favorite?: boolean | undefined;
  opened?: boolean | undefined;
  archived?: boolean | undefined;
}

/** State and archive that a change leads to; nothing where it leaves them as they are. */
function nextState(before: Project, change: ProjectChange, archivedFrom: number | null) {
  const archives = change.archived ?? (change.state === projectState.closed || undefined);
  if (archives === true) return before.archived ? {} : { state: projectState.closed, archivedFrom: before.state };
  if (archives === false) return archivedFrom === null ? {} : { state: archivedFrom };
  return change.state === undefined ? {} : { state: change.state };
}

/** A run in work decides over the state: nothing else moves it meanwhile. */
function refuseInWork({ state }: Project): void {
  if (progressOf(state) !== null) throw conflict("project.running", "A run is in work. Cancel it first.");
}

/** Form values with some changed. @throws ProductError 400 for what is no field of the form, or does not fit it */
async function changedForm(before: Project, changes: Record<string, JsonValue>): Promise<object> {
  const { fields, issues } = await parseFields(before.workflow, changes, "fields.formValues");
  if (issues.length > 0) throw badRequest("Some fields do not fit the form", issues);
  return { ...before.fields.formValues, ...fields };
}

/**
 * Changes what is named. A star, or having opened it, does not move the date of the last change.
 * @throws ProductError 409 `project.running` for a change of state while a run is in work, 400 for form values that
 * the workflow's form does not take
 */
export async function changeProject(
  userId: string,
  change: ProjectChange,
  deps: Pick<Deps, "db" | "now">,
): Promise<Project> {
  return deps.db.transaction().execute(async (trx) => {
    const projects = projectsOf(userId, trx);
    const before = await projects.lock(change.id);
    if (!before) throw notFound("Project not found");
    const state = nextState(before, change, await projects.archivedFrom(change.id));
    if (change.state !== undefined || change.archived !== undefined) refuseInWork(before);
    const moves = change.name !== undefined || change.fields !== undefined || "state" in state;
    if (!moves && change.favorite === undefined && !change.opened) return before;
    const updated = await projects.update(change.id, {
      ...(change.name === undefined ? {} : { name: change.name }),
      ...state,
      ...(change.fields === undefined ? {} : { formValues: await changedForm(before, change.fields.formValues) }),
      ...(change.favorite === undefined ? {} : { favorite: change.favorite }),
      ...(change.opened ? { opened: true } : {}),
      ...(moves ? { now: deps.now() } : {}),
    });
    if (!updated) throw notFound("Project not found");
    return updated;
  });
}

/** What must happen in the same transaction before a project goes: its open run is cancelled and its coins come back. */
export type BeforeDelete = (projectId: string, trx: Db) => Promise<void>;

/** Puts a project out of sight at once; for 24 hours it can be brought back, then it is erased. */
export async function deleteProject(
  userId: string,
  wanted: { userId: string; projectId: string },
  deps: Pick<Deps, "db" | "now">,
  beforeDelete: BeforeDelete,
): Promise<void> {
  if (wanted.userId !== userId) throw forbidden("The request names another person");
  await deps.db.transaction().execute(async (trx) => {
    const projects = projectsOf(userId, trx);
    await lockAccount(userId, trx);
    if (!(await projects.lock(wanted.projectId))) throw notFound("Project not found");
    await beforeDelete(wanted.projectId, trx);
    await projects.delete(wanted.projectId, deps.now());
  });
}

/**
 * Brings a deleted project back as it was; runs that the deletion cancelled stay cancelled. One that was never away is
 * answered as it is.
 * @throws ProductError 404 for what is gone for more than 24 hours, or is another person's
 */
export async function restoreProject(userId: string, id: string, deps: Pick<Deps, "db" | "now">): Promise<Project> {
  const project = await projectsOf(userId, deps.db).restore(id, new Date(deps.now().getTime() - restoreMs));
  if (!project) throw notFound("Project not found");
  return project;
}

/** Projects erased in one transaction, so that upkeep never holds many rows for long. */
const eraseBatch = 200;

/** Erases some of the projects that were deleted before. @returns how many */
export const eraseDeletedProjects = (before: Date, db: Db): Promise<number> => eraseDeleted(before, eraseBatch, db);

/** In the languages of the interface. */
const copyOf = { en: (name: string) => `Copy of ${name}`, de: (name: string) => `Kopie von ${name}` };

/**
 * A project that waits for its first run, with the form values of another one. Nothing else of that one is shared:
 * files that the form names belong to the person, so the copy stays whole when the other project is deleted.
 * @throws ProductError 404 for what is deleted or another person's, 409 `projects.limit`
 */
export async function duplicateProject(
  userId: string,
  wanted: { id: string; name?: string | undefined },
  deps: Pick<Deps, "db" | "now" | "newId">,
): Promise<Project> {
  return deps.db.transaction().execute(async (trx) => {
    await lockAccount(userId, trx);
    const original = await projectOf(userId, wanted.id, trx);
    const id = deps.newId();
    await projectsOf(userId, trx).insert({
      id,
      name:
        wanted.name ??
        copyName(copyOf[(await settingsOf(userId, trx)).application.appLanguage](titleOf(original).trim())),
      workflow: original.workflow,
      state: projectState.created,
      formValues: original.fields.formValues,
      now: deps.now(),
    });
    return projectOf(userId, id, trx);
  });
}

/** What people call a project: its name, else the title typed into its form, else its workflow. */
function titleOf({ name, fields, workflow }: Project): string {
  const typed = fields.formValues["requirementTitle"];
  return [name, typed].find((one) => typeof one === "string" && one.trim() !== "")?.toString() ?? workflow;
}

export async function listRevisions(
  userId: string,
  query: PageQuery & { projectId: string },
  db: Db,
): Promise<{ revisions: RevisionSummary[]; nextCursor?: string }> {
  await projectOf(userId, query.projectId, db);
  const { rows: revisions, ...more } = await pagedByNumber(
    query,
    (after, take) => projectsOf(userId, db).revisions(query.projectId, take, after?.[0]),
    (last) => [last.number],
  );
  return { revisions, ...more };
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

/**
 * Brings an old revision back as a new one, with the form that it was computed from; nothing is ever overwritten.
 * Suggestions that were not applied are those of the document that is back.
 * @throws ProductError 409 `project.running` while a run is in work
 */
export async function restoreRevision(
  userId: string,
  wanted: { projectId: string; restore: number },
  deps: Pick<Deps, "db" | "storage" | "now" | "newId">,
  afterEdit: AfterEdit,
): Promise<Revision> {
  return deps.db.transaction().execute(async (trx) => {
    const projects = projectsOf(userId, trx);
    await lockAccount(userId, trx);
    const project = await projects.lock(wanted.projectId);
    const old = project && (await projects.revision(wanted.projectId, wanted.restore));
    if (!project || !old) throw notFound("Revision not found");
    refuseInWork(project);
    const formValues = await projects.formOf(project.id, old.number);
    const number = await projects.addRevision({
      id: deps.newId(),
      projectId: project.id,
      runId: null,
      document: old.document,
      formValues,
      note: `restored:${old.number}`,
      state: stateWithOwnText(project.state),
      now: deps.now(),
    });
    const back = formValues === null ? project : ((await projects.update(project.id, { formValues })) ?? project);
    const proposals = await proposalsOf(userId, { project: back, revision: old }, { db: trx, storage: deps.storage });
    if (proposals) await afterEdit(back, proposals, trx);
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

/** A project that is begun and not yet run: no call creates one, so its shape stands here. */
const proposedProject = z.strictObject({
  workflow: z.string().refine((name) => cards.some((card) => card.workflowName === name), "must be a workflow"),
  name: text(120, 1),
  formValues: z.record(text(80, 1), z.json()).default({}),
});

/** A proposed project becomes one that waits for its first run. */
export const projectEffect: Effect<z.infer<typeof proposedProject>> = {
  kind: "project",
  schema: proposedProject,
  async create(project, { userId, db, now, newId }) {
    const id = newId();
    await projectsOf(userId, db).insert({ ...project, id, state: projectState.created, now: now() });
    return id;
  },
  async remove(userId, projectId, { db, now }) {
    const projects = projectsOf(userId, db);
    const project = await projects.lock(projectId);
    if (project && project.state !== projectState.created) return false;
    await projects.delete(projectId, now());
    return true;
  },
};

declare module "#src/platform/effect.ts" {
  interface EffectKinds {
    project: true;
  }
}
