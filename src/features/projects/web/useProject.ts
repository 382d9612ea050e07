import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useStore } from "react-redux";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import type { Run, RunOutline } from "#src/features/runs/contract.ts";
import { type ActivityRoot, runEnded, runReported, selectUnreportedRuns } from "#src/features/runs/web/activity.ts";
import { handoverTaken, selectStartedRun, type StartedRunRoot } from "#src/features/runs/web/startedRun.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { ApiError, api, failureOf } from "#src/ui/client/api.ts";
import { preloadTexts } from "#src/ui/i18n/index.ts";
import { toastMessage } from "#src/ui/client/toastFailure.ts";
import type { Project, Revision } from "../contract.ts";
import { projectState } from "../rules.ts";
import { readDocument, type ReadDocument } from "#src/features/documents/web/readDocument.ts";
import { startedProject } from "./startedProject.ts";
import { type ProjectsRoot, selectProjects, userProjects } from "./store.ts";

/** A revision with its document read. */
export type ReadRevision = Omit<Revision, "document"> & { document: ReadDocument };

export interface ProjectData {
  project: Project;
  /** The newest run, while the server still knows it. */
  run: Run | null;
  /** The newest revision. */
  revision: ReadRevision | null;
  /** What the document of an open run will look like. */
  outline: RunOutline | null;
  /** A form of this tab has started the run and handed it over. */
  isJustStarted: boolean;
}

export const readRevision = ({ document, ...rest }: Revision): ReadRevision => ({
  ...rest,
  document: readDocument(document),
});

/** One revision with its document. */
export const revisionOf = async (projectId: string, number: number, signal?: AbortSignal): Promise<ReadRevision> =>
  readRevision((await api.projects.getRevision({ projectId, number }, signal ? { signal } : {})).revision);

/** The workflow that made a project; older ones name it by its key. */
export const cardOf = ({ workflow }: Pick<Project, "workflow">) =>
  cards.find(({ workflowName, key }) => workflowName === workflow || key === workflow);

/**
 * A project, its newest run and its newest revision. The three are read one after the other; a run that ends in
 * between leaves a project of before beside a run of after, so such a project is read once more.
 */
async function load(id: string, signal: AbortSignal, isSecond = false): Promise<ProjectData> {
  const { project } = await api.projects.getProject({ id }, { signal });
  const card = cardOf(project);
  const [told, revision] = await Promise.all([
    project.latestRunId ? api.runs.getRun({ runId: project.latestRunId }, { signal }).catch(gone) : null,
    project.currentRevision === null ? null : revisionOf(id, project.currentRevision, signal),
    // What is missing later would take the page away once more; what does not come now is asked for then.
    card ? preloadTexts(`workflow.${card.key}`).catch(() => undefined) : undefined,
  ]);
  const run = told?.run ?? null;
  if (!isSecond && run?.finishedAt && project.state < projectState.ready) return load(id, signal, true);
  return { project, run, revision, outline: told?.outline ?? null, isJustStarted: false };
}

/** Old runs are removed by the server; the project stays whole without them. */
function gone(cause: unknown): null {
  if (cause instanceof ApiError && cause.status === 404) return null;
  throw cause;
}

/** A run without a result says why on the page; one with a result is announced by a toast. */
const messageOf = ({ run, revision }: ProjectData): string | undefined =>
  run?.status !== "succeeded" || revision === null
    ? undefined
    : revision.number > 1
      ? "project.addRevisionSuccess"
      : "project.addSuccess";

/** A run that a form has started just now paints its page before anything was asked. */
function handedOver(root: StartedRunRoot & ProjectsRoot, id: string): ProjectData | undefined {
  const started = selectStartedRun(root, id);
  if (started === null) return undefined;
  const known = selectProjects(root).items?.find((project) => project.id === id);
  const { run, outline } = started;
  return { project: startedProject(started, known), run, revision: null, outline, isJustStarted: true };
}

/** A project with its newest run and revision; `reload` keeps what is shown until the answer is there. */
export function useProject(id: string) {
  const dispatch = useThunkDispatch();
  const store = useStore<ActivityRoot & StartedRunRoot & ProjectsRoot>();
  const client = useQueryClient();
  const key = useMemo(() => ["project", id], [id]);
  /** Tells those who started or watched a run what it added; once. */
  const tellResult = (value: ProjectData): void => {
    const { run } = value;
    if (run === null || run.finishedAt === null || !selectUnreportedRuns(store.getState()).includes(run.id)) return;
    dispatch(runReported(run.id));
    const message = messageOf(value);
    if (message) void toastMessage(message).catch(() => undefined);
  };
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<ProjectData> => {
      const value = await load(id, signal);
      signal.throwIfAborted();
      // The page that was painted from the handover goes on with the same run.
      const before = client.getQueryData<ProjectData>(key);
      dispatch(handoverTaken(id));
      dispatch(userProjects.put(value.project));
      tellResult(value);
      // A run that was over before this page could follow it ends here for the busy frame and the balance.
      if (value.run !== null && value.run.finishedAt !== null) dispatch(runEnded(value.run.id));
      return { ...value, isJustStarted: before?.isJustStarted === true && before.run?.id === value.run?.id };
    },
    initialData: () => handedOver(store.getState(), id),
    // An edited document is changed in place; an older one must not be shown first, and edited.
    structuralSharing: false,
    gcTime: 0,
  });
  const reload = useCallback(async (): Promise<void> => void (await refetch()), [refetch]);
  /** Puts a changed project, and a newer revision of it, in the place of what is shown. */
  const put = useCallback(
    (project: Project, revision?: Revision): void => {
      client.setQueryData<ProjectData>(
        key,
        (before) => before && { ...before, project, ...(revision ? { revision: readRevision(revision) } : {}) },
      );
      dispatch(userProjects.put(project));
    },
    [client, dispatch, key],
  );
  const failure = error && failureOf(error);
  // Without an answer the page stays as it is.
  const isKept = data !== undefined && failure?.status === 0;
  return { data, failure: isKept ? null : failure, reload, put };
}
