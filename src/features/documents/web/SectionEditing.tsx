import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { lazyWithRetry } from "#src/ui/lazyWithRetry.tsx";
import { loadSerif } from "#src/ui/loadSerif.ts";
import type { Edit, SectionEditor } from "../edits.ts";
import { EditingFoot, RestoredLine } from "./EditingFrame.tsx";
import { proseLimits, proseParagraphs, proseText } from "./proseText.ts";
import { RowsEditor } from "./RowsEditor.tsx";
import { TextsEditor } from "./TextsEditor.tsx";
import { useTypedText, useTypedTexts } from "./useTypedTexts.ts";
import { WordDiffChoice } from "./WordDiffChoice.tsx";

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
  /** Something of the document is being saved. */
  busy: boolean;
  /** Why the last save was refused. */
  problem?: ReactNode;
  /** Asked for one save after the other. @returns false when it was refused: the words stay in the field */
  onSave: (changes: Edit[]) => Promise<boolean>;
  /** Told the row that has the focus, from 0, of how many. */
  onRow?: (index: number, count: number) => void;
  onClose: () => void;
}

/** One save after the other: each begins with what the one before left. */
function useInTurn(onSave: SectionEditingProps["onSave"]): SectionEditingProps["onSave"] {
  const latest = useRef(onSave);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    latest.current = onSave;
  });
  return useCallback((changes) => {
    const answer = last.current.then(() => latest.current(changes)).catch(() => false);
    last.current = answer;
    return answer;
  }, []);
}

/** A section in the hands of a person: its paragraphs, its rows or its single texts, at the place of the text. */
export function SectionEditing(props: SectionEditingProps) {
  useEffect(loadSerif, []);
  const { editor } = props;
  const own = { ...props, onSave: useInTurn(props.onSave) };
  switch (editor.kind) {
    case "prose":
      return <ProseSection {...own} editor={editor} />;
    case "rows":
      return <RowsEditor {...own} editor={editor} />;
    case "texts":
      return <TextsEditor {...own} editor={editor} />;
  }
}

const ProseEditor = lazyWithRetry(async () => (await import("./ProseEditor.tsx")).ProseEditor);

interface ProseSectionProps extends SectionEditingProps {
  editor: Extract<SectionEditor, { kind: "prose" }>;
}

function ProseSection({ editor, section, title, language, draftKey, busy, ...props }: ProseSectionProps) {
  const { problem, onSave, onClose } = props;
  const { t } = useTranslation("projects");
  const hintId = useId();
  const base = proseText(editor.paragraphs);
  const baseOf = useCallback(() => base, [base]);
  const { restored, texts } = useTypedTexts(draftKey, baseOf);
  const typed = useTypedText(texts, section);
  // The editor begins anew with each of them.
  const [begun, setBegun] = useState(() => ({
    round: 0,
    paragraphs: typed ? proseParagraphs(typed.text) : editor.paragraphs,
  }));
  const [isRestored, setRestored] = useState(restored !== null && typed !== undefined);
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
      onSave([{ kind: "prose", section, was: [...editor.paragraphs], paragraphs }]),
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
          setRestored(false);
          texts.type(section, base, proseText(paragraphs));
          begin(paragraphs);
        }}
      />
    );
  const isBusy = busy || typed?.state === "saving";
  return (
    <div className="editing editing-prose">
      {isRestored && restored && typed ? (
        <RestoredLine
          at={restored.at}
          onDiscard={() => {
            setRestored(false);
            texts.revertAll();
            begin([...editor.paragraphs]);
          }}
        />
      ) : null}
      <div className="prose" lang={language}>
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
        hint={t("editing.proseKeys")}
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
  <div className="prose-rest" aria-busy="true">
    {paragraphs.map((paragraph, at) => (
      <p key={at}>{paragraph}</p>
    ))}
  </div>
);
