import { useEffect, useRef } from "react";

/**
 * `?entry=new` in the address, as the command palette asks for it, starts a new entry once it is known how.
 * @param settle takes the question out of the address, so that neither a reload nor the way back asks again
 */
export function useNewAsked(isAsked: boolean, onNew: () => void, settle: () => void): void {
  const latest = useRef({ onNew, settle });
  useEffect(() => {
    latest.current = { onNew, settle };
  });
  useEffect(() => {
    if (!isAsked) return;
    latest.current.settle();
    latest.current.onNew();
  }, [isAsked]);
}
