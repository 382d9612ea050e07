import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { type TopicId, topicGroups } from "./SettingsSection.tsx";
import cx from "./SettingsPage.module.css";

/** Topics of the settings; each link is an address that can be kept. */
export function SettingsNav({ topic }: { topic: TopicId | undefined }) {
  const { t } = useTranslation("settings");
  return (
    <nav className={cx("settings-nav")} aria-label={t("sections")}>
      {Object.entries(topicGroups).map(([group, topics]) => (
        <div key={group}>
          <p id={`settings-${group}`}>{t(`group.${group as keyof typeof topicGroups}`)}</p>
          <ul aria-labelledby={`settings-${group}`}>
            {(Object.keys(topics) as TopicId[]).map((id) => (
              <li key={id}>
                <Link
                  to={paths.settings}
                  hash={id}
                  activeOptions={{ includeHash: true }}
                  aria-current={topic === id ? "true" : undefined}
                >
                  {t(`topic.${id}`)}
                  <Icon of={ChevronRight} size={14} />
                </Link>
              </li>
            ))}
            {group === "account" ? (
              <li>
                <Link to={paths.coins}>
                  {t("topic.coins")}
                  <Icon of={ChevronRight} size={14} />
                </Link>
              </li>
            ) : null}
          </ul>
        </div>
      ))}
    </nav>
  );
}
