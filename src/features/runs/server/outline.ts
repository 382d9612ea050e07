import { loadWorkflow } from "#src/features/workflows/catalogue/registry.ts";
import { emptyState } from "#src/features/workflows/kit/state.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { RunOutline } from "../contract.ts";
import { currentAnswer } from "./beginning.ts";
import { runsOf } from "./repository.ts";

/**
 * Title, summary and headings of a run's document before anything is written, computed from the form. Pages show it at
 * once.
 * @returns null for a run that has ended or is unknown, or when there is no outline yet; never fails a start
 */
export async function outlineOf(
  userId: string,
  runId: string,
  deps: Pick<Deps, "db" | "engine" | "log">,
): Promise<RunOutline | null> {
  try {
    const row = await runsOf(userId, deps.db).find(runId);
    if (!row || row.finished_at !== null) return null;
    const workflow = await loadWorkflow(row.workflow);
    if (!workflow) return null;
    const start = workflow.continues
      ? ((await currentAnswer({ userId, projectId: row.project_id, workflow }, deps.db)) ?? {})
      : {};
    const preview = workflow.preview(
      workflow.form.parse(row.form_values),
      {
        now: row.created_at.toISOString(),
        timeZone: row.time_zone,
        language: row.language,
        sources: [],
        // Only prompts are fenced.
        fence: "",
      },
      { ...emptyState(deps.engine.room), answer: start, start },
      [],
    );
    return {
      title: preview.title,
      summary: preview.summary,
      sections: preview.sections.map(({ key, title, progress, isHidden }) => ({
        key,
        title,
        ...(progress ? { progress } : {}),
        ...(isHidden ? { isHidden } : {}),
      })),
    };
  } catch (error) {
    deps.log.warn({ err: error, runId }, "the outline of a run could not be told");
    return null;
  }
}
