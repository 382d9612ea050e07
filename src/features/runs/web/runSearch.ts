import { instantOf } from "#src/kit/time/clocks.ts";
import { addDays, firstOfNextMonth, isDay } from "#src/kit/time/dates.ts";
import { choice, passing, recordId, searchParams } from "#src/ui/client/searchParams.ts";
import { runEngine, type RunFilter, type RunGroup, runGroups, type RunSummary, type UsedEngine } from "../contract.ts";

/** Filters of the list as the address says them; what is empty narrows nothing. */
export interface RunSearch {
  status: RunGroup | "";
  workflow: string;
  /** Id of a project. */
  project: string;
  /** `draft`, or `provider/model`. */
  engine: string;
  /** `7d`, `30d`, a month, `2026-11`, or days of which either end may be open, `2026-11-01..2026-11-23`. */
  period: string;
}

export const noFilter: RunSearch = { status: "", workflow: "", project: "", engine: "", period: "" };

/** Days up to today that a period may have. */
const lastDays: Readonly<Record<string, number>> = { "7d": 7, "30d": 30 };
export const dayPeriods = Object.keys(lastDays);
/** Months offered, the present one first. */
const offeredMonths = 12;

const month = /^(20\d\d)-(0[1-9]|1[0-2])$/;

/** Days from and to, either of which may be empty; undefined for another period. */
export function daysOf(period: string): { from: string; to: string } | undefined {
  const [from = "", to, ...more] = period.split("..");
  if (to === undefined || more.length > 0 || (from === "" && to === "")) return undefined;
  const isOpen = from === "" || to === "";
  return (from === "" || isDay(from)) && (to === "" || isDay(to)) && (isOpen || from <= to) ? { from, to } : undefined;
}

/** What the address says of the list. */
export const runSearch = searchParams<RunSearch>({
  status: choice(runGroups),
  workflow: passing((name) => name !== "" && name.length <= 80 && name === name.trim()),
  project: recordId,
  engine: passing((engine) => runEngine.safeParse(engine).success),
  period: passing((period) => Object.hasOwn(lastDays, period) || month.test(period) || daysOf(period) !== undefined),
});

export const isFiltered = (search: RunSearch): boolean => Object.keys(runSearch.write(search)).length > 0;

const monthBefore = (period: string): string => addDays(`${period}-01`, -1).slice(0, 7);

/**
 * Months to choose from, the present one first; an older one that is chosen comes last.
 * @param today `YYYY-MM-DD`
 */
export function monthsUntil(today: string, chosen: string): string[] {
  const months = [today.slice(0, 7)];
  while (months.length < offeredMonths) months.push(monthBefore(months.at(-1) ?? today));
  return month.test(chosen) && !months.includes(chosen) ? [...months, chosen] : months;
}

/**
 * What is asked of the server: days begin at midnight of the person's zone.
 * @param today `YYYY-MM-DD`
 */
export function queryOf(
  { status, workflow, project, engine, period }: RunSearch,
  zone: string,
  today: string,
): RunFilter {
  const midnight = (day: string): string => new Date(instantOf(day, "00:00", zone)).toISOString();
  const days = lastDays[period];
  const range = daysOf(period);
  return {
    ...(status ? { status } : {}),
    ...(workflow ? { workflow } : {}),
    ...(project ? { projectId: project } : {}),
    ...(engine ? { engine } : {}),
    ...(range?.from ? { from: midnight(range.from) } : {}),
    ...(range?.to ? { before: midnight(addDays(range.to, 1)) } : {}),
    ...(days === undefined ? {} : { from: midnight(addDays(today, 1 - days)) }),
    ...(month.test(period) ? { from: midnight(`${period}-01`), before: midnight(firstOfNextMonth(period)) } : {}),
  };
}

/** What stands in the address for an engine. */
export const engineValueOf = ({ kind, provider, model }: UsedEngine): string =>
  kind === "draft" ? kind : `${provider}/${model}`;

/** An engine as the address names it. */
export function engineOfValue(value: string): UsedEngine {
  const slash = value.indexOf("/");
  return slash === -1
    ? { kind: "draft", provider: "", model: "" }
    : { kind: "model", provider: value.slice(0, slash), model: value.slice(slash + 1) };
}

/** Runs of a choice of status. */
export const countOf = (summary: RunSummary, status: RunGroup | ""): number =>
  status ? summary[status].count : runGroups.reduce((sum, group) => sum + summary[group].count, 0);
