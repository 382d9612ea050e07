import * as RadioGroup from "radix-ui/radio-group";
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
    >
      {props.choices.map((choice) => (
        <RadioGroup.Item key={choice.value} value={choice.value} disabled={choice.disabled ?? false} aria-label={choice.label}>
          <span className="segment-label" data-text={choice.label} />
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
