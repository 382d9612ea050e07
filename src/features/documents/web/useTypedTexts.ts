import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import type { Edit } from "../edits.ts";
import { removeDocumentDraft, type DraftTexts, saveDocumentDraft, loadDocumentDraft } from "./documentDrafts.ts";
import { createTypedTexts, type TypedText, type TypedTexts } from "./typedTexts.ts";

/** So long after the last key the draft is written: a closed tab writes it at once, a crash loses no more than this. */
const writeAfterMs = 250;

/** Storage of the browser; null where it is switched off. */
function storageOf(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

type BaseOf = (at: string) => string | undefined;

function openDraftSaver(draftKey: string, baseOf: BaseOf) {
  const storage = storageOf();
  const restored = storage && loadDocumentDraft(storage, draftKey);
  let waiting: DraftTexts | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    if (storage && waiting) saveDocumentDraft(storage, draftKey, waiting, Date.now());
    waiting = undefined;
  };
  const texts = createTypedTexts(restored?.texts ?? {}, (unsaved) => {
    clearTimeout(timer);
    waiting = unsaved;
    if (Object.keys(unsaved).length === 0 && storage) {
      waiting = undefined;
      removeDocumentDraft(storage, draftKey);
    } else timer = setTimeout(flush, writeAfterMs);
  });
  texts.settle(baseOf);
  return { restoredAt: restored && texts.unsaved().length > 0 ? restored.at : null, texts, flush };
}

/**
 * Texts that a person types into a section, kept in this browser until they are saved.
 * @param draftKey of `documentDraftKey`; another one needs another `key` of the component
 * @param baseOf what the document says at a place; another function when the document came anew
 * @returns the texts, when words of earlier were typed that are back (milliseconds since 1970), and what puts that away
 */
export function useTypedTexts(draftKey: string, baseOf: BaseOf) {
  const [{ restoredAt, texts, flush }] = useState(() => openDraftSaver(draftKey, baseOf));
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const onHide = (): void => {
      if (document.visibilityState === "hidden") flush();
    };
    addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", onHide);
    return () => {
      removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", onHide);
      flush();
    };
  }, [flush]);
  useEffect(() => texts.settle(baseOf), [texts, baseOf]);
  const settleRestored = (): void => setSettled(true);
  const discard = (): void => {
    settleRestored();
    texts.revertAll();
  };
  return { restoredAt: isSettled ? null : restoredAt, texts, settleRestored, discard };
}

/** Texts that are saved one by one as they are left; what could not be sent goes when the connection is back. */
export function useSavedTexts(draftKey: string, baseOf: BaseOf, onSave: (change: Edit) => Promise<boolean>) {
  const typed = useTypedTexts(draftKey, baseOf);
  const { texts } = typed;
  const save = useCallback(
    (at: string) => texts.save(at, ({ was, text }) => onSave({ kind: "text", at, was, text })),
    [texts, onSave],
  );
  useEffect(() => {
    const again = (): void => {
      for (const at of texts.unsaved()) if (texts.get(at)?.state === "refused") void save(at);
    };
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, [texts, save]);
  return { ...typed, save };
}

/** What is typed at one place; the component renders again when it changes, and for no other place. */
export const useTypedText = (texts: TypedTexts, at: string): TypedText | undefined =>
  useSyncExternalStore(texts.subscribe, () => texts.get(at));
