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
const withOptimistic = <T extends { id: string }>(state: ListState<T>): ListState<T> => ({
  ...state,
  items: overlay(state.serverItems, state.changes),
});

/** A call has left; `changes` are what it will have done when it succeeds. */
const beginRequest = <T extends { id: string }>(
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
const endRequest = <T extends { id: string }>(
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
const adjustCounts = <T>(state: ListState<T>, by: number): ListState<T> => ({
  ...state,
  found: state.found === undefined ? undefined : Math.max(0, state.found + by),
  total: state.total === undefined ? undefined : Math.max(0, state.total + by),
});

function withoutDoubles<T extends { id: string }>(items: T[]): T[] {
  const seen = new Set<string>();
  return items.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** Answers the state after an action; undefined when the action is none of its own. */
export type Reduce<T> = (state: ListState<T>, action: UnknownAction) => ListState<T> | undefined;

/** The first of several that knows the action. */
export const reduceFirst =
  <T>(reduces: readonly Reduce<T>[]): Reducer<ListState<T>> =>
  (state = emptyList<T>(), action) => {
    for (const reduce of reduces) {
      const next = reduce(state, action);
      if (next) return next;
    }
    return state;
  };

/** What a call that changes records does to a list. */
export interface ListEffect<T, Result, Input> {
  /** What the page shows until the server answers. */
  changes?: (input: Input) => Omit<Change<T>, "requestId">[];
  /** The server's records once it has succeeded. */
  after: (items: T[] | undefined, result: Result, input: Input) => T[] | undefined;
  /** How many records there are more then. */
  added?: (result: Result, input: Input) => number;
}

/** Follows a call from its beginning to its answer. One that comes after a reset is dropped. */
export const reduceBy =
  <T extends { id: string }, Result, Input>(
    call: Call<Result, Input>,
    { changes, after, added }: ListEffect<T, Result, Input>,
  ): Reduce<T> =>
  (state, action) => {
    if (call.pending.match(action))
      return beginRequest(state, action.meta.requestId, ...(changes?.(action.meta.arg) ?? []));
    if (!call.fulfilled.match(action) && !call.rejected.match(action)) return undefined;
    const { requestId, arg } = action.meta;
    if (!state.open.includes(requestId)) return state;
    if (call.rejected.match(action)) return endRequest(state, requestId);
    const next = endRequest(state, requestId, after(state.serverItems, action.payload, arg));
    return adjustCounts(next, added?.(action.payload, arg) ?? 0);
  };

/**
 * One list of records with its five calls. Updates and removals show at once and are taken back when refused.
 * @param name prefix of the action types
 */
export function createListStore<T extends { id: string }, Query, New, Update, Removal>(
  name: string,
  calls: ListCalls<T, Query, New, Update, Removal>,
) {
  const fetch = createCall(`${name}/fetch`, calls.fetch.raised, calls.fetch.call);
  const fetchMore = createCall(`${name}/fetchMore`, calls.fetch.raised, calls.fetch.call);
  const create = createCall(`${name}/create`, calls.create.raised, calls.create.call, calls.create.tags);
  const update = createCall(`${name}/update`, calls.update.raised, calls.update.call, calls.update.tags);
  const remove = createCall(`${name}/remove`, calls.remove.raised, calls.remove.call, calls.remove.tags);
  const put = createAction(`${name}/put`, (item: T) => ({ payload: item }));
  const reset = createAction(`${name}/reset`);

  const replaced = (items: T[] | undefined, next: T): T[] | undefined =>
    items?.map((item) => (item.id === next.id ? next : item));

  const onFetch: Reduce<T> = (state, action) => {
    if (fetch.pending.match(action) || fetchMore.pending.match(action)) {
      const { requestId } = action.meta;
      return { ...beginRequest(state, requestId), loading: true, error: undefined, fetchId: requestId };
    }
    const isPage = fetch.fulfilled.match(action);
    const isAnswer = isPage || fetchMore.fulfilled.match(action);
    if (!isAnswer && !fetch.rejected.match(action) && !fetchMore.rejected.match(action)) return undefined;
    const { requestId } = action.meta;
    if (!state.open.includes(requestId)) return state;
    if (requestId !== state.fetchId) return endRequest(state, requestId);
    if (!isAnswer) return { ...endRequest(state, requestId), loading: false, loaded: false, error: action.error };
    const { items, nextCursor, found, total } = action.payload;
    const serverItems = isPage ? items : withoutDoubles([...(state.serverItems ?? []), ...items]);
    const after = endRequest(state, requestId, serverItems);
    return { ...after, loading: false, loaded: true, nextCursor, found, total };
  };

  const onPut: Reduce<T> = (state, action) => {
    if (!put.match(action)) return undefined;
    const { payload } = action;
    const isKnown = state.serverItems?.some(({ id }) => id === payload.id);
    const serverItems = isKnown ? replaced(state.serverItems, payload) : [payload, ...(state.serverItems ?? [])];
    return withOptimistic({ ...state, serverItems });
  };

  const reducer = reduceFirst<T>([
    (_, action) => (reset.match(action) ? emptyList<T>() : undefined),
    onPut,
    onFetch,
    reduceBy(create, {
      after(items = [], created) {
        const others = items.filter(({ id }) => id !== created.id);
        return calls.create.to === "front" ? [created, ...others] : [...others, created];
      },
      added: () => 1,
    }),
    reduceBy(update, {
      changes: (input) => [{ id: calls.update.id(input), patch: calls.update.patch(input) }],
      after: replaced,
    }),
    reduceBy(remove, {
      changes: (input) => [{ id: calls.remove.id(input), patch: null }],
      after: (items, _, input) => items?.filter(({ id }) => id !== calls.remove.id(input)),
      added: () => -1,
    }),
  ]);
  return {
    reducer,
    /** Replaces the list. */
    fetch,
    /** Adds the page after the last one. */
    fetchMore,
    create,
    update,
    remove,
    /** A record that another call produced: replaces the one with its id, or joins the list. */
    put,
    /** Back to the initial state; answers still on their way are dropped. */
    reset,
  };
}
