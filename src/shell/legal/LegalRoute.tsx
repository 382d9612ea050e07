import { useLocation } from "@tanstack/react-router";
import { useSession } from "#src/features/account/web/useSession.ts";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "../i18n/index.ts";
import { OwnShell } from "../OwnPages.tsx";
import { paths } from "../paths.ts";
import { ShellFoot } from "../ShellFoot.tsx";
import { Mark } from "../ui/Mark.tsx";
import { LegalPage } from "./LegalPage.tsx";

/** Open to everybody: inside of the shell for those who are signed in, with a plain head for everybody else. */
export function LegalRoute() {
  const { t } = useTranslation("common");
  const session = useSession();
  const { pathname } = useLocation();
  const page = <LegalPage page={pathname.endsWith(paths.terms) ? "terms" : "privacy"} />;
  if (session.status === "loading") return null;
  if (session.status === "authenticated") return <OwnShell>{page}</OwnShell>;
  return (
    <div className="main">
      <header className="top top-alone">
        <Link to={paths.signIn} className="brand">
          <Mark />
          {t("product")}
        </Link>
      </header>
      <main className="content" id="content" tabIndex={-1}>
        {page}
      </main>
      <ShellFoot />
    </div>
  );
}
