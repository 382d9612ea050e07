import * as RadixScroll from "radix-ui/scroll-area";
import type { ReactNode } from "react";
import { scrollHideDelay } from "./measures.ts";

export interface ScrollAreaProps {
  children: ReactNode;
  /** Gives it its height, or the limit of it. */
  className?: string;
  /** Name of the region; give one where nothing inside can have the focus, so that keys can scroll it. */
  label?: string;
}

/** A list with its own quiet scroll bar: hidden, scrolling, interacting, idle. */
export function ScrollArea({ children, className, label }: ScrollAreaProps) {
  return (
    <RadixScroll.Root
      type="scroll"
      scrollHideDelay={scrollHideDelay}
      className={className ? `scroll ${className}` : "scroll"}
    >
      <RadixScroll.Viewport
        className="scroll-view"
        {...(label ? { tabIndex: 0, role: "region", "aria-label": label } : {})}
      >
        {children}
      </RadixScroll.Viewport>
      <RadixScroll.Scrollbar className="scroll-bar" orientation="vertical">
        <RadixScroll.Thumb className="scroll-thumb" />
      </RadixScroll.Scrollbar>
    </RadixScroll.Root>
  );
}
