import { Navigate, Outlet, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Provider } from "react-redux";
import type { SessionClient } from "#src/features/account/web/session.ts";
import { useSession, useSessionClient } from "#src/features/account/web/useSession.ts";
import { dropFormsOf } from "#src/features/workflows/web/keptForm.ts";
import { onSignedOut, sealWith } from "./api.ts";
import { followSession } from "./followSession.ts";
import { forgetRecent } from "./palette/recent.ts";
import { paths, signInFor } from "./paths.ts";
import { Shell } from "./ShellLayout.tsx";
import { ShellSkeleton } from "./ShellSkeleton.tsx";
import { openStore } from "./store.ts";

const stores = new WeakMap<SessionClient, ReturnType<typeof openStore>>();

/** The stores of a person's pages; one for a session client, opened with the first page that needs it. */
function storeOf(session: SessionClient): ReturnType<typeof openStore> {
  let store = stores.get(session);
  if (!store) {
    store = openStore();
    stores.set(session, store);
    sealWith(session.sealBody);
    onSignedOut(() => void session.refresh());
    followSession(session, store, (userId) => {
      dropFormsOf(localStorage, userId);
      forgetRecent(localStorage, userId);
    });
  }
  return store;
}

/** The shell with its stores around a page of somebody who is signed in. */
export function OwnShell({ children }: { children: ReactNode }) {
  const client = useSessionClient();
  const session = useSession();
  return (
    <Provider store={storeOf(client)}>
      <Shell key={session.data?.user.id}>{children}</Shell>
    </Provider>
  );
}

/** Pages behind the sign-in: a skeleton until it is known who is here, the sign-in page, or the shell. */
export function OwnPages() {
  const session = useSession();
  const { href, pathname } = useLocation();
  if (session.status === "loading") return <ShellSkeleton />;
  if (session.status === "unauthenticated") {
    // On the way out the page is left as it is, empty; a second way to the same place would be one too many.
    return session.isLeaving || pathname === paths.signIn ? null : <Navigate to={signInFor(href)} replace />;
  }
  return (
    <OwnShell>
      <Outlet />
    </OwnShell>
  );
}
