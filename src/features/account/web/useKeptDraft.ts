import { useCallback, useEffect, useState } from "react";
import { changedIn, draftKey, keepDraft, readDraft } from "./keptDraft.ts";
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
