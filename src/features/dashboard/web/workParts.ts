/** Parts of the dashboard that a new person has nothing for: they come together, by one import. */
export { DashboardDueLeads } from "./DashboardDueLeads.tsx";
export { DashboardPlanned } from "./DashboardPlanned.tsx";
export { DashboardRecent } from "./DashboardRecent.tsx";
export { DashboardStart } from "./DashboardStart.tsx";
export { DashboardWaiting } from "./DashboardWaiting.tsx";
