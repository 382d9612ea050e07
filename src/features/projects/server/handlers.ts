import { implement } from "@orpc/server";
import type { ApiContext } from "#src/platform/http/context.ts";
import {
  acceptRewrite,
  cancelOpenWork,
  cancelRewrite,
  refuseRewrite,
  renewAfterEdit,
  rewriteOf,
  rewritePlanOf,
  startRewrite,
} from "#src/features/runs/server/usecases.ts";
import { projectsContract } from "../contract.ts";
import { type AfterEdit, editRevision, sectionEditorOf } from "./editing.ts";
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

/** Suggestions follow a changed document, in its transaction. */
const renewedBy =
  ({ session: { userId }, deps: { effects } }: Pick<ApiContext, "deps"> & { session: { userId: string } }): AfterEdit =>
  ({ id, workflow }, proposals, trx) =>
    renewAfterEdit({ userId, projectId: id, workflow }, proposals, trx, effects);

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
    const ended: string[] = [];
    await deleteProject(userId, input.enData, deps, async (projectId, trx) => {
      ended.push(...(await cancelOpenWork(userId, projectId, trx, deps)));
    });
    for (const id of ended) await deps.jobs.cancel(id);
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
    revision: await restoreRevision(context.session.userId, input, context.deps, renewedBy(context)),
  })),
  editRevision: api.editRevision.handler(({ context, input }) =>
    editRevision(context.session.userId, input, context.deps, renewedBy(context)),
  ),
  getSectionEditor: api.getSectionEditor.handler(async ({ context, input }) => ({
    editor: await sectionEditorOf(context.session.userId, input, context.deps),
  })),
  getRewritePlan: api.getRewritePlan.handler(({ context, input }) =>
    rewritePlanOf(context.session.userId, input.projectId, context.deps),
  ),
  startRewrite: api.startRewrite.handler(async ({ context, input }) => ({
    rewrite: await startRewrite(
      context.session.userId,
      { ...input, key: context.headers.get("idempotency-key") },
      context.deps,
    ),
  })),
  getRewrite: api.getRewrite.handler(async ({ context, input }) => ({
    rewrite: await rewriteOf(context.session.userId, input.rewriteId, context.deps),
  })),
  cancelRewrite: api.cancelRewrite.handler(async ({ context, input }) => ({
    rewrite: await cancelRewrite(context.session.userId, input.rewriteId, context.deps),
  })),
  acceptRewrite: api.acceptRewrite.handler(({ context, input }) =>
    acceptRewrite(context.session.userId, input, context.deps),
  ),
  refuseRewrite: api.refuseRewrite.handler(async ({ context, input }) => ({
    rewrite: await refuseRewrite(context.session.userId, input.rewriteId, context.deps),
  })),
  deleteRevision: api.deleteRevision.handler(async ({ context, input }) => {
    await deleteRevision(context.session.userId, input.enData, context.deps);
    return { deleted: true as const };
  }),
});
