import { type FormEvent, useState } from "react";
import { useSelector } from "react-redux";
import { platforms } from "#src/features/outcomes/rules.ts";
import { writingStyleCodes } from "#src/features/workflows/rules.ts";
import { useThunkDispatch } from "#src/kit/dispatch.ts";
import { useLanguage, useTranslation } from "#src/shell/i18n/index.ts";
import { toastFailure } from "#src/shell/toastFailure.ts";
import { Button } from "#src/shell/ui/Button.tsx";
import { Checkbox } from "#src/shell/ui/Checkbox.tsx";
import { Field } from "#src/shell/ui/Field.tsx";
import { Select } from "#src/shell/ui/Select.tsx";
import { TextArea, TextInput } from "#src/shell/ui/TextInput.tsx";
import { toast } from "#src/shell/ui/toastStore.ts";
import type { Settings } from "../contract.ts";
import { goalLanguages } from "./goalLanguages.ts";
import { selectSettings, settings as settingsStore } from "./store.ts";

type Defaults = Omit<Settings["application"], "appLanguage"> & Settings["additionalInfo"];

const defaultsOf = ({ application: { appLanguage: _shown, ...application }, additionalInfo }: Settings): Defaults => ({
  ...application,
  ...additionalInfo,
});

const toggled = <T,>(list: readonly T[], one: T, isOn: boolean): T[] =>
  isOn ? [...list.filter((other) => other !== one), one] : list.filter((other) => other !== one);

/** At most this many styles are kept. */
const stylesMax = 10;

/** Message key of what is wrong with a web address, as far as a page can tell. */
const siteProblem = (site: string): string | undefined =>
  site.trim() === "" || /^https?:\/\/[^\s/]+/i.test(site.trim()) ? undefined : "common:validation.url";

/** What new forms begin with: language, styles and networks of results, and what is known of the company. */
export function SettingsForm({ settings }: { settings: Settings }) {
  const { t } = useTranslation(["settings", "common", "workflows"]);
  const language = useLanguage();
  const dispatch = useThunkDispatch();
  const { saving } = useSelector(selectSettings);
  const kept = defaultsOf(settings);
  const [changes, setChanges] = useState<Partial<Defaults>>({});
  const [isSaving, setSaving] = useState(false);
  const shown: Defaults = { ...kept, ...changes };
  const change = (part: Partial<Defaults>): void => setChanges({ ...changes, ...part });
  const isChanged = JSON.stringify(shown) !== JSON.stringify(kept);
  const companyProblem = siteProblem(shown.defaultCompanyWebsite);
  const productProblem = siteProblem(shown.defaultProductWebsite);

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isSaving || saving || companyProblem || productProblem) return;
    setSaving(true);
    const { defaultGoalLanguage, defaultWritingStyles, defaultSocialMediaPlatforms, ...additionalInfo } = shown;
    const application = { defaultGoalLanguage, defaultWritingStyles, defaultSocialMediaPlatforms };
    try {
      await dispatch(settingsStore.update({ application, additionalInfo })).unwrap();
      setChanges({});
      toast({ title: t("saved") });
    } catch (cause) {
      toastFailure("settings.updateError")(cause);
    } finally {
      setSaving(false);
    }
  };
  const text = (
    field: "defaultCompanyInformation" | "defaultCompanyWebsite" | "defaultProductsPitch" | "defaultProductWebsite",
  ) => ({
    value: shown[field],
    onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
  });
  return (
    <form
      className="settings-part"
      aria-labelledby="settings-defaults"
      onSubmit={(event) => void save(event)}
      noValidate
    >
      <h2 className="h2" id="settings-defaults">
        {t("defaults.title")}
        <span className="h2-note">{t("defaults.note")}</span>
      </h2>
      <Field layout="row" label={t("defaults.goalLanguage")} hint={t("defaults.goalLanguageHint")}>
        <Select
          value={shown.defaultGoalLanguage}
          onChange={(defaultGoalLanguage) => change({ defaultGoalLanguage })}
          choices={goalLanguages(shown.defaultGoalLanguage, language)}
        />
      </Field>
      <Field layout="row" group label={t("defaults.writingStyles")}>
        <div className="multi">
          {writingStyleCodes.map((code) => {
            const isOn = shown.defaultWritingStyles.includes(code);
            return (
              <Checkbox
                key={code}
                checked={isOn}
                disabled={!isOn && shown.defaultWritingStyles.length >= stylesMax}
                onChange={(on) => change({ defaultWritingStyles: toggled(shown.defaultWritingStyles, code, on) })}
              >
                {t(`workflows:writingStyles.${code}`)}
              </Checkbox>
            );
          })}
        </div>
      </Field>
      <Field layout="row" group label={t("defaults.platforms")}>
        <div className="multi">
          {platforms.map((platform) => (
            <Checkbox
              key={platform}
              checked={shown.defaultSocialMediaPlatforms.includes(platform)}
              onChange={(on) =>
                change({ defaultSocialMediaPlatforms: toggled(shown.defaultSocialMediaPlatforms, platform, on) })
              }
            >
              {platform}
            </Checkbox>
          ))}
        </div>
      </Field>
      <Field layout="row" label={t("company.information")} hint={t("company.informationHint")}>
        <TextArea rows={3} maxLength={4000} {...text("defaultCompanyInformation")} />
      </Field>
      <Field layout="row" label={t("company.website")} error={companyProblem && t(companyProblem)}>
        <TextInput
          type="url"
          inputMode="url"
          autoComplete="url"
          placeholder="https://"
          maxLength={2048}
          {...text("defaultCompanyWebsite")}
        />
      </Field>
      <Field layout="row" label={t("company.pitch")} hint={t("company.pitchHint")}>
        <TextArea rows={3} maxLength={4000} {...text("defaultProductsPitch")} />
      </Field>
      <Field layout="row" label={t("company.productWebsite")} error={productProblem && t(productProblem)}>
        <TextInput
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={2048}
          {...text("defaultProductWebsite")}
        />
      </Field>
      <div className="settings-save">
        <Button
          type="submit"
          variant="primary"
          disabled={!isChanged}
          busy={isSaving}
          busyLabel={t("common:action.saving")}
        >
          {t("save")}
        </Button>
        {isChanged ? (
          <Button variant="quiet" onClick={() => setChanges({})}>
            {t("discard")}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
