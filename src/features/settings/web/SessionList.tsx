import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { paths } from "#src/ui/client/paths.ts";
import { useCursorPages } from "#src/ui/data/useCursorPages.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";
import { Button } from "#src/ui/Button.tsx";
import { formatShortDateTime } from "#src/ui/formatShortDate.ts";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { toast } from "#src/ui/toastStore.ts";
import { deviceOf, listSessions, revokeSessions, type SignedInSession } from "./sessions.ts";
import { useZone } from "./store.ts";
import cx from "./SettingsPage.module.css";

/** Sessions read at once. */
const pageSize = 20;

/** Every place the person is signed in, with a way to end each of them. */
export function SessionList() {
  const { t } = useTranslation(["settings", "common"]);
  const { items, hasFailed, hasMore, more, reload } = useCursorPages(
    ["account", "sessions"],
    async (page, { signal }) => {
      const { sessions, nextCursor } = await listSessions(page, signal);
      return { items: sessions, nextCursor };
    },
    { pageSize },
  );
  const [ending, setEnding] = useState<string>();
  const end = async (which: { id: string } | { others: true }): Promise<void> => {
    if (ending !== undefined) return;
    setEnding("id" in which ? which.id : "others");
    try {
      await revokeSessions(which);
      toast({ tone: "ok", title: "id" in which ? t("sessions.ended") : t("sessions.endedOthers") });
    } catch (cause) {
      toastFailure("pioneer.error")(cause);
    } finally {
      setEnding(undefined);
      reload();
    }
  };
  if (!items && hasFailed) return <RetryAlert title={t("sessions.failed")} onRetry={reload} />;
  if (!items) return <SkeletonRows rows={2} height={56} columns="1fr 96px" />;
  return (
    <>
      <ul className={cx("sessions")}>
        {items.map((session) => (
          <Row
            key={session.id}
            session={session}
            isEnding={ending === session.id}
            onEnd={() => void end({ id: session.id })}
          />
        ))}
      </ul>
      <p className={cx("settings-actions")}>
        {hasMore ? (
          <Button size="small" variant="quiet" onClick={more}>
            {t("common:action.more")}
          </Button>
        ) : null}
        {items.length > 1 ? (
          <Button
            size="small"
            busy={ending === "others"}
            busyLabel={t("sessions.ending")}
            onClick={() => void end({ others: true })}
          >
            {t("sessions.endOthers")}
          </Button>
        ) : null}
      </p>
      <p className="hint">
        {t("sessions.feeds")}{" "}
        <Link to={paths.settings} hash="calendar" className="link">
          {t("section.calendar")}
        </Link>
        .
      </p>
    </>
  );
}

function Row({ session, isEnding, onEnd }: { session: SignedInSession; isEnding: boolean; onEnd: () => void }) {
  const { t } = useTranslation("settings");
  const zone = useZone();
  const language = useLanguage();
  const device = deviceOf(session.userAgent).join(", ") || t("sessions.unknown");
  const since = formatShortDateTime(session.dateLastUsed, language, zone);
  return (
    <li>
      <b>{device}</b>
      <span className="hint num">
        {[t("sessions.lastUsed", { date: since }), session.address].filter(Boolean).join(" · ")}
      </span>
      {session.current ? (
        <span className="hint">{t("sessions.current")}</span>
      ) : (
        <Button
          size="small"
          busy={isEnding}
          busyLabel={t("sessions.ending")}
          aria-label={t("sessions.endNamed", { name: device, date: since })}
          onClick={onEnd}
        >
          {t("sessions.end")}
        </Button>
      )}
    </li>
  );
}
