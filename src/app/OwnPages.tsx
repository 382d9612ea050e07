import { Outlet, useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { Provider } from "react-redux";
import type { SessionClient } from "#src/features/account/web/session.ts";
import { useSession, useSessionClient } from "#src/features/account/web/useSession.ts";
import { warmDashboard } from "#src/features/dashboard/web/store.ts";
import { withLocale } from "#src/kit/locale.ts";
import { onSignedOut, sealWith } from "#src/ui/client/api.ts";
import { followSession } from "./followSession.ts";
import { forgetPerson } from "./forgetPerson.ts";
import { currentLanguage } from "#src/ui/i18n/index.ts";
import { signInFor } from "#src/ui/client/paths.ts";
import { Shell } from "./ShellLayout.tsx";
import { ShellSkeleton } from "./ShellSkeleton.tsx";
import { openStore } from "./store.ts";
import { tellOnNextPage } from "#src/ui/client/toldLater.ts";

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
        forgetPerson(localStorage, userId);
        forgetPerson(sessionStorage, userId);
      },
      () => tellOnNextPage("login.sessionInvalid", sessionStorage),
    );
  }
  return store;
}

/** The first picture is not held up for longer by what is on its way; milliseconds. */
const warmth = 100;

/** Fetches the dashboard while the page's parts are still coming, when it is known who is here. */
export async function warmFirstPage(session: SessionClient): Promise<void> {
  if (session.getState().status !== "authenticated") return;
  const late = new Promise((done) => setTimeout(done, warmth));
  await Promise.race([warmDashboard(storeOf(session).dispatch), late]);
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

/** Leaves for the page to sign in, which leads back here. */
function ToSignIn({ from }: { from: string }) {
  useEffect(() => location.replace(withLocale(signInFor(from), currentLanguage())), [from]);
  return <ShellSkeleton />;
}

/** Pages behind the sign-in: a skeleton until it is known who is here, the sign-in page, or the shell. */
export function OwnPages() {
  const session = useSession();
  const { href } = useLocation();
  if (session.status === "loading") return <ShellSkeleton />;
  if (session.status === "unauthenticated") {
    // On the way out the page is left as it is, empty; a second way to the same place would be one too many.
    return session.isLeaving ? null : <ToSignIn from={href} />;
  }
  return (
    <OwnShell>
      <Outlet />
    </OwnShell>
  );
}
