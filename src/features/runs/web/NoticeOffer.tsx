import { Bell } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { areNoticesWanted, noticePermission, offerOf, wantNotices } from "./noticeChoice.ts";
import { useClock } from "./useClock.ts";
import cx from "./RunLog.module.css";

/** Offers to tell when a long run ends. The browser is asked only after a click. */
export function NoticeOffer({ startedAt }: { startedAt: string }) {
  const { t } = useTranslation("run");
  const [permission, setPermission] = useState(noticePermission);
  const [areWanted, setWanted] = useState(() => areNoticesWanted(localStorage));
  const [wasAsked, setAsked] = useState(false);
  const elapsedMs = useClock(true) - Date.parse(startedAt);
  const offer = offerOf({ permission, areWanted, wasAsked, elapsedMs });
  const want = (next: boolean): void => {
    wantNotices(localStorage, next);
    setWanted(next);
  };
  const ask = async (): Promise<void> => {
    const answer = await Notification.requestPermission().catch(() => "denied" as const);
    setPermission(answer);
    // Closing the question without an answer leaves the offer as it is.
    if (answer === "default") return;
    setAsked(true);
    if (answer === "granted") want(true);
  };
  if (offer === null) return null;
  return (
    <div className={cx("log-notice")} role="status">
      {offer === "offer" ? (
        <Button size="small" variant="quiet" icon={<Icon of={Bell} size={14} />} onClick={() => void ask()}>
          {t("notice.offer")}
        </Button>
      ) : (
        <p>
          {t(`notice.${offer}`)}{" "}
          {offer === "on" ? (
            <button type="button" className="link-text" onClick={() => want(false)}>
              {t("notice.off")}
            </button>
          ) : null}
        </p>
      )}
    </div>
  );
}
