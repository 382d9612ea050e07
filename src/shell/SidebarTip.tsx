import type { ReactElement } from "react";
import { Tooltip, TooltipProvider } from "./ui/Tooltip.tsx";

/** A tooltip without delay, specification section 9. */
export function SidebarTip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <TooltipProvider delay={0}>
      <Tooltip text={text} side="right">
        {children}
      </Tooltip>
    </TooltipProvider>
  );
}
