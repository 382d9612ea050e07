import type { Tone } from "./Alert.tsx";

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

let shown: ShownToast | undefined;
let count = 0;
const listeners = new Set<() => void>();

function change(next: ShownToast | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a toast in place of the one in sight: at most one at a time (specification section 4). */
export function toast(message: ToastMessage): void {
  count += 1;
  change({ ...message, id: count });
}

/** Takes the toast away; with an id only if it is still that one. */
export function dismissToast(id?: number): void {
  if (shown && (id === undefined || shown.id === id)) change(undefined);
}

export const shownToast = (): ShownToast | undefined => shown;

export function onToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
