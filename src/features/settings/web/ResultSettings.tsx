import { type Platform, platforms } from "#src/features/outcomes/rules.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { MultiCheck } from "#src/ui/Checkbox.tsx";
import { Field } from "#src/ui/Field.tsx";
import type { Settings } from "../contract.ts";
import { WritingFields } from "./ApplicationFields.tsx";
import { SettingsSection } from "./SettingsSection.tsx";
import { useSave } from "./useSave.ts";

/** What results are written in: language, styles, and the networks that plans begin with. */
export function ResultSettings({ settings: { application } }: { settings: Settings }) {
  const { t } = useTranslation(["settings", "workflows"]);
  const { save, status } = useSave();
  return (
    <SettingsSection id="results" lede={t("results.lede")} status={status}>
      <WritingFields application={application} save={save} />
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
