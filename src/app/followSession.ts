import type { SessionClient } from "#src/features/account/web/session.ts";
import type { Dispatch } from "#src/ui/data/dispatch.ts";
import { queryClient } from "#src/ui/data/queryClient.ts";
import { followOwn, sessionEnded } from "./store.ts";

/**
 * Fetches what is a person's own when a session exists, and empties the stores when it ends or becomes another's.
 * @param forget takes what a person typed out of this browser; called after that person's own sign-out alone, since
 *   what was typed has to outlive a session that expired
 * @param tellEnded called when a session ends that the person did not sign out of
 */
export function followSession(
  session: Pick<SessionClient, "getState" | "subscribe">,
  store: { dispatch: Dispatch },
  forget: (userId: string) => void,
  tellEnded: () => void,
): void {
  let userId: string | undefined;
  let stopOwn = (): void => undefined;
  const follow = (): void => {
    const state = session.getState();
    if (state.status === "loading") return;
    const next = state.data?.user.id;
    if (next === userId) return;
    if (userId !== undefined && state.status === "unauthenticated" && state.signedOut) {
      const gone = userId;
      forget(gone);
      // A form that is open keeps its last keys once more as it leaves the page.
      setTimeout(() => forget(gone), 0);
    }
    if (userId !== undefined && state.status === "unauthenticated" && !state.signedOut) tellEnded();
    if (userId !== undefined) {
      stopOwn();
      queryClient.clear();
      store.dispatch(sessionEnded());
    }
    userId = next;
    if (next !== undefined) stopOwn = followOwn(store.dispatch);
  };
  session.subscribe(follow);
  follow();
}
