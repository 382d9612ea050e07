import type { Tone } from "./Alert.tsx";
import { createValueStore } from "./valueStore.ts";

export interface ToastMessage {
  tone?: Tone;
  /** The fact, in a few words. */
  title: string;
  /** What follows from it. */
  text?: string;
  /** Only what may be missed: what needs an answer is a dialog. */
  action?: { label: string; run: () => void };
}

export interface ShownToast extends ToastMessage {
  /** Grows with each toast, so that a new one starts its own 5 seconds. */
  id: number;
}

const store = createValueStore<ShownToast | undefined>(undefined);
let count = 0;

/** Shows a toast in place of the one in sight: at most one at a time (specification section 4). */
export function toast(message: ToastMessage): void {
  count += 1;
  store.set({ ...message, id: count });
}

/** Takes the toast away; with an id only if it is still that one. */
export function dismissToast(id?: number): void {
  if (id === undefined || store.get()?.id === id) store.set(undefined);
}

export const { get: shownToast, subscribe: onToast } = store;
