import { useCursorPages } from "#src/ui/data/useCursorPages.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { formatShortDateTime } from "#src/ui/formatShortDate.ts";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { listEvents } from "./security.ts";
import { deviceOf } from "./sessions.ts";
import { useZone } from "./store.ts";
import cx from "./SettingsPage.module.css";

/** Events read at once. */
const pageSize = 10;

/** What happened to the account: when, what, on which device, from which network. */
export function AccountLog() {
  const { t } = useTranslation(["settings", "common"]);
  const zone = useZone();
  const language = useLanguage();
  const { items, hasFailed, hasMore, more, reload } = useCursorPages(
    ["account", "events"],
    async (page, { signal }) => {
      const { events, nextCursor } = await listEvents(page, signal);
      return { items: events, nextCursor };
    },
    { pageSize },
  );
  if (!items && hasFailed) return <RetryAlert title={t("log.loadFailed")} onRetry={reload} />;
  if (!items) return <SkeletonRows rows={3} height={40} columns="1fr 96px" />;
  return (
    <>
      <ul className={cx("account-log")}>
        {items.map(({ id, kind, date, network, userAgent }) => (
          <li key={id}>
            <b>{t(`log.${kind}`)}</b>
            <span className="hint num">
              {[formatShortDateTime(date, language, zone), deviceOf(userAgent).join(", "), network]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </li>
        ))}
      </ul>
      {hasMore ? (
        <p className={cx("settings-actions")}>
          <Button size="small" variant="quiet" onClick={more}>
            {t("common:action.more")}
          </Button>
        </p>
      ) : null}
    </>
  );
}
