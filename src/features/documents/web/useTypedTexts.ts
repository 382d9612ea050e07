import { useEffect, useState, useSyncExternalStore } from "react";
import {
  type DocumentDraft,
  removeDocumentDraft,
  type DraftTexts,
  saveDocumentDraft,
  loadDocumentDraft,
} from "./documentDrafts.ts";
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

interface DraftSaver {
  restored: DocumentDraft | null;
  texts: TypedTexts;
  flush: () => void;
}

type BaseOf = (at: string) => string | undefined;

function openDraftSaver(draftKey: string, baseOf: BaseOf): DraftSaver {
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
  return { restored, texts, flush };
}

/**
 * Texts that a person types into a section, kept in this browser until they are saved.
 * @param draftKey of `documentDraftKey`
 * @param baseOf what the document says at a place; another function when the document came anew
 */
export function useTypedTexts(draftKey: string, baseOf: BaseOf): DraftSaver {
  const [opened, setOpened] = useState(() => ({ draftKey, baseOf, keeping: openDraftSaver(draftKey, baseOf) }));
  const isOther = opened.draftKey !== draftKey;
  if (isOther) setOpened({ draftKey, baseOf, keeping: openDraftSaver(draftKey, baseOf) });
  const { texts, flush } = opened.keeping;
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
  return opened.keeping;
}

/** What is typed at one place; the component renders again when it changes, and for no other place. */
export const useTypedText = (texts: TypedTexts, at: string): TypedText | undefined =>
  useSyncExternalStore(texts.subscribe, () => texts.get(at));
