import { createContext, use } from "react";
import type { Gap, HandEdits } from "../document.ts";
import type { Edit } from "../edits.ts";

/** Outcome of an edit: saved, or why not. The caller keeps what was typed. */
export type Saved = "saved" | "offline" | "signedOut" | "stale" | "refused";

/** How a document is edited on its page. */
export interface DocumentEditing {
  gaps: readonly Gap[];
  edits: HandEdits;
  /** Sections that would be asked for differently by now. */
  outdated: readonly string[];
  /** Place of the gap whose box is open. */
  openGap: string | null;
  /** Opens the box of a gap and shows it; null closes the one that is open. */
  showGap: (at: string | null) => void;
  /** Opens the next open gap behind a place; from the first one without. */
  nextGap: (from?: string) => void;
  change: (change: Edit | { kind: "undo" | "redo" }) => Promise<Saved>;
  /** Where words that are not saved yet are kept, by place. */
  draftKey: (place: string) => string;
  /** Time zone of the person; that of the browser while it is not known. */
  zone: string | undefined;
  /** Words for a gap that was filled elsewhere meanwhile; the person decides which to keep. */
  refused: { at: string; text: string } | null;
  /** The person has decided. */
  dismissRefused: () => void;
}

/** Absent where a document is only read: older revisions, comparisons, examples, runs in work. */
export const EditingContext = createContext<DocumentEditing | null>(null);

export const useEditing = (): DocumentEditing | null => use(EditingContext);

/** The section that a place belongs to. */
const sectionOf = (at: string): string => at.slice(0, at.indexOf("/"));

/** Key of `edits.own` under which the text at a place is kept: its cell, or its section of prose. */
export const ownUnit = (edits: HandEdits, at: string): string | null =>
  Object.hasOwn(edits.own, at) ? at : Object.hasOwn(edits.own, sectionOf(at)) ? sectionOf(at) : null;

/** The gap that comes behind a place in the order of the document; round to the first one. */
export function gapBehind(gaps: readonly Gap[], from: string | null): Gap | null {
  const start = from === null ? -1 : gaps.findIndex(({ at }) => at === from);
  const ordered = [...gaps.slice(start + 1), ...gaps.slice(0, start + 1)];
  return ordered.find(({ at, state, isField }) => state === "open" && at !== from && isField !== true) ?? null;
}

/** How many gaps are closed, and how many there are; what was left out counts as closed. */
export const gapCount = (gaps: readonly Gap[]): { closed: number; all: number } => ({
  closed: gaps.filter(({ state }) => state !== "open").length,
  all: gaps.length,
});
