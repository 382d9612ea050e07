import { useMemo } from "react";
import { type Platform, platforms } from "#src/features/outcomes/rules.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { MultiCheck } from "#src/ui/Checkbox.tsx";
import { Combobox } from "#src/ui/Combobox.tsx";
import { Field } from "#src/ui/Field.tsx";
import { languageChoices } from "#src/ui/localeChoices.ts";
import type { Settings } from "../contract.ts";
import { SettingsSection } from "./SettingsSection.tsx";
import { StylePicker } from "./StylePicker.tsx";
import { useSave } from "./useSave.ts";

/** What results are written in: language, styles, and the networks that plans begin with. */
export function ResultSettings({ settings: { application } }: { settings: Settings }) {
  const { t } = useTranslation(["settings", "workflows"]);
  const { save, status } = useSave();
  const language = useLanguage();
  const languages = useMemo(
    () => languageChoices(language, application.defaultGoalLanguage),
    [language, application.defaultGoalLanguage],
  );
  return (
    <SettingsSection id="results" lede={t("results.lede")} status={status}>
      <Field layout="row" label={t("results.goalLanguage")} hint={t("results.goalLanguageHint")}>
        <Combobox
          value={application.defaultGoalLanguage}
          onChange={(defaultGoalLanguage) => void save({ application: { defaultGoalLanguage } })}
          choices={languages}
        />
      </Field>
      <Field layout="row" group label={t("results.writingStyles")}>
        <StylePicker
          value={application.defaultWritingStyles}
          onChange={(defaultWritingStyles) => void save({ application: { defaultWritingStyles } })}
        />
      </Field>
      <Field layout="row" group label={t("results.platforms")} hint={t("results.platformsHint")}>
        <MultiCheck<Platform>
          value={application.defaultSocialMediaPlatforms}
          onChange={(defaultSocialMediaPlatforms) => void save({ application: { defaultSocialMediaPlatforms } })}
          choices={platforms.map((one) => ({ value: one, label: t(`workflows:platforms.${one}`) }))}
        />
      </Field>
    </SettingsSection>
  );
}
