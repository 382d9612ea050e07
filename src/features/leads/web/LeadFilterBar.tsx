import { ListFilter, X } from "lucide-react";
import { useState } from "react";
import { type Translate, useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { Popover } from "#src/ui/Popover.tsx";
import { LeadFilterForm } from "./LeadFilterForm.tsx";
import { LeadSearchField } from "./LeadSearchField.tsx";
import { isFiltered, type LeadFilter, type LeadSearch, noFilter } from "./leadSearch.ts";
import "./LeadFilterBar.css";

interface ShownFilter {
  key: Exclude<keyof LeadFilter, "q">;
  value: string;
}

/** The filters that stand, in words. */
function shownFilters(search: LeadSearch, t: Translate): ShownFilter[] {
  const { minScore, quietDays, doNotContact } = search;
  const all: [ShownFilter["key"], string][] = [
    ["stage", search.stage.map((stage) => t(`stage.${stage}`)).join(", ")],
    ["tag", search.tag.join(", ")],
    ["city", search.city],
    ["category", search.category],
    ["minScore", minScore === undefined ? "" : t("value.minScore", { count: minScore })],
    ["has", search.has.map((reach) => t(`reach.${reach}`)).join(", ")],
    ["quietDays", quietDays === undefined ? "" : t("value.quietDays", { count: quietDays })],
    ["doNotContact", doNotContact === undefined ? "" : t(doNotContact ? "yes" : "no")],
  ];
  return all.flatMap(([key, value]) => (value === "" ? [] : [{ key, value }]));
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
  const filters = shownFilters(search, t);
  return (
    <div className="lead-bar num">
      <LeadSearchField value={search.q} onSearch={(q) => onSearch({ ...search, q }, { replace: search.q !== "" })} />
      {filters.length > 0 ? (
        <ul className="lead-chips" aria-label={t("filters")}>
          {filters.map(({ key, value }) => (
            <li key={key} className="lead-chip">
              <span>{t(`key.${key}`)}</span> <b>{value}</b>
              <button
                type="button"
                aria-label={t("common:action.removeNamed", { name: t(`key.${key}`) })}
                onClick={() => onSearch({ ...search, [key]: noFilter[key] })}
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
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <Button size="small" variant="quiet" icon={<Icon of={ListFilter} size={14} />}>
            {t("filter")}
          </Button>
        }
      >
        <LeadFilterForm
          search={search}
          onDone={(next) => {
            setOpen(false);
            onSearch(next);
          }}
        />
      </Popover>
      {isFiltered(search) ? (
        <Button size="small" variant="quiet" onClick={() => onSearch({ ...noFilter, sort: search.sort })}>
          {t("clear")}
        </Button>
      ) : null}
      <span className="lead-found" role="status">
        {found === undefined || total === undefined
          ? ""
          : isFiltered(search)
            ? t("of", { found, total })
            : t("found", { count: found })}
      </span>
    </div>
  );
}
