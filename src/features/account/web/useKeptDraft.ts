import { useCallback, useEffect, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { changedIn, draftKey, hasDraft, keepDraft, readDraft } from "./keptDraft.ts";
import { useSession, useSessionClient } from "./useSession.ts";

/**
 * Keeps what is typed into a form of this tab over a session that ends and over a reload. A form that closes while its
 * person is signed in has been sent or discarded: nothing of it stays. A visitor's words are not kept.
 * @param form which form of the person it is, `lead:new`
 * @param first the form before anything was typed
 * @returns what was kept before, and what keeps the form as it is now
 */
export function useKeptDraft<T extends object>(form: string, first: T): [kept: Partial<T>, keep: (now: T) => void] {
  const client = useSessionClient();
  const userId = useSession().data?.user.id;
  const key = draftKey(userId ?? "", form);
  const [begun] = useState(first);
  const [kept] = useState(() => (userId === undefined ? {} : readDraft(sessionStorage, key, first)));
  useEffect(
    () => () => {
      if (client.getState().status === "authenticated") keepDraft(sessionStorage, key, {});
    },
    [client, key],
  );
  const keep = useCallback(
    (now: T) => (userId === undefined ? undefined : keepDraft(sessionStorage, key, changedIn(begun, now))),
    [userId, key, begun],
  );
  return [kept, keep];
}

/**
 * `useKeptDraft` for a whole form: what was kept is in it again and counts as changed, what is typed now is kept.
 * @param first the form before anything was typed, the same object on every rendering
 */
export function useKeptForm<T extends FieldValues>(name: string, form: UseFormReturn<T>, first: T): void {
  const [kept, keep] = useKeptDraft(name, first);
  useEffect(() => {
    if (Object.keys(kept).length > 0) form.reset({ ...first, ...kept }, { keepDefaultValues: true });
    const { unsubscribe } = form.watch(() => keep(form.getValues()));
    return unsubscribe;
  }, [form, first, kept, keep]);
}

/** Whether something was kept of a form when its page was shown: such a form is opened again. */
export function useHasDraft(form: string): boolean {
  const userId = useSession().data?.user.id;
  const [has] = useState(() => userId !== undefined && hasDraft(sessionStorage, draftKey(userId, form)));
  return has;
}
