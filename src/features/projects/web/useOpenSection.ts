import { useCallback, useEffect, useRef, useState } from "react";
import type { Edit, SectionEditor } from "#src/features/documents/edits.ts";
import type { DocumentEditing, Saved } from "#src/features/documents/web/editing.ts";
import { api } from "#src/ui/client/api.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";
import { toast } from "#src/ui/toastStore.ts";
import type { ReadRevision } from "./useProject.ts";

/** A section that is open for edits; without an editor, what can be edited is on its way. */
interface OpenSection {
  key: string;
  editor: SectionEditor | null;
}

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
  const [open, setOpen] = useState<OpenSection | null>(null);
  const [problem, setProblem] = useState<Exclude<Saved, "saved"> | null>(null);
  const number = useRef(newest.number);
  number.current = newest.number;

  /** The document changed while several edits were on their way: what can be edited is read after the last one. */
  const isOutdated = useRef(false);

  const read = useCallback(
    async (key: string): Promise<void> => {
      isOutdated.current = false;
      try {
        const { editor } = await api.projects.getSectionEditor({ projectId, number: number.current, section: key });
        setOpen((before) => (before?.key !== key ? before : editor === null ? null : { key, editor }));
        if (editor === null) toast({ tone: "info", title: t("sections.computed"), text: t("sections.computedText") });
      } catch (cause) {
        setOpen(null);
        toastFailure("project.addRevisionError")(cause);
      }
    },
    [projectId, t],
  );
  const edit = useCallback(
    (key: string): void => {
      setProblem(null);
      setOpen({ key, editor: null });
      void read(key);
    },
    [read],
  );
  const isSaving = useRef(false);
  /** @returns whether all of the changes were saved */
  const save = useCallback(
    async (key: string, changes: readonly Edit[]): Promise<boolean> => {
      isSaving.current = true;
      try {
        for (const one of changes) {
          const saved = await change?.(one);
          if (saved !== "saved") {
            setProblem(saved ?? null);
            return false;
          }
        }
        setProblem(null);
        return true;
      } finally {
        isSaving.current = false;
        if (isOutdated.current) await read(key);
      }
    },
    [change, read],
  );
  const openKey = open?.key;
  const version = `${newest.number}/${newest.edits}`;
  const seen = useRef(version);
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    isOutdated.current = openKey !== undefined;
    if (openKey !== undefined && !isSaving.current) void read(openKey);
  }, [version, openKey, read]);
  if (change === undefined && open !== null) setOpen(null);
  const close = useCallback(() => setOpen(null), []);
  return { open, problem, edit, save, close };
}
