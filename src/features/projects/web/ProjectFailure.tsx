import { Link } from "@tanstack/react-router";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { buttonClass } from "#src/ui/Button.tsx";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";

/** In place of a page of projects: what it shows is gone, or could not be read. */
export function ProjectFailure({ isGone, title, onRetry }: { isGone: boolean; title: string; onRetry: () => void }) {
  const { t } = useTranslation("projects");
  return (
    <div className="page page-narrow">
      {isGone ? (
        <>
          <h1 className="h1">{t("page.gone")}</h1>
          <p className="lede">{t("page.goneText")}</p>
          <Link to={paths.projects} className={`${buttonClass()} page-below`}>
            {t("page.toAll")}
          </Link>
        </>
      ) : (
        <RetryAlert title={<h1>{title}</h1>} onRetry={onRetry}>
          {t("page.failedText")}
        </RetryAlert>
      )}
    </div>
  );
}
