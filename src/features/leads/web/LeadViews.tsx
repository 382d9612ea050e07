import { Link } from "@tanstack/react-router";
import { useLayoutEffect, useRef } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Num } from "#src/ui/Num.tsx";
import { type LeadSearch, searchOfView, type View, viewOf, writeSearch } from "./leadSearch.ts";
import "#src/ui/ViewTabs.css";

export interface LeadViewsProps {
  search: LeadSearch;
  isOutreach: boolean;
  counts: Partial<Record<View, number | undefined>>;
}

/** The views as tabs; each has an address of its own. */
export function LeadViews({ search, isOutreach, counts }: LeadViewsProps) {
  const { t } = useTranslation("leads");
  const here = isOutreach ? "outreach" : viewOf(search);
  const nav = useRef<HTMLElement>(null);
  // On phones the tabs are wider than the page; counts make them wider yet.
  const widths = Object.values(counts).join();
  useLayoutEffect(() => {
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [here, widths]);
  const tab = (view: View | "outreach", to: Record<string, unknown>) => (
    <Link
      key={view}
      to={paths.leads}
      search={to}
      className="view-tab"
      // By itself a link counts as current on every address below its own.
      activeOptions={{ exact: true, includeSearch: true }}
      aria-current={here === view ? "page" : undefined}
    >
      {t(`view.${view}`)}
      {view !== "outreach" && counts[view] !== undefined ? (
        <span className="tabs-count">
          <Num value={counts[view]} />
        </span>
      ) : null}
    </Link>
  );
  return (
    <nav ref={nav} className="view-tabs num" aria-label={t("views")}>
      {(["all", "quiet", "untouched"] as const).map((view) =>
        tab(view, { ...writeSearch(searchOfView(view, search)) }),
      )}
      {tab("outreach", { view: "outreach" })}
    </nav>
  );
}
