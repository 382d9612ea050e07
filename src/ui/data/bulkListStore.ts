import {
  createCall,
  createListStore,
  type ErrorMessage,
  type ListCalls,
  type ListState,
  reduceBy,
  reduceFirst,
} from "./listStore.ts";

/** Calls about several records at once; each does all or nothing, and has the tags of the call about one. */
export interface BulkCalls<T, NewMany, UpdateMany> {
  create: { raised: ErrorMessage; call: (input: NewMany) => Promise<T[]> };
  /** `patches` is what the page shows before the answer. */
  update: {
    raised: ErrorMessage;
    call: (input: UpdateMany) => Promise<T[]>;
    patches: (input: UpdateMany) => { id: string; patch: Partial<T> }[];
  };
  remove: { raised: ErrorMessage; call: (ids: string[]) => Promise<unknown> };
  restore: { raised: ErrorMessage; call: (ids: string[]) => Promise<T[]> };
}

/** A removed record and where it stood, counted from 0 among the records of the server. */
export interface ListPosition {
  id: string;
  at: number;
}

/** Where records stand now, to bring them back there after their removal. */
export function placesOf<T extends { id: string }>(state: ListState<T>, ids: ReadonlySet<string>): ListPosition[] {
  return (state.serverItems ?? []).flatMap(({ id }, at) => (ids.has(id) ? [{ id, at }] : []));
}

function putBack<T extends { id: string }>(
  serverItems: readonly T[] | undefined,
  back: readonly T[],
  places: readonly ListPosition[],
): T[] {
  const wanted = new Map(places.map(({ id, at }) => [id, at]));
  const coming = new Set(back.map(({ id }) => id));
  const next = (serverItems ?? []).filter(({ id }) => !coming.has(id));
  // From the front, so that each finds the ones before it already in their places.
  for (const item of back.toSorted((a, b) => (wanted.get(a.id) ?? 0) - (wanted.get(b.id) ?? 0))) {
    next.splice(wanted.get(item.id) ?? 0, 0, item);
  }
  return next;
}

/**
 * A list with calls about several records at once on top of those about one.
 * @param name prefix of the action types
 */
export function createBulkListStore<T extends { id: string }, Query, New, Update, Removal, NewMany, UpdateMany>(
  name: string,
  calls: ListCalls<T, Query, New, Update, Removal> & { bulk: BulkCalls<T, NewMany, UpdateMany> },
) {
  const { bulk } = calls;
  const list = createListStore<T, Query, New, Update, Removal>(name, calls);
  const createMany = createCall(`${name}/createMany`, bulk.create.raised, bulk.create.call, calls.create.tags);
  const updateMany = createCall(`${name}/updateMany`, bulk.update.raised, bulk.update.call, calls.update.tags);
  const removeMany = createCall(`${name}/removeMany`, bulk.remove.raised, bulk.remove.call, calls.remove.tags);
  const restoreMany = createCall(
    `${name}/restoreMany`,
    bulk.restore.raised,
    (positions: ListPosition[]) => bulk.restore.call(positions.map(({ id }) => id)),
    calls.create.tags,
  );
  const reducer = reduceFirst<T>([
    reduceBy(createMany, {
      after: (items, created) =>
        putBack(
          items,
          created,
          created.map(({ id }, at) => ({ id, at })),
        ),
      added: (created) => created.length,
    }),
    reduceBy(updateMany, {
      changes: bulk.update.patches,
      after(items, updated) {
        const next = new Map(updated.map((item) => [item.id, item]));
        return items?.map((item) => next.get(item.id) ?? item);
      },
    }),
    reduceBy(removeMany, {
      changes: (ids) => ids.map((id) => ({ id, patch: null })),
      after(items, _, ids) {
        const gone = new Set(ids);
        return items?.filter(({ id }) => !gone.has(id));
      },
      added: (_, ids) => -new Set(ids).size,
    }),
    reduceBy(restoreMany, { after: putBack, added: (restored) => restored.length }),
    list.reducer,
  ]);
  return {
    ...list,
    reducer,
    /** Puts the new ones to the front. */
    createMany,
    updateMany,
    removeMany,
    /** Brings removed records back to where they stood. */
    restoreMany,
  };
}
