import { useCallback, useEffect, useState } from "react";
import { api } from "#src/ui/client/api.ts";
import type { RevisionSummary } from "../contract.ts";

export type RevisionList =
  | { state: "loading" }
  | { state: "failed" }
  | { state: "ready"; revisions: RevisionSummary[]; nextCursor: string | undefined };

/**
 * The revisions of a project, newest first, read when somebody looks at them.
 * @param current number of the newest revision; the list is asked for anew when it changes
 */
export function useRevisions(projectId: string, current: number, isWanted: boolean) {
  const [list, setList] = useState<RevisionList>({ state: "loading" });
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (!isWanted) return undefined;
    const control = new AbortController();
    api.projects.listRevisions({ projectId }, { signal: control.signal }).then(
      ({ revisions, nextCursor }) => setList({ state: "ready", revisions, nextCursor }),
      () => (control.signal.aborted ? undefined : setList({ state: "failed" })),
    );
    return () => control.abort();
  }, [projectId, current, asked, isWanted]);

  const reload = useCallback(() => setAsked((count) => count + 1), []);
  const more = useCallback(
    async (cursor: string): Promise<void> => {
      const next = await api.projects.listRevisions({ projectId, cursor }).catch(() => null);
      if (next === null) return;
      setList((before) =>
        before.state === "ready"
          ? { state: "ready", revisions: [...before.revisions, ...next.revisions], nextCursor: next.nextCursor }
          : before,
      );
    },
    [projectId],
  );
  const drop = useCallback((id: string): void => {
    setList((before) =>
      before.state === "ready"
        ? { ...before, revisions: before.revisions.filter((revision) => revision.id !== id) }
        : before,
    );
  }, []);
  return { list, reload, more, drop };
}
