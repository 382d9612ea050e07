import { ChevronDown } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { MultiCheck } from "#src/ui/Checkbox.tsx";
import { Field, useFieldTies } from "#src/ui/Field.tsx";
import { useBound, useError } from "#src/ui/forms/FormField.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { Popover } from "#src/ui/Popover.tsx";
import { TagInput } from "#src/ui/TagInput.tsx";
import type { FormField } from "../formModel.ts";
import { useFormSetting } from "./FormContext.ts";
import cx from "./RowsField.module.css";

export interface SlotCellProps {
  days: FormField;
  times: FormField;
  parent: FormField;
  index: number;
}

/** When a channel posts: days and times as one line of words, set in a sheet beside it. */
export function SlotCell(props: SlotCellProps) {
  const { days, times, parent, index } = props;
  const { t } = useTranslation("workflow");
  const { form } = useFormSetting();
  const errors = [
    useError(form, `${parent.name}.${index}.${days.name}`),
    useError(form, `${parent.name}.${index}.${times.name}`),
  ];
  return (
    <Field label={t("rows.slot")} error={errors.find(Boolean)} group>
      <Sheet {...props} />
    </Field>
  );
}

function Sheet({ days, times, parent, index }: SlotCellProps) {
  const { t } = useTranslation("workflow");
  const { form, texts } = useFormSetting();
  const { labelId, attributes } = useFieldTies();
  const id = useId();
  const onDays = useBound(form, `${parent.name}.${index}.${days.name}`);
  const atTimes = useBound(form, `${parent.name}.${index}.${times.name}`);
  const chosen = listOf(onDays.value);
  const clock = listOf(atTimes.value).map(String);
  const words = [...chosen.map((day) => texts.option(days, day, parent)), ...clock].join(" ");
  return (
    <Popover
      title={t("rows.slot")}
      align="end"
      onOpenChange={(open) => {
        if (open) return;
        onDays.onBlur();
        atTimes.onBlur();
      }}
      trigger={
        <button
          type="button"
          className={cx("input select folded")}
          aria-invalid={attributes["aria-invalid"]}
          aria-describedby={attributes["aria-describedby"]}
          aria-labelledby={`${labelId ?? ""} ${id}`.trim()}
        >
          <span id={id} className={words === "" ? "muted" : undefined}>
            {words === "" ? t("rows.anySlot") : words}
          </span>
          <Icon of={ChevronDown} size={14} />
        </button>
      }
    >
      <div className={cx("folded-list")}>
        <Field label={texts.label(days, parent)} hint={texts.help(days, parent)} group>
          <MultiCheck
            value={chosen.map(String)}
            onChange={(next) => onDays.onChange(days.options.filter((day) => next.includes(String(day))))}
            choices={days.options.map((day) => ({ value: String(day), label: texts.option(days, day, parent) }))}
          />
        </Field>
        <Field label={texts.label(times, parent)} hint={texts.help(times, parent)}>
          <TagInput
            value={clock}
            onChange={atTimes.onChange}
            {...(times.maxItems === undefined ? {} : { max: times.maxItems })}
          />
        </Field>
      </div>
    </Popover>
  );
}

const listOf = (value: unknown): (string | number)[] =>
  (Array.isArray(value) ? value : []).filter(
    (one): one is string | number => typeof one === "string" || typeof one === "number",
  );
