import { ArrowDownUp } from "lucide-react";
import { useState } from "react";
import { type Translate, useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { FilterBar } from "#src/ui/FilterBar.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { Menu, MenuItem } from "#src/ui/Menu.tsx";
import { leadSorts } from "../rules.ts";
import { LeadFilterForm } from "./LeadFilterForm.tsx";
import { LeadSearchField } from "./LeadSearchField.tsx";
import { isFiltered, type LeadFilter, type LeadSearch, noFilter } from "./leadSearch.ts";
import cx from "./LeadFilterBar.module.css";

type FilterKey = Exclude<keyof LeadFilter, "q">;

/** The filters that stand, in words. */
function shownFilters(search: LeadSearch, t: Translate): { key: FilterKey; label: string; value: string }[] {
  const { minScore, quietDays, doNotContact } = search;
  const all: [FilterKey, string][] = [
    ["stage", search.stage.map((stage) => t(`stage.${stage}`)).join(", ")],
    ["tag", search.tag.join(", ")],
    ["city", search.city],
    ["category", search.category],
    ["minScore", minScore === undefined ? "" : t("value.minScore", { count: minScore })],
    ["has", search.has.map((reach) => t(`reach.${reach}`)).join(", ")],
    ["quietDays", quietDays === undefined ? "" : t("value.quietDays", { count: quietDays })],
    ["doNotContact", doNotContact === undefined ? "" : t(doNotContact ? "yes" : "no")],
  ];
  return all.flatMap(([key, value]) => (value === "" ? [] : [{ key, label: t(`key.${key}`), value }]));
}

export interface LeadFilterBarProps {
  search: LeadSearch;
  onSearch: (search: LeadSearch, options?: { replace?: boolean }) => void;
  /** How many the filters find and how many there are; undefined while nothing is known. */
  found: number | undefined;
  total: number | undefined;
}

/** Search words, the filters as chips, and the way to more of them. */
export function LeadFilterBar({ search, onSearch, found, total }: LeadFilterBarProps) {
  const { t } = useTranslation(["leads", "common"]);
  const [isOpen, setOpen] = useState(false);
  return (
    <FilterBar
      className={cx("lead-bar print-hidden")}
      start={
        <LeadSearchField value={search.q} onSearch={(q) => onSearch({ ...search, q }, { replace: search.q !== "" })} />
      }
      label={t("filters")}
      chips={shownFilters(search, t)}
      onRemove={(key) => onSearch({ ...search, [key]: noFilter[key] })}
      title={t("filterTitle")}
      openLabel={t("filter")}
      open={isOpen}
      onOpenChange={setOpen}
      form={<LeadFilterForm search={search} onSearch={onSearch} />}
      clearLabel={t("clear")}
      onClear={isFiltered(search) ? () => onSearch({ ...search, ...noFilter }) : undefined}
    >
      <Menu
        align="end"
        trigger={
          <Button size="small" variant="quiet" className={cx("lead-sort")} icon={<Icon of={ArrowDownUp} size={14} />}>
            {t(`sort.${search.sort}`)}
          </Button>
        }
        label={t("sort.label")}
      >
        {leadSorts.map((sort) => (
          <MenuItem
            key={sort}
            onSelect={() => onSearch({ ...search, sort })}
            {...(sort === search.sort ? { end: "✓" } : {})}
          >
            {t(`sort.${sort}`)}
          </MenuItem>
        ))}
      </Menu>
      <span className={cx("lead-found")} role="status">
        {found === undefined || total === undefined
          ? ""
          : isFiltered(search)
            ? t("of", { found, total })
            : t("found", { count: found })}
      </span>
    </FilterBar>
  );
}
