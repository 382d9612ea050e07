import { Redo2, Undo2 } from "lucide-react";
import { useEffect, useState } from "react";
import type { DocumentEditing } from "#src/features/documents/web/editing.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { IconButton } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { takesKeys } from "#src/ui/singleKeys.ts";
import type { ReadRevision } from "./useProject.ts";

export interface UndoButtonsProps {
  revision: Pick<ReadRevision, "canUndo" | "canRedo">;
  editing: DocumentEditing;
}

/** Undoes and redoes the edits of this revision; Ctrl Z and Ctrl Shift Z wherever nothing is being typed. */
export function UndoButtons({ revision, editing }: UndoButtonsProps) {
  const { t } = useTranslation("projects");
  const [isWorking, setWorking] = useState(false);
  const { change } = editing;
  const { canUndo, canRedo } = revision;
  useEffect(() => {
    const step = async (kind: "undo" | "redo"): Promise<void> => {
      setWorking(true);
      await change({ kind });
      setWorking(false);
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || takesKeys(event.target)) return;
      const key = event.key.toLowerCase();
      const kind = key === "y" || (key === "z" && event.shiftKey) ? "redo" : key === "z" ? "undo" : null;
      if (kind === null || !(kind === "undo" ? canUndo : canRedo)) return;
      event.preventDefault();
      void step(kind);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [change, canUndo, canRedo]);
  return (
    <>
      <IconButton
        label={t("hand.undo")}
        aria-keyshortcuts="Control+Z"
        disabled={!canUndo || isWorking}
        onClick={() => void change({ kind: "undo" })}
      >
        <Icon of={Undo2} />
      </IconButton>
      <IconButton
        label={t("hand.redo")}
        aria-keyshortcuts="Control+Shift+Z"
        disabled={!canRedo || isWorking}
        onClick={() => void change({ kind: "redo" })}
      >
        <Icon of={Redo2} />
      </IconButton>
    </>
  );
}
