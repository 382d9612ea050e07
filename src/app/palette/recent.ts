import { cards, formPathOf } from "#src/features/workflows/catalogue/cards.ts";
import { projectIdIn } from "../crumbs.ts";
import { palettePages } from "../routes.ts";
import type { WebStorage } from "#src/kit/webStorage.ts";

/** So many are remembered. */
const most = 12;

export const idOfPage = (path: string): string => `page:${path}`;
export const idOfWorkflow = (key: string): string => `workflow:${key}`;
export const idOfProject = (projectId: string): string => `project:${projectId}`;

/** What the palette calls the page at an address; undefined for one that it does not offer. */
export function idOfPath(pathname: string): string | undefined {
  const card = cards.find((one) => formPathOf(one) === pathname);
  if (card) return idOfWorkflow(card.key);
  if (palettePages.some(({ path }) => path === pathname)) return idOfPage(pathname);
  const projectId = projectIdIn(pathname);
  return projectId === undefined ? undefined : idOfProject(projectId);
}

const keyOf = (userId: string): string => `pioneer.recent:${userId}`;

/** Ids of what a person opened, the newest first. Names are not kept: they come from the stores. */
export function recentOf(storage: WebStorage, userId: string): string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(userId)) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string").slice(0, most) : [];
  } catch {
    return [];
  }
}

export function remember(storage: WebStorage, userId: string, id: string): void {
  const next = [id, ...recentOf(storage, userId).filter((one) => one !== id)].slice(0, most);
  try {
    storage.setItem(keyOf(userId), JSON.stringify(next));
  } catch {
    // Storage is switched off or full: nothing is remembered.
  }
}
