import { useLocation } from "@tanstack/react-router";
import { useSession } from "#src/features/account/web/useSession.ts";
import { AlonePage } from "../AlonePage.tsx";
import { OwnShell } from "../OwnPages.tsx";
import { paths } from "../paths.ts";
import { LegalPage } from "./LegalPage.tsx";

/** Open to everybody: inside of the shell for those who are signed in, with a plain head for everybody else. */
export function LegalRoute() {
  const session = useSession();
  const { pathname } = useLocation();
  const page = <LegalPage page={pathname.endsWith(paths.terms) ? "terms" : "privacy"} />;
  if (session.status === "loading") return null;
  if (session.status === "authenticated") return <OwnShell>{page}</OwnShell>;
  return <AlonePage>{page}</AlonePage>;
}
