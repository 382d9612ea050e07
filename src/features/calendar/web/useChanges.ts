import { useCallback } from "react";
import { useSelector } from "react-redux";
import { selectActiveUser } from "#src/features/account/web/store.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import type { Failure } from "#src/ui/data/listStore.ts";
import { preloadTexts, text } from "#src/ui/i18n/index.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";
import { toast } from "#src/ui/toastStore.ts";
import type { EntryPreview } from "../contract.ts";
import type { Times } from "./moves.ts";
import { calendarEntries, restoreEntry } from "./store.ts";

export interface EntryChanges {
  /** Shows at once; a refusal takes it back and says so. */
  move: (entry: EntryPreview, to: Times) => Promise<void>;
  /** As `move`; the toast brings the entry back. */
  remove: (entry: Pick<EntryPreview, "id">) => Promise<void>;
}

async function toastWithUndo(key: string, undo: () => void): Promise<void> {
  await preloadTexts("messages");
  toast({
    tone: "ok",
    title: text(`messages:${key}.title`),
    text: text(`messages:${key}.description`),
    action: { label: text("common:action.undo"), run: undo },
  });
}

const isGone = (cause: unknown): boolean => ((cause ?? {}) as Partial<Failure>).status === 404;

/**
 * Moving and deleting straight from a view.
 * @param reload reads the view anew: what another tab or device deleted must not stay on the page
 */
export function useChanges(reload: () => void): EntryChanges {
  const dispatch = useThunkDispatch();
  const userId = useSelector(selectActiveUser).value?.id;
  const move = useCallback(
    async (entry: EntryPreview, { start, end }: Times): Promise<void> => {
      const send = (times: Times) => dispatch(calendarEntries.update({ id: entry.id, ...times })).unwrap();
      const undo = (): void => {
        send({ start: entry.start, end: entry.end }).catch(toastFailure("calendarEntry.updateError"));
      };
      try {
        await send({ start, end });
        await toastWithUndo("calendarEntry.updateSuccess", undo);
      } catch (cause) {
        toastFailure("calendarEntry.updateError")(cause);
        if (isGone(cause)) reload();
      }
    },
    [dispatch, reload],
  );
  const remove = useCallback(
    async ({ id }: Pick<EntryPreview, "id">): Promise<void> => {
      const undo = (): void => {
        dispatch(restoreEntry(id)).catch(toastFailure("calendarEntry.addError"));
      };
      try {
        await dispatch(calendarEntries.remove({ userId, entryId: id })).unwrap();
        await toastWithUndo("calendarEntry.deleteSuccess", undo);
      } catch (cause) {
        toastFailure("calendarEntry.deleteError")(cause);
        if (isGone(cause)) reload();
      }
    },
    [dispatch, userId, reload],
  );
  return { move, remove };
}
