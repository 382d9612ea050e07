import { useCallback, useRef } from "react";
import { useSelector } from "react-redux";
import { selectActiveUser } from "#src/features/account/web/store.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import type { Failure } from "#src/ui/data/listStore.ts";
import { api } from "#src/ui/client/api.ts";
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
  remove: (entry: Pick<EntryPreview, "id" | "rrule">) => Promise<void>;
  /** Undoes the latest of these changes that still holds; nothing when there is none. */
  undoLast: () => void;
}

interface Told {
  title: string;
  text?: string;
}

/** How a change is undone. */
interface Undo {
  back: () => Promise<unknown>;
  /** Whether nothing else was made of it since. */
  holds: () => boolean | Promise<boolean>;
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

/** Whether an entry is where it was moved to: the form, another tab or device may have changed it since. */
async function isAt(id: string, { start, end, allDay }: MoveTarget): Promise<boolean> {
  try {
    const { entry } = await api.calendar.getEntry({ id });
    return entry.start === start && entry.end === end && entry.allDay === allDay;
  } catch (cause) {
    if (isGone(cause)) return false;
    throw cause;
  }
}

/**
 * Moving and deleting straight from a view.
 * @param reload reads the view again: what another tab or device deleted must not stay on the page
 */
export function useChanges(reload: () => void, zone: string): EntryChanges {
  const dispatch = useThunkDispatch();
  const userId = useSelector(selectActiveUser).value?.id;
  const undos = useRef<Undo[]>([]);
  const turn = useRef(Promise.resolve());

  /** Undoes the latest of some changes that still holds, once those before are undone; the others are dropped. */
  const undo = useCallback((isMeant: (change: Undo) => boolean): void => {
    turn.current = turn.current.then(async () => {
      const meant = undos.current.filter(isMeant).toReversed();
      for (const change of meant) {
        undos.current = undos.current.filter((one) => one !== change);
        try {
          if (!(await change.holds())) continue;
          await change.back();
          toast({ title: text("calendar:undone") });
        } catch (cause) {
          toastFailure("calendarEntry.updateError")(cause);
        }
        return;
      }
      if (meant.length > 0) toast({ title: text("calendar:changedSince") });
    });
  }, []);
  const run = useCallback(
    async (
      call: () => Promise<unknown>,
      change: Undo,
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
      undos.current = [...undos.current, change].slice(-mostUndos);
      const action = { label: text("common:action.undo"), run: () => undo((one) => one === change) };
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
        { back: () => send(back), holds: () => isAt(entry.id, { allDay, ...to }) },
        () => movedMessage({ ...entry, ...to }, zone),
        "calendarEntry.updateError",
      );
    },
    [dispatch, run, zone],
  );
  const remove = useCallback(
    ({ id, rrule }: Pick<EntryPreview, "id" | "rrule">): Promise<void> =>
      run(
        () => dispatch(calendarEntries.remove({ userId, entryId: id, recurs: rrule !== null })).unwrap(),
        { back: () => dispatch(restoreEntry(id)), holds: () => true },
        deletedMessage,
        "calendarEntry.deleteError",
      ),
    [dispatch, userId, run],
  );
  const undoLast = useCallback((): void => undo(() => true), [undo]);
  return { move, remove, undoLast };
}
