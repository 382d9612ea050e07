import { useCallback, useEffect, useRef, useState } from "react";

/**
 * What a call answers, for parts that the sign-in page has too, which does without the cache of the other pages
 * (ui/data/queryClient.ts).
 */
export function useAnswer<T>(call: (signal: AbortSignal) => Promise<T>) {
  const [state, setState] = useState<{ data?: T; error?: unknown; isPending: boolean }>({ isPending: true });
  const [turn, setTurn] = useState(0);
  const latest = useRef(call);
  useEffect(() => {
    const stop = new AbortController();
    latest.current(stop.signal).then(
      (data) => (stop.signal.aborted ? undefined : setState({ data, isPending: false })),
      (error: unknown) => (stop.signal.aborted ? undefined : setState({ error, isPending: false })),
    );
    return () => stop.abort();
  }, [turn]);
  const retry = useCallback(() => {
    setState({ isPending: true });
    setTurn((before) => before + 1);
  }, []);
  return { ...state, retry };
}
