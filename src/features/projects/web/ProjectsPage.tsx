import { Link, useNavigate } from "@tanstack/react-router";
import { useSearchParams } from "#src/ui/client/useSearchParams.ts";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useSelector } from "react-redux";
import { useZone } from "#src/features/settings/web/store.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Button, buttonClass } from "#src/ui/Button.tsx";
import { EmptyState } from "#src/ui/EmptyState.tsx";
import { ViewTabs } from "#src/ui/ViewTabs.tsx";
import type { Project } from "../contract.ts";
import { loadSerif } from "#src/ui/loadSerif.ts";
import { lazyOptional } from "#src/ui/lazyOptional.tsx";
import type { CompareWithProps } from "./CompareWith.tsx";
import { isFiltered, type ProjectSearch, projectSearch } from "./projectSearch.ts";
import { ProjectsBulk } from "./ProjectsBulk.tsx";
import { ProjectsFilters } from "./ProjectsFilters.tsx";
import { type RowActions, ProjectsTable } from "./ProjectsTable.tsx";
import { projectTitle, selectProjects } from "./store.ts";
import { cardOf } from "./useProject.ts";
import { isRunning, useProjectActions } from "./useProjectActions.ts";
import { useDuplicate } from "./useDuplicate.ts";
import { useProjectPages } from "./useProjectPages.ts";
import cx from "./ProjectsPage.module.css";

/** Few visits compare anything. */
const CompareWith = lazyOptional<CompareWithProps>(() => import("./CompareWith.tsx").then((part) => part.CompareWith));

/** All projects of a person: filters in the address, the archive, and what can be done to several at once. */
export function ProjectsPage() {
  const { t } = useTranslation(["projects", "workflows", "common"]);
  const navigate = useNavigate();
  const search = useSearchParams(projectSearch);
  const zone = useZone();
  const pages = useProjectPages(search);
  const items = useFresh(pages.items);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const workflowOf = useCallback(
    (project: Project): string => {
      const card = cardOf(project);
      return card ? t(card.localeKey) : project.workflow;
    },
    [t],
  );
  const nameOf = useCallback((project: Project) => projectTitle(project, workflowOf(project)), [workflowOf]);
  const actions = useProjectActions(pages, nameOf);
  const duplicate = useDuplicate();
  const [comparing, setComparing] = useState<Project | null>(null);
  const latest = useRef({ actions, duplicate, nameOf });
  latest.current = { actions, duplicate, nameOf };
  useEffect(loadSerif, []);
  useEffect(() => setTicked(new Set()), [search.archived]);
  const rowActions = useMemo(
    (): RowActions => ({
      tick: (id, isOn) =>
        setTicked((before) => {
          const next = new Set(before);
          if (isOn) next.add(id);
          else next.delete(id);
          return next;
        }),
      star: (project) => void latest.current.actions.star(project),
      duplicate: (project) => void latest.current.duplicate(project, latest.current.nameOf(project)),
      compare: setComparing,
      archive: (project) => void latest.current.actions.archive([project], !project.archived),
      remove: (project) => void latest.current.actions.remove([project]),
    }),
    [],
  );
  const change = (next: Partial<ProjectSearch>): void => {
    setTicked(new Set());
    const isTyped = "q" in next;
    void navigate({
      to: paths.projects,
      search: projectSearch.write({ ...search, ...next }),
      replace: isTyped,
      resetScroll: false,
    });
  };
  const chosen = items?.filter(({ id }) => ticked.has(id)) ?? [];
  const endTicks = (): void => setTicked(new Set());
  return (
    <div className={cx("page projects-page")}>
      <div className={cx("projects-top")}>
        <h1 className="h1 work">{t("list.title")}</h1>
        <Link to={paths.runs} className={buttonClass({ size: "small" })}>
          {t("list.runs")}
        </Link>
      </div>
      <ViewTabs
        label={t("list.view.label")}
        to={paths.projects}
        here={search.archived ? "archive" : "current"}
        tabs={[
          {
            key: "current",
            label: t("list.view.current"),
            search: projectSearch.write({ ...search, archived: false }),
          },
          { key: "archive", label: t("list.archive"), search: projectSearch.write({ ...search, archived: true }) },
          { key: "deleted", label: t("list.deleted"), to: paths.deleted, search: {} },
        ]}
      />
      <ProjectsFilters search={search} onChange={change} />
      <ProjectsTable
        pages={{ ...pages, items }}
        ticked={ticked}
        onTickAll={(isOn) => setTicked(new Set(isOn ? items?.map(({ id }) => id) : []))}
        actions={rowActions}
        nameOf={nameOf}
        workflowOf={workflowOf}
        zone={zone}
        empty={
          <EmptyList search={search} onClear={() => change({ q: "", state: "", workflow: "", favorite: false })} />
        }
      />
      {chosen.length > 0 ? (
        <ProjectsBulk chosen={chosen} isArchive={search.archived} actions={actions} onEnd={endTicks} />
      ) : null}
      {comparing ? (
        <CompareWith project={comparing} name={nameOf(comparing)} onClose={() => setComparing(null)} />
      ) : null}
    </div>
  );
}

/** The list with what the rest of the page knows better: a run that goes on, a change made elsewhere. */
function useFresh(items: readonly Project[] | undefined): readonly Project[] | undefined {
  const known = useSelector(selectProjects).items;
  return useMemo(() => {
    const byId = new Map(known?.map((project) => [project.id, project]));
    return items?.map((item) => {
      const other = byId.get(item.id);
      // Progress does not move the date.
      const isFresher = other && (other.dateUpdated > item.dateUpdated || isRunning(item));
      return isFresher ? other : item;
    });
  }, [items, known]);
}

/** Why the list is empty, and the way on. */
function EmptyList({ search, onClear }: { search: ProjectSearch; onClear: () => void }) {
  const { t } = useTranslation("projects");
  if (isFiltered(search))
    return (
      <EmptyState
        title={t("empty.filtered")}
        actions={
          <Button size="small" onClick={onClear}>
            {t("empty.clear")}
          </Button>
        }
      >
        {t("empty.filteredText")}
      </EmptyState>
    );
  if (search.archived) return <EmptyState title={t("empty.archive")}>{t("empty.archiveText")}</EmptyState>;
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
