import { useNavigate } from "@tanstack/react-router";
import { Archive, ArchiveRestore, Columns2, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { BulkBar } from "#src/ui/BulkBar.tsx";
import { AlertDialog } from "#src/ui/Dialog.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import type { Project } from "../contract.ts";
import { pairOf } from "./comparePair.ts";
import { isRunning, type ProjectActions } from "./useProjectActions.ts";

export interface ProjectsBulkProps {
  chosen: readonly Project[];
  isArchive: boolean;
  actions: ProjectActions;
  onEnd: () => void;
}

/** What can be done to the ticked projects, in ink at the foot of the page. */
export function ProjectsBulk({ chosen, isArchive, actions, onEnd }: ProjectsBulkProps) {
  const { t } = useTranslation(["projects", "common"]);
  const [isAsking, setAsking] = useState(false);
  const running = chosen.filter(isRunning).length;
  const navigate = useNavigate();
  const pair = pairOf(chosen);
  const remove = (): void => {
    setAsking(false);
    onEnd();
    void actions.remove(chosen);
  };
  return (
    <>
      <BulkBar
        label={t("bulk.label")}
        count={t("bulk.chosen", { count: chosen.length })}
        endLabel={t("bulk.end")}
        onEnd={onEnd}
      >
        <button
          type="button"
          disabled={pair === null}
          title={pair === null ? t("bulk.compareNeeds") : undefined}
          onClick={() => (pair ? void navigate({ to: paths.compare, search: pair }) : undefined)}
        >
          <Icon of={Columns2} size={14} />
          {t("bulk.compare")}
        </button>
        <button
          type="button"
          onClick={() => {
            onEnd();
            void actions.archive(chosen, !isArchive);
          }}
        >
          <Icon of={isArchive ? ArchiveRestore : Archive} size={14} />
          {t(isArchive ? "head.unarchive" : "head.archive")}
        </button>
        <button type="button" onClick={() => (running > 0 ? setAsking(true) : remove())}>
          <Icon of={Trash2} size={14} />
          {t("common:action.delete")}
        </button>
      </BulkBar>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t("delete.title", { count: chosen.length })}
        confirmLabel={t("delete.confirm", { count: chosen.length })}
        onConfirm={remove}
      >
        {t("delete.runsEnd", { count: running })} {t("delete.undoWithin")}
      </AlertDialog>
    </>
  );
}
