import type { Proposal } from "#src/features/documents/document.ts";
import { outcomesOf } from "#src/features/outcomes/server/usecases.ts";
import type { Db } from "#src/server/tables.ts";

/**
 * Proposals of a run that was started for a content item: its text goes into that item in place of a second one, which
 * has its date and its calendar entry already.
 */
export async function intoContentItem(
  proposals: Proposal[],
  run: { userId: string; projectId: string; workflow: string },
  db: Db,
): Promise<Proposal[]> {
  const item = await outcomesOf(run.userId, db).writtenBy(run.projectId);
  const main = proposals.find(({ kind, payload }) => kind === "outcome" && payload["workflow"] === run.workflow);
  if (!item || !main) return proposals;
  const isEntryOfMain = ({ kind, payload }: Proposal): boolean =>
    kind === "calendarEntry" && payload["outcomeKey"] === main.key;
  const { title, plannedAt, timeZone, platform, contentType } = item;
  return proposals
    .filter((proposal) => item.calendarEntryId === null || !isEntryOfMain(proposal))
    .map((proposal) =>
      proposal === main
        ? {
            ...main,
            payload: { ...main.payload, title, plannedAt, timeZone, platform, contentType, outcomeId: item.id },
          }
        : proposal,
    );
}
