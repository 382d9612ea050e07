import { useState } from "react";
import { saveDraftWords } from "#src/features/documents/web/documentDrafts.ts";
import type { DocumentEditing } from "#src/features/documents/web/editing.ts";
import { WordDiffChoice } from "#src/features/documents/web/WordDiffChoice.tsx";
import { copyText } from "#src/ui/client/copyText.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { Dialog } from "#src/ui/Dialog.tsx";
import cx from "./RefusedWords.module.css";

export interface RefusedWordsProps {
  editing: DocumentEditing;
  /** Of the document. */
  language: string;
}

/** What was written into a gap elsewhere; null where it is no text of a person. */
function wordsThere({ edits }: DocumentEditing, at: string): string | null {
  const gap = Object.hasOwn(edits.gaps, at) ? edits.gaps[at] : undefined;
  if (gap?.answer !== undefined) return gap.answer;
  const section = at.slice(0, at.indexOf("/"));
  // Rows that the answer began have places of their own; they are as old as the answer.
  const filled = Object.entries(edits.own).filter(
    ([unit, { changedAt }]) => unit === at || (changedAt === gap?.changedAt && unit.split("/")[0] === section),
  );
  const sentences = filled.flatMap(([, own]) => own.sentences);
  return sentences.length === 0 ? null : sentences.join(" ");
}

/** Whether the gap is a whole section: more words stand below those that are there, and replace none. */
const isAdded = (at: string): boolean => at.endsWith("/+");

/**
 * Words for a gap that was filled elsewhere meanwhile. A person chooses between both texts change by change, or has
 * theirs added where the place takes more than one.
 */
export function RefusedWords({ editing, language }: RefusedWordsProps) {
  const { t } = useTranslation(["projects", "common"]);
  const [isWorking, setWorking] = useState(false);
  const { refused } = editing;
  if (refused === null) return null;
  const there = wordsThere(editing, refused.at);
  const done = (): void => {
    saveDraftWords(editing.draftKey(refused.at), "");
    editing.dismissRefused();
  };
  const save = async (text: string): Promise<void> => {
    setWorking(true);
    const saved = await editing.change({ kind: "fill", at: refused.at, text });
    setWorking(false);
    if (saved === "saved") done();
  };
  // The first button has the focus: one more Enter of somebody who types must not throw the words away.
  const copy = <Button onClick={() => void copyText(refused.text, t("hand.copied"))}>{t("hand.copyMine")}</Button>;
  const frame = {
    open: true,
    onOpenChange: (isOpen: boolean) => {
      if (!isOpen) editing.dismissRefused();
    },
    title: t("hand.refusedTitle"),
  };
  if (there !== null && !isAdded(refused.at))
    return (
      <Dialog {...frame} wide description={t("hand.refusedChoice")} footer={copy}>
        <WordDiffChoice
          before={[there]}
          after={[refused.text]}
          language={language}
          title={t("hand.refusedDiff")}
          older="theirs"
          busy={isWorking}
          onDone={(paragraphs) => {
            const chosen = paragraphs.join("\n\n");
            if (chosen === there) done();
            else void save(chosen);
          }}
        />
      </Dialog>
    );
  return (
    <Dialog
      {...frame}
      description={t("hand.refusedText")}
      footer={
        <>
          {copy}
          <Button variant="quiet" onClick={done}>
            {t("editing.discard")}
          </Button>
          <Button variant="primary" busy={isWorking} onClick={() => void save(refused.text)}>
            {t(isAdded(refused.at) ? "hand.addMine" : "hand.replaceWithMine")}
          </Button>
        </>
      }
    >
      {there === null ? null : (
        <>
          <h3 className={cx("refused-label")}>{t("hand.refusedThere")}</h3>
          <blockquote className={cx("refused-words refused-there")} lang={language}>
            {there}
          </blockquote>
          <h3 className={cx("refused-label")}>{t("hand.refusedMine")}</h3>
        </>
      )}
      <blockquote className={cx("refused-words")} lang={language}>
        {refused.text}
      </blockquote>
    </Dialog>
  );
}
