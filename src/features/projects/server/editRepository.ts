import { sql } from "kysely";
import type { WorkflowDocument } from "#src/features/documents/document.ts";
import type { Change } from "#src/kit/changes.ts";
import type { Db } from "#src/platform/tables.ts";

/** Steps that one revision keeps; the oldest can no longer be undone beyond. */
const mostSteps = 500;

/** How a revision stands in its sitting of edits. */
export interface Sitting {
  id: string;
  edits: number;
  /** Number of the last step that holds. */
  step: number;
  /** Null for a revision that nobody edited. */
  editedAt: Date | null;
}

/** Revisions of one person while they are edited: every query is bound to the owner. */
export const editsOf = (userId: string, db: Db) => ({
  async sitting(projectId: string, number: number): Promise<Sitting | null> {
    const row = await db
      .selectFrom("revision")
      .select(["id", "edits", "step", "edited_at"])
      .where("user_id", "=", userId)
      .where("project_id", "=", projectId)
      .where("number", "=", number)
      .executeTakeFirst();
    return row ? { id: row.id, edits: row.edits, step: row.step, editedAt: row.edited_at } : null;
  },

  /** What undoes a step, or does it again. */
  async changes(revisionId: string, number: number): Promise<Change[] | null> {
    const row = await db
      .selectFrom("revision_step")
      .innerJoin("revision", "revision.id", "revision_step.revision_id")
      .select("revision_step.changes")
      .where("revision.user_id", "=", userId)
      .where("revision_step.revision_id", "=", revisionId)
      .where("revision_step.number", "=", number)
      .executeTakeFirst();
    return row?.changes ?? null;
  },

  /** Keeps what a step needs to be taken back, in the place of what was there; a new one ends what was undone before. */
  async keepStep(revisionId: string, step: { number: number; changes: Change[]; isNew: boolean }): Promise<void> {
    if (step.isNew)
      await db
        .deleteFrom("revision_step")
        .where("revision_id", "=", revisionId)
        .where((eb) => eb.or([eb("number", ">=", step.number), eb("number", "<=", step.number - mostSteps)]))
        .execute();
    const changes = JSON.stringify(step.changes);
    await db
      .insertInto("revision_step")
      .values({ revision_id: revisionId, number: step.number, changes })
      .onConflict((conflict) => conflict.columns(["revision_id", "number"]).doUpdateSet({ changes }))
      .execute();
  },

  /** Puts the document of after an edit into a revision that this transaction has locked. */
  async write(
    revisionId: string,
    of: { document: WorkflowDocument; form: object; step: number; now: Date },
  ): Promise<void> {
    await db
      .updateTable("revision")
      .set({
        document: JSON.stringify(of.document),
        form_values: JSON.stringify(of.form),
        edits: sql<number>`edits + 1`,
        step: of.step,
        edited_at: of.now,
      })
      .where("user_id", "=", userId)
      .where("id", "=", revisionId)
      .execute();
  },
});
