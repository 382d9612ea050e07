import { useSession } from "#src/features/account/web/useSession.ts";
import { AlonePage } from "./AlonePage.tsx";
import { NotFoundPage } from "./NotFoundPage.tsx";
import { OwnShell } from "./OwnPages.tsx";

/** An address without a page: inside of the shell for those who are signed in, alone for everybody else. */
export function NotFoundPlace() {
  const session = useSession();
  if (session.status === "authenticated") {
    return (
      <OwnShell>
        <NotFoundPage />
      </OwnShell>
    );
  }
  return (
    <AlonePage>
      <NotFoundPage />
    </AlonePage>
  );
}
