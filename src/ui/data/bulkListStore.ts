import type { Reducer, UnknownAction } from "@reduxjs/toolkit";
import {
  type Call,
  endRequest,
  adjustCounts,
  createCall,
  createListStore,
  emptyList,
  type ListCalls,
  type ListState,
  type ListStore,
  beginRequest,
  type ErrorMessage,
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

export interface BulkListStore<T, Query, New, Update, Removal, NewMany, UpdateMany> extends ListStore<
  T,
  Query,
  New,
  Update,
  Removal
> {
  /** Puts the new ones to the front. */
  createMany: Call<T[], NewMany>;
  updateMany: Call<T[], UpdateMany>;
  removeMany: Call<unknown, string[]>;
  /** Brings removed records back to where they stood. */
  restoreMany: Call<T[], ListPosition[]>;
}

/** Where records stand now, to bring them back there after their removal. */
export function placesOf<T extends { id: string }>(state: ListState<T>, ids: ReadonlySet<string>): ListPosition[] {
  return (state.serverItems ?? []).flatMap(({ id }, at) => (ids.has(id) ? [{ id, at }] : []));
}

function putBack<T extends { id: string }>(
  serverItems: readonly T[],
  back: readonly T[],
  places: readonly ListPosition[],
): T[] {
  const wanted = new Map(places.map(({ id, at }) => [id, at]));
  const coming = new Set(back.map(({ id }) => id));
  const next = serverItems.filter(({ id }) => !coming.has(id));
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
): BulkListStore<T, Query, New, Update, Removal, NewMany, UpdateMany> {
  const { bulk } = calls;
  const list = createListStore<T, Query, New, Update, Removal>(name, calls);
  const createMany = createCall<NewMany, T[]>(
    `${name}/createMany`,
    bulk.create.raised,
    bulk.create.call,
    calls.create.tags,
  );
  const updateMany = createCall<UpdateMany, T[]>(
    `${name}/updateMany`,
    bulk.update.raised,
    bulk.update.call,
    calls.update.tags,
  );
  const removeMany = createCall<string[], unknown>(
    `${name}/removeMany`,
    bulk.remove.raised,
    bulk.remove.call,
    calls.remove.tags,
  );
  const restoreMany = createCall<ListPosition[], T[]>(
    `${name}/restoreMany`,
    bulk.restore.raised,
    (places) => bulk.restore.call(places.map(({ id }) => id)),
    calls.create.tags,
  );
  const own = [createMany, updateMany, removeMany, restoreMany];

  const onLeave = (state: ListState<T>, action: UnknownAction): ListState<T> | undefined => {
    if (createMany.pending.match(action) || restoreMany.pending.match(action)) {
      return beginRequest(state, action.meta.requestId);
    }
    if (updateMany.pending.match(action)) {
      return beginRequest(state, action.meta.requestId, ...bulk.update.patches(action.meta.arg));
    }
    if (removeMany.pending.match(action)) {
      return beginRequest(state, action.meta.requestId, ...action.meta.arg.map((id) => ({ id, patch: null })));
    }
    return undefined;
  };

  const onReturn = (state: ListState<T>, action: UnknownAction): ListState<T> | undefined => {
    const { serverItems } = state;
    if (createMany.fulfilled.match(action)) {
      const places = action.payload.map(({ id }, at) => ({ id, at }));
      const after = endRequest(state, action.meta.requestId, putBack(serverItems ?? [], action.payload, places));
      return adjustCounts(after, action.payload.length);
    }
    if (restoreMany.fulfilled.match(action)) {
      const after = endRequest(
        state,
        action.meta.requestId,
        putBack(serverItems ?? [], action.payload, action.meta.arg),
      );
      return adjustCounts(after, action.payload.length);
    }
    if (updateMany.fulfilled.match(action)) {
      const next = new Map(action.payload.map((item) => [item.id, item]));
      return endRequest(
        state,
        action.meta.requestId,
        serverItems?.map((item) => next.get(item.id) ?? item),
      );
    }
    if (removeMany.fulfilled.match(action)) {
      const gone = new Set(action.meta.arg);
      const left = serverItems?.filter(({ id }) => !gone.has(id));
      return adjustCounts(endRequest(state, action.meta.requestId, left), -gone.size);
    }
    return undefined;
  };

  const reducer: Reducer<ListState<T>> = (state = emptyList<T>(), action) => {
    const leaving = onLeave(state, action);
    if (leaving) return leaving;
    for (const call of own) {
      if (!call.fulfilled.match(action) && !call.rejected.match(action)) continue;
      // An answer whose call is not among the open ones came after a reset.
      if (!state.open.includes(action.meta.requestId)) return state;
      return onReturn(state, action) ?? endRequest(state, action.meta.requestId);
    }
    return list.reducer(state, action);
  };

  return { ...list, reducer, createMany, updateMany, removeMany, restoreMany };
}
