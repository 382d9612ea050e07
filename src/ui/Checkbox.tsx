import { Check, Minus } from "lucide-react";
import * as RadixCheckbox from "radix-ui/checkbox";
import * as RadixSwitch from "radix-ui/switch";
import { type ReactNode, useId } from "react";
import { useFieldTies } from "./Field.tsx";
import { Icon } from "./Icon.tsx";
import type { Choice } from "./Select.tsx";

/** `mixed`: some of what it stands for. */
export type Ticked = boolean | "mixed";

export interface CheckboxProps {
  checked: Ticked;
  /** A tick in mixed state becomes true. */
  onChange: (checked: boolean) => void;
  /** The words beside it; without them give `name`. */
  children?: ReactNode;
  hint?: ReactNode;
  /** Name for screen readers where the words stand elsewhere. */
  label?: string;
  labelledBy?: string;
  disabled?: boolean;
  onBlur?: () => void;
}

/** A tick, alone or with its words; space toggles. */
export function Checkbox({ checked, onChange, children, hint, label, labelledBy, disabled, onBlur }: CheckboxProps) {
  const id = useId();
  const { attributes, invalid, labelId } = useFieldTies();
  const inField = children === undefined && label === undefined && labelledBy === undefined;
  const box = (
    <RadixCheckbox.Root
      id={inField ? (attributes.id ?? id) : id}
      className={invalid ? "check bad" : "check"}
      checked={checked === "mixed" ? "indeterminate" : checked}
      onCheckedChange={(next) => onChange(next !== false)}
      disabled={disabled ?? attributes.disabled ?? false}
      aria-label={label}
      aria-labelledby={labelledBy ?? (inField ? labelId : undefined)}
      aria-describedby={hint ? `${id}-hint` : attributes["aria-describedby"]}
      aria-invalid={attributes["aria-invalid"]}
      onBlur={onBlur}
    >
      <RadixCheckbox.Indicator>
        <Icon of={checked === "mixed" ? Minus : Check} />
      </RadixCheckbox.Indicator>
    </RadixCheckbox.Root>
  );
  return children === undefined ? box : <Row id={id} hint={hint} control={box} words={children} />;
}

export interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children?: ReactNode;
  hint?: ReactNode;
  label?: string;
  disabled?: boolean;
}

/** A setting that takes effect at once; what waits for a save is a Checkbox. */
export function Switch({ checked, onChange, children, hint, label, disabled }: SwitchProps) {
  const id = useId();
  const { attributes, labelId } = useFieldTies();
  const inField = children === undefined && label === undefined;
  const control = (
    <RadixSwitch.Root
      id={inField ? (attributes.id ?? id) : id}
      className="switch"
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled ?? attributes.disabled ?? false}
      aria-label={label}
      aria-labelledby={inField ? labelId : undefined}
      aria-describedby={hint ? `${id}-hint` : attributes["aria-describedby"]}
    >
      <RadixSwitch.Thumb />
    </RadixSwitch.Root>
  );
  return children === undefined ? control : <Row id={id} hint={hint} control={control} words={children} />;
}

function Row({ id, hint, control, words }: { id: string; hint: ReactNode; control: ReactNode; words: ReactNode }) {
  return (
    <span className="check-row">
      {control}
      <label htmlFor={id}>{words}</label>
      {hint ? (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
    </span>
  );
}

export interface MultiCheckProps<Value extends string> {
  value: Value[];
  /** In the order of `choices`, whatever the order of ticking. */
  onChange: (value: Value[]) => void;
  choices: (Choice & { value: Value })[];
  /** At most so many; the rest is disabled meanwhile. */
  max?: number;
  disabled?: boolean;
}

/** Any of a few. Stands in a Field with `group`. */
export function MultiCheck<Value extends string>({ value, onChange, choices, max, disabled }: MultiCheckProps<Value>) {
  const isFull = max !== undefined && value.length >= max;
  return (
    <span className="multi">
      {choices.map((choice) => {
        const isOn = value.includes(choice.value);
        return (
          <Checkbox
            key={choice.value}
            checked={isOn}
            disabled={disabled || choice.disabled || (isFull && !isOn) || false}
            onChange={(on) =>
              onChange(
                choices.map((each) => each.value).filter((each) => (each === choice.value ? on : value.includes(each))),
              )
            }
          >
            {choice.label}
          </Checkbox>
        );
      })}
    </span>
  );
}
