import { useTranslation } from "#src/ui/i18n/index.ts";
import cx from "./GateExample.module.css";

/** A page of a result as the sign-in page shows it: a picture in words, which says that it is an example. */
export function GateExample() {
  const { t } = useTranslation("account");
  return (
    <div className={cx("example")} role="img" aria-label={t("show.label")}>
      <div className={cx("example-bar")}>
        <span className={cx("example-chip")}>{t("show.chip")}</span>
        {t("show.name")}
      </div>
      <div className={cx("example-page")}>
        <p className={cx("example-title")}>{t("show.heading")}</p>
        <p className={cx("example-sub")}>{t("show.summary")}</p>
        <p className={cx("example-section")}>{t("show.section")}</p>
        <p>
          <mark>{t("show.claim")}</mark>
          <sup>1</sup> {t("show.after")}
        </p>
        <div className={cx("example-slip")}>
          <p>
            <span className={cx("example-chip")}>{t("show.computed")}</span> <b>{t("show.from")}</b>
          </p>
          <p>{t("show.sum")}</p>
          <dl>
            <dt>{t("show.file")}</dt>
            <dd>{t("show.fileName")}</dd>
            <dt>{t("show.total")}</dt>
            <dd className="num">{t("show.totalText")}</dd>
          </dl>
        </div>
        <p>
          {t("show.next")} <u>{t("show.quoted")}</u>
          <sup>2</sup> {t("show.last")}
        </p>
      </div>
    </div>
  );
}
