import { useSyncExternalStore } from "react";
import { parseConsent, type Consent, consentKey } from "../rules.ts";

const listeners = new Set<() => void>();
/** True while a person looks at the question again, and once they have answered where nothing can be stored. */
let isAsking = false;
let isPutAside = false;

/** The stored answer, read each time since another tab may have changed it. Null when storage is switched off. */
export function readConsent(): Consent | null {
  try {
    return parseConsent(localStorage.getItem(consentKey));
  } catch {
    return null;
  }
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** Keeps the answer and puts the banner away; where nothing can be stored, nothing is ever granted. */
export function saveConsent(answer: Consent): void {
  try {
    localStorage.setItem(consentKey, answer);
  } catch {
    isPutAside = true;
  }
  isAsking = false;
  notify();
}

/** Shows the question again, from the foot of a page. */
export function openConsentQuestion(): void {
  isAsking = true;
  notify();
}

/** Puts the question away without an answer, where there is one already. */
export function dismissConsent(): void {
  isAsking = false;
  notify();
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

/** `unasked` shows the banner by itself, `again` because somebody wants to think again. */
type Question = "none" | "unasked" | "again";

const question = (): Question => {
  if (isAsking) return "again";
  return readConsent() === null && !isPutAside ? "unasked" : "none";
};

export const useConsentQuestion = (): Question => useSyncExternalStore(watch, question);
export const useConsent = (): Consent | null => useSyncExternalStore(watch, readConsent);
