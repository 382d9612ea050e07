import { oc } from "@orpc/contract";
import { z } from "zod";
import { entryPreview } from "#src/features/calendar/contract.ts";
import { coinBalance, statementRow } from "#src/features/coins/contract.ts";
import { outcome } from "#src/features/outcomes/contract.ts";
import { projectNews } from "#src/features/projects/contract.ts";
import { run, runStatus } from "#src/features/runs/contract.ts";
import { date, recordId, recordInstant } from "#src/kit/schemas.ts";

/** Counts of the dashboard go so far and no further: what they cost must not grow with what a person owns. */
export const maxCounted = 10_000;

const dashboardProject = z.object({
  id: recordId,
  /** Its name, else the title typed into the form; null where it has neither. */
  title: z.string().nullable(),
  workflow: z.string(),
  state: z.int(),
  /** How its newest run stands: 500 is `failed` or `cancelled` here. */
  latestRunStatus: runStatus.nullable(),
  /** Open gaps of its current document; none are counted while it runs and once it is done or closed. */
  gaps: z.int(),
  dateUpdated: recordInstant,
});
export type DashboardProject = z.infer<typeof dashboardProject>;

/** A run that has not ended, with its project's title and progress (state 2 to 49). */
const workingRun = run
  .pick({ id: true, workflow: true, projectId: true, status: true, coins: true, createdAt: true })
  .extend({ title: z.string().nullable(), state: z.int() });
export type WorkingRun = z.infer<typeof workingRun>;

/** A result that is there and not yet put to use, specification section 4: state 50 to 74. */
const waitingProject = dashboardProject.extend({
  /** When its newest run ended. */
  finishedAt: recordInstant,
  /** What scheduled runs brought since the person opened it last. */
  news: projectNews.nullable(),
  /** Proposals that are neither applied nor taken back, by kind. Next steps are none of them. */
  proposals: z.object({
    calendarEntry: z.int(),
    lead: z.int(),
    outcome: z.int(),
    insight: z.int(),
  }),
});
export type WaitingProject = z.infer<typeof waitingProject>;

const plannedOutcome = outcome
  .pick({
    id: true,
    workflow: true,
    kind: true,
    platform: true,
    title: true,
    plannedAt: true,
    status: true,
    projectId: true,
  })
  .extend({ isLate: z.boolean().describe("it should have gone out on a day before today") });
export type PlannedOutcome = z.infer<typeof plannedOutcome>;

/** An entry as the dashboard lists it. */
const todaysEntry = entryPreview.pick({
  id: true,
  type: true,
  title: true,
  start: true,
  end: true,
  allDay: true,
  location: true,
  isOccurrence: true,
});
export type TodaysEntry = z.infer<typeof todaysEntry>;

/** A lead whose next step is due. */
const dueLead = z.object({
  id: recordId,
  name: z.string(),
  contact: z.string(),
  /** The first of its numbers and addresses. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  nextStep: z.string(),
  nextStepOn: z.string(),
});
export type DueLead = z.infer<typeof dueLead>;

export const dashboard = z.object({
  /** The day shown, and the zone of the person's settings in which it is one. */
  today: z.string(),
  timeZone: z.string(),
  /** Working now, newest first, at most 20. */
  runs: z.array(workingRun),
  /** Waiting, newest first, at most 5 of `waitingCount`. */
  waiting: z.array(waitingProject),
  waitingCount: z.int(),
  /** Other projects, newest updated first, at most 5; none of those that work or wait. */
  recent: z.array(dashboardProject),
  /** Planned for `today` and the six days after it, at most 10. */
  outcomes: z.array(plannedOutcome),
  /** Entries that touch `today`, at most 50 of `counts.entriesToday`. */
  entries: z.array(todaysEntry),
  /** Entries that begin on one of the six days after `today`, at most 10; none of those that a content item has. */
  upcoming: z.array(todaysEntry),
  /** Leads that may be contacted and whose next step is due today or before, the latest day first, at most 5. */
  dueLeads: z.array(dueLead),
  /** Newest movements of coins, at most 5. */
  movements: z.array(statementRow.omit({ projectId: true, projectName: true })),
  coins: coinBalance,
  counts: z.object({
    /** At most `maxCounted`: so many or more. */
    leads: z.int(),
    /** At most `maxCounted`. */
    outcomes: z.int(),
    entriesToday: z.int(),
    /** At most `maxCounted`; without what was put away. */
    projects: z.int(),
  }),
  /** Nobody has ever run anything: no project, and no run in the ledger, since a project may have been deleted. */
  isNew: z.boolean(),
  /** A result was put to use: a project in state 75 to 100, specification section 4. */
  hasApplied: z.boolean(),
});
export type Dashboard = z.infer<typeof dashboard>;

export const dashboardContract = {
  getDashboard: oc
    .route({ method: "GET", path: "/dashboard", summary: "What the first page shows", tags: ["dashboard"] })
    /** Without a day, the one that it is now in the person's zone. */
    .input(z.strictObject({ today: date.optional() }))
    .output(dashboard),
};
