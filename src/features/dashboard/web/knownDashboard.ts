import type { Dashboard, WaitingProject } from "../contract.ts";
import type { Project } from "#src/features/projects/contract.ts";
import { newestFirst, projectTitle } from "#src/features/projects/web/store.ts";
import type { Run } from "#src/features/runs/contract.ts";

/** What the page shows of the dashboard's work: all of it, or what other stores know while it cannot be fetched. */
export type KnownWork = Pick<Dashboard, "runs" | "waiting" | "waitingCount" | "recent">;

/** Rows of each list, as the server answers them. */
const shown = 5;

/** Results that are there and not yet put to use: specification section 4, state 50 to 74. */
const isWaiting = (state: number): boolean => state >= 50 && state < 75;

/** Nobody counted what it proposes. */
const uncounted: WaitingProject["proposals"] = { calendarEntry: 0, lead: 0, outcome: 0, insight: 0 };

const titled = (project: Project) => ({
  id: project.id,
  title: projectTitle(project, "") || null,
  workflow: project.workflow,
  state: project.state,
  latestRunStatus: project.latestRunStatus,
  gaps: project.state >= 50 && project.state < 100 ? project.next.gapsOpen : 0,
  dateUpdated: project.dateUpdated,
});

/** The work that the stores of projects and runs know. */
export function knownWork(projects: readonly Project[], runs: readonly Run[]): KnownWork {
  const newest = newestFirst(projects);
  const waiting = newest.filter(({ state }) => isWaiting(state));
  const isOpen = ({ id }: Project): boolean => runs.some((run) => run.projectId === id);
  return {
    runs: runs.map((run) => {
      const project = projects.find(({ id }) => id === run.projectId);
      return { ...run, title: project ? titled(project).title : null, state: project?.state ?? 2 };
    }),
    waiting: waiting.slice(0, shown).map((project) => ({
      ...titled(project),
      finishedAt: project.dateUpdated,
      news: project.news,
      proposals: uncounted,
    })),
    waitingCount: waiting.length,
    recent: newest
      .filter((project) => !isWaiting(project.state) && !isOpen(project))
      .slice(0, shown)
      .map(titled),
  };
}

/** What to do with a result: the key of the words on its button, and their number. */
export function actionOf(proposals: WaitingProject["proposals"]): { key: string; count: number } {
  const kinds = Object.entries(proposals).filter(([, count]) => count > 0);
  const count = kinds.reduce((sum, [, one]) => sum + one, 0);
  const [only] = kinds;
  if (!only) return { key: "action.read", count: 0 };
  return { key: kinds.length === 1 ? `action.${only[0]}` : "action.review", count };
}
