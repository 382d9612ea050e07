import { useState } from "react";
import { keepWords } from "#src/features/documents/web/documentDrafts.ts";
import type { DocumentEditing } from "#src/features/documents/web/editing.ts";
import { copyText } from "#src/shell/copyText.ts";
import { useTranslation } from "#src/shell/i18n/index.ts";
import { Button } from "#src/shell/ui/Button.tsx";
import { Dialog } from "#src/shell/ui/Dialog.tsx";

/** Words for a gap that was filled elsewhere meanwhile: save them on top of it, copy them, or let them go. */
export function RefusedWords({ editing }: { editing: DocumentEditing }) {
  const { t } = useTranslation(["projects", "common"]);
  const [isWorking, setWorking] = useState(false);
  const { refused } = editing;
  if (refused === null) return null;
  const done = (): void => {
    keepWords(editing.draftKey(refused.at), "");
    editing.dismissRefused();
  };
  const save = async (): Promise<void> => {
    setWorking(true);
    const saved = await editing.change({ kind: "fill", at: refused.at, text: refused.text });
    setWorking(false);
    if (saved === "saved") done();
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) editing.dismissRefused();
      }}
      title={t("hand.refusedTitle")}
      description={t("hand.refusedText")}
      footer={
        <>
          {/* The first button has the focus: one more Enter of somebody who types must not throw the words away. */}
          <Button onClick={() => void copyText(refused.text, t("hand.copied"))}>{t("common:action.copy")}</Button>
          <Button variant="quiet" onClick={done}>
            {t("editing.discard")}
          </Button>
          <Button variant="primary" busy={isWorking} onClick={() => void save()}>
            {t("hand.saveMine")}
          </Button>
        </>
      }
    >
      <blockquote className="refused-words">{refused.text}</blockquote>
    </Dialog>
  );
}
