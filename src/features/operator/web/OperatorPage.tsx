import { ShieldCheck } from "lucide-react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { choice, searchParams } from "#src/ui/client/searchParams.ts";
import { useSearchParams } from "#src/ui/client/useSearchParams.ts";
import { Chip } from "#src/ui/Chip.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { ViewTabs } from "#src/ui/ViewTabs.tsx";
import { AuditList } from "./AuditList.tsx";
import { MailList } from "./MailList.tsx";
import { Overview } from "./Overview.tsx";
import { PeopleList } from "./PeopleList.tsx";
import { RunList } from "./RunList.tsx";
import { Sold } from "./Sold.tsx";
import cx from "./OperatorPage.module.css";

const areas = ["overview", "people", "coins", "runs", "mail", "audit"] as const;
const search = searchParams({ tab: choice(areas, "overview") });

/** What somebody who runs the installation sees and does; the server refuses everybody else. */
export function OperatorPage() {
  const { t } = useTranslation("operator");
  const { tab } = useSearchParams(search);
  return (
    <div className={cx("page operator-page")}>
      <div className={cx("operator-head")}>
        <h1 className="h1">{t("title")}</h1>
        <Chip icon={<Icon of={ShieldCheck} size={12} />}>{t("only")}</Chip>
      </div>
      <ViewTabs
        label={t("tabs.label")}
        to={paths.operator}
        here={tab}
        tabs={areas.map((key) => ({ key, label: t(`tabs.${key}`), search: search.write({ tab: key }) }))}
      />
      {tab === "overview" ? <Overview /> : null}
      {tab === "people" ? <PeopleList /> : null}
      {tab === "coins" ? <Sold /> : null}
      {tab === "runs" ? <RunList /> : null}
      {tab === "mail" ? <MailList /> : null}
      {tab === "audit" ? <AuditList /> : null}
    </div>
  );
}
