import { useMemo, useRef, useSyncExternalStore } from "react";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Checkbox, MultiCheck } from "#src/ui/Checkbox.tsx";
import { ClockInput } from "#src/ui/ClockInput.tsx";
import { Combobox } from "#src/ui/Combobox.tsx";
import { DateInput } from "#src/ui/DateInput.tsx";
import { Field } from "#src/ui/Field.tsx";
import { fieldsWith, useError } from "#src/ui/forms/FormField.tsx";
import type { Form } from "#src/ui/forms/useServerForm.ts";
import { zoneChoices, zoneNotes } from "#src/ui/localeChoices.ts";
import { Segment } from "#src/ui/Segment.tsx";
import { Select } from "#src/ui/Select.tsx";
import { TagInput } from "#src/ui/TagInput.tsx";
import { TextArea, TextInput } from "#src/ui/TextInput.tsx";
import {
  calendarFamilies,
  calendarFamilyLabelKey,
  calendarFamilyOf,
  calendarTypeLabelKey,
  calendarTypes,
} from "../rules.ts";
import { type EntryDraft, withAllDay, withStart } from "./entryDraft.ts";
import cx from "./EntryPanel.module.css";

/** Minutes before the start that are offered; others stay when they are set. */
const offeredReminders = [0, 15, 60, 1440, 10_080];
const mostReminders = 5;

const priorities = ["low", "normal", "high", "urgent"] as const;

function ZoneSelect({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const language = useLanguage();
  const zones = useMemo(() => zoneChoices(language, value), [language, value]);
  const noteOf = useMemo(() => zoneNotes(language), [language]);
  return <Combobox value={value} onChange={onChange} choices={zones} noteOf={noteOf} />;
}

/** Days, hours and minutes of a reminder, in the largest unit that fits. */
function useReminderText(): (minutes: number) => string {
  const { t } = useTranslation("calendar");
  return (minutes) => {
    if (minutes === 0) return t("reminder.atStart");
    if (minutes % 1440 === 0) return t("reminder.days", { count: minutes / 1440 });
    if (minutes % 60 === 0) return t("reminder.hours", { count: minutes / 60 });
    return t("reminder.minutes", { count: minutes });
  };
}

type EntryForm = Form<EntryDraft>;

/** Start and end: days, and clocks unless it takes all day. */
function WhenFields({ form }: { form: EntryForm }) {
  const { t } = useTranslation("calendar");
  const draft = useSyncExternalStore(form.subscribe, form.values);
  const errors = [useError(form, "startDay"), useError(form, "startTime")];
  const ends = [useError(form, "endDay"), useError(form, "endTime")];
  // Half-typed clocks have no length: the end follows from what stood there when the typing began.
  const begun = useRef(draft);
  const moveStart = (start: Partial<Pick<EntryDraft, "startDay" | "startTime">>): void => {
    const { startDay, startTime, endDay, endTime } = begun.current;
    const next = withStart({ ...draft, startDay, startTime, endDay, endTime }, start);
    for (const name of ["startDay", "startTime", "endDay", "endTime"] as const) form.set(name, next[name]);
  };
  const setAllDay = (allDay: boolean): void => {
    form.set("endDay", withAllDay(draft, allDay).endDay);
    form.set("allDay", allDay);
  };
  const clock = (name: "startTime" | "endTime", onChange: (time: string) => void) =>
    draft.allDay ? null : <ClockInput label={t(`field.${name}`)} value={draft[name]} onChange={onChange} />;
  return (
    <>
      <Field label={t("field.start")} group required error={errors.find(Boolean)}>
        <div
          className={cx("cal-when")}
          onFocus={() => {
            begun.current = draft;
          }}
        >
          <DateInput
            label={t("field.startDay")}
            value={draft.startDay}
            onChange={(startDay) => moveStart({ startDay })}
          />
          {clock("startTime", (startTime) => moveStart({ startTime }))}
        </div>
      </Field>
      <Field label={t("field.end")} group required error={ends.find(Boolean)}>
        <div className={cx("cal-when")}>
          <DateInput label={t("field.endDay")} value={draft.endDay} onChange={(endDay) => form.set("endDay", endDay)} />
          {clock("endTime", (endTime) => form.set("endTime", endTime))}
        </div>
      </Field>
      <Checkbox checked={draft.allDay} onChange={setAllDay}>
        {t("field.allDay")}
      </Checkbox>
    </>
  );
}

/** Everything that can be said of an entry. */
export function EntryFields({ form }: { form: EntryForm }) {
  const { t } = useTranslation(["calendar", "workflows", "common"]);
  const reminderText = useReminderText();
  const field = fieldsWith(form, (name) => t(`field.${name}`));
  const types = useMemo(
    () =>
      calendarFamilies.map((family) => ({
        label: t(calendarFamilyLabelKey(family)),
        choices: calendarTypes
          .filter((type) => calendarFamilyOf(type) === family)
          .map((type) => ({ value: type, label: t(calendarTypeLabelKey(type)) })),
      })),
    [t],
  );
  return (
    <>
      {field("title", { required: true }, (bound) => (
        <TextInput {...bound} maxLength={300} autoComplete="off" />
      ))}
      {field("type", (bound) => (
        <Select {...bound} choices={types} />
      ))}
      {field("priority", { group: true }, (bound) => (
        <Segment
          {...bound}
          size="small"
          choices={priorities.map((value) => ({ value, label: t(`priority.${value}`) }))}
        />
      ))}
      <WhenFields form={form} />
      {field("timeZone", (bound) => (
        <ZoneSelect {...bound} />
      ))}
      {field("location", { optional: true }, (bound) => (
        <TextInput {...bound} maxLength={300} />
      ))}
      {field("link", { optional: true }, (bound) => (
        <TextInput {...bound} type="url" inputMode="url" placeholder="https://" maxLength={2048} />
      ))}
      {field("notes", { optional: true }, (bound) => (
        <TextArea {...bound} rows={3} maxLength={8000} />
      ))}
      {field("attendees", { optional: true, hint: t("attendeesHint") }, (bound) => (
        <TagInput {...bound} max={100} maxLength={380} placeholder="name@example.com" />
      ))}
      {field("reminders", { group: true, optional: true }, ({ value, onChange }) => (
        <MultiCheck
          max={mostReminders}
          value={value.map(String)}
          onChange={(chosen) => onChange(chosen.map(Number))}
          choices={[...new Set([...offeredReminders, ...value])]
            .toSorted((a, b) => a - b)
            .map((minutes) => ({ value: String(minutes), label: reminderText(minutes) }))}
        />
      ))}
    </>
  );
}
