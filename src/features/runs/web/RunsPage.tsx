import { Link, useNavigate } from "@tanstack/react-router";
import { useSearchParams } from "#src/ui/client/useSearchParams.ts";
import { Download } from "lucide-react";
import { useCallback } from "react";
import { useZone } from "#src/features/settings/web/store.ts";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Button, buttonClass } from "#src/ui/Button.tsx";
import { EmptyState } from "#src/ui/EmptyState.tsx";
import { dayOf, formatNumber } from "#src/ui/format.ts";
import { DoubleRule } from "#src/ui/Ledger.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { Tabs } from "#src/ui/Tabs.tsx";
import { ScheduleList } from "#src/features/schedules/web/ScheduleList.tsx";
import { runGroups, type RunSummary } from "../contract.ts";
import { countOf, isFiltered, noFilter, queryOf, type RunSearch, runSearch } from "./runSearch.ts";
import { type NamedProject, RunsFilters } from "./RunsFilters.tsx";
import type { WorkflowOfRun } from "./RunCells.tsx";
import { RunsTable } from "./RunsTable.tsx";
import { useRunPages } from "./useRunPages.ts";
import { useRunsExport } from "./useRunsExport.ts";
import cx from "./RunsPage.module.css";

/** Every run of a person: what came of it, what wrote it and what it cost. Filters are in the address. */
export function RunsPage({ projects }: { projects: readonly NamedProject[] }) {
  const { t } = useTranslation(["runs", "workflows", "common"]);
  const language = useLanguage();
  const navigate = useNavigate();
  const search = useSearchParams(runSearch);
  const zone = useZone();
  const today = dayOf(new Date().toISOString(), zone);
  const query = queryOf(search, zone, today);
  const pages = useRunPages(query);
  const { summary } = pages;
  const workflowOf = useCallback(
    (workflow: string): WorkflowOfRun => {
      const card = cards.find(({ workflowName, key }) => workflowName === workflow || key === workflow);
      return { name: card ? t(card.localeKey) : workflow, path: card?.path ?? "" };
    },
    [t],
  );
  const file = useRunsExport(query, zone, (workflow) => workflowOf(workflow).name);
  const change = (next: Partial<RunSearch>): void =>
    void navigate({ to: paths.runs, search: runSearch.write({ ...search, ...next }), resetScroll: false });
  const total = summary && countOf(summary, "");
  const content = (
    <>
      <RunsFilters
        projects={projects}
        search={search}
        today={today}
        engines={pages.engines}
        first={pages.items?.[0]}
        onChange={change}
      />
      <RunsTable
        pages={pages}
        workflowOf={workflowOf}
        zone={zone}
        empty={<EmptyList search={search} onClear={() => change(noFilter)} />}
      >
        {summary ? <ViewSum status={search.status} summary={summary} /> : null}
      </RunsTable>
    </>
  );
  return (
    <div className={cx("page runs-page")}>
      <div className={cx("runs-top")}>
        <h1 className="h1 work num">
          {t("title")}
          {total ? (
            <>
              <span className={cx("runs-total")} aria-hidden="true">
                {formatNumber(total, language)}
              </span>
              <span className="sr-only">{` ${t("count", { count: total })}`}</span>
            </>
          ) : null}
        </h1>
        {pages.items && pages.items.length > 0 ? (
          <Button
            size="small"
            icon={<Icon of={Download} size={14} />}
            busy={file.isBusy}
            aria-label={t("export.action")}
            onClick={() => void file.save()}
          >
            CSV
          </Button>
        ) : null}
      </div>
      <ScheduleList />
      <Tabs
        label={t("view")}
        value={search.status || "all"}
        onChange={(value) => change({ status: value === "all" ? "" : value })}
        tabs={(["all", ...runGroups] as const).map((value) => ({
          value,
          label: t(`group.${value}`),
          ...(summary ? { count: countOf(summary, value === "all" ? "" : value) } : {}),
          content,
        }))}
      />
    </div>
  );
}

/** Coins of all runs that fit the filters, loaded or not. */
function ViewSum({ status, summary }: { status: RunSearch["status"]; summary: RunSummary }) {
  const { t } = useTranslation("runs");
  const language = useLanguage();
  const { open, succeeded, noResult } = summary;
  const [name, coins] =
    status === "open"
      ? ["held", open.coins]
      : status === "noResult"
        ? ["returned", noResult.coins]
        : ["spent", succeeded.coins];
  return (
    <div className={cx("runs-sum num")}>
      <p>
        <span>
          <b>{t(`sum.${name}`)}</b>
          {status === "" && open.coins > 0 ? ` ${t("sum.andHeld", { count: open.coins })}` : null}
        </span>
        <b>{formatNumber(coins, language)}</b>
      </p>
      <DoubleRule />
    </div>
  );
}

/** Why the list is empty, and the way on. */
function EmptyList({ search, onClear }: { search: RunSearch; onClear: () => void }) {
  const { t } = useTranslation("runs");
  if (isFiltered(search))
    return (
      <EmptyState
        title={t("empty.filtered")}
        actions={
          <Button size="small" onClick={onClear}>
            {t("filter.clear")}
          </Button>
        }
      >
        {t("empty.filteredText")}
      </EmptyState>
    );
  return (
    <EmptyState
      title={t("empty.none")}
      actions={
        <Link to={paths.workflows} className={buttonClass({ variant: "primary", size: "small" })}>
          {t("empty.start")}
        </Link>
      }
    >
      {t("empty.noneText")}
    </EmptyState>
  );
}
