import { useSession } from "#src/features/account/web/useSession.ts";
import type { Settings } from "#src/features/settings/contract.ts";
import { loadFieldDraft, saveFieldDraft } from "#src/features/settings/web/drafts.ts";
import { settings as settingsStore } from "#src/features/settings/web/store.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";
import { changedIn } from "#src/ui/forms/drafts.ts";
import { type Bound, fieldsWith } from "#src/ui/forms/FormField.tsx";
import { useSentence } from "#src/ui/forms/useSentence.ts";
import { useChanges, useServerForm } from "#src/ui/forms/useServerForm.ts";
import { TextArea, TextInput } from "#src/ui/TextInput.tsx";
import { StepFoot } from "./StepFoot.tsx";
import type { StepProps } from "./WelcomePage.tsx";
import cx from "./WelcomePage.module.css";

type About = Settings["additionalInfo"];

const labels: Readonly<Record<keyof About, string>> = {
  defaultCompanyInformation: "settings:company.information",
  defaultCompanyWebsite: "settings:company.website",
  defaultProductsPitch: "settings:company.pitch",
  defaultProductWebsite: "settings:company.productWebsite",
};
const names = Object.keys(labels) as (keyof About)[];

/** What was typed here or in the settings and has not reached the server yet. */
const draftsOf = (userId: string): Partial<About> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const draft = loadFieldDraft(localStorage, userId, name);
      return draft === undefined ? [] : [[name, draft]];
    }),
  );

/**
 * Who the person works for and what is sold; nothing of it is required. What is typed stays in this browser until the
 * server has it: a reload and a skipped step lose nothing.
 */
export function AboutStep({ settings: { additionalInfo }, onBack, onNext }: StepProps) {
  const { t } = useTranslation(["welcome", "settings", "common"]);
  const dispatch = useThunkDispatch();
  const userId = useSession().data?.user.id ?? "";
  const labelOf = (name: string): string => t(labels[name as keyof About]);
  const form = useServerForm<About, About>({
    defaultValues: additionalInfo,
    values: draftsOf(userId),
    check: (value) => ({ ok: true, value }),
    sentence: useSentence(labelOf),
    submit: async (about) => {
      const changed = changedIn(additionalInfo, about);
      const kept = Object.keys(changed);
      if (kept.length === 0) return;
      await dispatch(settingsStore.update({ additionalInfo: changed })).unwrap();
      for (const name of kept) saveFieldDraft(localStorage, userId, name, undefined);
    },
    onDone: onNext,
    onRefused: (refusal, placed) => {
      if (placed.length === 0) toastFailure("settings.updateError")(refusal);
    },
  });
  useChanges(form, (about) => {
    for (const name of names)
      saveFieldDraft(localStorage, userId, name, about[name] === additionalInfo[name] ? undefined : about[name]);
  });
  const field = fieldsWith(form, labelOf);
  const text = (bound: Bound<string>) => <TextArea {...bound} rows={3} maxLength={4000} />;
  const address = (bound: Bound<string>) => (
    <TextInput
      {...bound}
      type="url"
      placeholder="https://"
      maxLength={2048}
      onBlur={() => bound.onChange(bound.value.trim())}
    />
  );
  return (
    <form className={cx("welcome-form")} {...form.attributes}>
      {field("defaultCompanyInformation", { layout: "row", hint: t("settings:company.informationHint") }, text)}
      {field("defaultCompanyWebsite", { layout: "row" }, address)}
      {field("defaultProductsPitch", { layout: "row", hint: t("settings:company.pitchHint") }, text)}
      {field("defaultProductWebsite", { layout: "row" }, address)}
      <StepFoot onBack={onBack} next={t("next")} busy={form.isBusy} />
    </form>
  );
}
