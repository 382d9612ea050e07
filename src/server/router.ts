import { implement } from "@orpc/server";
import { accountHandlers } from "#src/features/account/server/handlers.ts";
import { calendarHandlers } from "#src/features/calendar/server/handlers.ts";
import { coinsHandlers } from "#src/features/coins/server/handlers.ts";
import { dashboardHandlers } from "#src/features/dashboard/server/handlers.ts";
import { insightsHandlers } from "#src/features/insights/server/handlers.ts";
import { leadsHandlers } from "#src/features/leads/server/handlers.ts";
import { mailHandlers } from "#src/features/mail/server/handlers.ts";
import { outcomesHandlers } from "#src/features/outcomes/server/handlers.ts";
import { projectsHandlers } from "#src/features/projects/server/handlers.ts";
import { runsHandlers } from "#src/features/runs/server/handlers.ts";
import { rewriteHandlers } from "#src/features/runs/server/rewrites/rewriteHandlers.ts";
import { schedulesHandlers } from "#src/features/schedules/server/handlers.ts";
import { settingsHandlers } from "#src/features/settings/server/handlers.ts";
import { supportHandlers } from "#src/features/support/server/handlers.ts";
import { workflowsHandlers } from "#src/features/workflows/server/handlers.ts";
import { contract } from "#src/features/contract.ts";
import type { ApiContext } from "#src/platform/http/context.ts";

/** Every call of the contract with its handler. */
export const router = implement(contract)
  .$context<ApiContext>()
  .router({
    account: accountHandlers,
    calendar: calendarHandlers,
    coins: coinsHandlers,
    dashboard: dashboardHandlers,
    insights: insightsHandlers,
    leads: leadsHandlers,
    mail: mailHandlers,
    outcomes: outcomesHandlers,
    projects: { ...projectsHandlers, ...rewriteHandlers },
    runs: runsHandlers,
    schedules: schedulesHandlers,
    settings: settingsHandlers,
    support: supportHandlers,
    workflows: workflowsHandlers,
  });
