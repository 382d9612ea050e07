import { type ReactNode, useCallback, useEffect, useId, useState } from "react";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { modifierKey } from "#src/ui/modifierKey.ts";
import { lazyWithRetry } from "#src/ui/lazyWithRetry.tsx";
import { loadSerif } from "#src/ui/loadSerif.ts";
import type { Edit, SectionEditor } from "../edits.ts";
import { EditingFoot, RestoredLine } from "./EditingFrame.tsx";
import { proseLimits, proseParagraphs, proseText } from "./proseText.ts";
import { RowsEditor } from "./RowsEditor.tsx";
import { TextsEditor } from "./TextsEditor.tsx";
import { useTypedText, useTypedTexts } from "./useTypedTexts.ts";
import { WordDiffChoice } from "./WordDiffChoice.tsx";
import cx from "./EditingFrame.module.css";

export interface SectionEditingProps {
  /** What of the section can be edited; another object when the document came anew. */
  editor: SectionEditor;
  /** Key of the section. */
  section: string;
  /** Title of the section. */
  title: string;
  /** Of the document. */
  language: string;
  /** Where what is typed is kept until it is saved, of `documentDraftKey`. */
  draftKey: string;
  /** Why the last save was refused. */
  problem?: ReactNode;
  /** Takes one change after the other. @returns false when it was refused: the words stay in the field */
  onSave: (change: Edit) => Promise<boolean>;
  /** Told the row that has the focus, from 0, of how many. */
  onRow?: (index: number, count: number) => void;
  onClose: () => void;
}

/** A section in the hands of a person: its paragraphs, its rows or its single texts, at the place of the text. */
export function SectionEditing(props: SectionEditingProps) {
  useEffect(loadSerif, []);
  const { editor } = props;
  switch (editor.kind) {
    case "prose":
      return <ProseSection {...props} editor={editor} />;
    case "rows":
      return <RowsEditor {...props} editor={editor} />;
    case "texts":
      return <TextsEditor {...props} editor={editor} />;
  }
}

const ProseEditor = lazyWithRetry(async () => (await import("./ProseEditor.tsx")).ProseEditor);

interface ProseSectionProps extends SectionEditingProps {
  editor: Extract<SectionEditor, { kind: "prose" }>;
}

function ProseSection({ editor, section, title, language, draftKey, ...props }: ProseSectionProps) {
  const { problem, onSave, onClose } = props;
  const { t } = useTranslation("projects");
  const appLanguage = useLanguage();
  const hintId = useId();
  const base = proseText(editor.paragraphs);
  const baseOf = useCallback(() => base, [base]);
  const { restoredAt, texts, settleRestored, discard } = useTypedTexts(draftKey, baseOf);
  const typed = useTypedText(texts, section);
  // The editor begins anew with each of them.
  const [begun, setBegun] = useState(() => ({
    round: 0,
    paragraphs: typed ? proseParagraphs(typed.text) : editor.paragraphs,
  }));
  const [ownProblem, setOwnProblem] = useState<string>();
  const begin = (paragraphs: string[]): void => setBegun(({ round }) => ({ round: round + 1, paragraphs }));

  const save = async (): Promise<void> => {
    const paragraphs = proseParagraphs(typed?.text ?? base);
    if (paragraphs.length > proseLimits.paragraphs) {
      setOwnProblem(t("editing.tooManyParagraphs", { most: proseLimits.paragraphs }));
      return;
    }
    if (paragraphs.some((paragraph) => paragraph.length > proseLimits.characters)) {
      setOwnProblem(t("editing.paragraphTooLong", { most: proseLimits.characters }));
      return;
    }
    const isTaken = await texts.save(section, () =>
      onSave({ kind: "prose", section, was: [...editor.paragraphs], paragraphs }),
    );
    if (isTaken) onClose();
  };
  if (typed?.isChanged)
    return (
      <WordDiffChoice
        before={editor.paragraphs}
        after={proseParagraphs(typed.text)}
        language={language}
        title={t("editing.changedElsewhere")}
        older="theirs"
        autoFocus
        onDone={(paragraphs) => {
          settleRestored();
          texts.type(section, base, proseText(paragraphs));
          begin(paragraphs);
        }}
      />
    );
  const isBusy = typed?.state === "saving";
  return (
    <div className={cx("editing")}>
      <RestoredLine
        at={typed ? restoredAt : null}
        onDiscard={() => {
          discard();
          begin([...editor.paragraphs]);
        }}
      />
      <div className={cx("prose")} lang={language}>
        <ProseEditor
          key={begun.round}
          paragraphs={begun.paragraphs}
          label={title}
          describedBy={hintId}
          language={language}
          onChange={(paragraphs) => {
            setOwnProblem(undefined);
            texts.type(section, base, proseText(paragraphs));
          }}
          onSave={() => (isBusy ? undefined : void save())}
          onEscape={onClose}
          instead={<ProseAtRest paragraphs={begun.paragraphs} />}
        />
      </div>
      <EditingFoot
        hintId={hintId}
        hint={t("editing.proseKeys", { mod: modifierKey(appLanguage) })}
        problem={ownProblem ?? problem ?? (typed?.state === "refused" ? t("editing.notSaved") : undefined)}
        busy={isBusy}
        onSave={() => void save()}
        onClose={onClose}
      />
    </div>
  );
}

/** The paragraphs as they stand while their editor is on its way. */
const ProseAtRest = ({ paragraphs }: { paragraphs: readonly string[] }) => (
  <div className={cx("prose-rest")} aria-busy="true">
    {paragraphs.map((paragraph, at) => (
      <p key={at}>{paragraph}</p>
    ))}
  </div>
);
