import { useLatestRuns } from "#src/features/runs/web/useLatestRuns.ts";
import { WorkflowsPage } from "#src/features/workflows/web/WorkflowsPage.tsx";

/** The catalogue, with what was run last. */
export function WorkflowsRoute() {
  return <WorkflowsPage {...useLatestRuns()} />;
}
