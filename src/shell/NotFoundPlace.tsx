import { Link } from "@tanstack/react-router";
import { useSession } from "#src/features/account/web/useSession.ts";
import { useTranslation } from "./i18n/index.ts";
import { NotFoundPage } from "./NotFoundPage.tsx";
import { OwnShell } from "./OwnPages.tsx";
import { paths } from "./paths.ts";
import { ShellFoot } from "./ShellFoot.tsx";
import { Mark } from "./ui/Mark.tsx";

/** An address without a page: inside of the shell for those who are signed in, alone for everybody else. */
export function NotFoundPlace() {
  const { t } = useTranslation("common");
  const session = useSession();
  if (session.status === "authenticated") {
    return (
      <OwnShell>
        <NotFoundPage />
      </OwnShell>
    );
  }
  return (
    <div className="main">
      <header className="top top-alone">
        <Link to={paths.signIn} className="brand">
          <Mark />
          {t("product")}
        </Link>
      </header>
      <main className="content">
        <NotFoundPage />
      </main>
      <ShellFoot />
    </div>
  );
}
