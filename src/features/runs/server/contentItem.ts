import type { Proposal } from "#src/features/documents/document.ts";
import { outcomesOf } from "#src/features/outcomes/server/usecases.ts";
import type { Outcome } from "#src/features/outcomes/contract.ts";
import type { Db } from "#src/platform/tables.ts";

/** Characters of an entry's title. */
const longestTitle = 300;

/** The entry of a proposed item as that of another one: at its time, as long as before, with its title. */
function entryOf(item: Outcome, entry: Proposal, proposedTitle: unknown): Proposal {
  const { start, end, title } = entry.payload;
  const length = Math.max(0, Date.parse(String(end)) - Date.parse(String(start))) || 0;
  // The calendar puts the network before the title.
  const prefix =
    typeof title === "string" && typeof proposedTitle === "string" && title.endsWith(proposedTitle)
      ? title.slice(0, title.length - proposedTitle.length)
      : "";
  return {
    ...entry,
    payload: {
      ...entry.payload,
      title: prefix.length + item.title.length > longestTitle ? item.title : prefix + item.title,
      start: item.plannedAt,
      end: new Date(Date.parse(item.plannedAt) + length).toISOString(),
      timeZone: item.timeZone,
    },
  };
}

/**
 * Proposals of a run that was started for a content item: its text goes into that item in place of a second one. The
 * item keeps its date and title; its calendar entry, if it has none, is proposed with them.
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
  return proposals.flatMap((proposal): Proposal[] => {
    if (proposal === main)
      return [
        {
          ...main,
          payload: { ...main.payload, title, plannedAt, timeZone, platform, contentType, outcomeId: item.id },
        },
      ];
    if (!isEntryOfMain(proposal)) return [proposal];
    return item.calendarEntryId === null ? [entryOf(item, proposal, main.payload["title"])] : [];
  });
}
