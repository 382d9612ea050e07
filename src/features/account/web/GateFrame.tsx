import type { ReactNode } from "react";
import { LanguageLinks } from "#src/ui/LanguageLinks.tsx";
import { Mark } from "#src/ui/Mark.tsx";
import { supportSlot } from "#src/ui/supportSlot.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import cx from "./SignInPage.module.css";

/** What surrounds the pages of somebody who is not signed in. */
export function GateFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={cx("gate")}>
      <header className={cx("gate-head")}>
        <span className="brand">
          <Mark />
          {t("product")}
        </span>
        <span className={cx("gate-head-end")}>
          <LanguageLinks />
          <span ref={supportSlot} className="top-support" />
        </span>
      </header>
      {children}
    </div>
  );
}
