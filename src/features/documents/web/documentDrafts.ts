import { removeStored, writeStored, readStored } from "#src/kit/webStorage.ts";

/* What a person typed into a document and has not saved: kept in this browser until it is saved or discarded. */

/** The part of Web Storage that is needed; all of it may throw (private mode, full disk). */
export type DraftStorage = Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem">;

/** An unsaved text, and the text that it was started from. */
export interface DraftText {
  was: string;
  text: string;
}
/** Texts by their place in the document. */
export type DraftTexts = Readonly<Record<string, DraftText>>;

export interface DocumentDraft {
  /** When it was last typed into, milliseconds since 1970. */
  at: number;
  texts: DraftTexts;
}

/** Browsers keep some 5 MB for the whole site; the oldest drafts make room. */
export const maxDrafts = 40;
const prefix = "pioneer.edit:";

/**
 * Where a draft is kept. Begins like everything of a person, which leaves this browser when they sign out.
 * @param place key of a section, or place of a gap
 */
export const documentDraftKey = (userId: string, projectId: string, place: string): string =>
  `${prefix}${userId}:${projectId}:${place}`;

const isText = (value: unknown): value is DraftText =>
  typeof value === "object" &&
  value !== null &&
  typeof Reflect.get(value, "was") === "string" &&
  typeof Reflect.get(value, "text") === "string";

/**
 * What was typed and not saved, or null. Another version of the page may have kept something else: that is left out.
 */
export function loadDocumentDraft(storage: DraftStorage, key: string): DocumentDraft | null {
  const kept = readStored(storage, key);
  const [at, given] = [kept?.["at"], kept?.["texts"]];
  if (kept?.["v"] !== 1 || typeof at !== "number" || typeof given !== "object" || given === null) return null;
  const texts = Object.entries(given).filter((entry): entry is [string, DraftText] => isText(entry[1]));
  return texts.length === 0 ? null : { at, texts: Object.fromEntries(texts) };
}

const listeners = new Set<() => void>();
const notify = (): void => {
  for (const listener of listeners) listener();
};

/** Follows what is typed and not saved, in this tab and in others. @returns how to stop */
export function onDocumentDrafts(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

/** Forgets a draft. */
export function removeDocumentDraft(storage: DraftStorage, key: string): void {
  removeStored(storage, key);
  notify();
}

/** Keys of all drafts but one, the oldest first. */
function others(storage: DraftStorage, key: string): string[] {
  try {
    const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "");
    return keys
      .filter((one) => one.startsWith(prefix) && one !== key)
      .map((one) => ({ one, at: loadDocumentDraft(storage, one)?.at ?? 0 }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ one }) => one);
  } catch {
    return [];
  }
}

/**
 * Keeps what is typed; without texts the draft goes. The oldest drafts go when there are more than `maxDrafts`, and
 * when the browser has no room.
 * @param at milliseconds since 1970
 * @returns false when the browser refuses: the words last as long as the page
 */
export function saveDocumentDraft(storage: DraftStorage, key: string, texts: DraftTexts, at: number): boolean {
  if (Object.keys(texts).length === 0) {
    removeDocumentDraft(storage, key);
    return true;
  }
  const older = others(storage, key);
  for (const one of older.slice(0, Math.max(0, older.length + 1 - maxDrafts))) removeDocumentDraft(storage, one);
  const write = (): boolean => writeStored(storage, key, { v: 1, at, texts });
  let isKept = write();
  if (!isKept) {
    for (const one of older.slice(0, 3)) removeDocumentDraft(storage, one);
    isKept = write();
  }
  notify();
  return isKept;
}

/** Whether something was typed at a place, or in a section, that is not saved. */
export const hasDocumentDraft = (key: string): boolean => loadDocumentDraft(localStorage, key) !== null;

/** Words at one place, such as a gap, that were typed and not saved; empty for none. */
export const loadDraftWords = (key: string): string => loadDocumentDraft(localStorage, key)?.texts["words"]?.text ?? "";

/** Keeps the words at one place; none, and the draft goes. */
export const saveDraftWords = (key: string, text: string): boolean =>
  saveDocumentDraft(localStorage, key, text === "" ? {} : { words: { was: "", text } }, Date.now());
