import type { ReactNode } from "react";
import { withLocale } from "#src/kit/locale.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { ShellFoot } from "./ShellFoot.tsx";
import { LanguageLinks } from "#src/ui/LanguageLinks.tsx";
import { Mark } from "#src/ui/Mark.tsx";
import cx from "./TopBar.module.css";

/** A page for somebody who is not signed in: with the way to the start page, without the shell. */
export function StandalonePage({ children }: { children: ReactNode }) {
  const { t } = useTranslation("common");
  const language = useLanguage();
  return (
    <div className="main">
      <header className={cx("top top-alone")}>
        {/* The start page has no router: a document of its own. */}
        <a href={withLocale(paths.home, language)} className="brand">
          <Mark />
          {t("product")}
        </a>
        <span className={cx("top-languages")}>
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
