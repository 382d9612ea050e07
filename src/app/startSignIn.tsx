import { StrictMode } from "react";
import type { Root } from "react-dom/client";
import type { SessionClient } from "#src/features/account/web/session.ts";
import { SessionContext } from "#src/features/account/web/useSession.ts";
import { withLocale } from "#src/kit/locale.ts";
import { Consent, Support } from "./AfterPaint.tsx";
import { ConnectionNotice } from "./ConnectionNotice.tsx";
import { currentLanguage, onLanguage, preloadTexts } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { SignInRoute } from "./SignInRoute.tsx";
import { ToastRegion } from "./ToastRegion.tsx";

/** The sign-in page stands alone: it is the first thing many see, and needs neither router nor shell nor stores. */
export async function startSignIn(root: Root, session: SessionClient): Promise<void> {
  onLanguage(() =>
    history.replaceState(history.state, "", withLocale(location.pathname + location.search, currentLanguage())),
  );
  await preloadTexts("account");
  root.render(
    <StrictMode>
      <SessionContext value={session}>
        <ConnectionNotice />
        <SignInRoute />
        <Support pathname={paths.signIn} isVisitor />
        <ToastRegion />
        <Consent pathname={paths.signIn} />
      </SessionContext>
    </StrictMode>,
  );
}
