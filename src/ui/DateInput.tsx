import { Calendar } from "lucide-react";
import { useRef, useState } from "react";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { IconButton } from "./Button.tsx";
import { useFieldTies } from "./Field.tsx";
import { monthName } from "./format.ts";
import { formatShortDate } from "./formatShortDate.ts";
import { Icon } from "./Icon.tsx";
import { parseTypedDate, periodDays } from "#src/kit/time/typedDate.ts";

export interface DateInputProps {
  /** `YYYY-MM-DD`, empty for none; a text that is no date is handed on as typed, so that validation refuses it. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** `YYYY-MM-DD`; bounds of the picker. */
  min?: string;
  max?: string;
  name?: string;
  /** Needed outside of a Field. */
  label?: string;
  /** Whether it fills the id and the problems of its Field; only the first date of a period does. */
  first?: boolean;
}

/** A day, typed as 23 Nov 2026 or 23.11.2026 (also 1.2.27 or 2027-02-01) or chosen in the browser's own calendar. */
export function DateInput({ value, onChange, onBlur, min, max, name, label, first = true }: DateInputProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { attributes, invalid, report } = useFieldTies();
  const [draft, setDraft] = useState<string>();
  const picker = useRef<HTMLInputElement>(null);
  const { id, ...ties } = attributes;

  const read = (typed: string): void => {
    const parsed = parseTypedDate(typed);
    onChange(typed.trim() === "" ? "" : parsed.ok ? parsed.value : typed);
    if (typed.trim() === "" || parsed.ok) report(undefined);
  };
  const settle = (): void => {
    if (draft !== undefined && draft.trim() !== "") {
      const parsed = parseTypedDate(draft);
      if (parsed.ok) {
        setDraft(undefined);
      } else {
        const { key, ...params } = parsed.problem;
        const named = "month" in params ? { ...params, month: monthName(params.month, language) } : {};
        report(t(`validation.${key}`, named));
      }
    } else {
      setDraft(undefined);
    }
    onBlur?.();
  };

  return (
    <div className={invalid ? "input input-box input-date bad" : "input input-box input-date"}>
      <input
        {...ties}
        id={first ? id : undefined}
        className="num"
        type="text"
        inputMode={language === "de" ? "decimal" : "text"}
        autoComplete="off"
        name={name}
        aria-label={label}
        placeholder={t("date.placeholder")}
        value={draft ?? (formatShortDate(value, language) || value)}
        onChange={(event) => {
          setDraft(event.target.value);
          read(event.target.value);
        }}
        onBlur={settle}
      />
      <input
        ref={picker}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        min={min ?? "1900-01-01"}
        max={max ?? "2200-12-31"}
        value={/^\d{4}-\d{2}-\d{2}$/.test(value) ? value : ""}
        onChange={(event) => {
          setDraft(undefined);
          read(event.target.value);
        }}
      />
      <IconButton
        label={label ? `${label}: ${t("date.choose")}` : t("date.choose")}
        disabled={ties.disabled}
        onClick={() => picker.current?.showPicker()}
      >
        <Icon of={Calendar} size={14} />
      </IconButton>
    </div>
  );
}

/** Both ends belong to the period. */
export interface Period {
  from: string;
  to: string;
}

export interface PeriodInputProps {
  value: Period;
  onChange: (value: Period) => void;
  onBlur?: () => void;
  /** Longest period; written as "89 of 92 days". */
  maxDays?: number;
}

/** Two dates and the number of days between them. Stands in a Field with `group`. */
export function PeriodInput({ value, onChange, onBlur, maxDays }: PeriodInputProps) {
  const { t } = useTranslation();
  const days = periodDays(value.from, value.to);
  const blur = onBlur ? { onBlur } : {};
  return (
    <div className="period num">
      <DateInput
        label={t("date.periodFrom")}
        value={value.from}
        onChange={(from) => onChange({ ...value, from })}
        {...blur}
      />
      <span className="muted">{t("word.to")}</span>
      <DateInput
        first={false}
        label={t("date.periodTo")}
        value={value.to}
        onChange={(to) => onChange({ ...value, to })}
        {...(parseTypedDate(value.from).ok ? { min: value.from } : {})}
        {...blur}
      />
      {days === undefined ? null : (
        <span className="hint period-days">
          {maxDays === undefined ? t("date.days", { count: days }) : t("date.daysOf", { count: days, max: maxDays })}
        </span>
      )}
    </div>
  );
}
