import { instantOf } from "#src/features/workflows/domain/dates.ts";
import { addDays } from "#src/kit/days.ts";
import { type RunFilter, type RunGroup, runGroups, type RunSummary } from "../contract.ts";

/** Filters of the list as the address says them; what is empty narrows nothing. */
export interface RunSearch {
  status: RunGroup | "";
  workflow: string;
  /** `7d`, `30d`, or a month, `2026-11`. */
  period: string;
}

/** Days up to today that a period may have. */
const lastDays: Readonly<Record<string, number>> = { "7d": 7, "30d": 30 };
export const dayPeriods = Object.keys(lastDays);
/** Months offered, the present one first. */
const offeredMonths = 12;

const month = /^(20\d\d)-(0[1-9]|1[0-2])$/;

/** Reads the address; what is no filter is left out, so that an old or mistyped link still shows a list. */
export function readSearch(raw: Record<string, unknown>): RunSearch {
  const { workflow, period } = raw;
  const isPeriod = typeof period === "string" && (Object.hasOwn(lastDays, period) || month.test(period));
  return {
    status: runGroups.find((group) => group === raw["status"]) ?? "",
    workflow: typeof workflow === "string" ? workflow.trim().slice(0, 80).toWellFormed() : "",
    period: isPeriod ? period : "",
  };
}

/** What stands in the address: only what narrows. */
export const writeSearch = ({ status, workflow, period }: RunSearch) => ({
  ...(status ? { status } : {}),
  ...(workflow ? { workflow } : {}),
  ...(period ? { period } : {}),
});

export const isFiltered = (search: RunSearch): boolean => Object.keys(writeSearch(search)).length > 0;

const monthAfter = (period: string): string => addDays(`${period}-28`, 4).slice(0, 7);
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
export function queryOf({ status, workflow, period }: RunSearch, zone: string, today: string): RunFilter {
  const midnight = (day: string): string => new Date(instantOf(day, "00:00", zone)).toISOString();
  const days = lastDays[period];
  return {
    ...(status ? { status } : {}),
    ...(workflow ? { workflow } : {}),
    ...(days === undefined ? {} : { from: midnight(addDays(today, 1 - days)) }),
    ...(month.test(period) ? { from: midnight(`${period}-01`), before: midnight(`${monthAfter(period)}-01`) } : {}),
  };
}

/** Runs of a choice of status. */
export const countOf = (summary: RunSummary, status: RunGroup | ""): number =>
  status ? summary[status].count : runGroups.reduce((sum, group) => sum + summary[group].count, 0);
