import { Minus, Plus } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { useFieldTies } from "./Field.tsx";
import { formatNumber } from "./format.ts";
import { Icon } from "./Icon.tsx";
import { parseTypedNumber } from "./typedNumber.ts";

export interface NumberInputProps {
  value: number | null;
  /** null when empty; NaN while the text is no number, so that validation can refuse it. */
  onChange: (value: number | null) => void;
  onBlur?: () => void;
  /** Stands behind the figure: `€`, `hours`. */
  unit?: string;
  placeholder?: string;
  name?: string;
  /** Outside of a Field. */
  label?: string;
}

/** A figure typed as the language writes it (`1,240.5` or `1.240,5`); no arrows that scroll by accident. */
export function NumberInput({ value, onChange, onBlur, unit, placeholder, name, label }: NumberInputProps) {
  const language = useLanguage();
  const { t } = useTranslation();
  const { attributes, label: fieldLabel, invalid, report } = useFieldTies();
  const [draft, setDraft] = useState<string>();
  const shown = draft ?? (value === null || Number.isNaN(value) ? "" : formatNumber(value, language));
  return (
    <div className={invalid ? "input input-box input-number bad" : "input input-box input-number"}>
      <input
        {...attributes}
        className="num"
        type="text"
        inputMode="decimal"
        autoComplete="off"
        name={name}
        aria-label={label}
        placeholder={placeholder}
        value={shown}
        onChange={(event) => {
          setDraft(event.target.value);
          const parsed = parseTypedNumber(event.target.value, language);
          if (!Number.isNaN(parsed)) report(undefined);
          onChange(parsed);
        }}
        onBlur={() => {
          const isBroken = draft !== undefined && Number.isNaN(parseTypedNumber(draft, language));
          report(isBroken ? t("validation.number", { path: label ?? fieldLabel }) : undefined);
          if (!isBroken) setDraft(undefined);
          onBlur?.();
        }}
      />
      {unit ? <span className="input-unit">{unit}</span> : null}
    </div>
  );
}

export interface StepperProps {
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
  step?: number;
  /** Needed outside of a Field: what is counted. */
  label?: string;
  disabled?: boolean;
}

/** A small count with a minus and a plus; arrow keys, Page, Home and End on the figure. */
export function Stepper({ value, onChange, min = 0, max = 99, step = 1, label, disabled = false }: StepperProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { attributes, labelId } = useFieldTies();
  const set = (next: number): void => {
    const bounded = Math.min(max, Math.max(min, next));
    if (bounded !== value && !disabled) onChange(bounded);
  };
  const keys: Record<string, number> = {
    ArrowUp: value + step,
    ArrowRight: value + step,
    ArrowDown: value - step,
    ArrowLeft: value - step,
    PageUp: value + step * 5,
    PageDown: value - step * 5,
    Home: min,
    End: max,
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = keys[event.key];
    if (next === undefined) return;
    event.preventDefault();
    set(next);
  };
  return (
    <span className="stepper num">
      <button
        type="button"
        tabIndex={-1}
        aria-label={t("field.stepLess")}
        disabled={disabled || value <= min}
        onClick={() => set(value - step)}
      >
        <Icon of={Minus} size={14} />
      </button>
      <span
        role="spinbutton"
        tabIndex={disabled ? -1 : 0}
        id={attributes.id}
        aria-describedby={attributes["aria-describedby"]}
        aria-invalid={attributes["aria-invalid"]}
        aria-label={label}
        aria-labelledby={label ? undefined : labelId}
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-disabled={disabled || undefined}
        onKeyDown={onKeyDown}
      >
        {formatNumber(value, language)}
      </span>
      <button
        type="button"
        tabIndex={-1}
        aria-label={t("field.stepMore")}
        disabled={disabled || value >= max}
        onClick={() => set(value + step)}
      >
        <Icon of={Plus} size={14} />
      </button>
    </span>
  );
}
