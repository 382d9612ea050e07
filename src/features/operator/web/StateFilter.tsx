import { Select } from "#src/ui/Select.tsx";
import cx from "./OperatorPage.module.css";

/** The choice that narrows nothing: a select needs a word for it. */
const all = "all";

export interface StateFilterProps<Value extends string> {
  label: string;
  allLabel: string;
  value: Value | "";
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value | "") => void;
}

/** Narrows a list to one state. */
export function StateFilter<Value extends string>(props: StateFilterProps<Value>) {
  const { label, allLabel, value, choices, onChange } = props;
  return (
    <div className={cx("tools")}>
      <Select
        label={label}
        value={value || all}
        choices={[{ value: all, label: allLabel }, ...choices]}
        onChange={(next) => onChange(choices.find((one) => one.value === next)?.value ?? "")}
      />
    </div>
  );
}
