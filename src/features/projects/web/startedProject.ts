import type { StartedRun } from "#src/features/runs/web/startedRun.ts";
import type { Project } from "../contract.ts";
import { projectState } from "../rules.ts";

/**
 * The project of a run that was started just now, as the server will tell it in a moment.
 * @param known the project as it was before, when it is run again
 */
export function startedProject({ run, outline, values }: StartedRun, known?: Project): Project {
  return {
    id: run.projectId,
    name: outline?.title,
    workflow: run.workflow,
    dateCreated: run.createdAt,
    revisions: 0,
    currentRevision: null,
    news: null,
    favorite: false,
    archived: false,
    next: { suggestions: 0, gapsOpen: 0, gapsFilled: 0 },
    ...known,
    state: projectState.running,
    dateUpdated: run.createdAt,
    fields: { ...known?.fields, formValues: values },
    latestRunId: run.id,
    latestRunStatus: run.status,
  };
}
