import { useEffect, useRef } from "react";

/** An id as the server makes them; anything else in an address opens nothing. */
const idForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What `?entry=` asks for: `new`, the id of an entry, or nothing. */
export const askedEntryOf = (asked: unknown): string | undefined =>
  typeof asked === "string" && (asked === "new" || idForm.test(asked)) ? asked : undefined;

export interface AskedEntryProps {
  /** By `askedEntryOf`; undefined until the page knows how to answer. */
  asked: string | undefined;
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
    if (asked === undefined) return;
    latest.current.settle();
    if (asked === "new") latest.current.onNew();
    else latest.current.onEntry(asked);
  }, [asked]);
}
