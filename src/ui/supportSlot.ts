import { useSyncExternalStore } from "react";

let slot: Element | null = null;
const listeners = new Set<() => void>();

/** The `ref` of the place for the support button, of which there is one at a time: in the sidebar, or in a phone's bar. */
export const supportSlot = (place: Element | null): void => {
  slot = place;
  for (const listener of listeners) listener();
};

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const read = (): Element | null => slot;

/** Where the support button goes; null while there is no place for it. */
export const useSupportSlot = (): Element | null => useSyncExternalStore(watch, read);
