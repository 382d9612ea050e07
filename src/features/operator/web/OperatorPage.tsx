import { ShieldCheck } from "lucide-react";
import { useSelector } from "react-redux";
import { selectActiveUser } from "#src/features/account/web/store.ts";
import { ConfirmHost } from "#src/features/settings/web/ConfirmHost.tsx";
import { preloadTexts, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { useSearchParams } from "#src/ui/client/useSearchParams.ts";
import { Chip } from "#src/ui/Chip.tsx";
import { EmptyState } from "#src/ui/EmptyState.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { lazyWithRetry } from "#src/ui/lazyWithRetry.tsx";
import { ViewTabs } from "#src/ui/ViewTabs.tsx";
import { AuditList } from "./AuditList.tsx";
import { MailList } from "./MailList.tsx";
import { Overview } from "./Overview.tsx";
import { PeopleList } from "./PeopleList.tsx";
import { PeriodChoice } from "./PeriodChoice.tsx";
import { RunList } from "./RunList.tsx";
import { areas, search, searchOf } from "./search.ts";
import { Sold } from "./Sold.tsx";
import cx from "./OperatorPage.module.css";

// It shows parts of the settings, which come with it.
const SystemPanel = lazyWithRetry(() =>
  preloadTexts("settings", "engine").then(() => import("./SystemPanel.tsx").then((part) => part.SystemPanel)),
);

/** What somebody who runs the installation sees and does; the server refuses everybody else. */
export function OperatorPage() {
  const { t } = useTranslation("operator");
  const { tab } = useSearchParams(search);
  const user = useSelector(selectActiveUser).value;
  if (!user) return null;
  if (!user.roles.includes("operator"))
    return (
      <div className={cx("page operator-page")}>
        <h1 className="h1">{t("title")}</h1>
        <EmptyState title={t("refused")}>{t("refusedText")}</EmptyState>
      </div>
    );
  return (
    <div className={cx("page operator-page")}>
      <div className={cx("operator-head")}>
        <h1 className="h1">{t("title")}</h1>
        <Chip icon={<Icon of={ShieldCheck} size={12} />}>{t("only")}</Chip>
        {tab === "overview" ? <PeriodChoice /> : null}
      </div>
      <ViewTabs
        label={t("tabs.label")}
        to={paths.operator}
        here={tab}
        tabs={areas.map((key) => ({ key, label: t(`tabs.${key}`), search: searchOf({ tab: key }) }))}
      />
      {tab === "overview" ? <Overview /> : null}
      {tab === "people" ? <PeopleList /> : null}
      {tab === "coins" ? <Sold /> : null}
      {tab === "runs" ? <RunList /> : null}
      {tab === "mail" ? <MailList /> : null}
      {tab === "system" ? <SystemPanel /> : null}
      {tab === "audit" ? <AuditList /> : null}
      <ConfirmHost email={user.email} />
    </div>
  );
}
