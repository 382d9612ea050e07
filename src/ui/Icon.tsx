import type { LucideIcon } from "lucide-react";

export interface IconProps {
  /** The icon itself, imported by its own name so that only it is shipped. */
  of: LucideIcon;
  /** 16 at 1.6 stroke; 12 and 14 beside small text. */
  size?: 12 | 14 | 16;
  className?: string | undefined;
}

/** A lucide icon in our measures. It says nothing to screen readers: the words beside it or the label do. */
export function Icon({ of: Shape, size = 16, className }: IconProps) {
  const classes = ["icon", size === 16 ? "" : `icon-${size}`, className ?? ""].filter(Boolean).join(" ");
  return <Shape className={classes} strokeWidth={size === 12 ? 2 : 1.6} aria-hidden="true" focusable="false" />;
}
