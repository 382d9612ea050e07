import { useSyncExternalStore } from "react";
import { closedKey } from "../rules.ts";

type PopupState = "untouched" | "open" | "closed";

let state: PopupState | undefined;
const listeners = new Set<() => void>();

function firstState(): PopupState {
  try {
    return localStorage.getItem(closedKey) === "closed" ? "closed" : "untouched";
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

/** Closes the popup, in this browser for good: it opens by click from now on. */
export function closeSupport(): void {
  try {
    localStorage.setItem(closedKey, "closed");
  } catch {
    // Without storage it stays closed as long as the page lives.
  }
  change("closed");
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSupportState = (): PopupState => useSyncExternalStore(watch, read);
