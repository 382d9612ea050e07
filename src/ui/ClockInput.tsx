import { useState } from "react";
import { useFieldTies } from "./Field.tsx";
import { TextInput } from "./TextInput.tsx";
import { parseClock } from "#src/kit/time/typedClock.ts";

export interface ClockInputProps {
  /** `HH:mm`; a text that is no time is handed on as typed, so that validation refuses it. */
  value: string;
  label: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** Whether it fills the id and the problems of its Field. */
  first?: boolean;
}

/** A time of day on the 24-hour clock, typed as 9, 930 or 9:30. */
export function ClockInput({ value, label, onChange, onBlur, first = false }: ClockInputProps) {
  const { attributes } = useFieldTies();
  const [typed, setTyped] = useState<string>();
  return (
    <TextInput
      {...attributes}
      id={first ? attributes.id : undefined}
      className="cal-clock num"
      inputMode="numeric"
      autoComplete="off"
      aria-label={first ? undefined : label}
      value={typed ?? value}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(parseClock(event.target.value) ?? event.target.value);
      }}
      onKeyDown={(event) => {
        // Taken with Enter, it shows as what it was read.
        if (event.key === "Enter" && typed !== undefined && parseClock(typed) !== undefined) setTyped(undefined);
      }}
      onBlur={() => {
        setTyped(undefined);
        onBlur?.();
      }}
    />
  );
}
