import type { DeletedRecord } from "../contract.ts";

/** Records of a kind that were deleted together. */
export interface DeletedGroup extends Pick<DeletedRecord, "kind" | "deletedAt"> {
  /** At least one. */
  records: readonly DeletedRecord[];
}

/** One group for each request that deleted something: all it deleted has one instant. The order stays. */
export function deletedGroups(records: readonly DeletedRecord[]): DeletedGroup[] {
  const groups = new Map<string, DeletedGroup & { records: DeletedRecord[] }>();
  for (const record of records) {
    const { kind, deletedAt } = record;
    const group = groups.get(`${kind} ${deletedAt}`);
    if (group) group.records.push(record);
    else groups.set(`${kind} ${deletedAt}`, { kind, deletedAt, records: [record] });
  }
  return [...groups.values()];
}
