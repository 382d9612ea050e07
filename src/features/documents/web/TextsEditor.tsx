import { useCallback, useEffect, useId, useState } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import type { SectionEditor } from "../edits.ts";
import { ChangedElsewhere } from "./ChangedElsewhere.tsx";
import { EditingFoot, RestoredLine } from "./EditingFrame.tsx";
import { GrowingField } from "./GrowingField.tsx";
import type { SectionEditingProps } from "./SectionEditing.tsx";
import type { TypedTexts } from "./typedTexts.ts";
import { useSavedTexts, useTypedText } from "./useTypedTexts.ts";
import cx from "./EditingFrame.module.css";

type Texts = Extract<SectionEditor, { kind: "texts" }>;

/** Single texts of a section, one field each; a field saves when it is left. */
export function TextsEditor(props: SectionEditingProps & { editor: Texts }) {
  const { editor, title, language, draftKey, problem, onSave, onClose } = props;
  const { t } = useTranslation("projects");
  const baseOf = useCallback((at: string) => editor.texts.find((one) => one.at === at)?.text, [editor]);
  const { restoredAt, texts, save, discard } = useSavedTexts(draftKey, baseOf, onSave);
  const close = async (): Promise<void> => {
    if (texts.unsaved().some((at) => texts.get(at)?.isChanged)) return;
    const isSaved = await Promise.all(texts.unsaved().map(save));
    if (isSaved.every(Boolean)) onClose();
  };
  return (
    <div className={cx("editing")} role="group" aria-label={title}>
      <RestoredLine at={restoredAt} onDiscard={discard} />
      {editor.texts.map(({ at, title: name, text }, index) => (
        <OneText
          key={at}
          at={at}
          name={name}
          base={text}
          texts={texts}
          language={language}
          isFirst={index === 0}
          save={save}
          onClose={onClose}
        />
      ))}
      <EditingFoot hint={t("editing.textKeys")} problem={problem} onClose={() => void close()} />
    </div>
  );
}

interface OneTextProps {
  at: string;
  name: string;
  base: string;
  texts: TypedTexts;
  language: string;
  isFirst: boolean;
  save: (at: string) => Promise<boolean>;
  onClose: () => void;
}

function OneText({ at, name, base, texts, language, isFirst, save, onClose }: OneTextProps) {
  const { t } = useTranslation("projects");
  const id = useId();
  const typed = useTypedText(texts, at);
  const [field, setField] = useState<HTMLTextAreaElement | null>(null);
  useEffect(() => {
    if (isFirst) field?.focus({ preventScroll: true });
  }, [isFirst, field]);
  const note = typed?.state === "refused" && !typed.isChanged ? t("editing.notSaved") : undefined;
  // The person chooses between their words and those of another tab.
  const leave = (): void => {
    if (!texts.get(at)?.isChanged) void save(at);
  };
  return (
    <div className={cx("text-field")}>
      <span className={cx("text-field-label")} id={`${id}-label`}>
        {name}
      </span>
      <GrowingField
        ref={setField}
        serif
        value={typed?.text ?? base}
        language={language}
        labelledBy={`${id}-label`}
        describedBy={note === undefined && !typed?.isChanged ? undefined : `${id}-note`}
        onChange={(text) => texts.type(at, base, text)}
        onBlur={leave}
        onCtrlEnter={leave}
        onEscape={onClose}
        place={at}
      />
      {typed?.isChanged ? (
        <ChangedElsewhere
          id={`${id}-note`}
          theirs={typed.was}
          onMine={() => void save(at)}
          onTheirs={() => texts.revert(at)}
        />
      ) : note === undefined ? null : (
        <p className={cx("editing-note editing-note-bad")} id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}
