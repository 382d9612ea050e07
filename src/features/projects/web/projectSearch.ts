import { choice, flag, searchParams, words } from "#src/ui/client/searchParams.ts";
import type { ProjectFilter } from "../contract.ts";

/** Groups of states in their order, specification section 4. */
export const projectStates = ["new", "progress", "ready", "done", "other"] as const;
export type ProjectStateName = (typeof projectStates)[number];

/** Filters of the list as the address says them; what is empty or false narrows nothing. */
export interface ProjectSearch {
  q: string;
  state: ProjectStateName | "";
  workflow: string;
  favorite: boolean;
  archived: boolean;
}

/** What the address says of the list; texts are as long as the call takes them. */
export const projectSearch = searchParams<ProjectSearch>({
  q: words(120),
  state: choice(projectStates),
  workflow: words(80),
  favorite: flag,
  archived: flag,
});

/** What is asked of the server; yes and no go as the words that the call takes. */
export function queryOf(search: ProjectSearch) {
  const { favorite, archived, ...query } = projectSearch.write(search);
  return {
    ...query,
    ...(favorite ? { favorite: "true" as const } : {}),
    ...(archived ? { archived: "true" as const } : {}),
  } satisfies { [name in keyof ProjectFilter]: string };
}

/** Whether anything but the choice of the archive narrows the list. */
export const isFiltered = (search: ProjectSearch): boolean =>
  Object.keys(projectSearch.write({ ...search, archived: false })).length > 0;
