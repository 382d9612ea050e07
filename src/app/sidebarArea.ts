import { formPathOf } from "#src/features/workflows/catalogue/cards.ts";
import type { WorkflowCard } from "#src/features/workflows/workflow.ts";
import { paths } from "#src/ui/client/paths.ts";
import { projectIdIn } from "./crumbs.ts";

/** What the sidebar lists below its areas. */
export interface ListedInSidebar {
  /** Ids of projects. */
  projects: readonly string[];
  favorites: readonly WorkflowCard[];
}

/**
 * The area that a page below it belongs to, so that one line of the sidebar is marked: none when the page has a line of
 * its own there.
 * @param pathname without the language
 */
export function areaAbove(pathname: string, listed: ListedInSidebar): "workflows" | "projects" | undefined {
  const projectId = projectIdIn(pathname);
  if (projectId !== undefined) return listed.projects.includes(projectId) ? undefined : "projects";
  if (pathname === paths.runs || pathname === paths.compare) return "projects";
  if (!pathname.startsWith(`${paths.workflows}/`)) return undefined;
  return listed.favorites.some((card) => formPathOf(card) === pathname) ? undefined : "workflows";
}
