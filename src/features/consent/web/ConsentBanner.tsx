import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useAnswer } from "#src/ui/client/useAnswer.ts";
import { withLocale } from "#src/kit/locale.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Button, buttonClass, IconButton } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { loadTarget } from "./browserAnalytics.ts";
import { saveConsent, dismissConsent, readConsent, useConsent } from "./store.ts";
import cx from "./ConsentBanner.module.css";

/**
 * The question whether visits may be counted. It says what this installation really does, both answers weigh the
 * same, and it takes neither the focus nor the page away, unless it was called.
 */
export function ConsentBanner({ again }: { again: boolean }) {
  const { t } = useTranslation(["legal", "common"]);
  const language = useLanguage();
  const consent = useConsent();
  const { data: target, isPending } = useAnswer(loadTarget);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!again) return undefined;
    const opener = document.activeElement;
    place.current?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [again]);
  const where = target
    ? t("consent.counts", { host: new URL(target.url).host, tool: t(`consent.tool.${target.kind}`) })
    : t(isPending ? "consent.looking" : "consent.countsNowhere");
  return (
    <section
      className={cx("pop consent")}
      aria-label={t("consent.label")}
      ref={place}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === "Escape" && readConsent() !== null) dismissConsent();
      }}
    >
      <h2 className={cx("consent-title")}>{t("consent.title")}</h2>
      <p className={cx("consent-text")}>
        {where} {t("consent.same")}
        {consent ? ` ${t(`consent.now.${consent}`)}` : null}
      </p>
      <div className={cx("consent-actions")}>
        <Button size="small" onClick={() => saveConsent("granted")}>
          {t("consent.accept")}
        </Button>
        <Button size="small" onClick={() => saveConsent("denied")}>
          {t("consent.decline")}
        </Button>
        <a href={withLocale(paths.privacy, language)} className={buttonClass({ variant: "link", size: "small" })}>
          {t("consent.privacy")}
        </a>
      </div>
      {consent ? (
        <IconButton className={cx("consent-close")} label={t("common:action.close")} onClick={dismissConsent}>
          <Icon of={X} />
        </IconButton>
      ) : null}
    </section>
  );
}
