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
import "./SuggestionRow.css";

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
      <div className="suggestion-pair">
        {line.kind === "content" && line.platform !== "" ? (
          <ChannelField line={line} zone={zone} onChange={onChange} isFixed={!can("platform")} />
        ) : null}
        {can("minutes") && line.minutes !== null ? <MinutesField line={line} onChange={onChange} /> : null}
      </div>
      {can("text") ? <WordsField line={line} onChange={onChange} /> : <ReadText text={line.text} />}
      <div className="suggestion-tools">
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
  return text === "" ? null : <p className="suggestion-text">{text}</p>;
}

type PartProps = Pick<SuggestionFormProps, "line" | "onChange">;

/** Escape brings back what was there; it does not close what the field stands in. */
const onEscape =
  (isTyped: boolean, restore: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !isTyped) return;
    event.preventDefault();
    event.stopPropagation();
    restore();
  };

function TitleField({ line, onChange }: PartProps) {
  const { t } = useTranslation("projects");
  const [typed, setTyped] = useState<string>();
  const isEmpty = typed?.trim() === "";
  const save = async (): Promise<void> => {
    const title = typed?.trim();
    if (title === undefined || title === "") return;
    if (title === line.title || (await onChange({ title }))) setTyped(undefined);
  };
  return (
    <Field label={t("proposals.field.title")} error={isEmpty ? t("proposals.titleNeeded") : undefined}>
      <TextInput
        value={typed ?? line.title}
        maxLength={line.kind === "lead" ? 200 : 300}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          onEscape(typed !== undefined, () => setTyped(undefined))(event);
          if (event.key === "Enter") void save();
        }}
      />
    </Field>
  );
}

function TimeFields({ line, zone, onChange }: PartProps & { zone: string }) {
  const { t } = useTranslation("projects");
  const saved = { day: localDateOf(line.at, zone), time: formatTime(line.at, zone) };
  const [typed, setTyped] = useState<typeof saved>();
  const shown = typed ?? saved;
  const [dayFits, timeFits] = [parseTypedDate(shown.day).ok, isClock(shown.time)];
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What is wrong stands below the field, which may be the last thing in sight.
    if (!timeFits) place.current?.scrollIntoView({ block: "nearest" });
  }, [timeFits]);
  const save = async (): Promise<void> => {
    if (!typed || !dayFits || !timeFits) return;
    const isSame = typed.day === saved.day && typed.time === saved.time;
    if (isSame || (await onChange({ at: instantOf(typed.day, typed.time, zone) }))) setTyped(undefined);
  };
  const onKey = (event: KeyboardEvent): void => {
    onEscape(typed !== undefined, () => setTyped(undefined))(event);
    if (event.key === "Enter") void save();
  };
  return (
    <div className="suggestion-pair" ref={place} onKeyDown={onKey}>
      <Field label={t("proposals.field.date")}>
        <DateInput value={shown.day} onChange={(day) => setTyped({ ...shown, day })} onBlur={() => void save()} />
      </Field>
      <Field label={t("proposals.field.time")} error={timeFits ? undefined : t("proposals.timeNeeded")}>
        <ClockInput
          first
          label={t("proposals.field.time")}
          value={shown.time}
          onChange={(time) => setTyped({ ...shown, time })}
          onBlur={() => void save()}
        />
      </Field>
    </div>
  );
}

function MinutesField({ line, onChange }: PartProps) {
  const { t } = useTranslation(["projects", "common"]);
  const [typed, setTyped] = useState<number | null>();
  const isFit = (minutes: number | null | undefined): minutes is number =>
    typeof minutes === "number" && Number.isInteger(minutes) && minutes >= 0 && minutes <= longestMinutes;
  const save = async (): Promise<void> => {
    if (!isFit(typed)) return;
    if (typed === line.minutes || (await onChange({ minutes: typed }))) setTyped(undefined);
  };
  return (
    <Field
      label={t("proposals.field.duration")}
      error={typed === undefined || isFit(typed) ? undefined : t("proposals.minutesNeeded")}
    >
      <NumberInput
        value={typed === undefined ? line.minutes : typed}
        unit={t("proposals.minuteUnit")}
        onChange={setTyped}
        onBlur={() => void save()}
      />
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
      <div className="suggestion-fixed">
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
  const [typed, setTyped] = useState<string>();
  const save = async (): Promise<void> => {
    if (typed === undefined) return;
    if (typed === line.text || (await onChange({ text: typed }))) setTyped(undefined);
  };
  return (
    <Field label={t(`proposals.field.text.${line.kind}`)}>
      <TextArea
        className="suggestion-words"
        rows={2}
        maxLength={8000}
        value={typed ?? line.text}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => void save()}
        onKeyDown={onEscape(typed !== undefined, () => setTyped(undefined))}
      />
    </Field>
  );
}
