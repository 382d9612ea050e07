import { ArrowUpRight, RotateCcw } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { contentTypesOf, isContentType, isPlatform, type Platform, platforms } from "#src/features/outcomes/rules.ts";
import { instantOf, localDateOf } from "#src/kit/time/clocks.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { ClockInput } from "#src/ui/ClockInput.tsx";
import { DateInput } from "#src/ui/DateInput.tsx";
import { Field } from "#src/ui/Field.tsx";
import { formatTime } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { NumberInput } from "#src/ui/NumberInput.tsx";
import { Select } from "#src/ui/Select.tsx";
import { TextArea, TextInput } from "#src/ui/TextInput.tsx";
import { isClock } from "#src/kit/time/typedClock.ts";
import { parseTypedDate } from "#src/kit/time/typedDate.ts";
import { longestMinutes, type ProposalEdit } from "../contract.ts";
import type { SuggestionLine } from "./suggestionLines.ts";
import { useLineWords } from "./useLineWords.ts";
import cx from "./SuggestionRow.module.css";

export interface SuggestionFormProps {
  line: SuggestionLine;
  /** IANA zone in which the person reads and types times. */
  zone: string;
  /** @returns whether it was saved */
  onChange: (changes: ProposalEdit | null) => Promise<boolean>;
  onShowInText: ((key: string) => void) | undefined;
}

/** What of an open suggestion can be changed, in place: each field is saved when it is left. */
export function SuggestionForm({ line, zone, onChange, onShowInText }: SuggestionFormProps) {
  const { t } = useTranslation(["projects", "common"]);
  const can = (field: keyof ProposalEdit): boolean => line.editable.includes(field);
  return (
    <>
      {can("title") ? <TitleField line={line} onChange={onChange} /> : null}
      {can("at") ? <TimeFields line={line} zone={zone} onChange={onChange} /> : null}
      <div className={cx("suggestion-pair")}>
        {line.kind === "content" && line.platform !== "" ? (
          <ChannelField line={line} zone={zone} onChange={onChange} isFixed={!can("platform")} />
        ) : null}
        {can("minutes") && line.minutes !== null ? <MinutesField line={line} onChange={onChange} /> : null}
      </div>
      {can("text") ? <WordsField line={line} onChange={onChange} /> : <ReadText text={line.text} />}
      <div className={cx("suggestion-tools")}>
        {line.changes ? (
          <Button
            variant="quiet"
            size="small"
            icon={<Icon of={RotateCcw} size={14} />}
            onClick={() => void onChange(null)}
          >
            {t("proposals.reset")}
          </Button>
        ) : null}
        {onShowInText ? (
          <Button
            variant="quiet"
            size="small"
            icon={<Icon of={ArrowUpRight} size={14} />}
            onClick={() => onShowInText(line.key)}
          >
            {t("proposals.seeInText")}
          </Button>
        ) : null}
      </div>
    </>
  );
}

/** The text of a suggestion that is only read. */
export function ReadText({ text }: { text: string }) {
  return text === "" ? null : <p className={cx("suggestion-text")}>{text}</p>;
}

type PartProps = Pick<SuggestionFormProps, "line" | "onChange">;

/**
 * What is typed in place of what is saved, until it is saved itself. Escape brings back what was there; it does not close
 * what the field stands in.
 * @param changeOf the change that is sent; null for none, undefined for what cannot be saved
 */
function useTyped<Value>(
  saved: Value,
  changeOf: (typed: Value) => ProposalEdit | null | undefined,
  onChange: SuggestionFormProps["onChange"],
) {
  const [typed, type] = useState<{ value: Value }>();
  const save = async (): Promise<void> => {
    const change = typed && changeOf(typed.value);
    if (change === null || (change && (await onChange(change)))) type(undefined);
  };
  return {
    value: typed ? typed.value : saved,
    isFit: !typed || changeOf(typed.value) !== undefined,
    type: (value: Value): void => type({ value }),
    onBlur: () => void save(),
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.key === "Enter" && !(event.target instanceof HTMLTextAreaElement)) void save();
      if (event.key !== "Escape" || !typed) return;
      event.preventDefault();
      event.stopPropagation();
      type(undefined);
    },
  };
}

function TitleField({ line, onChange }: PartProps) {
  const { t } = useTranslation("projects");
  const { value, isFit, type, ...rest } = useTyped(
    line.title,
    (typed) => (typed.trim() === "" ? undefined : typed.trim() === line.title ? null : { title: typed.trim() }),
    onChange,
  );
  return (
    <Field label={t("proposals.field.title")} error={isFit ? undefined : t("proposals.titleNeeded")}>
      <TextInput
        {...rest}
        value={value}
        maxLength={line.kind === "lead" ? 200 : 300}
        onChange={(event) => type(event.target.value)}
      />
    </Field>
  );
}

function TimeFields({ line, zone, onChange }: PartProps & { zone: string }) {
  const { t } = useTranslation("projects");
  const saved = { day: localDateOf(line.at, zone), time: formatTime(line.at, zone) };
  const { value, type, onBlur, onKeyDown } = useTyped(
    saved,
    ({ day, time }) => {
      if (!parseTypedDate(day).ok || !isClock(time)) return undefined;
      return day === saved.day && time === saved.time ? null : { at: instantOf(day, time, zone) };
    },
    onChange,
  );
  const timeFits = isClock(value.time);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What is wrong stands below the field, which may be the last thing in sight.
    if (!timeFits) place.current?.scrollIntoView({ block: "nearest" });
  }, [timeFits]);
  return (
    <div className={cx("suggestion-pair")} ref={place} onKeyDown={onKeyDown}>
      <Field label={t("proposals.field.date")}>
        <DateInput value={value.day} onChange={(day) => type({ ...value, day })} onBlur={onBlur} />
      </Field>
      <Field label={t("proposals.field.time")} error={timeFits ? undefined : t("proposals.timeNeeded")}>
        <ClockInput
          first
          label={t("proposals.field.time")}
          value={value.time}
          onChange={(time) => type({ ...value, time })}
          onBlur={onBlur}
        />
      </Field>
    </div>
  );
}

function MinutesField({ line, onChange }: PartProps) {
  const { t } = useTranslation(["projects", "common"]);
  const { value, isFit, type, onBlur } = useTyped<number | null>(
    line.minutes,
    (minutes) => {
      if (minutes === null || !Number.isInteger(minutes) || minutes < 0 || minutes > longestMinutes) return undefined;
      return minutes === line.minutes ? null : { minutes };
    },
    onChange,
  );
  return (
    <Field label={t("proposals.field.duration")} error={isFit ? undefined : t("proposals.minutesNeeded")}>
      <NumberInput value={value} unit={t("proposals.minuteUnit")} onChange={type} onBlur={onBlur} />
    </Field>
  );
}

/** Network and kind of content in one list; what is on no list is shown and stays. */
function ChannelField({ line, zone, onChange, isFixed }: PartProps & { zone: string; isFixed: boolean }) {
  const { t } = useTranslation(["projects", "workflows"]);
  const words = useLineWords(zone);
  const isKnown = isPlatform(line.platform) && isContentType(line.contentType);
  if (isFixed || !isKnown)
    return (
      <div className={cx("suggestion-fixed")}>
        <span>{t("proposals.field.channel")}</span>
        <b>{words.channel(line)}</b>
      </div>
    );
  const choicesOf = (platform: Platform) =>
    contentTypesOf[platform].map((contentType) => ({
      value: `${platform}/${contentType}`,
      label: words.channel({ ...line, platform, contentType }),
    }));
  return (
    <Field label={t("proposals.field.channel")}>
      <Select
        value={`${line.platform}/${line.contentType}`}
        onChange={(next) => {
          const [platform, code] = next.split("/");
          if (platform) void onChange({ platform, contentType: Number(code) });
        }}
        choices={platforms.map((platform) => ({ label: platform, choices: choicesOf(platform) }))}
      />
    </Field>
  );
}

function WordsField({ line, onChange }: PartProps) {
  const { t } = useTranslation("projects");
  const change = (text: string) => (text === line.text ? null : { text });
  const { value, isFit: _, type, ...rest } = useTyped(line.text, change, onChange);
  return (
    <Field label={t(`proposals.field.text.${line.kind}`)}>
      <TextArea
        {...rest}
        className={cx("suggestion-words")}
        rows={2}
        maxLength={8000}
        value={value}
        onChange={(event) => type(event.target.value)}
      />
    </Field>
  );
}
