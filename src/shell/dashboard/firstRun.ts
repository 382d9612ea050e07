import type { StatementRow } from "#src/features/coins/contract.ts";

/** The newest movements of coins, as the dashboard reads them. */
export interface StatementHead {
  rows: Pick<StatementRow, "reason" | "runId">[];
  nextCursor?: string | undefined;
}

/**
 * Whether a person has never run anything: no project, and no run in the ledger, since a project may have been
 * deleted. A ledger longer than what was read is not a new one. Undefined until both are known.
 */
export function isFirstVisit(projects: readonly unknown[] | undefined, ledger: StatementHead | undefined) {
  if (projects !== undefined && projects.length > 0) return false;
  if (projects === undefined || ledger === undefined) return undefined;
  return (
    ledger.nextCursor === undefined && ledger.rows.every(({ reason, runId }) => reason !== "run" && runId === null)
  );
}
