import type { ReactNode } from "react";
import { Button, type ButtonProps } from "../Button.tsx";

export interface SaveBarProps extends Pick<ButtonProps, "variant" | "size" | "full" | "disabled" | "form"> {
  /** Of the bar; without it the buttons stand alone. */
  className?: string;
  isBusy: boolean;
  /** Words of the button that sends the form. */
  label: string;
  /** The same while it is under way. */
  busyLabel?: string | undefined;
  /** What else can be done, before that button. */
  children?: ReactNode;
}

/** The foot of a form. */
export function SaveBar({ className, isBusy, label, busyLabel, children, ...button }: SaveBarProps) {
  const buttons = (
    <>
      {children}
      <Button variant="primary" {...button} type="submit" busy={isBusy} busyLabel={busyLabel}>
        {label}
      </Button>
    </>
  );
  return className ? <div className={className}>{buttons}</div> : buttons;
}
