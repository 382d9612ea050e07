import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Field } from "#src/ui/Field.tsx";
import { FilterBar } from "#src/ui/FilterBar.tsx";
import { Select } from "#src/ui/Select.tsx";
import { ViewTabs } from "#src/ui/ViewTabs.tsx";
import type { OutcomeCounts } from "../contract.ts";
import { outcomeStatuses } from "../rules.ts";
import {
  type ContentSearch,
  isFiltered,
  noFilter,
  type StatusFilter,
  statusesOf,
  contentSearch,
} from "./contentSearch.ts";
import cx from "./ContentPage.module.css";

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

/** The statuses as tabs. */
export function ContentTabs({ search, counts }: Omit<ContentFiltersProps, "onChange">) {
  const { t } = useTranslation("content");
  return (
    <ViewTabs
      label={t("tabs")}
      to={paths.content}
      here={search.status}
      tabs={tabs.map((status) => ({
        key: status,
        label: t(`tab.${status || "all"}`),
        search: contentSearch.write({ ...search, status }),
        count: countOf(status, counts),
      }))}
    />
  );
}

/** Platform, project and status: as chips once set, and behind a button. They apply at once. */
export function ContentFilters({ search, counts, onChange }: ContentFiltersProps) {
  const { t } = useTranslation(["content", "workflows", "common"]);
  const projects = counts?.projects ?? [];
  const titleOf = (id: string): string => projects.find((one) => one.id === id)?.title ?? t("untitledProject");
  const isTab = tabs.some((tab) => tab === search.status);
  const chips = [
    { key: "project" as const, value: search.project && counts ? titleOf(search.project) : "" },
    { key: "platform" as const, value: search.platform },
    { key: "status" as const, value: isTab ? "" : t(`workflows:outcomeStatuses.${search.status}`) },
  ].flatMap(({ key, value }) => (value === "" ? [] : [{ key, label: t(`filter.${key}`), value }]));
  const platforms = [...new Set([...(counts?.platforms ?? []), ...(search.platform ? [search.platform] : [])])];
  const choice = (key: keyof typeof noFilter, choices: { value: string; label: string }[]) => (
    <Field label={t(`filter.${key}`)}>
      <Select
        value={search[key] || all}
        onChange={(value) => onChange({ [key]: value === all ? "" : value })}
        choices={[{ value: all, label: t(`any.${key}`) }, ...choices]}
      />
    </Field>
  );
  return (
    <FilterBar
      className="content-bar print-hidden"
      label={t("filters")}
      chips={chips}
      onRemove={(key) => onChange({ [key]: "" })}
      title={t("filterTitle")}
      openLabel={t("filterOpen")}
      form={
        <div className={cx("content-filter")}>
          {choice(
            "platform",
            platforms.map((value) => ({ value, label: value })),
          )}
          {choice(
            "project",
            projects.map(({ id }) => ({ value: id, label: titleOf(id) })),
          )}
          {choice("status", [
            { value: "open", label: t("tab.open") },
            ...outcomeStatuses.map((value) => ({ value, label: t(`workflows:outcomeStatuses.${value}`) })),
          ])}
        </div>
      }
      clearLabel={t("clear")}
      onClear={isFiltered(search) ? () => onChange(noFilter) : undefined}
    />
  );
}
