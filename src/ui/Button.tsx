import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Spinner } from "./Spinner.tsx";

export type ButtonVariant = "primary" | "outline" | "quiet" | "danger" | "link";

export interface ButtonLook {
  /** `primary` is green: one in a view. `danger` only in dialogs and bulk actions. */
  variant?: ButtonVariant | undefined;
  /** 40 px or, small, 30 px; 35 px on phones. `bar` is 44 px on phones, for the bar at the foot. */
  size?: "normal" | "small" | "bar" | undefined;
  /** As wide as its place, without the limit of 250 px. */
  full?: boolean | undefined;
}

/** Classes of a button, for a link that looks like one. */
export function buttonClass({ variant = "outline", size = "normal", full = false }: ButtonLook = {}): string {
  const classes = ["btn", `btn-${variant}`];
  if (size !== "normal") classes.push(`btn-${size}`);
  if (full) classes.push("btn-full");
  return classes.join(" ");
}

export interface ButtonProps extends Omit<ComponentProps<"button">, "size">, ButtonLook {
  /** `<Icon of={…} />` or `<Coin />`, before the words. */
  icon?: ReactNode;
  /** True while the work goes on: the spinner takes the icon's place and clicks do nothing; focus stays. */
  busy?: boolean | undefined;
  /** What it says meanwhile: the verb in -ing. */
  busyLabel?: string | undefined;
}

/** The shared button. A button that can be busy keeps one width in both states. */
export function Button(props: ButtonProps) {
  const { variant, size, full, icon, busy, busyLabel, children, className, onClick, type, disabled, ...rest } = props;
  const look = buttonClass({ variant, size, full });
  const click = (event: MouseEvent<HTMLButtonElement>): void => {
    if (busy || disabled) event.preventDefault();
    else onClick?.(event);
  };
  const rested = (
    <>
      {icon}
      <span className="btn-label">{children}</span>
    </>
  );
  return (
    <button
      {...rest}
      type={type ?? "button"}
      className={className ? `${look} ${className}` : look}
      aria-busy={busy || undefined}
      aria-disabled={busy || disabled || undefined}
      onClick={click}
    >
      {busy === undefined ? (
        rested
      ) : (
        <span className="btn-stack">
          <span aria-hidden={busy}>{rested}</span>
          <span aria-hidden={!busy}>
            <Spinner />
            <span className="btn-label">{busyLabel ?? children}</span>
          </span>
        </span>
      )}
    </button>
  );
}

export interface IconButtonProps extends Omit<ComponentProps<"button">, "aria-label"> {
  /** What it does, for everyone who does not see the icon. Give a Tooltip the same words. */
  label: string;
}

/** A button that is only an icon: 28 px, 36 px on phones. */
export function IconButton({ label, className, type, children, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? "button"}
      aria-label={label}
      className={className ? `icon-btn ${className}` : "icon-btn"}
    >
      {children}
    </button>
  );
}
