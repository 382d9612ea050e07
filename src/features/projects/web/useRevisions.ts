import { useCallback } from "react";
import { api } from "#src/ui/client/api.ts";
import { useCursorPages } from "#src/ui/data/useCursorPages.ts";

/** Revisions read at once. */
const pageSize = 50;

/**
 * The revisions of a project, newest first, read when somebody looks at them.
 * @param current number of the newest revision; the list is read again when it changes
 */
export function useRevisions(projectId: string, current: number, isWanted: boolean) {
  const { items, hasFailed, hasMore, more, reload, change } = useCursorPages(
    ["revisions", projectId, current],
    async (page, options) => {
      const { revisions, nextCursor } = await api.projects.listRevisions({ projectId, ...page }, options);
      return { items: revisions, nextCursor };
    },
    { pageSize, enabled: isWanted, keepsPrevious: true },
  );
  const drop = useCallback(
    (id: string): void => change((revisions) => revisions.filter((revision) => revision.id !== id)),
    [change],
  );
  return { revisions: items, hasFailed, hasMore, reload, more, drop };
}
