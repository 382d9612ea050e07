import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { buttonClass } from "#src/ui/Button.tsx";

/** For an address without a page; also for what belongs to somebody else. */
export function NotFoundPage() {
  const { t } = useTranslation("shell");
  useEffect(() => {
    document.title = t("notFound.title");
  }, [t]);
  return (
    <div className="page page-narrow">
      <h1 className="h1">{t("notFound.title")}</h1>
      <p className="lede">{t("notFound.text")}</p>
      <p className="page-below">
        <Link to={paths.dashboard} className={buttonClass()}>
          {t("notFound.back")}
        </Link>
      </p>
    </div>
  );
}
