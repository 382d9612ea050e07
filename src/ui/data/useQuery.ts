import { useCallback, useEffect, useRef, useState } from "react";

export interface QueryResult<T> {
  data: T | undefined;
  /** What the call threw; undefined while it goes on and after success. */
  error: unknown;
  loading: boolean;
  /** Asks again; what was shown stays until the answer is there. */
  reload: () => void;
}

/**
 * Reads something for one page, again whenever `key` changes, and after a failure when the connection is back; answers
 * of older keys are dropped.
 * @param call gets a signal that aborts when the page leaves or the key changes
 */
export function useQuery<T>(key: string, call: (signal: AbortSignal) => Promise<T>): QueryResult<T> {
  const [version, setVersion] = useState(0);
  const [state, setState] = useState<{ key: string; data?: T; error?: unknown; loading: boolean }>({
    key,
    loading: true,
  });
  // The latest call; read when `key` changes.
  const latest = useRef(call);
  useEffect(() => {
    latest.current = call;
  });
  useEffect(() => {
    const stop = new AbortController();
    setState((before) => ({ ...(before.key === key ? before : {}), key, loading: true, error: undefined }));
    latest.current(stop.signal).then(
      (data) => {
        if (!stop.signal.aborted) setState({ key, data, loading: false });
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setState((before) => ({ ...before, error, loading: false }));
      },
    );
    return () => stop.abort();
  }, [key, version]);
  const reload = useCallback(() => setVersion((before) => before + 1), []);
  const hasFailed = state.error !== undefined;
  useEffect(() => {
    if (!hasFailed) return undefined;
    addEventListener("online", reload);
    return () => removeEventListener("online", reload);
  }, [hasFailed, reload]);
  const isCurrent = state.key === key;
  return {
    data: isCurrent ? state.data : undefined,
    error: isCurrent ? state.error : undefined,
    loading: isCurrent ? state.loading : true,
    reload,
  };
}
