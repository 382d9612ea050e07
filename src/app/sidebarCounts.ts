import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { dashboardQuery } from "#src/features/dashboard/web/store.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { paths } from "#src/ui/client/paths.ts";
import { formatNumber } from "#src/ui/format.ts";

/** What stands at the end of the sidebar's lines. */
export interface SidebarCounts {
  leads: number;
  outcomes: number;
  entriesToday: number;
  projects: number;
}

/** The server counts so far and no further; a test holds it against the contract, whose schemas stay off the page. */
export const countsTo = 10_000;

/** `148`, `1,240`; `10,000+` for so many or more. */
export const shownCount = (count: number, language: AppLanguage): string =>
  `${formatNumber(count, language)}${count >= countsTo ? "+" : ""}`;

/** Counts of the dashboard's one request, which its page makes; elsewhere it is made once. Undefined while unknown. */
export function useSidebarCounts(): SidebarCounts | undefined {
  const { pathname } = useLocation();
  return useQuery({ ...dashboardQuery, enabled: pathname !== paths.dashboard }).data?.counts;
}
