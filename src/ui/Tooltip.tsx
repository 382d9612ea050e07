import * as RadixTooltip from "radix-ui/tooltip";
import type { ReactElement, ReactNode } from "react";
import { tooltip } from "./measures.ts";

/** Round everything that has tooltips; once more, without delay, in the sidebar. */
export function TooltipProvider({ children, delay = tooltip.delay }: { children: ReactNode; delay?: number }) {
  return (
    <RadixTooltip.Provider delayDuration={delay} skipDelayDuration={tooltip.skipDelay}>
      {children}
    </RadixTooltip.Provider>
  );
}

export interface TooltipProps {
  /** A few words; never the only place of something that matters. */
  text: ReactNode;
  /** A control: something that can have the focus. */
  children: ReactElement;
  side?: "top" | "bottom" | "left" | "right";
}

/** Words for a control that shows none, on hover and on focus. */
export function Tooltip({ text, children, side = "bottom" }: TooltipProps) {
  return (
    <RadixTooltip.Root>
      <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
      <RadixTooltip.Portal>
        <RadixTooltip.Content className="tip num" side={side} sideOffset={6} collisionPadding={8}>
          {text}
        </RadixTooltip.Content>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  );
}
