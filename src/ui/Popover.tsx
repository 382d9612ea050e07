import { X } from "lucide-react";
import * as RadixPopover from "radix-ui/popover";
import { type ReactElement, type ReactNode, useId } from "react";
import { useTranslation } from "./i18n/index.ts";
import { Icon } from "./Icon.tsx";

export interface PopoverProps {
  trigger: ReactElement;
  title: string;
  children: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: "start" | "center" | "end";
}

/** A small sheet beside its button, with a title and a cross. Never over the text that it explains. */
export function Popover({ trigger, title, children, open, onOpenChange, align = "end" }: PopoverProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <RadixPopover.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          className="pop pop-layer popover num"
          align={align}
          sideOffset={6}
          collisionPadding={12}
          aria-labelledby={id}
        >
          <div className="pop-head">
            <h2 id={id}>{title}</h2>
            <RadixPopover.Close className="icon-btn" aria-label={t("action.close")}>
              <Icon of={X} />
            </RadixPopover.Close>
          </div>
          <div className="pop-body">{children}</div>
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}
