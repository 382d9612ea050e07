import { Link, useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { type SectionId, sectionIds } from "./SettingsSection.tsx";
import cx from "./SettingsPage.module.css";

const idIn = (hash: string): SectionId | undefined => sectionIds.find((id) => id === hash);

/** The part that is being read: the last one whose heading has passed the top of the window. */
function useSectionInView(): SectionId {
  const [inView, setInView] = useState<SectionId>("interface");
  useEffect(() => {
    let frame = 0;
    const look = (): void => {
      frame = 0;
      const passed = sectionIds.filter((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top < innerHeight / 3;
      });
      const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
      setInView((isAtEnd ? sectionIds.at(-1) : passed.at(-1)) ?? "interface");
    };
    const later = (): void => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    addEventListener("scroll", later, { passive: true });
    return () => {
      removeEventListener("scroll", later);
      cancelAnimationFrame(frame);
    };
  }, []);
  return inView;
}

/** Goes to the part that the address names, once the settings are there, and again whenever the address changes. */
function useSectionOfAddress(): void {
  const { hash } = useLocation();
  useEffect(() => {
    const section = idIn(hash) && document.getElementById(hash);
    if (!section) return;
    section.scrollIntoView();
    section.focus({ preventScroll: true });
  }, [hash]);
}

/** Parts of the settings; each link is an address that can be kept. */
export function SettingsNav() {
  const { t } = useTranslation("settings");
  const inView = useSectionInView();
  useSectionOfAddress();
  return (
    <nav className={cx("settings-nav")} aria-label={t("sections")}>
      <ul>
        {sectionIds.map((id) => (
          <li key={id}>
            <Link
              to={paths.settings}
              hash={id}
              activeOptions={{ includeHash: true }}
              aria-current={inView === id ? "true" : undefined}
            >
              {t(`section.${id}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
