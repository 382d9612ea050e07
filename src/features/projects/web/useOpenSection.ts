import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import type { Edit } from "#src/features/documents/edits.ts";
import type { DocumentEditing, Saved } from "#src/features/documents/web/editing.ts";
import { api } from "#src/ui/client/api.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";
import { toast } from "#src/ui/toastStore.ts";
import type { ReadRevision } from "./useProject.ts";

export interface OpenSectionOptions {
  projectId: string;
  newest: Pick<ReadRevision, "number" | "edits">;
  /** Undefined where the document is only read. */
  change: DocumentEditing["change"] | undefined;
}

/**
 * The section that is edited in its place. What is open shows the document as it is, also after an undo and after an
 * edit elsewhere; words that are not saved stay as drafts.
 */
export function useOpenSection({ projectId, newest, change }: OpenSectionOptions) {
  const { t } = useTranslation("projects");
  const [opened, setOpened] = useState<{ key: string } | null>(null);
  const key = opened?.key ?? null;
  const close = useCallback(() => setOpened(null), []);
  const [problem, setProblem] = useState<Exclude<Saved, "saved"> | null>(null);
  const { number, edits } = newest;
  const { data, error } = useQuery({
    queryKey: ["sectionEditor", projectId, key, number, edits],
    queryFn: async ({ signal }) => {
      const { editor } = await api.projects.getSectionEditor({ projectId, number, section: key ?? "" }, { signal });
      return { opened, editor };
    },
    enabled: key !== null,
    // Not those of an earlier opening: what was saved at its end is not in them.
    placeholderData: (before) => (before?.opened === opened ? before : undefined),
    structuralSharing: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  const isComputed = data?.editor === null;
  useEffect(() => {
    if (!error && !isComputed) return;
    close();
    if (error) toastFailure("project.addRevisionError")(error);
    else toast({ tone: "info", title: t("sections.computed"), text: t("sections.computedText") });
  }, [error, isComputed, close, t]);
  const edit = useCallback((section: string): void => {
    setProblem(null);
    setOpened({ key: section });
  }, []);
  /** @returns whether the change was saved */
  const save = useCallback(
    async (one: Edit): Promise<boolean> => {
      const saved = await change?.(one);
      setProblem(saved === undefined || saved === "saved" ? null : saved);
      return saved === "saved";
    },
    [change],
  );
  if (change === undefined && opened !== null) close();
  // Without an editor, what can be edited is on its way.
  const open = key === null ? null : { key, editor: data?.editor ?? null };
  return { open, problem, edit, save, close };
}
