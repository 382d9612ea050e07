import { Link, useLocation } from "@tanstack/react-router";
import { ChevronRight, Menu, Search } from "lucide-react";
import { useEffect } from "react";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { isMac } from "#src/ui/modifierKey.ts";
import { shownKeys } from "./palette/keys.ts";
import { PaletteHost, preparePalette } from "./palette/PaletteHost.tsx";
import { openPalette } from "./palette/paletteStore.ts";
import { useSelector } from "react-redux";
import { projectTitle, selectProjects } from "#src/features/projects/web/store.ts";
import { type Crumb, crumbsOf } from "./crumbs.ts";
import { NewMenu } from "./NewMenu.tsx";
import { Brand } from "./Sidebar.tsx";
import type { SidebarState } from "./sidebarState.ts";
import { TopBalance } from "./TopBalance.tsx";
import { IconButton } from "#src/ui/Button.tsx";
import { useDeviceClass } from "#src/ui/deviceClass.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { Kbd } from "#src/ui/Kbd.tsx";
import { pageActionsId, pageMarkId } from "#src/ui/PageActions.tsx";
import { supportSlot } from "#src/ui/supportSlot.ts";
import { useWorkflowTitle } from "#src/features/workflows/web/WorkflowIcon.tsx";
import cx from "./TopBar.module.css";

function useCrumbs(): { to?: string; text: string }[] {
  const { t } = useTranslation(["shell", "workflows"]);
  const { pathname } = useLocation();
  const { items } = useSelector(selectProjects);
  const titleOf = useWorkflowTitle();
  const titleOfProject = (id: string): string | undefined => {
    const project = items?.find((one) => one.id === id);
    return project && projectTitle(project, titleOf(project.workflow));
  };
  const worded = ({ key, words, to }: Crumb) => ({ text: words ?? (key ? t(key) : ""), ...(to ? { to } : {}) });
  return crumbsOf(pathname, titleOfProject).map(worded);
}

/** Opens the command palette; its code comes with the first sign of interest. */
function SearchButton() {
  const { t } = useTranslation("shell");
  const device = useDeviceClass();
  const language = useLanguage();
  const interest = {
    "aria-haspopup": "dialog" as const,
    "aria-keyshortcuts": "Control+K Meta+K",
    onPointerEnter: preparePalette,
    onFocus: preparePalette,
    onClick: openPalette,
  };
  if (device === "mobile") {
    return (
      <IconButton label={t("search")} {...interest}>
        <Icon of={Search} />
      </IconButton>
    );
  }
  return (
    <button type="button" className={cx("top-search")} {...interest}>
      <Icon of={Search} size={14} />
      {t("search")}
      {device === "desktop" ? (
        <span aria-hidden="true">
          <Kbd keys={shownKeys("Mod K", language, isMac())} />
        </span>
      ) : null}
    </button>
  );
}

/** Where one is, what can be done, and what is left to spend. */
export function TopBar({ sidebar }: { sidebar: SidebarState }) {
  const { t } = useTranslation(["shell", "common"]);
  const crumbs = useCrumbs();
  const here = crumbs.at(-1)?.text;
  useEffect(() => {
    document.title = here ? `${here} · ${t("common:product")}` : t("common:product");
  }, [here, t]);
  return (
    <header className="top">
      {sidebar.isMobile ? (
        <>
          <IconButton
            label={t("sidebar.open")}
            aria-haspopup="dialog"
            aria-expanded={sidebar.isOpen}
            onClick={sidebar.toggle}
          >
            <Icon of={Menu} />
          </IconButton>
          <Brand />
        </>
      ) : (
        <>
          <div id={pageMarkId} className={cx("page-mark")} />
          <nav aria-label={t("crumbs")} className={cx("crumbs-nav")}>
            <ol className={cx("crumbs")}>
              {crumbs.map(({ text, to }, at) => (
                <li key={`${at}${text}`}>
                  {at > 0 ? <Icon of={ChevronRight} size={14} /> : null}
                  {to ? (
                    <Link to={to} activeOptions={{ exact: true }}>
                      {text}
                    </Link>
                  ) : (
                    <span aria-current={at === crumbs.length - 1 ? "page" : undefined}>{text}</span>
                  )}
                </li>
              ))}
            </ol>
          </nav>
        </>
      )}
      <div id={pageActionsId} className={cx("page-actions print-hidden")} />
      <NewMenu isMobile={sidebar.isMobile} />
      <SearchButton />
      {sidebar.isMobile ? <span ref={supportSlot} className="top-support" /> : null}
      <TopBalance isMobile={sidebar.isMobile} />
      <PaletteHost makeWay={sidebar.close} />
    </header>
  );
}
