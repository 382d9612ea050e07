import { useCallback } from "react";
import { useCursorPages } from "#src/ui/data/useCursorPages.ts";
import { api } from "#src/ui/client/api.ts";
import type { Project } from "../contract.ts";
import { type ProjectSearch, queryOf } from "./projectSearch.ts";

/** Projects read at once. */
const pageSize = 100;

/** What a page shows of projects: a change puts them in their places, or takes them out. */
export interface ShownProjects {
  put: (projects: readonly Project[]) => void;
  drop: (projects: readonly Project[]) => void;
  /** Shows also what was put away or brought back: a page of one project. */
  keepsAll?: boolean;
}

/** Newest updated first, and of one moment the higher id first, as the call has them. */
const inOrder = (a: Project, b: Project): number =>
  Date.parse(b.dateUpdated) - Date.parse(a.dateUpdated) || (a.id < b.id ? 1 : -1);

/** The list with these projects: those it has stay where they are, others come to the place of their date. */
export function withProjects(items: readonly Project[], projects: readonly Project[]): Project[] {
  const coming = new Map(projects.map((project) => [project.id, project]));
  const kept = items.map((item) => {
    const next = coming.get(item.id);
    coming.delete(item.id);
    return next ?? item;
  });
  for (const project of coming.values()) {
    const at = kept.findIndex((item) => inOrder(project, item) < 0);
    kept.splice(at < 0 ? kept.length : at, 0, project);
  }
  return kept;
}

/** The projects that the address asks for, page by page. */
export function useProjectPages(search: ProjectSearch) {
  const query = queryOf(search);
  const { change, ...pages } = useCursorPages<Project>(
    ["projectPages", query],
    async (page, options) => {
      const { projects, nextCursor } = await api.projects.listProjects({ ...query, ...page }, options);
      return { items: projects, nextCursor };
    },
    { pageSize },
  );
  return {
    ...pages,
    put: useCallback((projects: readonly Project[]) => change((items) => withProjects(items, projects)), [change]),
    drop: useCallback(
      (projects: readonly Project[]) => {
        const gone = new Set(projects.map(({ id }) => id));
        change((items) => items.filter(({ id }) => !gone.has(id)));
      },
      [change],
    ),
  };
}
