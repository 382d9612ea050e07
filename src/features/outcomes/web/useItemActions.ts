import { useCallback, useMemo, useRef, useState } from "react";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import type { api } from "#src/ui/client/api.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { dayOf, formatTime } from "#src/ui/format.ts";
import { toast } from "#src/ui/toastStore.ts";
import type { Outcome, OutcomeUpdates } from "../contract.ts";
import { excessOf } from "../rules.ts";
import { codeOf } from "#src/ui/client/toastFailure.ts";
import { formatDayShort } from "#src/ui/dayNames.ts";
import type { Touched } from "./shownItems.ts";
import { definedOnly, scheduledOutcomes } from "./store.ts";
import { type BulkActions, useBulkActions } from "./useBulkActions.ts";

/** What decides whether a text fits its platform. */
const textFields = ["status", "brief", "platform", "contentType"] as const;

type NewItem = Parameters<typeof api.outcomes.createOutcome>[0]["enData"];

export interface ItemActions extends BulkActions {
  /** Items changed on this page, newest state each. */
  touched: ReadonlyMap<string, Touched>;
  /** Shows at once; a refusal takes it back and says so. @returns whether the server took it */
  change: (item: Outcome, updates: OutcomeUpdates) => Promise<boolean>;
  /** As `change` to another date or status, with a way back in the toast. @returns whether the server took it */
  move: (item: Outcome, to: Pick<OutcomeUpdates, "plannedAt" | "status">) => Promise<boolean>;
  create: (item: NewItem) => Promise<Outcome | undefined>;
}

/** What is done to content items on the page. */
export function useItemActions(zone: string): ItemActions {
  const { t } = useTranslation(["content", "workflows", "common"]);
  const language = useLanguage();
  const dispatch = useThunkDispatch();
  const [touched, setTouched] = useState<ReadonlyMap<string, Touched>>(new Map());
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
    (key: string, text?: string, count = 1): void => {
      const reason = text ?? t(navigator.onLine ? "failed.text" : "failed.offline");
      toast({ tone: "danger", title: t(key, { count }), text: reason });
    },
    [t],
  );
  /** Only the newest call about an item says how it stands. */
  const begin = useCallback((id: string): (() => boolean) => {
    const own = (calls.current.get(id) ?? 0) + 1;
    calls.current.set(id, own);
    return () => calls.current.get(id) === own;
  }, []);

  const { changeMany, removeMany } = useBulkActions({ put, begin, fail });

  const change = useCallback<ItemActions["change"]>(
    async (item, updates) => {
      const after = { ...item, ...definedOnly(updates) };
      const excess = textFields.some((name) => updates[name] !== undefined) ? excessOf(after) : 0;
      if (excess > 0) {
        toast({ tone: "danger", title: t("tooLong.title", { count: excess }), text: t("tooLong.text") });
        return false;
      }
      const isNewest = begin(item.id);
      put(item.id, { item: after, isPending: true, isGone: false });
      try {
        const changed = await dispatch(scheduledOutcomes.update({ id: item.id, updates })).unwrap();
        if (isNewest()) put(item.id, { item: changed, isPending: false, isGone: false });
        return true;
      } catch (cause) {
        const code = codeOf(cause);
        const isGone = code === "notFound";
        if (isNewest()) put(item.id, { item, isPending: false, isGone });
        if (code === "outcomes.tooLong") fail("tooLong.refused", t("tooLong.text"));
        else fail(isGone ? "failed.gone" : "failed.update");
        return false;
      }
    },
    [begin, dispatch, fail, put, t],
  );
  const move = useCallback<ItemActions["move"]>(
    async (item, to) => {
      if (!(await change(item, to))) return false;
      const back = {
        ...(to.plannedAt === undefined ? {} : { plannedAt: item.plannedAt }),
        ...(to.status === undefined ? {} : { status: item.status }),
      };
      const title =
        to.plannedAt === undefined
          ? t("done.status", { status: t(`workflows:outcomeStatuses.${to.status ?? item.status}`) })
          : t("done.moved", {
              day: formatDayShort(dayOf(to.plannedAt, zone), language),
              time: formatTime(to.plannedAt, zone),
            });
      const undo = (): void => void change({ ...item, ...to }, back);
      toast({ title, action: { label: t("common:action.undo"), run: undo } });
      return true;
    },
    [change, language, t, zone],
  );
  const create = useCallback<ItemActions["create"]>(
    async (values) => {
      try {
        const item = await dispatch(scheduledOutcomes.create(values)).unwrap();
        put(item.id, { item, isPending: false, isGone: false });
        toast({ title: t("done.created") });
        return item;
      } catch {
        fail("failed.create");
        return undefined;
      }
    },
    [dispatch, fail, put, t],
  );
  return useMemo(
    () => ({ touched, change, changeMany, move, create, removeMany }),
    [touched, change, changeMany, move, create, removeMany],
  );
}
