import { useMemo } from "react";
import { languageNames, languages, setLanguage, useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Combobox } from "#src/ui/Combobox.tsx";
import { Field } from "#src/ui/Field.tsx";
import { languageChoices } from "#src/ui/localeChoices.ts";
import { Segment } from "#src/ui/Segment.tsx";
import type { Settings, SettingsUpdate } from "../contract.ts";
import { StylePicker } from "./StylePicker.tsx";

interface ApplicationFieldProps {
  application: Settings["application"];
  save: (change: SettingsUpdate) => unknown;
}

/** Language of the interface. */
export function AppLanguageField({ application, save }: ApplicationFieldProps) {
  const { t } = useTranslation(["settings", "common"]);
  return (
    <Field layout="row" group label={t("common:word.language")} hint={t("settings:interface.languageHint")}>
      <Segment
        value={application.appLanguage}
        onChange={(appLanguage) => {
          // A refusal takes the choice back, and the shell follows the settings.
          setLanguage(appLanguage).catch(() => undefined);
          void save({ application: { appLanguage } });
        }}
        choices={languages.map((one) => ({ value: one, label: languageNames[one] }))}
      />
    </Field>
  );
}

/** Language and styles of results. */
export function WritingFields({ application, save }: ApplicationFieldProps) {
  const { t } = useTranslation("settings");
  const language = useLanguage();
  const { defaultGoalLanguage: goal, defaultWritingStyles: styles } = application;
  const choices = useMemo(() => languageChoices(language, goal), [language, goal]);
  return (
    <>
      <Field layout="row" label={t("results.goalLanguage")} hint={t("results.goalLanguageHint")}>
        <Combobox
          value={goal}
          onChange={(defaultGoalLanguage) => void save({ application: { defaultGoalLanguage } })}
          choices={choices}
        />
      </Field>
      <Field layout="row" group label={t("results.writingStyles")}>
        <StylePicker
          value={styles}
          onChange={(defaultWritingStyles) => void save({ application: { defaultWritingStyles } })}
        />
      </Field>
    </>
  );
}
