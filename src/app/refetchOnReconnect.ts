import type { Middleware } from "@reduxjs/toolkit";

/** True for the outcome of a read of a store that no answer came to. */
function isUnanswered(outcome: unknown): outcome is { type: string } {
  if (typeof outcome !== "object" || outcome === null || !("type" in outcome) || !("error" in outcome)) return false;
  const { type, error } = outcome;
  const status = typeof error === "object" && error !== null && "status" in error ? error.status : undefined;
  return status === 0 && typeof type === "string" && type.endsWith("/fetch/rejected");
}

/**
 * Reads that failed for want of a connection are read again when it is back, each store once and as it was asked last.
 * Stands before the thunks: it keeps what was dispatched.
 * @param onBack calls back whenever the connection is back
 */
export const refetchOnReconnect =
  (onBack: (again: () => void) => void): Middleware =>
  (store) => {
    const unanswered = new Map<string, unknown>();
    onBack(() => {
      const reads = [...unanswered.values()];
      unanswered.clear();
      for (const read of reads) store.dispatch(read as Parameters<typeof store.dispatch>[0]);
    });
    return (next) => (action) => {
      const outcome = next(action);
      if (outcome instanceof Promise)
        void outcome.then((settled: unknown) => {
          if (isUnanswered(settled)) unanswered.set(settled.type, action);
        });
      return outcome;
    };
  };
