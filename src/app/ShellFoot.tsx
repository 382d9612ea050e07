import { copyrightYears } from "#src/features/legal/rules.ts";
import { openConsentQuestion } from "#src/features/consent/web/store.ts";
import { withLocale } from "#src/kit/locale.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { supportFootSlot } from "#src/ui/supportSlot.ts";
import { paths } from "#src/ui/client/paths.ts";

/**
 * The foot of every page: copyright, legal pages, and the choice about counting visits. Plain links,
 * since the sign-in page has no router.
 */
export function ShellFoot() {
  const { t } = useTranslation("common");
  const language = useLanguage();
  return (
    <footer className="page-foot num">
      <span>{t("foot.copyright", { years: copyrightYears(new Date()) })}</span>
      <a href={withLocale(paths.terms, language)}>{t("foot.terms")}</a>
      <a href={withLocale(paths.privacy, language)}>{t("foot.privacy")}</a>
      <button type="button" onClick={openConsentQuestion}>
        {t("foot.cookies")}
      </button>
      <span ref={supportFootSlot} />
    </footer>
  );
}
