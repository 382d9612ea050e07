import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { useFieldTies } from "./Field.tsx";

export interface TextInputProps extends ComponentProps<"input"> {
  /** 40 px high, for the sign-in page. */
  tall?: boolean;
}

/** One line of text. */
export function TextInput({ tall = false, className, type, ...rest }: TextInputProps) {
  const { attributes } = useFieldTies();
  const classes = ["input", tall ? "input-tall" : "", className ?? ""].filter(Boolean).join(" ");
  return <input {...attributes} {...rest} type={type ?? "text"} className={classes} />;
}

/** Several lines; grows with what is typed, from `rows` up to 60 % of the window. */
export function TextArea({ className, rows = 3, ref, onInput, ...rest }: ComponentProps<"textarea">) {
  const { attributes } = useFieldTies();
  const own = useRef<HTMLTextAreaElement>(null);
  const grow = (): void => {
    const area = own.current;
    if (!area || CSS.supports("field-sizing", "content")) return;
    area.style.height = "auto";
    area.style.height = `${area.scrollHeight + 2}px`;
  };
  useLayoutEffect(grow);
  return (
    <textarea
      {...attributes}
      {...rest}
      ref={(area) => {
        own.current = area;
        if (typeof ref === "function") return ref(area);
        if (ref) ref.current = area;
        return undefined;
      }}
      rows={rows}
      style={{ minHeight: `${rows * 20 + 16}px` }}
      onInput={(event) => {
        grow();
        onInput?.(event);
      }}
      className={className ? `input ${className}` : "input"}
    />
  );
}
