import { isDay } from "#src/kit/time/dates.ts";
import { choice, passing, recordId, searchParams, words } from "#src/ui/client/searchParams.ts";
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

const params = searchParams<ContentSearch>({
  view: choice(contentViews, "list"),
  status: choice(["open", ...outcomeStatuses]),
  platform: words(40),
  project: recordId,
  week: passing(isDay),
});

/** What the address says of the page; a week belongs to the view of weeks. */
export const contentSearch: typeof params = {
  read: params.read,
  write: (search) => params.write({ ...search, week: search.view === "week" ? search.week : "" }),
};

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
