import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { calendarFamilies, calendarFamilyLabelKey } from "#src/features/calendar/rules.ts";
import { confirmed } from "#src/features/settings/web/confirmed.ts";
import { api } from "#src/ui/client/api.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { CodeLine } from "#src/ui/CodeLine.tsx";
import { Field } from "#src/ui/Field.tsx";
import { formatShortDate } from "#src/ui/formatShortDate.ts";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { Select } from "#src/ui/Select.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { toast } from "#src/ui/toastStore.ts";
import type { Feed } from "../contract.ts";
import cx from "./FeedSettings.module.css";

const whole = "whole";

/** Secret addresses of the calendar: makes one, shows it once, revokes it. */
export function FeedSettings() {
  const { t } = useTranslation(["sharing", "workflows", "common"]);
  const language = useLanguage();
  const [family, setFamily] = useState(whole);
  const [made, setMade] = useState<{ id: string; url: string }>();
  const [busy, setBusy] = useState<string>();
  const { data, error, refetch } = useQuery({
    queryKey: ["sharing", "feeds"],
    queryFn: ({ signal }) => api.sharing.listFeeds({}, { signal }),
  });
  const nameOf = (one: Feed["family"]): string => (one === null ? t("feeds.whole") : t(calendarFamilyLabelKey(one)));
  const work = async (key: string, call: () => Promise<void>): Promise<void> => {
    if (busy !== undefined) return;
    setBusy(key);
    try {
      await call();
    } catch (cause) {
      toastFailure("feeds.error")(cause);
    } finally {
      setBusy(undefined);
      void refetch();
    }
  };
  const create = (): void =>
    void work("create", async () => {
      const chosen = calendarFamilies.find((one) => String(one) === family) ?? null;
      const { feed, url } = await confirmed(() => api.sharing.createFeed({ family: chosen }));
      setMade({ id: feed.id, url });
    });
  const revoke = ({ id }: Feed): void =>
    void work(id, async () => {
      await api.sharing.deleteFeed({ enData: { id } });
      if (made?.id === id) setMade(undefined);
      toast({ tone: "ok", title: t("feeds.revoked") });
    });
  return (
    <Field layout="row" group label={t("feeds.label")} hint={t("feeds.hint")}>
      <div className={cx("feeds")}>
        <div className={cx("feed-new")}>
          <Select
            label={t("feeds.family")}
            value={family}
            onChange={setFamily}
            choices={[
              { value: whole, label: t("feeds.whole") },
              ...calendarFamilies.map((one) => ({ value: String(one), label: nameOf(one) })),
            ]}
          />
          <Button busy={busy === "create"} busyLabel={t("feeds.creating")} onClick={create}>
            {t("feeds.create")}
          </Button>
        </div>
        {made ? (
          <Alert tone="ok" title={t("feeds.once")}>
            <CodeLine>{made.url}</CodeLine>
          </Alert>
        ) : null}
        {error && !data ? <RetryAlert title={t("feeds.failed")} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <SkeletonRows rows={1} height={44} columns="1fr 96px" /> : null}
        {data && data.feeds.length > 0 ? (
          <ul>
            {data.feeds.map((feed) => (
              <li key={feed.id}>
                <span>
                  {nameOf(feed.family)}
                  <small>{t("feeds.made", { at: formatShortDate(feed.dateCreated, language) })}</small>
                </span>
                <Button
                  size="small"
                  busy={busy === feed.id}
                  busyLabel={t("feeds.revoking")}
                  aria-label={t("feeds.revokeNamed", { name: nameOf(feed.family) })}
                  onClick={() => revoke(feed)}
                >
                  {t("feeds.revoke")}
                </Button>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Field>
  );
}
