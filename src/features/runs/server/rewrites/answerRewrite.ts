import type { RewriteChoice } from "#src/features/documents/edits.ts";
import type { Project, Revision, Rewrite } from "#src/features/projects/contract.ts";
import { editRevision, type Opened, openNewestRevision } from "#src/features/projects/server/usecases.ts";
import { conflict, notFound } from "#src/kit/errors.ts";
import type { Deps } from "#src/platform/deps.ts";
import { renewAfterEdit } from "../renewing.ts";
import { endRewrite } from "./endRewrite.ts";
import { type RewriteRow, rewritesOf, toRewrite } from "./rewriteRepository.ts";

type AnswerDeps = Pick<Deps, "db" | "storage" | "now" | "newId">;

/** What a finished rewrite offers beside the text as it is now. */
export const offerOf = (row: RewriteRow, { workflow, form, context, state }: Opened): Rewrite["offer"] =>
  row.status === "ready" && row.result ? workflow.rewriteOffer(form, context, state, row.result) : null;

async function findRewrite(userId: string, id: string, deps: Pick<Deps, "db">): Promise<RewriteRow> {
  const row = await rewritesOf(userId, deps.db).find(id);
  if (!row) throw notFound("Rewrite not found");
  return row;
}

const toAnswer = async (userId: string, row: RewriteRow, deps: Pick<Deps, "db" | "storage">): Promise<Rewrite> => {
  const found = row.status === "ready" ? await openNewestRevision(userId, row.project_id, deps) : null;
  return toRewrite(row, found ? offerOf(row, found.opened) : null);
};

/** @throws ProductError 404 for another person's */
export async function rewriteOf(userId: string, id: string, deps: Pick<Deps, "db" | "storage">): Promise<Rewrite> {
  return toAnswer(userId, await findRewrite(userId, id, deps), deps);
}

/** Cancels a running rewrite and releases its coins. One that has ended is unchanged. */
export async function cancelRewrite(
  userId: string,
  id: string,
  deps: AnswerDeps & Pick<Deps, "jobs">,
): Promise<Rewrite> {
  await findRewrite(userId, id, deps);
  const ended = await endRewrite(id, { status: "cancelled" }, deps);
  if (ended) await deps.jobs.cancel(id);
  return rewriteOf(userId, id, deps);
}

const closed = () => conflict("rewrite.closed", "This rewrite does not wait for an answer");

/** Keeps the text as it is. The work was done, so that the coins stay spent. Refusing again changes nothing. */
export async function refuseRewrite(userId: string, id: string, deps: AnswerDeps): Promise<Rewrite> {
  const before = await findRewrite(userId, id, deps);
  const row = await rewritesOf(userId, deps.db).answer(id, "refused", deps.now());
  if (row) return toRewrite(row);
  const now = before.status === "ready" ? await findRewrite(userId, id, deps) : before;
  if (now.status !== "refused") throw closed();
  return toRewrite(now);
}

/**
 * Applies the chosen parts as one undoable edit of the newest revision. Accepting again returns the current document.
 * @throws ProductError 409 `rewrite.closed` when it awaits no answer, `revision.stale` when the text has changed,
 *   `project.running`; 404 when section or row no longer exist; 400 for an invalid choice
 */
export async function acceptRewrite(
  userId: string,
  { rewriteId: id, choice }: { rewriteId: string; choice: RewriteChoice },
  deps: AnswerDeps & Pick<Deps, "effects">,
): Promise<{ rewrite: Rewrite; revision: Revision; project: Project }> {
  const before = await findRewrite(userId, id, deps);
  if (before.status === "accepted") return accepted(userId, before, deps);
  if (before.status !== "ready" || !before.result) throw closed();
  let isMarked = false;
  const edited = await editRevision(
    userId,
    { projectId: before.project_id, change: { kind: "rewritten", of: before.result, choice } },
    deps,
    async ({ workflow }, proposals, trx) => {
      // Another answer came first: the edit is taken back with this transaction.
      if (!(await rewritesOf(userId, trx).answer(id, "accepted", deps.now()))) throw closed();
      isMarked = true;
      await renewAfterEdit({ userId, projectId: before.project_id, workflow }, proposals, trx, deps.effects);
    },
  );
  // Nothing was chosen: the rewrite is answered without an edit.
  if (!isMarked && !(await rewritesOf(userId, deps.db).answer(id, "accepted", deps.now()))) throw closed();
  return { ...edited, rewrite: toRewrite(await findRewrite(userId, id, deps)) };
}

async function accepted(userId: string, row: RewriteRow, deps: Pick<Deps, "db" | "storage">) {
  const found = await openNewestRevision(userId, row.project_id, deps);
  if (!found) throw notFound("Revision not found");
  return { rewrite: toRewrite(row), revision: found.revision, project: found.project };
}
