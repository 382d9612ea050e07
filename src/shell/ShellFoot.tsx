import { useTranslation } from "./i18n/index.ts";

/** Specification section 9. */
const copyrightYear = 2025;

const copyrightYears = (now: Date): string => {
  const year = now.getFullYear();
  return year > copyrightYear ? `${copyrightYear}\u2013${year}` : String(copyrightYear);
};

export function ShellFoot() {
  const { t } = useTranslation("shell");
  return (
    <footer className="page-foot num">
      <span>{t("foot.copyright", { years: copyrightYears(new Date()) })}</span>
    </footer>
  );
}
