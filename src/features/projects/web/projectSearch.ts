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

/** Longest texts of the call. */
const limits = { q: 120, workflow: 80 };

/** The router reads `12` and `true` in an address as a number and a yes. */
const textOf = (value: unknown, max: number): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value).slice(0, max).toWellFormed()
    : "";

const flagOf = (value: unknown): boolean => value === true || value === "true";

/** Reads the address; what is no filter is left out, so that an old or mistyped link still shows a list. */
export const readSearch = (raw: Record<string, unknown>): ProjectSearch => ({
  q: textOf(raw["q"], limits.q),
  state: projectStates.find((state) => state === raw["state"]) ?? "",
  workflow: textOf(raw["workflow"], limits.workflow),
  favorite: flagOf(raw["favorite"]),
  archived: flagOf(raw["archived"]),
});

/** What stands in the address: only what narrows. */
export const writeSearch = ({ q, state, workflow, favorite, archived }: ProjectSearch) => ({
  ...(q.trim() ? { q: q.trim() } : {}),
  ...(state ? { state } : {}),
  ...(workflow.trim() ? { workflow } : {}),
  ...(favorite ? { favorite } : {}),
  ...(archived ? { archived } : {}),
});

/** What is asked of the server; yes and no go as the words that the call takes. */
export function queryOf(search: ProjectSearch) {
  const { favorite, archived, ...query } = writeSearch(search);
  return {
    ...query,
    ...(favorite ? { favorite: "true" as const } : {}),
    ...(archived ? { archived: "true" as const } : {}),
  } satisfies { [name in keyof ProjectFilter]: string };
}

/** Whether anything but the choice of the archive narrows the list. */
export const isFiltered = (search: ProjectSearch): boolean =>
  Object.keys(writeSearch({ ...search, archived: false })).length > 0;
