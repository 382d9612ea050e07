import { Link, useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { sectionOf, type TopicId, topicGroups } from "./SettingsSection.tsx";
import cx from "./SettingsPage.module.css";

/** Goes to the section that the address names, or to the top of a topic, whenever the address changes. */
function useSectionOfAddress(): void {
  const { hash } = useLocation();
  const before = useRef(hash);
  useEffect(() => {
    if (before.current !== hash && !sectionOf(hash)) scrollTo(0, 0);
    before.current = hash;
    const section = sectionOf(hash);
    const element = section && document.getElementById(section);
    if (!element) return;
    element.scrollIntoView();
    element.focus({ preventScroll: true });
  }, [hash]);
}

/** Topics of the settings; each link is an address that can be kept. */
export function SettingsNav({ topic }: { topic: TopicId }) {
  const { t } = useTranslation("settings");
  useSectionOfAddress();
  const nav = useRef<HTMLElement>(null);
  // On a phone the topics are one line that scrolls.
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (link) nav.current?.scrollTo({ left: link.offsetLeft - link.offsetWidth / 2 });
  }, [topic]);
  return (
    <nav ref={nav} className={cx("settings-nav")} aria-label={t("sections")}>
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
                </Link>
              </li>
            ))}
            {group === "account" ? (
              <li>
                <Link to={paths.coins}>{t("topic.coins")}</Link>
              </li>
            ) : null}
          </ul>
        </div>
      ))}
    </nav>
  );
}
