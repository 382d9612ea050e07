import { useMemo } from "react";
import type { SettingsUpdate } from "#src/features/settings/contract.ts";
import { StylePicker } from "#src/features/settings/web/StylePicker.tsx";
import { settings as settingsStore } from "#src/features/settings/web/store.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { languageNames, languages, setLanguage, useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";
import { Combobox } from "#src/ui/Combobox.tsx";
import { Field } from "#src/ui/Field.tsx";
import { languageChoices } from "#src/ui/localeChoices.ts";
import { Segment } from "#src/ui/Segment.tsx";
import { StepFoot } from "./StepFoot.tsx";
import type { StepProps } from "./WelcomePage.tsx";
import "#src/features/settings/web/SettingsPage.css";

/** Language of the interface and of results, and how they are written; each choice is kept at once. */
export function WritingStep({ settings: { application }, onBack, onNext }: StepProps) {
  const { t } = useTranslation(["welcome", "settings", "common"]);
  const language = useLanguage();
  const dispatch = useThunkDispatch();
  const save = (change: SettingsUpdate["application"]): void => {
    dispatch(settingsStore.update({ application: change }))
      .unwrap()
      .catch(toastFailure("settings.updateError"));
  };
  const choices = useMemo(
    () => languageChoices(language, application.defaultGoalLanguage),
    [language, application.defaultGoalLanguage],
  );
  return (
    <form
      className="welcome-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onNext();
      }}
    >
      <Field layout="row" group label={t("common:word.language")} hint={t("settings:interface.languageHint")}>
        <Segment
          value={application.appLanguage}
          onChange={(appLanguage) => {
            setLanguage(appLanguage).catch(() => undefined);
            save({ appLanguage });
          }}
          choices={languages.map((one) => ({ value: one, label: languageNames[one] }))}
        />
      </Field>
      <Field layout="row" label={t("settings:results.goalLanguage")} hint={t("settings:results.goalLanguageHint")}>
        <Combobox
          value={application.defaultGoalLanguage}
          onChange={(defaultGoalLanguage) => save({ defaultGoalLanguage })}
          choices={choices}
        />
      </Field>
      <Field layout="row" group label={t("settings:results.writingStyles")}>
        <StylePicker
          value={application.defaultWritingStyles}
          onChange={(defaultWritingStyles) => save({ defaultWritingStyles })}
        />
      </Field>
      <StepFoot onBack={onBack} next={t("next")} />
    </form>
  );
}
