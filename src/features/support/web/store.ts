import { useSyncExternalStore } from "react";
import { dismissedStorageKey } from "../rules.ts";

type PopupState = "untouched" | "open" | "closed";

/** Words of a wish that a page begins for a person; a new object each time. */
export interface BegunWish {
  words: string;
}

let state: PopupState | undefined;
let begun: BegunWish | undefined;
const listeners = new Set<() => void>();

function firstState(): PopupState {
  try {
    return localStorage.getItem(dismissedStorageKey) === "closed" ? "closed" : "untouched";
  } catch {
    return "untouched";
  }
}

const read = (): PopupState => (state ??= firstState());

function change(next: PopupState): void {
  state = next;
  for (const listener of listeners) listener();
}

export const openSupport = (): void => change("open");

/** Opens the popup at the wish, with these words in it. */
export function openWish(words: string): void {
  begun = { words };
  change("open");
}

/** Closes the popup, in this browser for good: it opens by click from now on. */
export function closeSupport(): void {
  try {
    localStorage.setItem(dismissedStorageKey, "closed");
  } catch {
    // Without storage it stays closed as long as the page lives.
  }
  begun = undefined;
  change("closed");
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const readWish = (): BegunWish | undefined => begun;

/** The wish that a page began while the popup is open; undefined without one. */
export const useBegunWish = (): BegunWish | undefined => useSyncExternalStore(watch, readWish);
export const useSupportState = (): PopupState => useSyncExternalStore(watch, read);
