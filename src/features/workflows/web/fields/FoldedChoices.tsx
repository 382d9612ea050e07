import { ChevronDown } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import type { JsonValue } from "#src/kit/schemas.ts";
import { MultiCheck } from "#src/ui/Checkbox.tsx";
import { useFieldTies } from "#src/ui/Field.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { Popover } from "#src/ui/Popover.tsx";
import type { FormField } from "../formModel.ts";
import { useFormSetting } from "./FormContext.ts";
import cx from "./RowsField.module.css";

export interface FoldedChoicesProps {
  field: FormField;
  parent: FormField;
  options: readonly (string | number)[];
  value: JsonValue;
  onChange: (value: JsonValue) => void;
  onBlur: () => void;
}

/** Any of a few in the width of a cell: the chosen ones as words, the ticks in a sheet beside it. */
export function FoldedChoices({ field, parent, options, value, onChange, onBlur }: FoldedChoicesProps) {
  const { t } = useTranslation("workflow");
  const { texts } = useFormSetting();
  const { labelId, attributes } = useFieldTies();
  const id = useId();
  const chosen = (Array.isArray(value) ? value : []).filter(
    (one): one is string | number => typeof one === "string" || typeof one === "number",
  );
  const words = chosen.map((one) => texts.option(field, one, parent)).join(", ");
  const label = texts.label(field, parent);
  return (
    <Popover
      title={label}
      align="start"
      onOpenChange={(open) => (open ? undefined : onBlur())}
      trigger={
        <button
          type="button"
          className={cx("input select folded")}
          id={attributes.id}
          aria-invalid={attributes["aria-invalid"]}
          aria-describedby={attributes["aria-describedby"]}
          aria-labelledby={`${labelId ?? ""} ${id}`.trim()}
        >
          <span id={id} className={words === "" ? "muted" : undefined}>
            {words === "" ? (texts.placeholder(field, parent) ?? t("rows.choose")) : words}
          </span>
          <Icon of={ChevronDown} size={14} />
        </button>
      }
    >
      <div className={cx("folded-list")} role="group" aria-label={label}>
        <MultiCheck
          value={chosen.map(String)}
          onChange={(next) => onChange(options.filter((option) => next.includes(String(option))))}
          choices={options.map((option) => ({ value: String(option), label: texts.option(field, option, parent) }))}
        />
      </div>
    </Popover>
  );
}
