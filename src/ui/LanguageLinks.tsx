import { withLocale } from "#src/kit/locale.ts";
import { languageNames, languages, setLanguage, useLanguage, useTranslation } from "./i18n/index.ts";

/** For visitors, who have no settings: the same page in the other language; the choice is kept for the next visit. */
export function LanguageLinks() {
  const { t } = useTranslation("common");
  const language = useLanguage();
  return (
    <nav className="segment segment-small" aria-label={t("word.language")}>
      {languages.map((one) => (
        <a
          key={one}
          href={withLocale(`${location.pathname}${location.search}`, one)}
          hrefLang={one}
          lang={one}
          aria-current={one === language ? "true" : undefined}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            // Texts that do not come are asked for again with the page itself.
            setLanguage(one).catch(() => location.assign(withLocale(location.pathname + location.search, one)));
          }}
        >
          <span className="segment-label" data-text={languageNames[one]} />
          <span className="sr-only">{languageNames[one]}</span>
        </a>
      ))}
    </nav>
  );
}
