import { type ReactNode, useSyncExternalStore } from "react";
import { LanguageLinks } from "#src/ui/LanguageLinks.tsx";
import { lazyOptional } from "#src/ui/lazyOptional.tsx";
import { Mark } from "#src/ui/Mark.tsx";
import { supportSlot } from "#src/ui/supportSlot.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import cx from "./SignInPage.module.css";

/** The picture of a document beside the forms; no phone loads it. */
const GateExample = lazyOptional(() => import("./GateExample.tsx").then((part) => part.GateExample));

/** As in the style sheet: from here on there is room for it. */
const wide = "(min-width: 64rem)";
const onWidth = (listener: () => void): (() => void) => {
  const query = matchMedia(wide);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
};

/**
 * What surrounds the pages of somebody who is not signed in: beside them what the product is.
 * @param foot below the form
 */
export function GateFrame({ children, foot }: { children: ReactNode; foot: ReactNode }) {
  const { t } = useTranslation(["account", "common"]);
  const isWide = useSyncExternalStore(onWidth, () => matchMedia(wide).matches);
  const brand = (
    <span className="brand">
      <Mark />
      {t("common:product")}
    </span>
  );
  return (
    <div className={cx("gate")}>
      {isWide ? (
        <aside className={cx("gate-show")} aria-label={t("common:product")}>
          {brand}
          <p className={cx("gate-claim")}>{t("show.title")}</p>
          <p className={cx("gate-lead")}>{t("show.lead")}</p>
          <GateExample />
        </aside>
      ) : null}
      <div className={cx("gate-side")}>
        <header className={cx("gate-head")}>
          {isWide ? null : brand}
          <span className={cx("gate-head-end")}>
            <LanguageLinks />
            <span ref={supportSlot} className="top-support" />
          </span>
        </header>
        <main className={cx("gate-main")}>{children}</main>
        {foot}
      </div>
    </div>
  );
}
