import type { ReactElement } from "react";
import { tooltip } from "#src/ui/measures.ts";
import { Tooltip, TooltipProvider } from "#src/ui/Tooltip.tsx";

/** A tooltip without delay, specification section 9. */
export function SidebarTip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <TooltipProvider delay={tooltip.sidebarDelay}>
      <Tooltip text={text} side="right">
        {children}
      </Tooltip>
    </TooltipProvider>
  );
}
