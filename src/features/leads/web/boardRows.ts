import type { LeadRow, LeadStage } from "../contract.ts";

/**
 * The cards of a column: what the server gave, with the changes of this page laid over it until it knows them. A card
 * that was moved here stands first, one that left is gone.
 * @param touched leads changed on this page, newest state each
 * @param moved ids of those that were moved on this board
 */
export function columnRows(
  read: readonly LeadRow[],
  touched: ReadonlyMap<string, LeadRow>,
  moved: ReadonlySet<string>,
  stage: LeadStage,
): LeadRow[] {
  const newest = (row: LeadRow): LeadRow => {
    const own = touched.get(row.id);
    return own && own.dateUpdated >= row.dateUpdated ? own : row;
  };
  const here = read.map(newest).filter((row) => row.stage === stage);
  const known = new Set(read.map(({ id }) => id));
  const come = [...touched.values()].filter((row) => row.stage === stage && moved.has(row.id) && !known.has(row.id));
  return [...come.toReversed(), ...here];
}
