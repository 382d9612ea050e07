import { Languages } from "lucide-react";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { withLocale } from "#src/kit/locale.ts";
import type { StartFacts } from "../facts.ts";
import { prices } from "#src/features/workflows/rules.ts";
import { languageNames, languages, useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { registerFor } from "#src/ui/client/registerPath.ts";
import { copyrightYears } from "#src/features/legal/rules.ts";
import { buttonClass } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { Mark } from "#src/ui/Mark.tsx";
import { StartExample } from "./StartExample.tsx";
import { How, OwnDataSection, PriceList, Welcome } from "./StartSections.tsx";
import { joinClasses } from "#src/ui/classNames.ts";
import startFrameStyles from "./StartFrame.module.css";
import startHeroStyles from "./StartHero.module.css";

const cx = joinClasses(startFrameStyles, startHeroStyles);

/** The page of visitors. Rendered once on the server: what moves on it is start.ts. */
export function StartPage({ facts }: { facts: StartFacts }) {
  const { t } = useTranslation(["start", "common"]);
  const language = useLanguage();
  return (
    <div className={cx("start")}>
      <a className="skip" href="#content">
        {t("skip")}
      </a>
      <Head />
      <main id="content" tabIndex={-1}>
        <div className={cx("start-column")}>
          <div className={cx("start-hero")}>
            <div>
              <h1>{t("hero.title")}</h1>
              <p className={cx("start-lead")}>{t("hero.lead")}</p>
            </div>
            <div className={cx("start-offer")}>
              <a className={buttonClass({ variant: "primary", full: true })} href={withLocale(registerFor(), language)}>
                {t("create")}
              </a>
              <FreeCoins coins={facts.welcomeCoins} />
            </div>
          </div>
          <StartExample example={facts.example} />
          <ol className={cx("start-notes")}>
            {(["source", "gap", "apply"] as const).map((note) => (
              <li key={note}>
                <b>{t(`notes.${note}.title`)}</b>
                {t(`notes.${note}.text`)}
              </li>
            ))}
          </ol>
          <How example={facts.example} />
          <PriceList />
          <Welcome coins={facts.welcomeCoins} />
          <OwnDataSection />
          <section className="start-close">
            <div>
              <h2>{t("close.title")}</h2>
              <p>
                {facts.welcomeCoins > 0 ? `${t("free.coins", { count: facts.welcomeCoins })} ` : ""}
                {t("close.text")}
              </p>
            </div>
            <p className={cx("start-close-ways")}>
              <a className={buttonClass()} href={withLocale(`${paths.signIn}?mode=signin`, language)}>
                {t("signIn")}
              </a>
              <a className={buttonClass({ variant: "primary" })} href={withLocale(registerFor(), language)}>
                {t("create")}
              </a>
            </p>
          </section>
        </div>
      </main>
      <Foot facts={facts} />
    </div>
  );
}

/** The address that chooses a language: `/en` is remembered by the server and leads to `/`. */
const choicePath = (language: AppLanguage): string => (language === "en" ? "/en" : withLocale(paths.home, language));

function Head() {
  const { t } = useTranslation(["start", "common"]);
  const language = useLanguage();
  const other = languages.find((one) => one !== language) ?? language;
  return (
    <header className={cx("start-head")}>
      <a className={cx("start-brand")} href={withLocale(paths.home, language)}>
        <Mark />
        {t("common:product")}
      </a>
      <nav className={cx("start-nav")} aria-label={t("nav.label")}>
        {(["how", "prices", "own"] as const).map((part) => (
          <a key={part} href={`#${part}`}>
            {t(`nav.${part}`)}
          </a>
        ))}
      </nav>
      <span className={cx("start-head-end")}>
        <nav className={cx("segment segment-small start-wide")} aria-label={t("common:word.language")}>
          {languages.map((one) => (
            <a
              key={one}
              href={choicePath(one)}
              hrefLang={one}
              lang={one}
              data-language={one}
              aria-current={one === language ? "true" : undefined}
            >
              {languageNames[one]}
            </a>
          ))}
        </nav>
        <a
          className={cx("icon-btn start-phone")}
          href={choicePath(other)}
          hrefLang={other}
          lang={other}
          data-language={other}
          aria-label={languageNames[other]}
        >
          <Icon of={Languages} />
        </a>
        <a className={buttonClass()} href={withLocale(`${paths.signIn}?mode=signin`, language)}>
          {t("signIn")}
        </a>
      </span>
    </header>
  );
}

/** What the coins of the start are enough for, by today's prices. */
function FreeCoins({ coins }: { coins: number }) {
  const { t } = useTranslation("start");
  const plans = Math.floor(coins / prices.contentPlanner);
  const articles = Math.floor(coins / prices.blogArticleWriter);
  const words = {
    plans: t("free.plans", { count: plans }),
    articles: t("free.articles", { count: articles }),
  };
  const enough = plans > 0 ? t("free.enough", words) : articles > 0 ? t("free.enoughOne", words) : "";
  return (
    <p className="num">
      <b>{coins > 0 ? t("free.coins", { count: coins }) : t("free.none")}</b> {enough} {t("free.noCard")}
    </p>
  );
}

function Foot({ facts }: { facts: StartFacts }) {
  const { t } = useTranslation(["start", "common"]);
  const language = useLanguage();
  return (
    <footer className={cx("start-foot num")} aria-label={t("foot.label")}>
      <span>{t("common:foot.copyright", { years: copyrightYears(facts.now) })}</span>
      <a href={withLocale(paths.terms, language)}>{t("common:foot.terms")}</a>
      <a href={withLocale(paths.privacy, language)}>{t("common:foot.privacy")}</a>
      {facts.supportEmail ? <a href={`mailto:${facts.supportEmail}`}>{t("foot.support")}</a> : null}
      {facts.sourceUrl ? <a href={facts.sourceUrl}>{t("foot.source")}</a> : null}
    </footer>
  );
}
