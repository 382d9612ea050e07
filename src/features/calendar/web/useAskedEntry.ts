import { useEffect, useRef } from "react";

export interface AskedEntryProps {
  /** `new` or the id of an entry; empty for nothing, and until the page knows how to answer. */
  asked: string;
  onNew: () => void;
  onEntry: (id: string) => void;
  /** Takes the question out of the address, so that neither a reload nor the way back asks again. */
  settle: () => void;
}

/** `?entry=new` and `?entry=<id>` in the address, as the command palette asks, open the editor. */
export function useAskedEntry(props: AskedEntryProps): void {
  const { asked } = props;
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (asked === "") return;
    latest.current.settle();
    if (asked === "new") latest.current.onNew();
    else latest.current.onEntry(asked);
  }, [asked]);
}
