import { accountContract } from "#src/features/account/contract.ts";
import { calendarContract } from "#src/features/calendar/contract.ts";
import { coinsContract } from "#src/features/coins/contract.ts";
import { dashboardContract } from "#src/features/dashboard/contract.ts";
import { deletionsContract } from "#src/features/deletions/contract.ts";
import { insightsContract } from "#src/features/insights/contract.ts";
import { invitesContract } from "#src/features/invites/contract.ts";
import { leadsContract } from "#src/features/leads/contract.ts";
import { mailContract } from "#src/features/mail/contract.ts";
import { operatorContract } from "#src/features/operator/contract.ts";
import { outcomesContract } from "#src/features/outcomes/contract.ts";
import { paymentsContract } from "#src/features/payments/contract.ts";
import { projectsContract, rewritesContract } from "#src/features/projects/contract.ts";
import { runsContract } from "#src/features/runs/contract.ts";
import { schedulesContract } from "#src/features/schedules/contract.ts";
import { settingsContract } from "#src/features/settings/contract.ts";
import { sharingContract } from "#src/features/sharing/contract.ts";
import { supportContract } from "#src/features/support/contract.ts";
import { workflowsContract } from "#src/features/workflows/contract.ts";

/** Every JSON call of the product. Paths are below `/api`. */
export const contract = {
  account: accountContract,
  calendar: calendarContract,
  coins: coinsContract,
  dashboard: dashboardContract,
  deletions: deletionsContract,
  insights: insightsContract,
  invites: invitesContract,
  leads: leadsContract,
  mail: mailContract,
  operator: operatorContract,
  outcomes: outcomesContract,
  payments: paymentsContract,
  projects: { ...projectsContract, ...rewritesContract },
  runs: runsContract,
  schedules: schedulesContract,
  settings: settingsContract,
  sharing: sharingContract,
  support: supportContract,
  workflows: workflowsContract,
};
export type Contract = typeof contract;

declare module "#src/ui/client/api.ts" {
  interface ApiContract extends Contract {}
}
