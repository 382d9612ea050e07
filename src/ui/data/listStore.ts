import { createAction, createAsyncThunk, type AsyncThunk, type Reducer, type UnknownAction } from "@reduxjs/toolkit";
import { ProductError, type FieldIssue } from "#src/kit/errors.ts";
import { invalidate, type Tag } from "./queryClient.ts";

/** What an action is rejected with: the raised message of the specification beside what the server said. */
export interface Failure {
  name: string;
  /** Raised message, `Failed to fetch leads`. */
  message: string;
  /** Message key that the page translates, `coins.notEnough`. */
  code: string;
  /** HTTP status, 0 when no answer came. */
  status: number;
  requestId: string;
  fields?: FieldIssue[];
}

/** How a call is raised when it is refused: a fixed sentence, or one made of the refusal. */
export type ErrorMessage = string | ((refusal: ProductError) => string);

/** Turns whatever a call threw into a plain, serialisable failure that carries the raised message. */
export function failureOf(cause: unknown, raised: ErrorMessage): Failure {
  const refusal =
    cause instanceof ProductError
      ? cause
      : new ProductError("internal", { status: 500, message: cause instanceof Error ? cause.message : String(cause) });
  const requestId = "requestId" in refusal && typeof refusal.requestId === "string" ? refusal.requestId : "";
  return {
    name: "Failure",
    message: typeof raised === "string" ? raised : raised(refusal),
    code: refusal.code,
    status: refusal.status,
    requestId,
    ...(refusal.fields ? { fields: refusal.fields } : {}),
  };
}

type RejectsWith = { serializedErrorType: Failure };
export type Call<Result, Input> = AsyncThunk<Result, Input, RejectsWith>;

/**
 * A thunk around one call; it rejects with a `Failure`, and `.unwrap()` throws that.
 * @param tags what is read again once the call has succeeded
 */
export function createCall<Input, Result>(
  type: string,
  raised: ErrorMessage,
  call: (input: Input, signal: AbortSignal) => Promise<Result>,
  tags: readonly Tag[] = [],
): Call<Result, Input> {
  return createAsyncThunk<Result, Input, RejectsWith>(
    type,
    async (input, { signal }) => {
      const result = await call(input, signal);
      if (tags.length > 0) invalidate(...tags);
      return result;
    },
    { serializeError: (cause) => failureOf(cause, raised) },
  );
}

export interface Change<T> {
  requestId: string;
  id: string;
  /** What is shown until the server answers; null shows the item as gone. */
  patch: Partial<T> | null;
}

/**
 * A list as specification section 4 describes it. `items` is what the page shows: the server's records with the
 * changes in flight laid over them, so that a refused change disappears without touching its neighbours.
 */
export interface ListState<T> {
  items: T[] | undefined;
  loading: boolean;
  loaded: boolean;
  error: Failure | undefined;
  /** Opaque start of the next page, while there is one. */
  nextCursor: string | undefined;
  /** How many the query finds and how many there are, where the server counts them. */
  found: number | undefined;
  total: number | undefined;
  /** Records as the server last gave them. */
  serverItems: T[] | undefined;
  changes: Change<T>[];
  /** Calls in flight. An answer whose call is not among them came after a reset and is dropped. */
  open: string[];
  /** The newest fetch; answers of older ones are dropped. */
  fetchId: string | undefined;
}

export interface Page<T> {
  items: T[];
  nextCursor?: string | undefined;
  found?: number;
  total?: number;
}

/** The calls of a list. `tags`: what is read again once such a call has succeeded. */
export interface ListCalls<T, Query, New, Update, Removal> {
  fetch: { raised: ErrorMessage; call: (query: Query, signal: AbortSignal) => Promise<Page<T>> };
  create: { raised: ErrorMessage; to: "front" | "end"; call: (input: New) => Promise<T>; tags?: readonly Tag[] };
  /** `patch` is what the page shows before the answer. */
  update: {
    raised: ErrorMessage;
    call: (input: Update) => Promise<T>;
    id: (input: Update) => string;
    patch: (input: Update) => Partial<T>;
    tags?: readonly Tag[];
  };
  remove: {
    raised: ErrorMessage;
    call: (input: Removal) => Promise<unknown>;
    id: (input: Removal) => string;
    tags?: readonly Tag[];
  };
}

export interface ListStore<T, Query, New, Update, Removal> {
  reducer: Reducer<ListState<T>>;
  /** Replaces the list. */
  fetch: Call<Page<T>, Query>;
  /** Adds the page after the last one. */
  fetchMore: Call<Page<T>, Query>;
  create: Call<T, New>;
  update: Call<T, Update>;
  remove: Call<unknown, Removal>;
  /** A record that another call produced: replaces the one with its id, or joins the list. */
  put: (item: T) => UnknownAction & { payload: T };
  /** Back to the initial state; answers still on their way are dropped. */
  reset: () => UnknownAction;
}

/** State of a list before anything was asked for. */
export function emptyList<T>(): ListState<T> {
  return {
    items: undefined,
    loading: false,
    loaded: false,
    error: undefined,
    nextCursor: undefined,
    found: undefined,
    total: undefined,
    serverItems: undefined,
    changes: [],
    open: [],
    fetchId: undefined,
  };
}

function overlay<T extends { id: string }>(serverItems: T[] | undefined, changes: Change<T>[]): T[] | undefined {
  if (changes.length === 0) return serverItems;
  // A change of many records is many changes: each item looks up its own.
  const changesOf = Map.groupBy(changes, ({ id }) => id);
  return serverItems?.flatMap((item) => {
    let shown: T | undefined = item;
    for (const { patch } of changesOf.get(item.id) ?? []) {
      shown = patch === null ? undefined : shown && { ...shown, ...patch };
    }
    return shown ? [shown] : [];
  });
}

/** The state with the changes in flight laid over what the server gave. */
export const withOptimistic = <T extends { id: string }>(state: ListState<T>): ListState<T> => ({
  ...state,
  items: overlay(state.serverItems, state.changes),
});

/** A call has left; `changes` are what it will have done when it succeeds. */
export const beginRequest = <T extends { id: string }>(
  state: ListState<T>,
  requestId: string,
  ...changes: Omit<Change<T>, "requestId">[]
): ListState<T> =>
  withOptimistic({
    ...state,
    open: [...state.open, requestId],
    changes: [...state.changes, ...changes.map((change) => ({ ...change, requestId }))],
  });

/** A call has come back: its changes are taken off, and `serverItems` is what the server has now. */
export const endRequest = <T extends { id: string }>(
  state: ListState<T>,
  requestId: string,
  serverItems = state.serverItems,
): ListState<T> =>
  withOptimistic({
    ...state,
    serverItems,
    open: state.open.filter((one) => one !== requestId),
    changes: state.changes.filter((change) => change.requestId !== requestId),
  });

/** Moves the counts, where the server counts, by as many records as came or went. */
export const adjustCounts = <T>(state: ListState<T>, by: number): ListState<T> => ({
  ...state,
  found: state.found === undefined ? undefined : Math.max(0, state.found + by),
  total: state.total === undefined ? undefined : Math.max(0, state.total + by),
});

function withoutDoubles<T extends { id: string }>(items: T[]): T[] {
  const seen = new Set<string>();
  return items.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/**
 * One list of records with its five calls. Updates and removals show at once and are taken back when refused.
 * @param name prefix of the action types
 */
export function createListStore<T extends { id: string }, Query, New, Update, Removal>(
  name: string,
  calls: ListCalls<T, Query, New, Update, Removal>,
): ListStore<T, Query, New, Update, Removal> {
  const fetch = createCall<Query, Page<T>>(`${name}/fetch`, calls.fetch.raised, calls.fetch.call);
  const fetchMore = createCall<Query, Page<T>>(`${name}/fetchMore`, calls.fetch.raised, calls.fetch.call);
  const create = createCall<New, T>(`${name}/create`, calls.create.raised, calls.create.call, calls.create.tags);
  const update = createCall<Update, T>(`${name}/update`, calls.update.raised, calls.update.call, calls.update.tags);
  const remove = createCall<Removal, unknown>(
    `${name}/remove`,
    calls.remove.raised,
    calls.remove.call,
    calls.remove.tags,
  );
  const put = createAction(`${name}/put`, (item: T) => ({ payload: item }));
  const reset = createAction(`${name}/reset`);

  const replaced = (items: T[] | undefined, next: T): T[] | undefined =>
    items?.map((item) => (item.id === next.id ? next : item));

  const onFetch = (state: ListState<T>, action: UnknownAction): ListState<T> | undefined => {
    if (fetch.pending.match(action) || fetchMore.pending.match(action)) {
      return {
        ...beginRequest(state, action.meta.requestId),
        loading: true,
        error: undefined,
        fetchId: action.meta.requestId,
      };
    }
    const isPage = fetch.fulfilled.match(action);
    if (!isPage && !fetchMore.fulfilled.match(action)) return undefined;
    if (action.meta.requestId !== state.fetchId) return endRequest(state, action.meta.requestId);
    const { items, nextCursor, found, total } = action.payload;
    const serverItems = isPage ? items : withoutDoubles([...(state.serverItems ?? []), ...items]);
    return {
      ...endRequest(state, action.meta.requestId, serverItems),
      loading: false,
      loaded: true,
      nextCursor,
      found,
      total,
    };
  };

  const onRefusal = (state: ListState<T>, action: UnknownAction): ListState<T> | undefined => {
    if (fetch.rejected.match(action) || fetchMore.rejected.match(action)) {
      const after = endRequest(state, action.meta.requestId);
      if (action.meta.requestId !== state.fetchId) return after;
      return { ...after, loading: false, loaded: false, error: action.error };
    }
    if (create.rejected.match(action) || update.rejected.match(action) || remove.rejected.match(action)) {
      return endRequest(state, action.meta.requestId);
    }
    return undefined;
  };

  const onChange = (state: ListState<T>, action: UnknownAction): ListState<T> | undefined => {
    if (create.pending.match(action)) return beginRequest(state, action.meta.requestId);
    if (update.pending.match(action)) {
      const { arg, requestId } = action.meta;
      return beginRequest(state, requestId, { id: calls.update.id(arg), patch: calls.update.patch(arg) });
    }
    if (remove.pending.match(action)) {
      return beginRequest(state, action.meta.requestId, { id: calls.remove.id(action.meta.arg), patch: null });
    }
    if (create.fulfilled.match(action)) {
      const others = (state.serverItems ?? []).filter(({ id }) => id !== action.payload.id);
      const serverItems = calls.create.to === "front" ? [action.payload, ...others] : [...others, action.payload];
      return adjustCounts(endRequest(state, action.meta.requestId, serverItems), 1);
    }
    if (update.fulfilled.match(action)) {
      return endRequest(state, action.meta.requestId, replaced(state.serverItems, action.payload));
    }
    if (remove.fulfilled.match(action)) {
      const gone = calls.remove.id(action.meta.arg);
      const serverItems = state.serverItems?.filter(({ id }) => id !== gone);
      return adjustCounts(endRequest(state, action.meta.requestId, serverItems), -1);
    }
    return undefined;
  };

  const isLate = (state: ListState<T>, action: UnknownAction): boolean =>
    [fetch, fetchMore, create, update, remove].some(
      (call) =>
        (call.fulfilled.match(action) || call.rejected.match(action)) && !state.open.includes(action.meta.requestId),
    );

  const reducer: Reducer<ListState<T>> = (state = emptyList<T>(), action) => {
    if (reset.match(action)) return emptyList<T>();
    if (put.match(action)) {
      const known = state.serverItems?.some(({ id }) => id === action.payload.id);
      const serverItems = known
        ? replaced(state.serverItems, action.payload)
        : [action.payload, ...(state.serverItems ?? [])];
      return withOptimistic({ ...state, serverItems });
    }
    if (isLate(state, action)) return state;
    return onFetch(state, action) ?? onRefusal(state, action) ?? onChange(state, action) ?? state;
  };

  return { reducer, fetch, fetchMore, create, update, remove, put, reset };
}
