import { Link, useLocation } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import { type ComponentType, type ReactNode, useEffect, useRef } from "react";
import { useSelector } from "react-redux";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { paths } from "#src/ui/client/paths.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { useMedia } from "#src/ui/useMedia.ts";
import type { Settings } from "../contract.ts";
import { AccountSettings } from "./AccountSettings.tsx";
import { CalendarSettings } from "./CalendarSettings.tsx";
import { CompanySettings } from "./CompanySettings.tsx";
import { EngineNotice } from "./EngineNotice.tsx";
import { FavoriteSettings } from "./FavoriteSettings.tsx";
import { InterfaceSettings } from "./InterfaceSettings.tsx";
import { ResultSettings } from "./ResultSettings.tsx";
import { SettingsNav } from "./SettingsNav.tsx";
import { firstTopic, sectionOf, type TopicId, topicOf } from "./SettingsSection.tsx";
import { SourceSettings } from "./SourceSettings.tsx";
import { selectSettings, settings } from "./store.ts";
import cx from "./SettingsPage.module.css";

export interface SettingsPageProps {
  /** The section with the defaults of each workflow. */
  WorkflowSettings: ComponentType<{ settings: Settings }>;
  /** Subscriptions of the calendar, a field of its section. */
  feeds: ReactNode;
}

/** As in the style sheet: there is room for the list of topics beside a topic. */
const wide = "(min-width: 64rem)";

/** Everything a person decides once: each change is kept at once, and no other tab's is lost by it. */
export function SettingsPage({ WorkflowSettings, feeds }: SettingsPageProps) {
  const { t } = useTranslation(["settings", "common"]);
  const dispatch = useThunkDispatch();
  const { value, error } = useSelector(selectSettings);
  const isWide = useMedia(wide);
  const named = topicOf(useLocation().hash);
  const topic = named ?? (isWide ? firstTopic : undefined);
  return (
    <div className={cx("page settings")}>
      {topic && !isWide ? (
        <h1 className={cx("settings-back")}>
          <Link to={paths.settings}>
            <Icon of={ChevronLeft} size={14} />
            {t("title")}
          </Link>
        </h1>
      ) : (
        <>
          <h1 className="h1">{t("title")}</h1>
          <p className="lede">{t("lede")}</p>
        </>
      )}
      {!value && error ? (
        <div className="page-below">
          <RetryAlert title={t("failed")} onRetry={() => void dispatch(settings.fetch())} />
        </div>
      ) : null}
      {!value && !error ? <SkeletonRows rows={8} height={60} columns="124px 1fr" /> : null}
      {value ? (
        <Sections
          value={value}
          topic={topic}
          hasNav={isWide || !topic}
          WorkflowSettings={WorkflowSettings}
          feeds={feeds}
        />
      ) : null}
    </div>
  );
}

/** Goes to the section that the address names, or to the top of a topic, whenever the address changes. */
function useSectionOfAddress() {
  const { hash } = useLocation();
  const before = useRef(hash);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const isMove = before.current !== hash;
    before.current = hash;
    const section = sectionOf(hash);
    const element = section && document.getElementById(section);
    element?.scrollIntoView();
    element?.focus({ preventScroll: true });
    if (!isMove || section) return;
    scrollTo(0, 0);
    // On a phone the link that was pressed is gone.
    if (!matchMedia(wide).matches && document.activeElement === document.body)
      frame.current?.parentElement?.querySelector<HTMLElement>("h1 a, nav a")?.focus({ preventScroll: true });
  }, [hash]);
  return frame;
}

interface SectionsProps extends SettingsPageProps {
  value: Settings;
  topic: TopicId | undefined;
  hasNav: boolean;
}

function Sections({ value, topic, hasNav, WorkflowSettings, feeds }: SectionsProps) {
  const frame = useSectionOfAddress();
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
    <div className={cx("settings-frame")} ref={frame}>
      {hasNav ? <SettingsNav topic={topic} /> : null}
      {topic ? <div key={topic}>{contents[topic]}</div> : null}
    </div>
  );
}
