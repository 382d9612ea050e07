import * as RadioGroup from "radix-ui/radio-group";
import type { KeyboardEvent } from "react";
import { useFieldTies } from "./Field.tsx";
import type { Choice } from "./Select.tsx";

export interface SegmentProps<Value extends string> {
  value: Value;
  onChange: (value: Value) => void;
  /** Two to four. */
  choices: (Choice & { value: Value })[];
  onBlur?: () => void;
  size?: "normal" | "small";
  /** Needed outside of a Field with `group`. */
  label?: string;
  disabled?: boolean;
}

/** Two to four choices side by side, the chosen one in ink; arrow keys choose. */
export function Segment<Value extends string>(props: SegmentProps<Value>) {
  const { attributes, labelId, invalid } = useFieldTies();
  // Radix moves the focus, but chooses only while the key is still down: a short tap would choose nothing.
  const chooseByArrow = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const open = props.choices.filter((choice) => !choice.disabled);
    const at = open.findIndex(
      (choice) => event.target instanceof HTMLButtonElement && choice.value === event.target.value,
    );
    if (step === undefined || at < 0) return;
    const next = open.at((at + step) % open.length);
    if (next && next.value !== props.value) props.onChange(next.value);
  };
  const classes = ["segment", props.size === "small" ? "segment-small" : "", invalid ? "bad" : ""];
  return (
    <RadioGroup.Root
      className={classes.filter(Boolean).join(" ")}
      orientation="horizontal"
      value={props.value}
      onValueChange={(next) => {
        const chosen = props.choices.find((choice) => choice.value === next);
        if (chosen) props.onChange(chosen.value);
      }}
      disabled={props.disabled ?? attributes.disabled ?? false}
      aria-label={props.label}
      aria-labelledby={props.label ? undefined : labelId}
      aria-describedby={attributes["aria-describedby"]}
      aria-invalid={attributes["aria-invalid"]}
      onBlur={props.onBlur}
      onKeyDown={chooseByArrow}
    >
      {props.choices.map((choice) => (
        <RadioGroup.Item
          key={choice.value}
          value={choice.value}
          disabled={choice.disabled ?? false}
          aria-label={choice.label}
        >
          <span className="segment-label" data-text={choice.label} />
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
