import { createContext, useCallback, useContext, useEffect, useState } from "react";
import { changedIn, draftKey, hasDraft, loadDraft, saveDraft } from "./drafts.ts";

/** Whose drafts are kept. A visitor's words are not. */
export interface DraftOwner {
  /** Undefined while nobody is signed in. */
  userId: string | undefined;
  /** Asked when a form closes: what closes because a session ended is kept. */
  isSignedIn: () => boolean;
}

export const DraftOwnerContext = createContext<DraftOwner>({ userId: undefined, isSignedIn: () => false });

/**
 * Keeps what is typed into a form of this tab over a session that ends and over a reload. A form that closes while its
 * person is signed in has been sent or discarded: nothing of it stays.
 * @param form which form of the person it is, `lead:new`; undefined for one that keeps nothing
 * @param first the form before anything was typed; read once
 * @returns what was kept before, and what keeps the form as it is now
 */
export function useDraft<T extends object>(
  form: string | undefined,
  first: T,
): [kept: Partial<T>, keep: (now: T) => void] {
  const { userId, isSignedIn } = useContext(DraftOwnerContext);
  const key = userId === undefined || form === undefined ? undefined : draftKey(userId, form);
  const [begun] = useState(first);
  const [kept] = useState(() => (key === undefined ? {} : loadDraft(sessionStorage, key, first)));
  useEffect(
    () => () => {
      if (key !== undefined && isSignedIn()) saveDraft(sessionStorage, key, {});
    },
    [key, isSignedIn],
  );
  const keep = useCallback(
    (now: T) => (key === undefined ? undefined : saveDraft(sessionStorage, key, changedIn(begun, now))),
    [key, begun],
  );
  return [kept, keep];
}

/** Whether something was kept of a form when its page was shown: such a form is opened again. */
export function useHasDraft(form: string): boolean {
  const { userId } = useContext(DraftOwnerContext);
  const [has] = useState(() => userId !== undefined && hasDraft(sessionStorage, draftKey(userId, form)));
  return has;
}
