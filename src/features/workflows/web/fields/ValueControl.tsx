import { useMemo } from "react";
import type { JsonValue } from "#src/kit/schemas.ts";
import { useLanguage } from "#src/ui/i18n/index.ts";
import { Checkbox, MultiCheck } from "#src/ui/Checkbox.tsx";
import { Combobox } from "#src/ui/Combobox.tsx";
import { DateInput, PeriodInput } from "#src/ui/DateInput.tsx";
import { NumberInput, Stepper } from "#src/ui/NumberInput.tsx";
import { Segment } from "#src/ui/Segment.tsx";
import { languageChoices, zoneChoices, zoneNotes } from "#src/ui/localeChoices.ts";
import { Select } from "#src/ui/Select.tsx";
import { TagInput } from "#src/ui/TagInput.tsx";
import { TextArea, TextInput } from "#src/ui/TextInput.tsx";
import type { FormField } from "../formModel.ts";
import { useFormSetting } from "./FormContext.ts";
import cx from "./RowsField.module.css";

export interface ValueControlProps {
  field: FormField;
  /** The table the field is a column of. */
  parent?: FormField | undefined;
  /** Narrows the field's own closed set. */
  options?: readonly (string | number)[] | undefined;
  value: JsonValue;
  onChange: (value: JsonValue) => void;
  onBlur: () => void;
  name: string;
}

const textOf = (value: JsonValue): string => (typeof value === "string" ? value : "");
const numberOf = (value: JsonValue): number | null => (typeof value === "number" ? value : null);
const listOf = (value: JsonValue): (string | number)[] =>
  Array.isArray(value)
    ? value.filter((one): one is string | number => typeof one === "string" || typeof one === "number")
    : [];

/** A select takes no empty value, but a closed set may hold one ("the first channel"). */
const emptyChoice = "\u2205";
const choiceOf = (option: string | number): string => (option === "" ? emptyChoice : String(option));
const chosenOf = (value: JsonValue, options: readonly (string | number)[]): string =>
  value === "" && options.includes("") ? emptyChoice : value === null ? "" : String(value);

/** The control of one value, by the widget that its field names. */
export function ValueControl(props: ValueControlProps) {
  const { field, parent, value, onChange, onBlur, name } = props;
  const { texts, limits } = useFormSetting();
  const options = props.options ?? field.options;
  const hint = texts.placeholder(field, parent);
  const placeholder = hint === undefined ? {} : { placeholder: hint };
  const isBeyondLevel = (option: string | number): boolean =>
    field.name === "depth" && parent === undefined && option === "deep" && Boolean(limits?.deep);
  const choices = options.map((option) => ({
    value: choiceOf(option),
    label: texts.option(field, option, parent),
    ...(isBeyondLevel(option) ? { disabled: true } : {}),
  }));
  const optionOf = (text: string): string | number => options.find((option) => choiceOf(option) === text) ?? text;
  switch (field.ui.widget) {
    case "textarea":
      return (
        <TextArea
          {...placeholder}
          rows={field.ui.rows ?? 3}
          name={name}
          value={textOf(value)}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      );
    case "number":
      return <NumberInput {...placeholder} name={name} value={numberOf(value)} onChange={onChange} onBlur={onBlur} />;
    case "stepper":
      return (
        <Stepper
          value={numberOf(value) ?? field.minimum ?? 0}
          onChange={onChange}
          min={field.minimum ?? 0}
          max={field.maximum ?? 99}
        />
      );
    case "date":
      return <DateInput name={name} value={textOf(value)} onChange={onChange} onBlur={onBlur} />;
    case "period":
      return <PeriodControl {...props} />;
    case "toggle":
      return (
        <span className={cx("toggle-line")}>
          <Checkbox checked={value === true} onChange={onChange} onBlur={onBlur} />
        </span>
      );
    case "segment":
      return choices.length <= 4 ? (
        <Segment
          value={String(value ?? "")}
          onChange={(next) => onChange(optionOf(next))}
          onBlur={onBlur}
          choices={choices}
        />
      ) : (
        <Select
          value={String(value ?? "")}
          onChange={(next) => onChange(optionOf(next))}
          onBlur={onBlur}
          choices={choices}
        />
      );
    case "select":
      return (
        <Select
          className={cx("select-narrow")}
          value={chosenOf(value, options)}
          onChange={(next) => onChange(optionOf(next))}
          onBlur={onBlur}
          choices={choices}
        />
      );
    case "multi":
      return (
        <MultiCheck
          value={listOf(value).map(String)}
          onChange={(next) => {
            onChange(next.map(optionOf));
            onBlur();
          }}
          choices={choices}
          {...(field.maxItems === undefined ? {} : { max: field.maxItems })}
        />
      );
    case "tags":
      return (
        <TagInput
          {...placeholder}
          value={listOf(value).map(String)}
          onChange={onChange}
          onBlur={onBlur}
          {...(field.maxItems === undefined ? {} : { max: field.maxItems })}
        />
      );
    case "language":
    case "timezone":
      return <PlaceControl {...props} options={options} />;
    case "url":
      return (
        <TextInput
          {...placeholder}
          type="url"
          inputMode="url"
          autoComplete="url"
          name={name}
          value={textOf(value)}
          onChange={(event) => onChange(event.target.value.trim())}
          onBlur={onBlur}
        />
      );
    default:
      return (
        <TextInput
          {...placeholder}
          name={name}
          value={textOf(value)}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          autoComplete="off"
        />
      );
  }
}

/** A language or a time zone: one of hundreds, found by typing. */
function PlaceControl({ field, options = [], value, onChange, onBlur, name }: ValueControlProps) {
  const language = useLanguage();
  const kept = textOf(value);
  const isLanguage = field.ui.widget === "language";
  const choices = useMemo(
    () =>
      isLanguage
        ? languageChoices(language, kept, options.length > 0 ? options.map(String) : undefined)
        : zoneChoices(language, kept),
    [isLanguage, language, kept, options],
  );
  const noteOf = useMemo(() => (isLanguage ? undefined : zoneNotes(language)), [isLanguage, language]);
  return (
    <Combobox
      name={name}
      value={kept}
      onChange={onChange}
      onBlur={onBlur}
      choices={choices}
      {...(noteOf ? { noteOf } : {})}
    />
  );
}

function PeriodControl({ value, onChange, onBlur, field }: ValueControlProps) {
  const period = typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  const maxDays = field.columns.length > 0 ? field.maximum : undefined;
  return (
    <PeriodInput
      value={{ from: textOf(period["from"] ?? ""), to: textOf(period["to"] ?? "") }}
      onChange={({ from, to }) => onChange({ ...period, from, to })}
      onBlur={onBlur}
      {...(maxDays === undefined ? {} : { maxDays })}
    />
  );
}
