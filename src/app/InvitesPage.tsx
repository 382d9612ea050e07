import { Link } from "@tanstack/react-router";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { buttonClass } from "#src/ui/Button.tsx";
import cx from "./InvitesPage.module.css";

/** What reselling invites will be; nothing here pretends to work before it does. */
export function InvitesPage() {
  const { t } = useTranslation("invites");
  return (
    <div className="page page-narrow">
      <h1 className="h1">{t("title")}</h1>
      <p className="lede">{t("lede")}</p>
      <div className={cx("page-below invites")}>
        <Alert tone="info" live={false} title={t("later")}>
          {t("laterText")}
        </Alert>
        <section aria-labelledby="invites-what">
          <div className="h2">
            <h2 id="invites-what">{t("what")}</h2>
          </div>
          <ol>
            {["send", "reward", "list"].map((point) => (
              <li key={point} className={cx("invites-point")}>
                {t(`points.${point}`)}
              </li>
            ))}
          </ol>
        </section>
        <p>
          <Link to={paths.coins} className={buttonClass()}>
            {t("coins")}
          </Link>
        </p>
      </div>
    </div>
  );
}
