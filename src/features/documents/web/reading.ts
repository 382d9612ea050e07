import { createContext, use, useCallback, useSyncExternalStore } from "react";
import { onceRendered } from "#src/ui/onceRendered.ts";
import type { SectionActions } from "./sectionActions.ts";

/** Id of a section in its page, and the hash of its address. */
export const sectionId = (key: string): string => `section-${key}`;

/** Key of the section that a hash names, `#section-posts`; null for any other. */
export function sectionInHash(hash: string): string | null {
  const prefix = `#${sectionId("")}`;
  if (!hash.startsWith(prefix)) return null;
  try {
    return decodeURIComponent(hash.slice(prefix.length));
  } catch {
    return null;
  }
}

/** Which sections of a project are folded, and the ways to its places. */
export interface Reading {
  subscribe: (listener: () => void) => () => void;
  isFolded: (key: string) => boolean;
  /** Changes with every fold; what it is says nothing. */
  version: () => number;
  fold: (keys: readonly string[]) => void;
  unfold: (keys: readonly string[]) => void;
  /** Opens a section, scrolls to it and puts the focus on its heading. */
  goTo: (key: string) => void;
  /** Opens a section, scrolls to the number of a fact in it and puts the focus there. */
  goToClaim: (key: string, claimId: string) => void;
}

const known = new Map<string, Reading>();

/** How a project is read: the same for as long as the page of the product is open, so that a way back finds it so. */
export function readingOf(projectId: string): Reading {
  let one = known.get(projectId);
  if (!one) {
    one = createReading();
    known.set(projectId, one);
  }
  return one;
}

function createReading(): Reading {
  const folded = new Set<string>();
  const listeners = new Set<() => void>();
  let version = 0;
  const change = (keys: readonly string[], isFolded: boolean): void => {
    for (const key of keys) {
      if (isFolded) folded.add(key);
      else folded.delete(key);
    }
    version += 1;
    for (const listener of listeners) listener();
  };
  const unfold = (keys: readonly string[]): void => {
    if (keys.some((key) => folded.has(key))) change(keys, false);
  };
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isFolded: (key) => folded.has(key),
    version: () => version,
    fold: (keys) => change(keys, true),
    unfold,
    goTo: (key) => {
      unfold([key]);
      onceRendered(
        () => document.getElementById(sectionId(key)),
        (section) => {
          section.scrollIntoView({ block: "start" });
          section.querySelector<HTMLElement>("h2 button, h2[tabindex]")?.focus({ preventScroll: true });
        },
      );
    },
    goToClaim: (key, claimId) => {
      unfold([key]);
      const mark = `[data-claim="${CSS.escape(claimId)}"]`;
      onceRendered(
        () => document.getElementById(sectionId(key))?.querySelector<HTMLElement>(mark) ?? null,
        (found) => {
          found.scrollIntoView({ block: "center" });
          found.focus({ preventScroll: true });
        },
      );
    },
  };
}

export interface ReadingPosition {
  reading: Reading;
  /** What other parts of the page do with each section: edit, rewrite, move, delete. */
  sectionActions?: SectionActions | undefined;
}

/** Absent where a document is only shown: while it is written, and in examples. */
export const ReadingContext = createContext<ReadingPosition | null>(null);

export const useReading = (): ReadingPosition | null => use(ReadingContext);

const never = (): (() => void) => () => undefined;

/** Whether a section is folded, followed while it changes. */
export function useFolded(reading: Reading | undefined, key: string): boolean {
  const isFolded = useCallback(() => reading?.isFolded(key) ?? false, [reading, key]);
  return useSyncExternalStore(reading?.subscribe ?? never, isFolded);
}
