import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Checkbox } from "#src/ui/Checkbox.tsx";
import { Field } from "#src/ui/Field.tsx";
import type { Settings } from "../contract.ts";
import { SettingsSection } from "./SettingsSection.tsx";
import { TextSetting } from "./TextSetting.tsx";
import { useSave } from "./useSave.ts";

const live = cards.filter((card) => card.isProductionReady);

const texts = [
  { name: "defaultCompanyInformation", label: "information", isAddress: false },
  { name: "defaultCompanyWebsite", label: "website", isAddress: true },
  { name: "defaultProductsPitch", label: "pitch", isAddress: false },
  { name: "defaultProductWebsite", label: "productWebsite", isAddress: true },
] as const;

/** Who the person works for and what is sold, and in which forms that stands from the start. */
export function CompanySettings({ settings: { additionalInfo, workflowSettings } }: { settings: Settings }) {
  const { t } = useTranslation(["settings", "workflows"]);
  const { save, status } = useSave();
  const isUsed = (workflow: string): boolean =>
    workflowSettings.find((entry) => entry.workflow === workflow)?.useAdditionalInfo !== false;
  return (
    <SettingsSection id="company" lede={t("company.lede")} status={status}>
      {texts.map(({ name, label, isAddress }) => (
        <TextSetting
          key={name}
          name={name}
          kept={additionalInfo[name]}
          label={t(`company.${label}`)}
          hint={isAddress ? undefined : t(`company.${label}Hint`)}
          isAddress={isAddress}
          save={save}
        />
      ))}
      <Field layout="row" group label={t("company.use")} hint={t("company.useHint")}>
        <div className="multi">
          {live.map(({ workflowName, localeKey }) => (
            <Checkbox
              key={workflowName}
              checked={isUsed(workflowName)}
              onChange={(useAdditionalInfo) =>
                void save({ workflowSettings: [{ workflow: workflowName, useAdditionalInfo }] })
              }
            >
              {t(localeKey)}
            </Checkbox>
          ))}
        </div>
      </Field>
    </SettingsSection>
  );
}
