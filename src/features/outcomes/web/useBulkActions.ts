import { useCallback } from "react";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { createCall } from "#src/ui/data/listStore.ts";
import { api } from "#src/ui/client/api.ts";
import { codeOf } from "#src/ui/client/toastFailure.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { toast } from "#src/ui/toastStore.ts";
import type { Outcome, OutcomeUpdates } from "../contract.ts";
import { excessOf, outcomesAtOnce } from "../rules.ts";
import type { Touched } from "./shownItems.ts";
import { definedOnly, ownOutcomes, scheduledOutcomes } from "./store.ts";

/*
 * Calls about several items, each all or none. They are not part of the list's store, which every page loads: the list
 * is read again after them.
 */
type Updates = Parameters<typeof api.outcomes.updateOutcomes>[0]["updates"];
const updateOutcomes = createCall<Updates, Outcome[]>(
  "scheduledOutcomes/updateMany",
  "Failed to update scheduled outcome",
  async (updates) => (await api.outcomes.updateOutcomes({ updates })).outcomes,
  ["outcomes"],
);
const deleteOutcomes = createCall<string[], unknown>(
  "scheduledOutcomes/removeMany",
  "Failed to delete outcome",
  (ids) => api.outcomes.deleteOutcomes({ enData: { ids } }),
  ["outcomes"],
);
const restoreOutcomes = createCall<string[], Outcome[]>(
  "scheduledOutcomes/restoreMany",
  "Failed to restore outcomes",
  async (ids) => (await api.outcomes.restoreOutcomes({ ids })).outcomes,
  ["outcomes"],
);

/** What the page keeps of the items it has changed, as `useItemActions` does. */
export interface TouchedItems {
  put: (id: string, next: Touched | undefined) => void;
  /** @returns whether no newer call about the item has begun */
  begin: (id: string) => () => boolean;
  /** @param count of the items, for texts that say it */
  fail: (key: string, text?: string, count?: number) => void;
}

export interface BulkActions {
  /** Changes several items; those that the change would leave as they are, or whose text is too long for it, are left out. */
  changeMany: (items: readonly Outcome[], updatesOf: (item: Outcome) => OutcomeUpdates) => Promise<void>;
  removeMany: (items: readonly Outcome[]) => Promise<void>;
}

interface ItemChange {
  item: Outcome;
  updates: OutcomeUpdates;
}

const chunksOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / outcomesAtOnce) }, (_, at) =>
    all.slice(at * outcomesAtOnce, (at + 1) * outcomesAtOnce),
  );

const entriesOf = (fields: object): [string, unknown][] => Object.entries(fields);

/** The named fields as they are, to set them back. */
const before = (item: Outcome, updates: OutcomeUpdates): OutcomeUpdates =>
  Object.fromEntries(entriesOf(item).filter(([name]) => Object.hasOwn(updates, name)));

const isSame = (item: Outcome, updates: OutcomeUpdates): boolean => {
  const now = new Map(entriesOf(item));
  return entriesOf(updates).every(([name, value]) => now.get(name) === value);
};

/** What is done to several items of the page at once, in requests of at most 100, with one way back in the toast. */
export function useBulkActions({ put, begin, fail }: TouchedItems): BulkActions {
  const { t } = useTranslation(["content", "common"]);
  const dispatch = useThunkDispatch();

  /** Sends chunk after chunk until one is refused; what was sent before it stays. @returns what the server took */
  const run = useCallback(
    async <T>(all: readonly T[], call: (chunk: T[]) => Promise<unknown>, failed: string): Promise<T[]> => {
      const done: T[] = [];
      try {
        for (const chunk of chunksOf(all)) {
          await call(chunk);
          done.push(...chunk);
        }
      } catch (cause) {
        const gone = t(all.length === 1 ? "failed.gone" : "failed.someGone");
        fail(failed, codeOf(cause) === "notFound" ? gone : undefined, all.length);
      }
      if (done.length > 0) void dispatch(scheduledOutcomes.fetch(ownOutcomes));
      return done;
    },
    [dispatch, fail, t],
  );
  const send = useCallback(
    async (changes: readonly ItemChange[]): Promise<ItemChange[]> => {
      const newest = new Map(changes.map(({ item }) => [item.id, begin(item.id)]));
      const show = (item: Outcome, isPending: boolean): void => {
        if (newest.get(item.id)?.()) put(item.id, { item, isPending, isGone: false });
      };
      for (const { item, updates } of changes) show({ ...item, ...definedOnly(updates) }, true);
      const call = async (chunk: ItemChange[]): Promise<void> => {
        const input = chunk.map(({ item, updates }) => ({ id: item.id, updates }));
        for (const item of await dispatch(updateOutcomes(input)).unwrap()) show(item, false);
      };
      const done = await run(changes, call, "failed.update");
      for (const { item } of changes.slice(done.length)) show(item, false);
      return done;
    },
    [begin, dispatch, put, run],
  );
  const changeMany = useCallback<BulkActions["changeMany"]>(
    async (items, updatesOf) => {
      const wanted = items
        .map((item) => ({ item, updates: updatesOf(item) }))
        .filter(({ item, updates }) => !isSame(item, updates));
      const fits = wanted.filter(
        ({ item, updates }) => updates.status === undefined || excessOf({ ...item, status: updates.status }) === 0,
      );
      const tooLong = wanted.length - fits.length;
      const rest = tooLong > 0 ? { text: t("bulk.tooLong", { count: tooLong }) } : {};
      if (fits.length === 0) {
        toast({ tone: tooLong > 0 ? "danger" : "info", title: t("bulk.unchanged"), ...rest });
        return;
      }
      const done = await send(fits);
      const back = done.map(({ item, updates }) => ({
        item: { ...item, ...definedOnly(updates) },
        updates: before(item, updates),
      }));
      // What was refused has been said; it stays in sight.
      if (done.length < fits.length) return;
      toast({
        title: t("done.changedMany", { count: done.length }),
        ...rest,
        action: { label: t("common:action.undo"), run: () => void send(back) },
      });
    },
    [send, t],
  );
  const restoreMany = useCallback(
    async (items: readonly Outcome[]): Promise<void> => {
      const call = async (chunk: Outcome[]): Promise<void> => {
        for (const item of await dispatch(restoreOutcomes(chunk.map(({ id }) => id))).unwrap())
          put(item.id, { item, isPending: false, isGone: false });
      };
      await run(items, call, "failed.restoreMany");
    },
    [dispatch, put, run],
  );
  const removeMany = useCallback<BulkActions["removeMany"]>(
    async (items) => {
      for (const item of items) {
        begin(item.id);
        put(item.id, { item, isPending: true, isGone: true });
      }
      const call = (chunk: Outcome[]): Promise<unknown> => dispatch(deleteOutcomes(chunk.map(({ id }) => id))).unwrap();
      const gone = await run(items, call, "failed.deleteMany");
      for (const item of items.slice(gone.length)) put(item.id, undefined);
      if (gone.length < items.length) return;
      toast({
        title: t("done.deletedMany", { count: gone.length }),
        action: { label: t("common:action.undo"), run: () => void restoreMany(gone) },
      });
    },
    [begin, dispatch, put, restoreMany, run, t],
  );
  return { changeMany, removeMany };
}
