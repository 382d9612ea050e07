import { Link } from "@tanstack/react-router";
import { useLayoutEffect, useRef } from "react";
import { Num } from "./Num.tsx";
import cx from "./ViewTabs.module.css";

export interface ViewTabsProps<Key extends string> {
  label: string;
  /** Path of the page. */
  to: string;
  here: Key;
  tabs: readonly {
    key: Key;
    label: string;
    /** Path of a view that is a page of its own. */
    to?: string;
    search: Record<string, unknown>;
    count?: number | undefined;
  }[];
}

/** The views of a list as tabs; each has an address of its own. */
export function ViewTabs<Key extends string>({ label, to, here, tabs }: ViewTabsProps<Key>) {
  const nav = useRef<HTMLElement>(null);
  // On phones the tabs are wider than the page; counts make them wider yet.
  const counted = tabs.filter(({ count }) => count !== undefined).length;
  useLayoutEffect(() => {
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [here, counted]);
  return (
    <nav ref={nav} className={cx("view-tabs print-hidden num")} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.key}
          to={tab.to ?? to}
          search={tab.search}
          className={cx("view-tab")}
          // By itself a link counts as current on every address below its own.
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={tab.key === here ? "page" : undefined}
        >
          {tab.label}
          {tab.count === undefined ? null : (
            <span className="tabs-count">
              <Num value={tab.count} />
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
