import { useSelector } from "react-redux";
import { selectActiveUser } from "#src/features/account/web/store.ts";
import { progressOf } from "../rules.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { invalidate } from "#src/ui/data/queryClient.ts";
import { api } from "#src/ui/client/api.ts";
import { preloadTexts, useTranslation } from "#src/ui/i18n/index.ts";
import { failureText } from "#src/ui/client/toastFailure.ts";
import { toast } from "#src/ui/toastStore.ts";
import type { Project } from "../contract.ts";
import { userProjects } from "./store.ts";
import type { ShownProjects } from "./useProjectPages.ts";

/** Calls at the same time when many projects change. */
const atOnce = 4;

export const isRunning = ({ state }: Pick<Project, "state">): boolean => progressOf(state) !== null;

type Change = Omit<Parameters<typeof api.projects.updateProject>[0], "id">;

/** Does something to each, a few at a time. @returns those it worked for, with what came of it, and the refusals */
async function each<T>(projects: readonly Project[], work: (project: Project) => Promise<T>) {
  const [done, refused]: [{ project: Project; result: T }[], { project: Project; cause: unknown }[]] = [[], []];
  const waiting = [...projects];
  const next = async (): Promise<void> => {
    for (let project = waiting.shift(); project; project = waiting.shift()) {
      try {
        done.push({ project, result: await work(project) });
      } catch (cause) {
        refused.push({ project, cause });
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return { done, refused };
}

/**
 * What can be done to projects, shown at once, taken back with a sentence when it is refused, and undone from the
 * toast.
 * @param shown what the page has of them
 * @param onRestored a deletion was undone, perhaps when the page was left already
 */
export function useProjectActions(shown: ShownProjects, nameOf: (project: Project) => string, onRestored?: () => void) {
  const { t } = useTranslation(["projects", "common"]);
  const dispatch = useThunkDispatch();
  const userId = useSelector(selectActiveUser).value?.id;

  /** One name, or how many. */
  const say = (key: string, projects: readonly Project[]): string => {
    const [first] = projects;
    return projects.length === 1 && first
      ? t(`${key}.one`, { name: nameOf(first) })
      : t(`${key}.many`, { count: projects.length });
  };
  /** @param fallback message key for refusals that say nothing of what was tried */
  const sayRefused = (key: string, refused: { project: Project; cause: unknown }[], fallback?: string): void => {
    if (refused.length === 0) return;
    const projects = refused.map(({ project }) => project);
    toast({ tone: "danger", title: say(key, projects), text: failureText(refused[0]?.cause, fallback).description });
  };

  const change = async (project: Project, update: Change, failed: string): Promise<void> => {
    shown.put([{ ...project, ...optimistic(update) }]);
    try {
      shown.put([await dispatch(userProjects.update({ id: project.id, ...update })).unwrap()]);
    } catch (cause) {
      shown.put([project]);
      toast({ tone: "danger", title: failed, text: failureText(cause).description });
    }
  };

  /** Puts away or brings back; runs in work hold their projects where they are. */
  const archive = async (projects: readonly Project[], archived: boolean, isUndo = false): Promise<void> => {
    const still = projects.filter((project) => !isRunning(project));
    if (still.length === 0) {
      toast({ tone: "warn", title: t("archive.running"), text: t("archive.runningText") });
      return;
    }
    shown.drop(still);
    const { done, refused } = await each(still, (project) =>
      dispatch(userProjects.update({ id: project.id, archived })).unwrap(),
    );
    shown.put(refused.map(({ project }) => project));
    if (isUndo || shown.keepsAll) shown.put(done.map(({ result }) => result));
    if (isUndo) return sayRefused("archive.failed", refused);
    if (done.length > 0) {
      toast({
        title: say(
          archived ? "archive.done" : "archive.back",
          done.map(({ project }) => project),
        ),
        ...(still.length < projects.length ? { text: t("archive.someRunning") } : {}),
        action: {
          label: t("common:action.undo"),
          run: () =>
            void archive(
              done.map(({ result }) => result),
              !archived,
              true,
            ),
        },
      });
    }
    sayRefused("archive.failed", refused);
  };

  const restore = async (projects: readonly Project[]): Promise<void> => {
    const { done, refused } = await each(
      projects,
      async ({ id }) => (await api.projects.restoreProject({ id })).project,
    );
    for (const { result } of done) dispatch(userProjects.put(result));
    invalidate("projects");
    shown.put(done.map(({ result }) => result));
    if (done.length > 0) onRestored?.();
    sayRefused("delete.notBack", refused);
  };

  /** Deletes; open runs end and their coins come back. @returns whether all are gone */
  const remove = async (projects: readonly Project[]): Promise<boolean> => {
    shown.drop(projects);
    const { done, refused } = await each(projects, ({ id }) =>
      dispatch(userProjects.remove({ userId, projectId: id })).unwrap(),
    );
    shown.put(refused.map(({ project }) => project));
    await preloadTexts("messages").catch(() => undefined);
    const gone = done.map(({ project }) => project);
    if (gone.length > 0) {
      toast({
        title: say("delete.done", gone),
        text: t(gone.some(isRunning) ? "delete.runsCancelled" : "messages:project.removeSuccess.description"),
        action: { label: t("common:action.undo"), run: () => void restore(gone) },
      });
    }
    sayRefused("delete.failed", refused, "project.removeError");
    return refused.length === 0;
  };

  return {
    star: (project: Project) => change(project, { favorite: !project.favorite }, t("head.notStarred")),
    rename: (project: Project, name: string) => change(project, { name }, t("head.notRenamed")),
    setState: (project: Project, state: 50 | 100) => change(project, { state }, t("head.notChanged")),
    archive,
    remove,
  };
}

export type ProjectActions = ReturnType<typeof useProjectActions>;

/** What a page shows of a change before the answer. */
const optimistic = ({ name, favorite, state }: Change): Partial<Project> => ({
  ...(name === undefined ? {} : { name }),
  ...(favorite === undefined ? {} : { favorite }),
  ...(state === undefined ? {} : { state, archived: false }),
});
