import { useSyncExternalStore } from "react";
import { createValueStore } from "./valueStore.ts";

const slot = createValueStore<Element | null>(null);

/** The `ref` of the place for the support button, of which there is one at a time: in the sidebar, or in a phone's bar. */
export const supportSlot = slot.set;

/** Where the support button goes; null while there is no place for it. */
export const useSupportSlot = (): Element | null => useSyncExternalStore(slot.subscribe, slot.get);
