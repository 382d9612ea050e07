import { Link, useLocation } from "@tanstack/react-router";
import { Calendar, ContactRound, FolderOpen, LayoutGrid, Newspaper, PanelLeft, Workflow } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useSelector } from "react-redux";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { liveFavorites } from "#src/features/workflows/web/favorites.ts";
import { selectProjects } from "#src/features/projects/web/store.ts";
import { selectSettings } from "#src/features/settings/web/store.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { SidebarAssistants } from "./SidebarAssistants.tsx";
import { SidebarFavorites } from "./SidebarFavorites.tsx";
import { useLineInSight } from "./sidebarLines.ts";
import { SidebarLink, Tipped } from "./SidebarLink.tsx";
import { SidebarProfile } from "./SidebarProfile.tsx";
import { areaAbove } from "./sidebarArea.ts";
import { shownCount, useSidebarCounts } from "./sidebarCounts.ts";
import { SidebarProjects } from "./SidebarProjects.tsx";
import type { SidebarState } from "./sidebarState.ts";
import { IconButton } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { Mark } from "#src/ui/Mark.tsx";
import { supportSlot } from "#src/ui/supportSlot.ts";
import cx from "./Sidebar.module.css";

/** The areas, and what is counted in them. */
const pages = [
  { name: "dashboard", icon: LayoutGrid, counted: undefined, words: "" },
  { name: "workflows", icon: Workflow, counted: undefined, words: "" },
  { name: "projects", icon: FolderOpen, counted: "projects", words: "sidebar.projectsCount" },
  { name: "content", icon: Newspaper, counted: "outcomes", words: "sidebar.contentCount" },
  { name: "calendar", icon: Calendar, counted: "entriesToday", words: "sidebar.entriesToday" },
  { name: "leads", icon: ContactRound, counted: "leads", words: "sidebar.leadsCount" },
] as const;

export function Brand() {
  const { t } = useTranslation();
  return (
    <Link to={paths.dashboard} className="brand">
      <Mark />
      {t("product")}
    </Link>
  );
}

interface SidebarProps {
  narrow: boolean;
  onToggle: () => void;
  toggleLabel: string;
  /** Above the profile. */
  children?: ReactNode;
}

function SidebarBody({ narrow, onToggle, toggleLabel, children }: SidebarProps) {
  const { t } = useTranslation("shell");
  const language = useLanguage();
  const counts = useSidebarCounts();
  const side = useRef<HTMLElement>(null);
  const projects = useSelector(selectProjects).items;
  const favorites = useSelector(selectSettings).value?.favoriteWorkflows;
  useLineInSight(side, `${narrow}/${projects?.length}/${favorites?.length}`);
  const { pathname } = useLocation();
  const area = areaAbove(pathname, {
    projects: (projects ?? []).map(({ id }) => id),
    favorites: liveFavorites(favorites ?? [], cards),
  });
  return (
    <aside ref={side} className="side" data-collapsed={narrow || undefined}>
      <div className={cx("side-head")}>
        {narrow ? null : <Brand />}
        <Tipped text={toggleLabel} narrow={narrow}>
          <IconButton label={toggleLabel} data-side="width" aria-keyshortcuts="Control+B Meta+B" onClick={onToggle}>
            <Icon of={PanelLeft} />
          </IconButton>
        </Tipped>
      </div>
      <nav className="side-nav" aria-label={t("nav.label")}>
        <ul>
          {pages.map(({ name, icon, counted, words }) => {
            const count = counted && counts?.[counted];
            const more = count ? { count: shownCount(count, language), countWords: t(words, { count }) } : {};
            return (
              <SidebarLink
                key={name}
                narrow={narrow}
                to={paths[name]}
                icon={<Icon of={icon} />}
                label={t(`nav.${name}`)}
                isAbove={name === area}
                {...more}
              />
            );
          })}
        </ul>
        <SidebarFavorites narrow={narrow} />
        <SidebarProjects narrow={narrow} total={counts && shownCount(counts.projects, language)} />
        {narrow ? null : <SidebarAssistants />}
      </nav>
      {children}
      <SidebarProfile narrow={narrow} />
    </aside>
  );
}

/** Beside the page: 20 rem, or 3 rem with icons only. Below 768 px an overlay of 18 rem. */
export function Sidebar({ state }: { state: SidebarState }) {
  const { t } = useTranslation("shell");
  if (state.isMobile) return <SidebarSheet isOpen={state.isOpen} onClose={state.close} />;
  return (
    <SidebarBody
      narrow={!state.expanded}
      onToggle={state.toggle}
      toggleLabel={t(state.expanded ? "sidebar.collapse" : "sidebar.expand")}
    >
      <div ref={supportSlot} className="side-support" />
    </SidebarBody>
  );
}

function SidebarSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation("shell");
  const sheet = useRef<HTMLDialogElement>(null);
  // Before the effects of what is in it, which look where things stand.
  useLayoutEffect(() => {
    const dialog = sheet.current;
    if (isOpen && !dialog?.open) dialog?.showModal();
    if (!isOpen && dialog?.open) dialog.close();
  }, [isOpen]);
  return (
    <dialog
      ref={sheet}
      className={cx("side-sheet print-hidden")}
      aria-label={t("nav.label")}
      onClose={onClose}
      onClick={(event) => {
        const isLink = event.target instanceof Element && event.target.closest("a") !== null;
        if (isLink || event.target === event.currentTarget) onClose();
      }}
    >
      {isOpen ? <SidebarBody narrow={false} onToggle={onClose} toggleLabel={t("sidebar.close")} /> : null}
    </dialog>
  );
}
