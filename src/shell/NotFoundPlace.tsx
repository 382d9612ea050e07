import { useSession } from "#src/features/account/web/useSession.ts";
import { NotFoundPage } from "./NotFoundPage.tsx";
import { OwnShell } from "./OwnPages.tsx";
import { Mark } from "./ui/Mark.tsx";

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
    <main>
      <div className="top">
        <Mark />
      </div>
      <NotFoundPage />
    </main>
  );
}
