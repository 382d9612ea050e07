import { useCallback, useMemo, useRef, useState } from "react";
import { useThunkDispatch } from "#src/kit/dispatch.ts";
import { api } from "#src/shell/api.ts";
import { useLanguage, useTranslation } from "#src/shell/i18n/index.ts";
import { dayOf, formatTime } from "#src/shell/ui/format.ts";
import { toast } from "#src/shell/ui/toastStore.ts";
import type { Outcome, OutcomeUpdates } from "../contract.ts";
import { formatDay } from "./contentDates.ts";
import type { Touched } from "./shownItems.ts";
import { scheduledOutcomes } from "./store.ts";

type NewItem = Parameters<typeof api.outcomes.createOutcome>[0]["enData"];

export interface ItemActions {
  /** Items changed on this page, newest state each. */
  touched: ReadonlyMap<string, Touched>;
  /** Grows with each change that the server took. */
  changes: number;
  /** Shows at once; a refusal takes it back and says so. @returns whether the server took it */
  change: (item: Outcome, updates: OutcomeUpdates) => Promise<boolean>;
  /** As `change` to another date or status, with a way back in the toast. */
  move: (item: Outcome, to: Pick<OutcomeUpdates, "plannedAt" | "status">) => Promise<void>;
  create: (item: NewItem) => Promise<Outcome | undefined>;
  /** @returns whether it is deleted */
  remove: (item: Outcome) => Promise<boolean>;
}

/** What is done to content items on the page. */
export function useItemActions(zone: string): ItemActions {
  const { t } = useTranslation(["content", "common"]);
  const language = useLanguage();
  const dispatch = useThunkDispatch();
  const [touched, setTouched] = useState<ReadonlyMap<string, Touched>>(new Map());
  const [changes, setChanges] = useState(0);
  const calls = useRef(new Map<string, number>());

  const put = useCallback((id: string, next: Touched | undefined): void => {
    setTouched((before) => {
      const after = new Map(before);
      if (next) after.set(id, next);
      else after.delete(id);
      return after;
    });
  }, []);
  const fail = useCallback(
    (key: string): void => {
      toast({ tone: "danger", title: t(key), text: t(navigator.onLine ? "failed.text" : "failed.offline") });
    },
    [t],
  );
  /** Only the newest call about an item says how it stands. */
  const begin = useCallback((id: string): (() => boolean) => {
    const own = (calls.current.get(id) ?? 0) + 1;
    calls.current.set(id, own);
    return () => calls.current.get(id) === own;
  }, []);

  const change = useCallback<ItemActions["change"]>(
    async (item, updates) => {
      const isNewest = begin(item.id);
      const patch = Object.fromEntries(Object.entries(updates).filter(([, value]) => value !== undefined));
      put(item.id, { item: { ...item, ...patch }, isPending: true, isGone: false });
      try {
        const changed = await dispatch(scheduledOutcomes.update({ id: item.id, updates })).unwrap();
        if (isNewest()) put(item.id, { item: changed, isPending: false, isGone: false });
        setChanges((before) => before + 1);
        return true;
      } catch (cause) {
        const isGone = typeof cause === "object" && cause !== null && "status" in cause && cause.status === 404;
        if (isNewest()) put(item.id, { item, isPending: false, isGone });
        fail(isGone ? "failed.gone" : "failed.update");
        return false;
      }
    },
    [begin, dispatch, fail, put],
  );
  const move = useCallback<ItemActions["move"]>(
    async (item, to) => {
      if (!(await change(item, to))) return;
      const back = {
        ...(to.plannedAt === undefined ? {} : { plannedAt: item.plannedAt }),
        ...(to.status === undefined ? {} : { status: item.status }),
      };
      const title =
        to.plannedAt === undefined
          ? t("done.status", { status: t(`status.${to.status ?? item.status}`) })
          : t("done.moved", {
              day: formatDay(dayOf(to.plannedAt, zone), language),
              time: formatTime(to.plannedAt, zone),
            });
      const undo = (): void => void change({ ...item, ...to }, back);
      toast({ title, action: { label: t("common:action.undo"), run: undo } });
    },
    [change, language, t, zone],
  );
  const create = useCallback<ItemActions["create"]>(
    async (values) => {
      try {
        const item = await dispatch(scheduledOutcomes.create(values)).unwrap();
        put(item.id, { item, isPending: false, isGone: false });
        setChanges((before) => before + 1);
        toast({ title: t("done.created") });
        return item;
      } catch {
        fail("failed.create");
        return undefined;
      }
    },
    [dispatch, fail, put, t],
  );
  const remove = useCallback<ItemActions["remove"]>(
    async (item) => {
      begin(item.id);
      put(item.id, { item, isPending: true, isGone: true });
      const restore = async (): Promise<void> => {
        try {
          const { outcome } = await api.outcomes.restoreOutcome({ id: item.id });
          dispatch(scheduledOutcomes.put(outcome));
          put(item.id, { item: outcome, isPending: false, isGone: false });
          setChanges((before) => before + 1);
        } catch {
          fail("failed.restore");
        }
      };
      try {
        await dispatch(scheduledOutcomes.remove({ id: item.id })).unwrap();
        setChanges((before) => before + 1);
        toast({ title: t("done.deleted"), action: { label: t("common:action.undo"), run: () => void restore() } });
        return true;
      } catch {
        put(item.id, undefined);
        fail("failed.delete");
        return false;
      }
    },
    [begin, dispatch, fail, put, t],
  );
  return useMemo(
    () => ({ touched, changes, change, move, create, remove }),
    [touched, changes, change, move, create, remove],
  );
}
