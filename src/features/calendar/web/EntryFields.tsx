import { useMemo, useRef } from "react";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Checkbox, MultiCheck } from "#src/ui/Checkbox.tsx";
import { ClockInput } from "#src/ui/ClockInput.tsx";
import { Combobox } from "#src/ui/Combobox.tsx";
import { DateInput } from "#src/ui/DateInput.tsx";
import { Field } from "#src/ui/Field.tsx";
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
import { type DraftProblems, type EntryDraft, withStart } from "./entryDraft.ts";
import "./EntryPanel.css";

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

interface EntryFieldsProps {
  draft: EntryDraft;
  problems: DraftProblems;
  onChange: (draft: EntryDraft) => void;
}

/** Start and end: days, and clocks unless it takes all day. */
function WhenFields({ draft, onChange, errorOf }: Omit<EntryFieldsProps, "problems"> & { errorOf: ErrorOf }) {
  const { t } = useTranslation("calendar");
  // Half-typed clocks have no length: the end follows from what stood there when the typing began.
  const begun = useRef(draft);
  const moveStart = (start: Partial<Pick<EntryDraft, "startDay" | "startTime">>): void => {
    const { startDay, startTime, endDay, endTime } = begun.current;
    onChange(withStart({ ...draft, startDay, startTime, endDay, endTime }, start));
  };
  return (
    <>
      <Field label={t("field.start")} group required error={errorOf("startDay", "startTime")}>
        <div
          className="cal-when"
          onFocus={() => {
            begun.current = draft;
          }}
        >
          <DateInput
            label={t("field.startDay")}
            value={draft.startDay}
            onChange={(startDay) => moveStart({ startDay })}
          />
          {draft.allDay ? null : (
            <ClockInput
              label={t("field.startTime")}
              value={draft.startTime}
              onChange={(startTime) => moveStart({ startTime })}
            />
          )}
        </div>
      </Field>
      <Field label={t("field.end")} group required error={errorOf("endDay", "endTime")}>
        <div className="cal-when">
          <DateInput
            label={t("field.endDay")}
            value={draft.endDay}
            onChange={(endDay) => onChange({ ...draft, endDay })}
          />
          {draft.allDay ? null : (
            <ClockInput
              label={t("field.endTime")}
              value={draft.endTime}
              onChange={(endTime) => onChange({ ...draft, endTime })}
            />
          )}
        </div>
      </Field>
      <Checkbox checked={draft.allDay} onChange={(allDay) => onChange({ ...draft, allDay })}>
        {t("field.allDay")}
      </Checkbox>
    </>
  );
}

type ErrorOf = (...fields: (keyof EntryDraft)[]) => string | undefined;

/** Everything that can be said of an entry. */
export function EntryFields({ draft, problems, onChange }: EntryFieldsProps) {
  const { t } = useTranslation(["calendar", "workflows", "common"]);
  const reminderText = useReminderText();
  const errorOf: ErrorOf = (...fields) => {
    const field = fields.find((one) => problems[one]);
    return field && t(problems[field] ?? "", { path: t(`field.${field}`) });
  };
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
  const reminders = [...new Set([...offeredReminders, ...draft.reminders])].toSorted((a, b) => a - b);
  return (
    <>
      <Field label={t("field.title")} required error={errorOf("title")}>
        <TextInput
          maxLength={300}
          autoComplete="off"
          value={draft.title}
          onChange={(event) => onChange({ ...draft, title: event.target.value })}
        />
      </Field>
      <Field label={t("field.type")}>
        <Select value={draft.type} onChange={(type) => onChange({ ...draft, type })} choices={types} />
      </Field>
      <Field label={t("field.priority")} group>
        <Segment
          size="small"
          value={draft.priority}
          onChange={(priority) => onChange({ ...draft, priority })}
          choices={priorities.map((value) => ({ value, label: t(`priority.${value}`) }))}
        />
      </Field>
      <WhenFields draft={draft} onChange={onChange} errorOf={errorOf} />
      <Field label={t("field.timeZone")} error={errorOf("timeZone")}>
        <ZoneSelect value={draft.timeZone} onChange={(timeZone) => onChange({ ...draft, timeZone })} />
      </Field>
      <Field label={t("field.location")} optional error={errorOf("location")}>
        <TextInput
          maxLength={300}
          value={draft.location}
          onChange={(event) => onChange({ ...draft, location: event.target.value })}
        />
      </Field>
      <Field label={t("field.link")} optional error={errorOf("link")}>
        <TextInput
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={2048}
          value={draft.link}
          onChange={(event) => onChange({ ...draft, link: event.target.value })}
        />
      </Field>
      <Field label={t("field.notes")} optional error={errorOf("notes")}>
        <TextArea
          rows={3}
          maxLength={8000}
          value={draft.notes}
          onChange={(event) => onChange({ ...draft, notes: event.target.value })}
        />
      </Field>
      <Field label={t("field.attendees")} optional hint={t("attendeesHint")} error={errorOf("attendees")}>
        <TagInput
          max={100}
          maxLength={380}
          placeholder="name@example.com"
          value={draft.attendees}
          onChange={(attendees) => onChange({ ...draft, attendees })}
        />
      </Field>
      <Field label={t("field.reminders")} group optional error={errorOf("reminders")}>
        <MultiCheck
          max={mostReminders}
          value={draft.reminders.map(String)}
          onChange={(chosen) => onChange({ ...draft, reminders: chosen.map(Number) })}
          choices={reminders.map((minutes) => ({ value: String(minutes), label: reminderText(minutes) }))}
        />
      </Field>
    </>
  );
}
