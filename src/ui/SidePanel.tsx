import { ArrowLeft, X } from "lucide-react";
import * as RadixDialog from "radix-ui/dialog";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { useIsMobile } from "./deviceClass.ts";
import { Icon } from "./Icon.tsx";
import { useRestoreFocus } from "./useRestoreFocus.ts";
import cx from "./SidePanel.module.css";

export interface SidePanelProps {
  /** Read by screen readers, and shown where there is no other head. */
  title: string;
  /** Stands in place of the title. */
  head?: ReactNode;
  menu?: ReactNode;
  footer?: ReactNode;
  /** Tells one panel's look from another's. */
  className: string;
  /** On phones, an arrow back at the start of the head closes it, in place of the cross at its end. */
  isPage?: boolean;
  onClose: () => void;
  /** Gives the focus to something once it is closed; else what had it before gets it back. */
  focusAfter?: () => void;
  children: ReactNode;
}

/** A panel at the right of the page, which stays usable beside it; on phones a dialog over the whole page. */
export function SidePanel({
  title,
  head,
  menu,
  footer,
  className,
  isPage = false,
  onClose,
  focusAfter,
  children,
}: SidePanelProps) {
  const { t } = useTranslation();
  const isMobile = useIsMobile();
  const focusBack = useRestoreFocus(true);
  const panel = useRef<HTMLDivElement>(null);
  const isBack = isPage && isMobile;
  const close = (
    <RadixDialog.Close className="icon-btn" aria-label={t(isBack ? "action.back" : "action.close")}>
      <Icon of={isBack ? ArrowLeft : X} />
    </RadixDialog.Close>
  );
  return (
    <RadixDialog.Root open modal={isMobile} onOpenChange={(open) => (open ? undefined : onClose())}>
      <RadixDialog.Portal>
        <RadixDialog.Content
          ref={panel}
          className={`side-panel print-hidden num ${className}`}
          onOpenAutoFocus={(event) => {
            // Where something is to be typed first, there; else to the panel, which reads its title.
            event.preventDefault();
            (panel.current?.querySelector<HTMLElement>("[data-first]") ?? panel.current)?.focus();
          }}
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            if (!focusAfter) return focusBack(event);
            event.preventDefault();
            focusAfter();
          }}
          onEscapeKeyDown={(event) => {
            // What is edited in place gives its own change up first.
            if (event.target instanceof Element && event.target.closest("[data-keeps-escape]")) event.preventDefault();
          }}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <div className="side-panel-head">
            {isBack ? close : null}
            <RadixDialog.Title className={cx(head ? "sr-only" : "side-panel-title")}>{title}</RadixDialog.Title>
            {head}
            {menu}
            {isBack ? null : close}
          </div>
          <div className="side-panel-body">{children}</div>
          {footer ? <div className="side-panel-foot">{footer}</div> : null}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
