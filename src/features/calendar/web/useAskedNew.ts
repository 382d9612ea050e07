import { useEffect, useRef } from "react";

export interface AskedNewProps {
  /** False until the page knows how to answer. */
  isAsked: boolean;
  onNew: () => void;
  /** Takes the question out of the address, so that neither a reload nor the way back asks again. */
  settle: () => void;
}

/** `?entry=new` in the address, as the command palette asks, begins a new entry. */
export function useAskedNew(props: AskedNewProps): void {
  const { isAsked } = props;
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (!isAsked) return;
    latest.current.settle();
    latest.current.onNew();
  }, [isAsked]);
}
