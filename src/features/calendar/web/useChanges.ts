import { useCallback, useRef } from "react";
import { useSelector } from "react-redux";
import { selectActiveUser } from "#src/features/account/web/store.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import type { Failure } from "#src/ui/data/listStore.ts";
import { currentLanguage, preloadTexts, text } from "#src/ui/i18n/index.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";
import { formatTime } from "#src/ui/format.ts";
import { formatDayShort } from "#src/ui/dayNames.ts";
import { toast } from "#src/ui/toastStore.ts";
import type { EntryPreview } from "../contract.ts";
import type { MoveTarget } from "./actions.ts";
import { daysOf } from "./layout.ts";
import { calendarEntries, restoreEntry } from "./store.ts";

export interface EntryChanges {
  /** Shows at once; a refusal takes it back and says so. */
  move: (entry: EntryPreview, to: MoveTarget) => Promise<void>;
  /** As `move`; the toast brings the entry back. */
  remove: (entry: Pick<EntryPreview, "id">) => Promise<void>;
  /** Undoes the latest of these changes that still holds; nothing when there is none. */
  undoLast: () => void;
}

interface Told {
  title: string;
  text?: string;
}

/** Changes that can be undone one after the other. */
const mostUndos = 50;

/** Says what was done, by a message of the specification. */
async function deletedMessage(): Promise<Told> {
  await preloadTexts("messages");
  const key = "calendarEntry.deleteSuccess";
  return { title: text(`messages:${key}.title`), text: text(`messages:${key}.description`) };
}

function movedMessage(entry: EntryPreview, zone: string): Told {
  const { first } = daysOf(entry, zone);
  const day = formatDayShort(first, currentLanguage());
  const time = formatTime(entry.start, zone);
  return { title: entry.allDay ? text("calendar:movedDay", { day }) : text("calendar:movedTo", { day, time }) };
}

const isGone = (cause: unknown): boolean => ((cause ?? {}) as Partial<Failure>).status === 404;

/**
 * Moving and deleting straight from a view.
 * @param reload reads the view again: what another tab or device deleted must not stay on the page
 */
export function useChanges(reload: () => void, zone: string): EntryChanges {
  const dispatch = useThunkDispatch();
  const userId = useSelector(selectActiveUser).value?.id;
  const undos = useRef<(() => Promise<unknown>)[]>([]);

  const undo = useCallback((change: () => Promise<unknown>, failed: string): void => {
    if (!undos.current.includes(change)) return;
    undos.current = undos.current.filter((one) => one !== change);
    change().then(() => toast({ title: text("calendar:undone") }), toastFailure(failed));
  }, []);
  const run = useCallback(
    async (
      call: () => Promise<unknown>,
      back: () => Promise<unknown>,
      message: () => Told | Promise<Told>,
      failed: string,
    ): Promise<void> => {
      try {
        await call();
      } catch (cause) {
        toastFailure(failed)(cause);
        if (isGone(cause)) reload();
        return;
      }
      undos.current = [...undos.current, back].slice(-mostUndos);
      const action = { label: text("common:action.undo"), run: () => undo(back, failed) };
      toast({ tone: "ok", ...(await message()), action });
    },
    [reload, undo],
  );
  const move = useCallback(
    (entry: EntryPreview, to: MoveTarget): Promise<void> => {
      const send = (target: MoveTarget) => dispatch(calendarEntries.update({ id: entry.id, ...target })).unwrap();
      const { start, end, allDay } = entry;
      const back = to.allDay === undefined ? { start, end } : { start, end, allDay };
      return run(
        () => send(to),
        () => send(back),
        () => movedMessage({ ...entry, ...to }, zone),
        "calendarEntry.updateError",
      );
    },
    [dispatch, run, zone],
  );
  const remove = useCallback(
    ({ id }: Pick<EntryPreview, "id">): Promise<void> =>
      run(
        () => dispatch(calendarEntries.remove({ userId, entryId: id })).unwrap(),
        () => dispatch(restoreEntry(id)),
        deletedMessage,
        "calendarEntry.deleteError",
      ),
    [dispatch, userId, run],
  );
  const undoLast = useCallback((): void => {
    const last = undos.current.at(-1);
    if (last) undo(last, "calendarEntry.updateError");
  }, [undo]);
  return { move, remove, undoLast };
}
