import { Link } from "@tanstack/react-router";
import { askConsent } from "#src/features/consent/web/store.ts";
import { useTranslation } from "./i18n/index.ts";
import { paths } from "./paths.ts";

/** Specification section 9. */
const copyrightYear = 2025;

const copyrightYears = (now: Date): string => {
  const year = now.getFullYear();
  return year > copyrightYear ? `${copyrightYear}\u2013${year}` : String(copyrightYear);
};

/** The foot of every page: whose it is, the legal pages, and the way to think again about counting visits. */
export function ShellFoot() {
  const { t } = useTranslation("common");
  return (
    <footer className="page-foot num">
      <span>{t("foot.copyright", { years: copyrightYears(new Date()) })}</span>
      <Link to={paths.terms}>{t("foot.terms")}</Link>
      <Link to={paths.privacy}>{t("foot.privacy")}</Link>
      <button type="button" onClick={askConsent}>
        {t("foot.cookies")}
      </button>
    </footer>
  );
}
