import { restoreMs } from "#src/kit/time/dates.ts";
import type { Marked, SoftDeleted } from "#src/platform/deletion.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { DeletedRecord } from "../contract.ts";
import { type DeletedKind, maxDeletions } from "../rules.ts";

declare module "#src/platform/deps.ts" {
  interface Deps {
    /** Every table whose rows are marked as deleted before they are erased. */
    softDeleted: readonly SoftDeleted[];
  }
}

const kinds: { [Name in Marked]?: DeletedKind } = {
  project: "project",
  calendar_entry: "calendarEntry",
  outcome: "outcome",
  lead: "lead",
  lead_note: "leadNote",
  lead_view: "leadView",
};

/** What a person deleted and can still restore, newest first. */
export async function listDeleted(
  userId: string,
  { db, now, softDeleted }: Pick<Deps, "db" | "now" | "softDeleted">,
): Promise<{ records: DeletedRecord[]; hasMore: boolean }> {
  const since = new Date(now().getTime() - restoreMs);
  const lists = await Promise.all(
    softDeleted.map(async ({ table, recent }): Promise<DeletedRecord[]> => {
      const kind = kinds[table];
      if (!recent || !kind) return [];
      // One more than is answered, which tells that there are more.
      const found = await recent(userId, since, maxDeletions + 1, db);
      return found.map((record) => ({ ...record, kind, deletedAt: record.deletedAt.toISOString() }));
    }),
  );
  const records = lists.flat().toSorted((a, b) => Date.parse(b.deletedAt) - Date.parse(a.deletedAt));
  return { records: records.slice(0, maxDeletions), hasMore: records.length > maxDeletions };
}
