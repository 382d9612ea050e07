import type { Selectable } from "kysely";
import type { Proposal } from "#src/features/documents/document.ts";
import type { Db } from "#src/platform/tables.ts";
import type { ProposalEdit, ProposalRow } from "../contract.ts";
import { withEdits } from "../rules.ts";
import type { NewerProposal, RunTables } from "./table.ts";

type Payload = ProposalRow["payload"];

/** A proposal with what only the server knows of it. `payload` is as applied, else as the person changed it. */
export interface StoredProposal extends Omit<ProposalRow, "newer"> {
  /** As its run proposed it, without the person's changes. */
  proposed: Payload;
  newer: NewerProposal | null;
  /** The edited document no longer contains this proposal. */
  isGone: boolean;
}

function toStored(row: Selectable<RunTables["run_proposal"]>): StoredProposal {
  const proposed = row.payload as Payload;
  return {
    key: row.key,
    kind: row.kind,
    requires: row.requires,
    payload: proposed,
    proposed,
    state: row.state,
    recordId: row.record_id,
    ...(row.is_older ? { isOlder: true } : {}),
    ...(row.changes ? { changes: row.changes } : {}),
    newer: row.newer,
    isGone: row.is_gone,
  };
}

/** A proposal as sent to pages, without the state of its record. */
export const toProposalRow = ({ proposed: _, newer: _newer, isGone: _isGone, ...row }: StoredProposal): ProposalRow =>
  row;

/** What a proposal became. */
export interface AppliedRecord {
  id: string;
  isOlder: boolean;
  /** What the record was made with. */
  payload: Record<string, unknown>;
}

/** The proposals of a person's runs. */
export const proposalRowsOf = (userId: string, db: Db) => {
  const change = (runId: string, key: string) =>
    db.updateTable("run_proposal").where("user_id", "=", userId).where("run_id", "=", runId).where("key", "=", key);
  const remove = (runId: string) =>
    db.deleteFrom("run_proposal").where("user_id", "=", userId).where("run_id", "=", runId);
  return {
    /** In the order of the document. */
    async proposals(runId: string): Promise<StoredProposal[]> {
      const rows = await db
        .selectFrom("run_proposal")
        .selectAll()
        .where("user_id", "=", userId)
        .where("run_id", "=", runId)
        .orderBy("position")
        .orderBy("key")
        .execute();
      const appliedWith = new Map(rows.map((row) => [row.key, row.applied_payload as Payload | null]));
      return withEdits(rows.map(toStored)).map((stored) => ({
        ...stored,
        payload: appliedWith.get(stored.key) ?? stored.payload,
      }));
    },

    /** @param at position of the first */
    async addProposals(runId: string, proposals: readonly Proposal[], at = 0): Promise<void> {
      if (proposals.length === 0) return;
      await db
        .insertInto("run_proposal")
        .values(
          proposals.map((proposal, index) => ({
            run_id: runId,
            key: proposal.key,
            position: at + index,
            user_id: userId,
            kind: proposal.kind,
            requires: proposal.requires ?? [],
            payload: JSON.stringify(proposal.payload),
          })),
        )
        .onConflict((conflict) => conflict.columns(["run_id", "key"]).doNothing())
        .execute();
    },

    /** Applied: its record is there. */
    async markApplied(runId: string, key: string, record: AppliedRecord): Promise<void> {
      await change(runId, key)
        .set({
          state: "applied",
          record_id: record.id,
          is_older: record.isOlder,
          applied_payload: JSON.stringify(record.payload),
        })
        .execute();
    },

    /**
     * Undone: open again, with the payload of the current document; deleted when the document no longer proposes it.
     */
    async markUndone(runId: string, { key, isGone, newer }: StoredProposal): Promise<void> {
      if (isGone) {
        await remove(runId).where("key", "=", key).execute();
        return;
      }
      await change(runId, key)
        .set({
          state: "undone",
          record_id: null,
          is_older: false,
          applied_payload: null,
          newer: null,
          ...(newer ? { payload: JSON.stringify(newer.payload), requires: newer.requires } : {}),
        })
        .execute();
    },

    async saveEdit(runId: string, key: string, edit: ProposalEdit | null): Promise<void> {
      await change(runId, key)
        .set({ changes: edit === null ? null : JSON.stringify(edit) })
        .execute();
    },

    /** An open one as the edited document proposes it; the person's changes stay unless it became another kind. */
    async replace(runId: string, proposal: Proposal, position: number, keepsEdit: boolean): Promise<void> {
      await change(runId, proposal.key)
        .set({
          position,
          kind: proposal.kind,
          requires: proposal.requires ?? [],
          payload: JSON.stringify(proposal.payload),
          ...(keepsEdit ? {} : { changes: null }),
        })
        .execute();
    },

    /**
     * For an applied proposal: the payload of the edited document, null when unchanged, `gone` when no longer proposed.
     */
    async offer(runId: string, key: string, newer: NewerProposal | "gone" | null, position?: number): Promise<void> {
      await change(runId, key)
        .set({
          newer: newer === null || newer === "gone" ? null : JSON.stringify(newer),
          is_gone: newer === "gone",
          ...(position === undefined ? {} : { position }),
        })
        .execute();
    },

    /** What an applied one was offered is in its record now. */
    async takeNewer(runId: string, { key, newer }: StoredProposal, record: AppliedRecord): Promise<void> {
      await change(runId, key)
        .set({
          ...(newer ? { payload: JSON.stringify(newer.payload), requires: newer.requires } : {}),
          newer: null,
          record_id: record.id,
          is_older: record.isOlder,
          applied_payload: JSON.stringify(record.payload),
        })
        .execute();
    },

    async removeOpen(runId: string, keys: readonly string[]): Promise<void> {
      if (keys.length === 0) return;
      await remove(runId).where("key", "in", keys).where("state", "<>", "applied").execute();
    },
  };
};
