import { useCallback, useEffect, useRef, useState } from "react";
import { api } from "#src/shell/api.ts";
import type { Project } from "../contract.ts";
import { type ProjectSearch, queryOf } from "./projectSearch.ts";

/** Projects read at once. */
const pageSize = 100;

interface Pages {
  /** The filters these projects fit, as one word. */
  key: string;
  items: Project[] | undefined;
  nextCursor: string | undefined;
  isLoading: boolean;
  hasFailed: boolean;
}

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

/** The projects that the address asks for, page by page; answers to older questions are dropped. */
export function useProjectPages(search: ProjectSearch) {
  const key = JSON.stringify(queryOf(search));
  const [pages, setPages] = useState<Pages>({
    key,
    items: undefined,
    nextCursor: undefined,
    isLoading: true,
    hasFailed: false,
  });
  const control = useRef<AbortController>(undefined);
  const latest = useRef(search);
  latest.current = search;

  const read = useCallback(async (cursor?: string): Promise<void> => {
    control.current?.abort();
    const own = (control.current = new AbortController());
    const query = queryOf(latest.current);
    const asked = JSON.stringify(query);
    setPages((before) => ({
      ...(before.key === asked ? before : { items: undefined, nextCursor: undefined }),
      key: asked,
      isLoading: true,
      hasFailed: false,
    }));
    try {
      const page = { limit: pageSize, ...query, ...(cursor ? { cursor } : {}) };
      const { projects, nextCursor } = await api.projects.listProjects(page, { signal: own.signal });
      if (own.signal.aborted) return;
      setPages((before) => {
        const known = new Set(cursor ? before.items?.map(({ id }) => id) : []);
        const fresh = projects.filter(({ id }) => !known.has(id));
        const items = cursor ? [...(before.items ?? []), ...fresh] : projects;
        return { key: asked, items, nextCursor, isLoading: false, hasFailed: false };
      });
    } catch {
      if (!own.signal.aborted) setPages((before) => ({ ...before, isLoading: false, hasFailed: true }));
    }
  }, []);
  useEffect(() => {
    void read();
    return () => control.current?.abort();
  }, [read, key]);

  const change = useCallback(
    (next: (items: Project[]) => Project[]): void =>
      setPages((before) => (before.items ? { ...before, items: next(before.items) } : before)),
    [],
  );
  const isCurrent = pages.key === key;
  const { nextCursor } = pages;
  return {
    items: isCurrent ? pages.items : undefined,
    isLoading: !isCurrent || pages.isLoading,
    hasFailed: isCurrent && pages.hasFailed,
    hasMore: isCurrent && nextCursor !== undefined,
    reload: useCallback(() => void read(), [read]),
    more: useCallback(() => void read(nextCursor), [read, nextCursor]),
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
