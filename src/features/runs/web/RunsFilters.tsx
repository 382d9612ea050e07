import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { useLanguage, useTranslation } from "#src/shell/i18n/index.ts";
import { Button } from "#src/shell/ui/Button.tsx";
import { monthName } from "#src/shell/ui/format.ts";
import { Select } from "#src/shell/ui/Select.tsx";
import { dayPeriods, monthsUntil, type RunSearch } from "./runSearch.ts";

/** The choice that narrows nothing: a select needs a word for it. */
const all = "all";

export interface RunsFiltersProps {
  search: RunSearch;
  /** `YYYY-MM-DD` in the person's zone. */
  today: string;
  onChange: (change: Partial<RunSearch>) => void;
}

/** Narrows the list to a period and a workflow; both are in the address. */
export function RunsFilters({ search, today, onChange }: RunsFiltersProps) {
  const { t } = useTranslation(["runs", "workflows"]);
  const language = useLanguage();
  const known = cards.filter(
    ({ isProductionReady, workflowName }) => isProductionReady || workflowName === search.workflow,
  );
  const monthLabel = (month: string): string => `${monthName(Number(month.slice(5)), language)} ${month.slice(0, 4)}`;
  return (
    <div className="runs-filters">
      <Select
        label={t("filter.period")}
        value={search.period || all}
        onChange={(value) => onChange({ period: value === all ? "" : value })}
        choices={[
          { value: all, label: t("filter.anyPeriod") },
          ...dayPeriods.map((value) => ({ value, label: t(`filter.${value}`) })),
          ...monthsUntil(today, search.period).map((value) => ({ value, label: monthLabel(value) })),
        ]}
      />
      <Select
        label={t("filter.workflow")}
        value={search.workflow || all}
        onChange={(value) => onChange({ workflow: value === all ? "" : value })}
        choices={[
          { value: all, label: t("filter.anyWorkflow") },
          ...known.map(({ workflowName, localeKey }) => ({ value: workflowName, label: t(localeKey) })),
        ]}
      />
      {search.period || search.workflow ? (
        <Button size="small" variant="quiet" onClick={() => onChange({ period: "", workflow: "" })}>
          {t("filter.clear")}
        </Button>
      ) : null}
      <p className="runs-hint">{t("hint")}</p>
    </div>
  );
}
