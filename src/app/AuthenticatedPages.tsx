import { Outlet, useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { Provider } from "react-redux";
import type { SessionClient } from "#src/features/account/web/session.ts";
import { useSession, useSessionClient } from "#src/features/account/web/useSession.ts";
import { dashboardQuery } from "#src/features/dashboard/web/store.ts";
import { withLocale } from "#src/kit/locale.ts";
import { queryClient } from "#src/ui/data/queryClient.ts";
import { onSignedOut, sealWith } from "#src/ui/client/api.ts";
import { followSession } from "./followSession.ts";
import { clearUserStorage } from "./clearUserStorage.ts";
import { currentLanguage } from "#src/ui/i18n/index.ts";
import { signInFor } from "#src/ui/client/paths.ts";
import { Shell } from "./ShellLayout.tsx";
import { ShellSkeleton } from "./ShellSkeleton.tsx";
import { openStore } from "./store.ts";
import { setFlash } from "#src/ui/client/flashMessage.ts";

const stores = new WeakMap<SessionClient, ReturnType<typeof openStore>>();

/** The stores of a person's pages; one for a session client, opened with the first page that needs it. */
function storeOf(session: SessionClient): ReturnType<typeof openStore> {
  let store = stores.get(session);
  if (!store) {
    store = openStore();
    stores.set(session, store);
    sealWith(session.sealBody);
    onSignedOut(() => void session.refresh());
    followSession(
      session,
      store,
      (userId) => {
        clearUserStorage(localStorage, userId);
        clearUserStorage(sessionStorage, userId);
      },
      () => setFlash("login.sessionInvalid", sessionStorage),
    );
  }
  return store;
}

/** The first picture is not held up for longer by what is on its way; milliseconds. */
const prefetchMs = 100;

/** Fetches the dashboard while the page's parts are still coming, when it is known who is here. */
export async function warmFirstPage(session: SessionClient): Promise<void> {
  if (session.getState().status !== "authenticated") return;
  const late = new Promise((done) => setTimeout(done, prefetchMs));
  storeOf(session);
  await Promise.race([queryClient.prefetchQuery(dashboardQuery), late]);
}

/** The shell with its stores around a page of somebody who is signed in. */
export function AuthenticatedShell({ children }: { children: ReactNode }) {
  const client = useSessionClient();
  const session = useSession();
  return (
    <Provider store={storeOf(client)}>
      <Shell key={session.data?.user.id}>{children}</Shell>
    </Provider>
  );
}

/** Leaves for the page to sign in, which leads back here. */
function ToSignIn({ from }: { from: string }) {
  useEffect(() => location.replace(withLocale(signInFor(from), currentLanguage())), [from]);
  return <ShellSkeleton />;
}

/** Pages behind the sign-in: a skeleton until it is known who is here, the sign-in page, or the shell. */
export function AuthenticatedPages() {
  const session = useSession();
  const { href } = useLocation();
  if (session.status === "loading") return <ShellSkeleton />;
  if (session.status === "unauthenticated") {
    // Signing out already navigates; do not redirect twice.
    return session.isLeaving ? null : <ToSignIn from={href} />;
  }
  return (
    <AuthenticatedShell>
      <Outlet />
    </AuthenticatedShell>
  );
}
