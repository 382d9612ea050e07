import { useRef } from "react";

/** The error of a query's newest answer: a new try keeps it, and what shows it, until it is answered itself. */
export function useLastError<E>({ error, isFetching }: { error: E | null; isFetching: boolean }): E | null {
  const last = useRef(error);
  if (!isFetching) last.current = error;
  return last.current;
}
