import { ChevronDown } from "lucide-react";
import { useMemo } from "react";
import { useThunkDispatch } from "#src/kit/dispatch.ts";
import { languageNames, languages, setLanguage, text, useLanguage, useTranslation } from "#src/shell/i18n/index.ts";
import { type Theme, useTheme } from "#src/shell/theme.ts";
import { toastFailure } from "#src/shell/toastFailure.ts";
import { Field, useFieldTies } from "#src/shell/ui/Field.tsx";
import { Icon } from "#src/shell/ui/Icon.tsx";
import { Segment } from "#src/shell/ui/Segment.tsx";
import { toast } from "#src/shell/ui/toastStore.ts";
import type { Settings } from "../contract.ts";
import { settings as settingsStore } from "./store.ts";
import { zonesByRegion } from "./zones.ts";

const themes: readonly Theme[] = ["light", "dark", "system"];

function ZoneSelect({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const { attributes } = useFieldTies();
  const regions = useMemo(() => zonesByRegion(value), [value]);
  return (
    <span className="zone">
      <select {...attributes} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
        {regions.map(({ region, zones }) => (
          <optgroup key={region} label={region}>
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll("_", " ")}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <Icon of={ChevronDown} size={14} />
    </span>
  );
}

/** What takes effect at once: language, appearance, time zone. */
export function SettingsNow({ settings }: { settings: Settings }) {
  const { t } = useTranslation(["settings", "common"]);
  const dispatch = useThunkDispatch();
  const language = useLanguage();
  const [theme, setTheme] = useTheme();
  const save = (change: Parameters<typeof settingsStore.update>[0]): void => {
    dispatch(settingsStore.update(change))
      .unwrap()
      // Looked up now: the language itself may just have changed.
      .then(() => toast({ title: text("settings:saved") }))
      .catch(toastFailure("settings.updateError"));
  };
  return (
    <section className="settings-part" aria-labelledby="settings-now">
      <h2 className="h2 key" id="settings-now">
        {t("now.title")}
      </h2>
      <Field layout="row" group label={t("common:word.language")}>
        <Segment
          value={language}
          onChange={(next) => {
            void setLanguage(next).then(() => save({ application: { appLanguage: next } }));
          }}
          choices={languages.map((one) => ({ value: one, label: languageNames[one] }))}
        />
      </Field>
      <Field layout="row" group label={t("common:theme.label")} hint={t("now.themeHint")}>
        <Segment
          value={theme}
          onChange={setTheme}
          choices={themes.map((one) => ({ value: one, label: t(`common:theme.${one}`) }))}
        />
      </Field>
      <Field layout="row" label={t("now.timeZone")} hint={t("now.timeZoneHint")}>
        <ZoneSelect
          value={settings.calendarSettings.timeZone}
          onChange={(timeZone) => save({ calendarSettings: { timeZone } })}
        />
      </Field>
    </section>
  );
}
