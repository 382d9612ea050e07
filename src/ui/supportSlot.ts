import { useSyncExternalStore } from "react";
import { createValueStore } from "./valueStore.ts";

const slot = createValueStore<Element | null>(null);
const foot = createValueStore<Element | null>(null);

/** The `ref` of the place for the support button, of which there is one at a time: in the sidebar, or in a phone's bar. */
export const supportSlot = slot.set;

/** The `ref` of its place among the links at the foot of a page, for visitors, who have no sidebar. */
export const supportFootSlot = foot.set;

/** Where the support button goes; null while there is no place for it. */
export const useSupportSlot = (): Element | null => useSyncExternalStore(slot.subscribe, slot.get);

export const useSupportFootSlot = (): Element | null => useSyncExternalStore(foot.subscribe, foot.get);
