import { type KeyboardEvent, useRef, useState } from "react";
import { useSession } from "#src/features/account/web/useSession.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { Field } from "#src/ui/Field.tsx";
import { refusedProblems } from "#src/ui/forms/problems.ts";
import { useSentence } from "#src/ui/forms/useSentence.ts";
import { TextArea, TextInput } from "#src/ui/TextInput.tsx";
import type { Settings } from "../contract.ts";
import { loadFieldDraft, saveFieldDraft } from "./drafts.ts";
import type { Save } from "./useSave.ts";
import cx from "./SettingsPage.module.css";

type Name = keyof Settings["additionalInfo"];

export interface TextSettingProps {
  name: Name;
  /** What the server holds. */
  kept: string;
  label: string;
  hint: string | undefined;
  /** A web address in one line; else several lines of words. */
  isAddress: boolean;
  save: Save;
}

/**
 * Words of a person, saved when the field is left. What is typed stays in the field and in this browser until the
 * server has it.
 */
export function TextSetting({ name, kept, label, hint, isAddress, save }: TextSettingProps) {
  const { t } = useTranslation(["settings", "common"]);
  const sentence = useSentence(() => label);
  const userId = useSession().data?.user.id ?? "";
  const [draft, setDraft] = useState(() => loadFieldDraft(localStorage, userId, name));
  const [problem, setProblem] = useState<string>();
  const [isHere, setHere] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const latest = useRef(draft);
  const here = useRef(false);

  const change = (next: string | undefined): void => {
    latest.current = next;
    setDraft(next);
    setProblem(undefined);
    saveFieldDraft(localStorage, userId, name, next);
  };
  /** @param known what the server holds: after a first save more than was rendered with */
  const sendAfter = async (known: string): Promise<void> => {
    const sent = latest.current === undefined ? undefined : isAddress ? latest.current.trim() : latest.current;
    if (sent === undefined) return;
    if (sent === known) {
      change(undefined);
      return;
    }
    setSaving(true);
    const failure = await save({ additionalInfo: { [name]: sent } });
    setSaving(false);
    if (failure) {
      const [refused] = refusedProblems({ [name]: sent }, failure.fields);
      setProblem(refused ? sentence(refused) : t("unsaved.failed"));
    } else if (latest.current === sent || (isAddress && latest.current?.trim() === sent)) change(undefined);
    // What was typed and left meanwhile goes now; what is still being typed goes when the field is left.
    else if (!here.current) await sendAfter(sent);
  };
  const send = (): void => {
    if (!isSaving) void sendAfter(kept);
  };
  const setFocused = (isFocused: boolean): void => {
    here.current = isFocused;
    setHere(isFocused);
  };
  const isUnsaved = draft !== undefined && draft !== kept && !isHere && !isSaving;
  const input = {
    name,
    value: draft ?? kept,
    onChange: (event: { target: { value: string } }) => change(event.target.value),
    onFocus: () => setFocused(true),
    onBlur: () => {
      setFocused(false);
      send();
    },
  };
  return (
    <Field
      layout="row"
      label={label}
      hint={hint}
      error={problem}
      note={
        isUnsaved ? (
          <span className={cx("settings-unsaved")}>
            {problem ? null : t("unsaved.note")}
            <Button size="small" onClick={send}>
              {t("unsaved.save")}
            </Button>
            <Button size="small" variant="quiet" onClick={() => change(undefined)}>
              {t("unsaved.discard")}
            </Button>
          </span>
        ) : undefined
      }
    >
      {isAddress ? (
        <TextInput
          type="url"
          inputMode="url"
          autoComplete="url"
          placeholder="https://"
          maxLength={2048}
          {...input}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key === "Enter" && !event.nativeEvent.isComposing) send();
          }}
        />
      ) : (
        <TextArea rows={3} maxLength={4000} {...input} />
      )}
    </Field>
  );
}
