import { X } from "lucide-react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useAnswer } from "#src/ui/client/useAnswer.ts";
import { withLocale } from "#src/kit/locale.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Button, IconButton } from "#src/ui/Button.tsx";
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
  useLayoutEffect(() => {
    const bar = place.current;
    if (!bar) return undefined;
    // What stands at the foot of the window stands above it; its height is that of its words.
    const root = document.documentElement.style;
    const watch = new ResizeObserver(() => root.setProperty("--foot", `${bar.offsetHeight}px`));
    watch.observe(bar);
    return () => {
      watch.disconnect();
      root.removeProperty("--foot");
    };
  }, []);
  const where = target
    ? t("consent.counts", { host: new URL(target.url).host, tool: t(`consent.tool.${target.kind}`) })
    : t(isPending ? "consent.looking" : "consent.countsNowhere");
  return (
    <section
      className={cx("consent")}
      aria-label={t("consent.label")}
      ref={place}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === "Escape" && readConsent() !== null) dismissConsent();
      }}
    >
      <div className={cx("consent-words")}>
        <h2>{t("consent.title")}</h2> {where} {t("consent.same")}
        {consent ? ` ${t(`consent.now.${consent}`)}` : null}{" "}
        <a href={withLocale(paths.privacy, language)} className="link-text">
          {t("consent.privacy")}
        </a>
      </div>
      <div className={cx("consent-actions")}>
        <Button size="small" onClick={() => saveConsent("denied")}>
          {t("consent.decline")}
        </Button>
        <Button size="small" onClick={() => saveConsent("granted")}>
          {t("consent.accept")}
        </Button>
        {consent ? (
          <IconButton label={t("common:action.close")} onClick={dismissConsent}>
            <Icon of={X} />
          </IconButton>
        ) : null}
      </div>
    </section>
  );
}
