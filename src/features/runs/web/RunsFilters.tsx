import { useState } from "react";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { useEngineLabels } from "#src/ui/i18n/engineTexts.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { type Period, PeriodInput } from "#src/ui/DateInput.tsx";
import { monthName } from "#src/ui/format.ts";
import { type Choice, Select } from "#src/ui/Select.tsx";
import type { ListedRun, UsedEngine } from "../contract.ts";
import {
  dayPeriods,
  daysOf,
  engineOfValue,
  engineValueOf,
  monthsUntil,
  noFilter,
  type RunSearch,
} from "./runSearch.ts";
import cx from "./RunsFilters.module.css";

/** The choice that narrows nothing: a select needs a word for it. */
const all = "all";
/** The choice that opens two dates. */
const dates = "dates";

/** A project that runs can belong to, by the name that people know. */
export interface NamedProject {
  id: string;
  name: string;
}

export interface RunsFiltersProps {
  /** Newest first. */
  projects: readonly NamedProject[];
  search: RunSearch;
  /** `YYYY-MM-DD` in the person's zone. */
  today: string;
  /** Who wrote the runs that the other filters leave; undefined until it is known. */
  engines: readonly UsedEngine[] | undefined;
  /** Of the list as it is, for the name of a project. */
  first: ListedRun | undefined;
  onChange: (change: Partial<RunSearch>) => void;
}

/** Narrows the list to a period, a workflow, a project and an engine; all of it is in the address. */
export function RunsFilters({ projects, search, today, engines, first, onChange }: RunsFiltersProps) {
  const { t } = useTranslation(["runs", "workflows"]);
  const { workflow, project, engine, period } = search;
  const known = cards.filter(({ isProductionReady, workflowName }) => isProductionReady || workflowName === workflow);
  const isNarrowed = [workflow, project, engine, period].some(Boolean);
  return (
    <div className={cx("runs-filters")}>
      <PeriodFilter period={period} today={today} onChange={(next) => onChange({ period: next })} />
      <Select
        label={t("filter.workflow")}
        value={workflow || all}
        onChange={(value) => onChange({ workflow: value === all ? "" : value })}
        choices={[
          { value: all, label: t("filter.anyWorkflow") },
          ...known.map(({ workflowName, localeKey }) => ({ value: workflowName, label: t(localeKey) })),
        ]}
      />
      <Select
        label={t("filter.project")}
        value={project || all}
        onChange={(value) => onChange({ project: value === all ? "" : value })}
        choices={[{ value: all, label: t("filter.anyProject") }, ...useProjectChoices(projects, project, first)]}
      />
      <Select
        label={t("filter.engine")}
        value={engine || all}
        onChange={(value) => onChange({ engine: value === all ? "" : value })}
        choices={[{ value: all, label: t("filter.anyEngine") }, ...useEngineChoices(engine, engines ?? [])]}
      />
      {isNarrowed ? (
        <Button size="small" variant="quiet" onClick={() => onChange({ ...noFilter, status: search.status })}>
          {t("filter.clear")}
        </Button>
      ) : (
        <p className={cx("runs-hint")}>{t("hint")}</p>
      )}
    </div>
  );
}

/** The person's projects, and the chosen one, which may be an older one. */
function useProjectChoices(projects: readonly NamedProject[], chosen: string, first: ListedRun | undefined): Choice[] {
  const { t } = useTranslation("runs");
  const choices = projects.map(({ id, name }) => ({ value: id, label: name }));
  if (chosen === "" || choices.some(({ value }) => value === chosen)) return choices;
  const name = first?.projectId === chosen ? first.projectName : null;
  return [...choices, { value: chosen, label: name ?? t("filter.thisProject") }];
}

/** Who wrote something, and the chosen one also where it wrote nothing. */
function useEngineChoices(chosen: string, engines: readonly UsedEngine[]): Choice[] {
  const labelOf = useEngineLabels();
  const values = new Set([...engines.map(engineValueOf), ...(chosen === "" ? [] : [chosen])]);
  return [...values].map((value) => ({ value, label: labelOf(engineOfValue(value)) }));
}

interface PeriodFilterProps {
  period: string;
  today: string;
  onChange: (period: string) => void;
}

/** The last days, a month, or two dates of which either may be left open. */
function PeriodFilter({ period, today, onChange }: PeriodFilterProps) {
  const { t } = useTranslation("runs");
  const language = useLanguage();
  const range = daysOf(period);
  const [isChoosing, setChoosing] = useState(false);
  const hasDates = range !== undefined || (isChoosing && period === "");
  const monthLabel = (month: string): string => `${monthName(Number(month.slice(5)), language)} ${month.slice(0, 4)}`;
  return (
    <>
      <Select
        label={t("filter.period")}
        value={hasDates ? dates : period || all}
        onChange={(value) => {
          setChoosing(value === dates);
          onChange(value === all || value === dates ? "" : value);
        }}
        choices={[
          { value: all, label: t("filter.anyPeriod") },
          ...dayPeriods.map((value) => ({ value, label: t(`filter.${value}`) })),
          { value: dates, label: t("filter.dates") },
          ...monthsUntil(today, period).map((value) => ({ value, label: monthLabel(value) })),
        ]}
      />
      {hasDates ? (
        <DateRange
          first={range ?? { from: "", to: "" }}
          onChange={(next) => {
            // Dates in the address say it themselves; without any, whoever is choosing goes on.
            setChoosing(next === "");
            onChange(next);
          }}
        />
      ) : null}
    </>
  );
}

/** Two dates; the list follows as soon as they make a period. */
function DateRange({ first, onChange }: { first: Period; onChange: (period: string) => void }) {
  const { t } = useTranslation(["runs", "common"]);
  const [typed, setTyped] = useState(first);
  const isReversed = typed.from !== "" && typed.to !== "" && daysOf(`${typed.to}..${typed.from}`) !== undefined;
  return (
    <div className="runs-dates" role="group" aria-label={t("filter.dates")}>
      <PeriodInput
        value={typed}
        onChange={(next) => {
          setTyped(next);
          const period = `${next.from}..${next.to}`;
          if (period === "..") onChange("");
          else if (daysOf(period)) onChange(period);
        }}
      />
      {isReversed && typed.from !== typed.to ? (
        <p className="field-error" role="alert">
          {t("common:validation.periodOrder")}
        </p>
      ) : null}
    </div>
  );
}
