import { type ReactNode, useMemo, useState } from "react";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Checkbox } from "#src/ui/Checkbox.tsx";
import { Combobox } from "#src/ui/Combobox.tsx";
import { Field } from "#src/ui/Field.tsx";
import { zoneChoices, zoneNotes } from "#src/ui/localeChoices.ts";
import { Segment } from "#src/ui/Segment.tsx";
import { zoneName } from "#src/ui/zoneNames.ts";
import type { Settings } from "../contract.ts";
import { HoursInput } from "./HoursInput.tsx";
import { Reminders } from "./Reminders.tsx";
import { SettingsSection } from "./SettingsSection.tsx";
import { useSave } from "./useSave.ts";

const views = ["month", "week", "agenda"] as const;

/** Where and when the person works, how the calendar opens, and when it reminds. */
export function CalendarSettings(props: { settings: Settings; feeds: ReactNode }) {
  const { calendarSettings, mailSettings } = props.settings;
  const { t } = useTranslation("settings");
  const language = useLanguage();
  const { save, status } = useSave();
  const [own] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const zones = useMemo(() => zoneChoices(language, calendarSettings.timeZone), [language, calendarSettings.timeZone]);
  const noteOf = useMemo(() => zoneNotes(language), [language]);
  const setZone = (timeZone: string): void => void save({ calendarSettings: { timeZone } });
  return (
    <SettingsSection id="calendar" status={status}>
      <Field
        layout="row"
        label={t("calendar.timeZone")}
        hint={t("calendar.timeZoneHint")}
        note={
          own === calendarSettings.timeZone ? undefined : (
            <button type="button" className="link" onClick={() => setZone(own)}>
              {t("calendar.timeZoneHere", { zone: zoneName(own, language) })}
            </button>
          )
        }
      >
        <Combobox value={calendarSettings.timeZone} onChange={setZone} choices={zones} noteOf={noteOf} />
      </Field>
      <Field layout="row" group label={t("calendar.hours")}>
        <HoursInput
          value={calendarSettings.workingHours}
          onChange={(workingHours) => void save({ calendarSettings: { workingHours } })}
        />
      </Field>
      <Field layout="row" group label={t("calendar.firstView")}>
        <Segment
          value={calendarSettings.firstView}
          onChange={(firstView) => void save({ calendarSettings: { firstView } })}
          choices={views.map((view) => ({ value: view, label: t(`calendar.view.${view}`) }))}
        />
      </Field>
      <Field layout="row" group label={t("calendar.reminders")} hint={t("calendar.remindersHint")}>
        <Reminders
          value={calendarSettings.reminders}
          onChange={(reminders) => void save({ calendarSettings: { reminders } })}
        />
      </Field>
      <Field layout="row" group label={t("calendar.mails")} hint={t("calendar.mailsHint")}>
        {(["reminders", "contentDue"] as const).map((kind) => (
          <Checkbox
            key={kind}
            checked={mailSettings[kind]}
            onChange={(isOn) => void save({ mailSettings: { [kind]: isOn } })}
          >
            {t(`calendar.mail.${kind}`)}
          </Checkbox>
        ))}
      </Field>
      {props.feeds}
    </SettingsSection>
  );
}
