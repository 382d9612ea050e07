import { useSession } from "#src/features/account/web/useSession.ts";
import { StandalonePage } from "./StandalonePage.tsx";
import { NotFoundPage } from "./NotFoundPage.tsx";
import { AuthenticatedShell } from "./AuthenticatedPages.tsx";

/** An address without a page: inside of the shell for those who are signed in, alone for everybody else. */
export function NotFoundRegion() {
  const session = useSession();
  if (session.status === "authenticated") {
    return (
      <AuthenticatedShell>
        <NotFoundPage />
      </AuthenticatedShell>
    );
  }
  return (
    <StandalonePage>
      <NotFoundPage />
    </StandalonePage>
  );
}
