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

/** Messages of a change: once it is done, and where it failed. */
type ChangeMessages = readonly [done: string, failed: string];
const updated: ChangeMessages = ["calendarEntry.updateSuccess", "calendarEntry.updateError"];
const deleted: ChangeMessages = ["calendarEntry.deleteSuccess", "calendarEntry.deleteError"];

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
  const run = useCallback(
    async ([done, failed]: ChangeMessages, call: () => Promise<unknown>, undo: () => void): Promise<void> => {
      try {
        await call();
        await toastWithUndo(done, undo);
      } catch (cause) {
        toastFailure(failed)(cause);
        if (isGone(cause)) reload();
      }
    },
    [reload],
  );
  const move = useCallback(
    (entry: EntryPreview, { start, end }: Times): Promise<void> => {
      const send = (times: Times) => dispatch(calendarEntries.update({ id: entry.id, ...times })).unwrap();
      const back = { start: entry.start, end: entry.end };
      const undo = (): void => void send(back).catch(toastFailure("calendarEntry.updateError"));
      return run(updated, () => send({ start, end }), undo);
    },
    [dispatch, run],
  );
  const remove = useCallback(
    ({ id }: Pick<EntryPreview, "id">): Promise<void> => {
      const call = () => dispatch(calendarEntries.remove({ userId, entryId: id })).unwrap();
      const undo = (): void => void dispatch(restoreEntry(id)).catch(toastFailure("calendarEntry.addError"));
      return run(deleted, call, undo);
    },
    [dispatch, userId, run],
  );
  return { move, remove };
}
