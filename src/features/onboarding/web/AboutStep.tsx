import { type FormEvent, useRef, useState } from "react";
import { useSession } from "#src/features/account/web/useSession.ts";
import type { Settings } from "#src/features/settings/contract.ts";
import { draftOf, keepDraft } from "#src/features/settings/web/drafts.ts";
import { settings as settingsStore } from "#src/features/settings/web/store.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import type { FieldIssue } from "#src/kit/errors.ts";
import { hasText, useTranslation } from "#src/ui/i18n/index.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";
import { Field } from "#src/ui/Field.tsx";
import { TextArea, TextInput } from "#src/ui/TextInput.tsx";
import { StepFoot } from "./StepFoot.tsx";
import type { StepProps } from "./WelcomePage.tsx";

type About = Settings["additionalInfo"];
const names = [
  "defaultCompanyInformation",
  "defaultCompanyWebsite",
  "defaultProductsPitch",
  "defaultProductWebsite",
] as const satisfies (keyof About)[];

const issuesOf = (cause: unknown): FieldIssue[] =>
  typeof cause === "object" && cause !== null && "fields" in cause && Array.isArray(cause.fields)
    ? (cause.fields as FieldIssue[])
    : [];

/** What was typed here or in the settings and has not reached the server yet. */
const draftsOf = (userId: string): Partial<About> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const draft = draftOf(localStorage, userId, name);
      return draft === undefined ? [] : [[name, draft]];
    }),
  );

/**
 * Who the person works for and what is sold; nothing of it is required. What is typed stays in this browser until the
 * server has it: a reload and a skipped step lose nothing.
 */
export function AboutStep({ settings, onBack, onNext }: StepProps) {
  const { t } = useTranslation(["welcome", "settings", "common"]);
  const dispatch = useThunkDispatch();
  const form = useRef<HTMLFormElement>(null);
  const userId = useSession().data?.user.id ?? "";
  const [typed, setTyped] = useState(() => draftsOf(userId));
  const [issues, setIssues] = useState<FieldIssue[]>([]);
  const [isBusy, setBusy] = useState(false);
  const changed = names.filter((name) => typed[name] !== undefined && typed[name] !== settings.additionalInfo[name]);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setIssues([]);
    setBusy(true);
    try {
      if (changed.length > 0) {
        const additionalInfo = Object.fromEntries(changed.map((name) => [name, typed[name]]));
        await dispatch(settingsStore.update({ additionalInfo })).unwrap();
        for (const name of changed) keepDraft(localStorage, userId, name, undefined);
      }
      onNext();
    } catch (cause) {
      const found = issuesOf(cause);
      setIssues(found);
      const [first] = found;
      const name = first?.path.split(".").at(1);
      if (name) form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
      else toastFailure("settings.updateError")(cause);
    } finally {
      setBusy(false);
    }
  };
  const errorOf = (name: keyof About, label: string): string | undefined => {
    const issue = issues.find(({ path }) => path === `additionalInfo.${name}`);
    if (!issue) return undefined;
    const key = `common:${issue.messageKey}`;
    return issue.messageKey && hasText(key) ? t(key, { path: label }) : `${label} ${issue.message}`;
  };
  const type = (name: keyof About, words: string): void => {
    setTyped((before) => ({ ...before, [name]: words }));
    keepDraft(localStorage, userId, name, words === settings.additionalInfo[name] ? undefined : words);
  };
  const input = (name: keyof About) => ({
    name,
    value: typed[name] ?? settings.additionalInfo[name],
    onChange: (event: { target: { value: string } }) => type(name, event.target.value),
  });
  const address = (name: keyof About) => ({
    ...input(name),
    onBlur: (event: { target: { value: string } }) => type(name, event.target.value.trim()),
  });
  const words = {
    company: t("settings:company.information"),
    website: t("settings:company.website"),
    pitch: t("settings:company.pitch"),
    product: t("settings:company.productWebsite"),
  };
  return (
    <form ref={form} className="welcome-form" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        layout="row"
        label={words.company}
        hint={t("settings:company.informationHint")}
        error={errorOf("defaultCompanyInformation", words.company)}
      >
        <TextArea rows={3} maxLength={4000} {...input("defaultCompanyInformation")} />
      </Field>
      <Field layout="row" label={words.website} error={errorOf("defaultCompanyWebsite", words.website)}>
        <TextInput type="url" placeholder="https://" maxLength={2048} {...address("defaultCompanyWebsite")} />
      </Field>
      <Field
        layout="row"
        label={words.pitch}
        hint={t("settings:company.pitchHint")}
        error={errorOf("defaultProductsPitch", words.pitch)}
      >
        <TextArea rows={3} maxLength={4000} {...input("defaultProductsPitch")} />
      </Field>
      <Field layout="row" label={words.product} error={errorOf("defaultProductWebsite", words.product)}>
        <TextInput type="url" placeholder="https://" maxLength={2048} {...address("defaultProductWebsite")} />
      </Field>
      <StepFoot onBack={onBack} next={t("next")} busy={isBusy} />
    </form>
  );
}
