import { type BoardStatus, boardStatuses, type OutcomeStatus, outcomeStatuses } from "../rules.ts";

export const contentViews = ["list", "board", "week"] as const;
export type ContentView = (typeof contentViews)[number];

/** What the list is narrowed to: a status, or `open` for all that is still to be written. */
export type StatusFilter = OutcomeStatus | "open";

/** What the address of the page says; what is empty narrows nothing. */
export interface ContentSearch {
  view: ContentView;
  status: StatusFilter | "";
  platform: string;
  project: string;
  /** A day of the week shown, `YYYY-MM-DD`; empty for the current week. */
  week: string;
}

export const noFilter = { status: "", platform: "", project: "" } as const;

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const day = /^(19|20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** The router reads `12` in an address as a number. */
const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).slice(0, 40).toWellFormed().trim() : "";

const matching = (value: unknown, pattern: RegExp): string => (pattern.test(textOf(value)) ? textOf(value) : "");

/** Reads an address; whatever makes no sense is left out, so that an old or mistyped link still shows something. */
export function readSearch(raw: Record<string, unknown>): ContentSearch {
  const known: readonly StatusFilter[] = ["open", ...outcomeStatuses];
  return {
    view: contentViews.find((view) => view === raw["view"]) ?? "list",
    status: known.find((status) => status === raw["status"]) ?? "",
    platform: textOf(raw["platform"]),
    project: matching(raw["project"], uuid),
    week: matching(raw["week"], day),
  };
}

/** The search part of an address, without what is as usual. */
export const writeSearch = ({ view, status, platform, project, week }: ContentSearch): Record<string, string> => ({
  ...(view === "list" ? {} : { view }),
  ...(status ? { status } : {}),
  ...(platform ? { platform } : {}),
  ...(project ? { project } : {}),
  ...(week && view === "week" ? { week } : {}),
});

/** The statuses that a filter lets through; undefined for all of them. */
export function statusesOf(status: StatusFilter | ""): readonly OutcomeStatus[] | undefined {
  if (status === "") return undefined;
  return status === "open" ? ["idea", "planned"] : [status];
}

/** Columns of the board under a filter. */
export const columnsOf = (status: StatusFilter | ""): readonly BoardStatus[] => {
  const wanted = statusesOf(status);
  return boardStatuses.filter((column) => wanted?.includes(column) ?? true);
};

/** Filters as the calls take them. */
export function filtersOf({ platform, project, status }: Pick<ContentSearch, "platform" | "project" | "status">) {
  const statuses = statusesOf(status);
  return {
    ...(platform ? { platform } : {}),
    ...(project ? { projectId: project } : {}),
    ...(statuses ? { status: statuses.join(",") } : {}),
  };
}

export const isFiltered = ({ status, platform, project }: ContentSearch): boolean =>
  status !== "" || platform !== "" || project !== "";

/** Items that are over are read from the newest backwards. */
export const isPast = (status: StatusFilter | ""): boolean =>
  status === "published" || status === "skipped" || status === "failed";
