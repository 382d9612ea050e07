import { Link, useLocation } from "@tanstack/react-router";
import { ChevronRight, Menu } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "./i18n/index.ts";
import { useSelector } from "react-redux";
import { lowBalance } from "#src/features/coins/rules.ts";
import { selectCoins } from "#src/features/coins/web/store.ts";
import { projectTitle, selectProjects } from "#src/features/projects/web/store.ts";
import { type Crumb, crumbsOf } from "./crumbs.ts";
import { paths } from "./paths.ts";
import { Brand } from "./Sidebar.tsx";
import type { SidebarState } from "./sidebarState.ts";
import { balanceClass, BalanceFigures } from "./ui/Balance.tsx";
import { IconButton } from "./ui/Button.tsx";
import { Icon } from "./ui/Icon.tsx";
import { useWorkflowTitle } from "./WorkflowIcon.tsx";

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

function Balance({ isMobile }: { isMobile: boolean }) {
  const { t } = useTranslation("shell");
  const { value } = useSelector(selectCoins);
  if (!value) return null;
  const isLow = value.credits <= lowBalance;
  return (
    <>
      {isLow && !isMobile ? (
        <span className="top-low" aria-hidden="true">
          {t("low")}
        </span>
      ) : null}
      <Link to={paths.coins} className={balanceClass(value.credits)}>
        <BalanceFigures free={value.credits} held={value.held} />
      </Link>
    </>
  );
}

/** Where one is, and what is left to spend. */
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
        <nav aria-label={t("crumbs")} className="crumbs-nav">
          <ol className="crumbs">
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
      )}
      <Balance isMobile={sidebar.isMobile} />
    </header>
  );
}
