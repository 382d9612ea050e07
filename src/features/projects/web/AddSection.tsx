import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { Dialog } from "#src/ui/Dialog.tsx";
import { Field } from "#src/ui/Field.tsx";
import { TextArea, TextInput } from "#src/ui/TextInput.tsx";
import cx from "./AddSection.module.css";

export interface AddSectionProps {
  onClose: () => void;
  /** @returns false when it was not saved: the words stay */
  onAdd: (title: string, paragraphs: string[]) => Promise<boolean>;
}

/** Asks for a section of the person's own: its title and its text. */
export function AddSection({ onClose, onAdd }: AddSectionProps) {
  const { t } = useTranslation(["projects", "common"]);
  const form = useId();
  const [title, setTitle] = useState("");
  const [text, setText] = useState("");
  const [isWorking, setWorking] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (title.trim() === "" || isWorking) return;
    setWorking(true);
    const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== "");
    const isAdded = await onAdd(title.trim(), paragraphs);
    setWorking(false);
    setFailed(!isAdded);
    if (isAdded) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={t("sections.addTitle")}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t("common:action.cancel")}
          </Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            busy={isWorking}
            busyLabel={t("common:action.saving")}
            disabled={title.trim() === ""}
          >
            {t("sections.add")}
          </Button>
        </>
      }
    >
      <form id={form} className={cx("add-section")} onSubmit={(event) => void add(event)}>
        <Field label={t("sections.sectionTitle")} error={isFailed ? t("editing.notSaved") : undefined}>
          <TextInput value={title} maxLength={300} onChange={(event) => setTitle(event.target.value)} />
        </Field>
        <Field label={t("sections.sectionText")}>
          <TextArea value={text} rows={6} maxLength={20_000} onChange={(event) => setText(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
