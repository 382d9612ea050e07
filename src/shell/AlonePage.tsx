import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "./i18n/index.ts";
import { paths } from "./paths.ts";
import { ShellFoot } from "./ShellFoot.tsx";
import { LanguageLinks } from "./ui/LanguageLinks.tsx";
import { Mark } from "./ui/Mark.tsx";

/** A page for somebody who is not signed in: with the way to sign in, without the shell. */
export function AlonePage({ children }: { children: ReactNode }) {
  const { t } = useTranslation("common");
  return (
    <div className="main">
      <header className="top top-alone">
        <Link to={paths.signIn} className="brand">
          <Mark />
          {t("product")}
        </Link>
        <span className="ml-auto">
          <LanguageLinks />
        </span>
      </header>
      <main className="content" id="content" tabIndex={-1}>
        {children}
      </main>
      <ShellFoot />
    </div>
  );
}
