import * as RadixPopover from "radix-ui/popover";
import { type ComponentProps, type RefObject, useRef } from "react";
import cx from "./QuickEntry.module.css";

interface GridPopoverProps extends Pick<
  ComponentProps<typeof RadixPopover.Content>,
  "aria-label" | "aria-describedby" | "side" | "onInteractOutside" | "onOpenAutoFocus" | "children"
> {
  /** What it stands beside, found anew whenever it is placed; it follows where that scrolls. */
  beside: () => Element;
  /** True once something else opens in its place, which sees to the focus itself. */
  isLeaving: RefObject<boolean>;
  onClose: () => void;
  /** Called where nothing else has taken the focus when it closes. */
  giveFocusBack: () => void;
}

/** What stands beside an entry or a slot of the calendar while it is mounted. */
export function GridPopover({ beside, isLeaving, onClose, giveFocusBack, children, ...content }: GridPopoverProps) {
  const anchor = useRef({
    getBoundingClientRect: (): DOMRect => beside().getBoundingClientRect(),
    get contextElement(): Element {
      return beside();
    },
  });
  return (
    <RadixPopover.Root
      open
      onOpenChange={(open) => {
        if (!open && !isLeaving.current) onClose();
      }}
    >
      <RadixPopover.Anchor virtualRef={anchor} />
      <RadixPopover.Portal>
        <RadixPopover.Content
          side="right"
          {...content}
          className={cx("pop pop-layer quick print-hidden num")}
          align="start"
          sideOffset={8}
          collisionPadding={12}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // What was pressed, or has opened since, keeps the focus.
            if (!isLeaving.current && document.activeElement === document.body) giveFocusBack();
          }}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}
