import type { ReactNode } from "react";
import type { Tone } from "./Alert.tsx";

export interface ChipProps {
  children: ReactNode;
  tone?: Tone | "accent" | "plain";
  /** `<Icon of={…} size={12} />` */
  icon?: ReactNode;
}

/** A word about the thing beside it. */
export function Chip({ children, tone = "plain", icon }: ChipProps) {
  return (
    <span className={tone === "plain" ? "chip" : `chip chip-${tone}`}>
      {icon}
      {children}
    </span>
  );
}
