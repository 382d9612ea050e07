import type { SessionClient } from "#src/features/account/web/session.ts";
import type { Dispatch } from "#src/kit/dispatch.ts";
import { fetchOwn, sessionEnded } from "./store.ts";

/** Fetches what is a person's own when a session exists, and empties the stores when it ends or becomes another's. */
export function followSession(
  session: Pick<SessionClient, "getState" | "subscribe">,
  store: { dispatch: Dispatch },
): void {
  let userId: string | undefined;
  const follow = (): void => {
    const { status, data } = session.getState();
    if (status === "loading") return;
    const next = data?.user.id;
    if (next === userId) return;
    if (userId !== undefined) store.dispatch(sessionEnded());
    userId = next;
    if (next !== undefined) fetchOwn(store.dispatch);
  };
  session.subscribe(follow);
  follow();
}
