import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Calendar, ContactRound, Filter, FolderOpen, type LucideIcon, Newspaper, StickyNote } from "lucide-react";
import { useState } from "react";
import { useZone } from "#src/features/settings/web/store.ts";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { restoreMs } from "#src/kit/time/dates.ts";
import { api } from "#src/ui/client/api.ts";
import { paths } from "#src/ui/client/paths.ts";
import { failureText } from "#src/ui/client/toastFailure.ts";
import { preloadTexts, useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Button, buttonClass } from "#src/ui/Button.tsx";
import { EmptyState } from "#src/ui/EmptyState.tsx";
import { formatListDate, formatTime } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { toast } from "#src/ui/toastStore.ts";
import type { DeletedRecord } from "../contract.ts";
import type { DeletedKind } from "../rules.ts";
import { type DeletedGroup, deletedGroups } from "./deletedGroups.ts";
import { restoreRecords } from "./restoreRecords.ts";
import cx from "./DeletedPage.module.css";

const looks: Record<DeletedKind, { icon: LucideIcon; path: string }> = {
  project: { icon: FolderOpen, path: paths.projects },
  calendarEntry: { icon: Calendar, path: paths.calendar },
  outcome: { icon: Newspaper, path: paths.content },
  lead: { icon: ContactRound, path: paths.leads },
  leadNote: { icon: StickyNote, path: paths.leads },
  leadView: { icon: Filter, path: paths.leads },
};

/** Names of a group that are written out. */
const namesShown = 3;

/** What was deleted within the last 24 hours, in all areas, and can be restored. */
export function DeletedPage() {
  const { t } = useTranslation(["deleted", "workflows"]);
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ["deletions", "list"],
    queryFn: ({ signal }) => api.deletions.listDeleted({}, { signal }),
    // Records are deleted on every other page.
    staleTime: 0,
    meta: { isLive: true },
  });
  const groups = data ? deletedGroups(data.records) : undefined;
  return (
    <div className="page">
      <h1 className="h1 work">{t("title")}</h1>
      <p className={cx("deleted-lead")}>{t("lead")}</p>
      {isError && !groups ? (
        <RetryAlert title={t("failed")} onRetry={() => void refetch()} busy={isFetching} />
      ) : !groups ? (
        <SkeletonRows rows={6} height={56} columns="24px 1fr 160px 160px 96px" />
      ) : groups.length === 0 ? (
        <EmptyState
          title={t("empty")}
          actions={
            <Link to={paths.projects} className={buttonClass({ size: "small" })}>
              {t("toProjects")}
            </Link>
          }
        >
          {t("emptyText")}
        </EmptyState>
      ) : (
        <ul className={cx("deleted-list num")} aria-label={t("title")}>
          {groups.map((group) => (
            <DeletedRow key={`${group.kind} ${group.deletedAt}`} group={group} />
          ))}
        </ul>
      )}
      {data?.hasMore ? <p className={cx("deleted-lead")}>{t("hasMore")}</p> : null}
    </div>
  );
}

function DeletedRow({ group: { kind, deletedAt, records } }: { group: DeletedGroup }) {
  const { t } = useTranslation(["deleted", "workflows"]);
  const language = useLanguage();
  const zone = useZone();
  const [isBusy, setBusy] = useState(false);
  const { icon, path } = looks[kind];
  const count = records.length;
  const nameOf = ({ title, workflow }: DeletedRecord): string => {
    const card = cards.find(({ workflowName }) => workflowName === workflow);
    return title || (card ? t(card.localeKey) : t("untitled"));
  };
  const names = records.slice(0, namesShown).map(nameOf).join(", ");
  const rest = Math.max(0, count - namesShown);
  const title = count > 1 ? t(`kind.${kind}`, { count }) : names;
  const at = (value: number): string => {
    const instant = new Date(value).toISOString();
    return t("at", { day: formatListDate(instant, language, { zone }), time: formatTime(instant, zone) });
  };
  const restore = async (): Promise<void> => {
    setBusy(true);
    try {
      await restoreRecords(
        kind,
        records.map(({ id }) => id),
      );
      toast({ title: t("restored", { name: title }) });
    } catch (cause) {
      await preloadTexts("messages").catch(() => undefined);
      toast({ tone: "danger", title: t("notRestored", { name: title }), text: failureText(cause).description });
      setBusy(false);
    }
  };
  return (
    <li className={cx("deleted")}>
      <Icon of={icon} />
      <span className={cx("deleted-name")}>
        <b title={title}>{title}</b>
        <small>
          {count > 1 ? (
            <>{rest > 0 ? t("names", { names, count: rest }) : names}</>
          ) : (
            <Link to={path} className="link-text">
              {t(`kind.${kind}`, { count })}
            </Link>
          )}
        </small>
      </span>
      <span className={cx("deleted-when")}>
        <span>{t("deletedAt", { at: at(Date.parse(deletedAt)) })}</span>
        <small>{t("until", { at: at(Date.parse(deletedAt) + restoreMs) })}</small>
      </span>
      <Button size="small" busy={isBusy} aria-label={t("restoreNamed", { name: title })} onClick={() => void restore()}>
        {t("restore")}
      </Button>
    </li>
  );
}
