import { Link } from "@tanstack/react-router";
import { ListFilter, X } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Button } from "#src/ui/Button.tsx";
import { Field } from "#src/ui/Field.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { Num } from "#src/ui/Num.tsx";
import { Popover } from "#src/ui/Popover.tsx";
import { Select } from "#src/ui/Select.tsx";
import type { OutcomeCounts } from "../contract.ts";
import { outcomeStatuses } from "../rules.ts";
import { type ContentSearch, noFilter, type StatusFilter, statusesOf, writeSearch } from "./contentSearch.ts";
import "#src/ui/ViewTabs.css";

const tabs = ["", "open", "drafted", "approved", "published"] as const;
/** The choice that narrows nothing: a select needs a value for it. */
const all = "all";

function countOf(status: StatusFilter | "", counts: OutcomeCounts | undefined): number | undefined {
  if (!counts) return undefined;
  const wanted = statusesOf(status) ?? outcomeStatuses;
  return wanted.reduce((sum, one) => sum + (counts.statuses[one] ?? 0), 0);
}

interface ContentFiltersProps {
  search: ContentSearch;
  counts: OutcomeCounts | undefined;
  onChange: (change: Partial<ContentSearch>) => void;
}

/** The statuses as tabs; each has an address of its own. */
export function ContentTabs({ search, counts }: Omit<ContentFiltersProps, "onChange">) {
  const { t } = useTranslation("content");
  const nav = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // On phones the tabs are wider than the page.
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [search.status]);
  return (
    <nav ref={nav} className="view-tabs num" aria-label={t("tabs")}>
      {tabs.map((status) => (
        <Link
          key={status}
          to={paths.content}
          search={writeSearch({ ...search, status })}
          className="view-tab"
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={search.status === status ? "page" : undefined}
        >
          {t(`tab.${status || "all"}`)}
          {counts ? (
            <span className="tabs-count">
              <Num value={countOf(status, counts) ?? 0} />
            </span>
          ) : null}
        </Link>
      ))}
    </nav>
  );
}

/** Platform, project and status: as chips once set, and behind a button. They apply at once. */
export function ContentFilters({ search, counts, onChange }: ContentFiltersProps) {
  const { t } = useTranslation(["content", "workflows", "common"]);
  const projects = counts?.projects ?? [];
  const titleOf = (id: string): string => projects.find((one) => one.id === id)?.title ?? t("untitledProject");
  const isTab = tabs.some((tab) => tab === search.status);
  const chips: { key: keyof typeof noFilter; value: string }[] = [
    { key: "project" as const, value: search.project && counts ? titleOf(search.project) : "" },
    { key: "platform" as const, value: search.platform },
    { key: "status" as const, value: isTab ? "" : t(`status.${search.status}`) },
  ].filter(({ value }) => value !== "");
  const platforms = [...new Set([...(counts?.platforms ?? []), ...(search.platform ? [search.platform] : [])])];
  return (
    <div className="content-bar num">
      {chips.length > 0 ? (
        <ul className="content-chips" aria-label={t("filters")}>
          {chips.map(({ key, value }) => (
            <li key={key} className="content-chip">
              <span>{t(`filter.${key}`)}</span> <b>{value}</b>
              <button
                type="button"
                aria-label={t("common:action.removeNamed", { name: t(`filter.${key}`) })}
                onClick={() => onChange({ [key]: "" })}
              >
                <Icon of={X} size={12} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <Popover
        title={t("filterTitle")}
        align="start"
        trigger={
          <Button size="small" variant="quiet" icon={<Icon of={ListFilter} size={14} />}>
            {t("filterOpen")}
          </Button>
        }
      >
        <div className="content-filter">
          <Field label={t("filter.platform")}>
            <Select
              value={search.platform || all}
              onChange={(platform) => onChange({ platform: platform === all ? "" : platform })}
              choices={[
                { value: all, label: t("any.platform") },
                ...platforms.map((value) => ({ value, label: value })),
              ]}
            />
          </Field>
          <Field label={t("filter.project")}>
            <Select
              value={search.project || all}
              onChange={(project) => onChange({ project: project === all ? "" : project })}
              choices={[
                { value: all, label: t("any.project") },
                ...projects.map(({ id }) => ({ value: id, label: titleOf(id) })),
              ]}
            />
          </Field>
          <Field label={t("filter.status")}>
            <Select
              value={search.status || all}
              onChange={(value) =>
                onChange({ status: ["open", ...outcomeStatuses].includes(value) ? (value as StatusFilter) : "" })
              }
              choices={[
                { value: all, label: t("any.status") },
                { value: "open", label: t("tab.open") },
                ...outcomeStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
              ]}
            />
          </Field>
        </div>
      </Popover>
      {search.platform || search.project || search.status ? (
        <Button size="small" variant="quiet" onClick={() => onChange(noFilter)}>
          {t("clear")}
        </Button>
      ) : null}
    </div>
  );
}
