import { useTranslation } from "#src/ui/i18n/index.ts";
import { type Theme, useTheme } from "#src/ui/client/theme.ts";
import { Field } from "#src/ui/Field.tsx";
import { Segment } from "#src/ui/Segment.tsx";
import type { Settings } from "../contract.ts";
import { AppLanguageField } from "./ApplicationFields.tsx";
import { SettingsSection } from "./SettingsSection.tsx";
import { useSave } from "./useSave.ts";

const themes: readonly Theme[] = ["light", "dark", "system"];

/** Language and look of the interface. */
export function InterfaceSettings({ settings }: { settings: Settings }) {
  const { t } = useTranslation(["settings", "common"]);
  const { save, status } = useSave();
  const [theme, setTheme] = useTheme();
  return (
    <SettingsSection id="interface" status={status}>
      <AppLanguageField application={settings.application} save={save} />
      <Field layout="row" group label={t("common:theme.label")} hint={t("interface.themeHint")}>
        <Segment
          value={theme}
          onChange={setTheme}
          choices={themes.map((one) => ({ value: one, label: t(`common:theme.${one}`) }))}
        />
      </Field>
    </SettingsSection>
  );
}
