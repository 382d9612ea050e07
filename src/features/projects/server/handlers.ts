import { implement } from "@orpc/server";
import type { ApiContext } from "#src/server/http/context.ts";
import { cancelOpenRun, renewAfterEdit } from "#src/features/runs/server/usecases.ts";
import { projectsContract } from "../contract.ts";
import { editRevision, sectionEditorOf } from "./editing.ts";
import {
  changeProject,
  deleteProject,
  deleteRevision,
  duplicateProject,
  listProjects,
  listRevisions,
  projectOf,
  restoreProject,
  restoreRevision,
  revisionOf,
} from "./usecases.ts";

const api = implement(projectsContract).$context<ApiContext>();

export const projectsHandlers = api.router({
  listProjects: api.listProjects.handler(({ context, input }) =>
    listProjects(context.session.userId, input, context.deps.db),
  ),
  getProject: api.getProject.handler(async ({ context, input }) => ({
    project: await projectOf(context.session.userId, input.id, context.deps.db),
  })),
  updateProject: api.updateProject.handler(async ({ context, input }) => ({
    updatedProject: await changeProject(context.session.userId, input, context.deps),
  })),
  deleteProject: api.deleteProject.handler(async ({ context, input }) => {
    const { userId } = context.session;
    const { deps } = context;
    let openRun: string | null = null;
    await deleteProject(userId, input.enData, deps, async (projectId, trx) => {
      openRun = await cancelOpenRun(userId, projectId, trx, deps);
    });
    if (openRun) await deps.jobs.cancel(openRun);
    return { deleted: true as const };
  }),
  restoreProject: api.restoreProject.handler(async ({ context, input }) => ({
    project: await restoreProject(context.session.userId, input.id, context.deps),
  })),
  duplicateProject: api.duplicateProject.handler(async ({ context, input }) => ({
    project: await duplicateProject(context.session.userId, input, context.deps),
  })),
  listRevisions: api.listRevisions.handler(({ context, input }) =>
    listRevisions(context.session.userId, input, context.deps.db),
  ),
  getRevision: api.getRevision.handler(async ({ context, input }) => ({
    revision: await revisionOf(context.session.userId, input, context.deps.db),
  })),
  restoreRevision: api.restoreRevision.handler(async ({ context, input }) => ({
    revision: await restoreRevision(context.session.userId, input, context.deps),
  })),
  editRevision: api.editRevision.handler(({ context, input }) => {
    const { userId } = context.session;
    return editRevision(userId, input, context.deps, ({ id, workflow }, proposals, trx) =>
      renewAfterEdit({ userId, projectId: id, workflow }, proposals, trx, context.deps.effects),
    );
  }),
  getSectionEditor: api.getSectionEditor.handler(async ({ context, input }) => ({
    editor: await sectionEditorOf(context.session.userId, input, context.deps),
  })),
  deleteRevision: api.deleteRevision.handler(async ({ context, input }) => {
    await deleteRevision(context.session.userId, input.enData, context.deps);
    return { deleted: true as const };
  }),
});
