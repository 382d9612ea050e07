import { useLocation } from "@tanstack/react-router";
import type { ComponentType, ReactNode } from "react";
import { useSelector } from "react-redux";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import type { Settings } from "../contract.ts";
import { AccountSettings } from "./AccountSettings.tsx";
import { CalendarSettings } from "./CalendarSettings.tsx";
import { CompanySettings } from "./CompanySettings.tsx";
import { EngineNotice } from "./EngineNotice.tsx";
import { FavoriteSettings } from "./FavoriteSettings.tsx";
import { InterfaceSettings } from "./InterfaceSettings.tsx";
import { ResultSettings } from "./ResultSettings.tsx";
import { SettingsNav } from "./SettingsNav.tsx";
import { type TopicId, topicOf } from "./SettingsSection.tsx";
import { SourceSettings } from "./SourceSettings.tsx";
import { selectSettings, settings } from "./store.ts";
import cx from "./SettingsPage.module.css";

export interface SettingsPageProps {
  /** The section with the defaults of each workflow. */
  WorkflowSettings: ComponentType<{ settings: Settings }>;
  /** Subscriptions of the calendar, a field of its section. */
  feeds: ReactNode;
}

/** Everything a person decides once: each change is kept at once, and no other tab's is lost by it. */
export function SettingsPage({ WorkflowSettings, feeds }: SettingsPageProps) {
  const { t } = useTranslation(["settings", "common"]);
  const dispatch = useThunkDispatch();
  const { value, error } = useSelector(selectSettings);
  return (
    <div className={cx("page settings")}>
      <h1 className="h1">{t("title")}</h1>
      <p className="lede">{t("lede")}</p>
      {!value && error ? (
        <div className="page-below">
          <RetryAlert title={t("failed")} onRetry={() => void dispatch(settings.fetch())} />
        </div>
      ) : null}
      {!value && !error ? <SkeletonRows rows={8} height={60} columns="124px 1fr" /> : null}
      {value ? <Sections value={value} WorkflowSettings={WorkflowSettings} feeds={feeds} /> : null}
    </div>
  );
}

function Sections({ value, WorkflowSettings, feeds }: SettingsPageProps & { value: Settings }) {
  const topic = topicOf(useLocation().hash);
  const contents: Record<TopicId, ReactNode> = {
    style: (
      <>
        <InterfaceSettings settings={value} />
        <ResultSettings settings={value} />
      </>
    ),
    company: <CompanySettings settings={value} />,
    workflows: (
      <>
        <WorkflowSettings settings={value} />
        <FavoriteSettings settings={value} />
      </>
    ),
    calendar: <CalendarSettings settings={value} feeds={feeds} />,
    engine: (
      <>
        <EngineNotice />
        <SourceSettings />
      </>
    ),
    account: <AccountSettings settings={value} />,
  };
  return (
    <div className={cx("settings-frame")}>
      <SettingsNav topic={topic} />
      <div className="settings-parts" key={topic}>
        {contents[topic]}
      </div>
    </div>
  );
}
