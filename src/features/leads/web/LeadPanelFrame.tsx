import { X } from "lucide-react";
import * as RadixDialog from "radix-ui/dialog";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "#src/shell/i18n/index.ts";
import { useIsMobile } from "#src/shell/ui/deviceClass.ts";
import { Icon } from "#src/shell/ui/Icon.tsx";
import { useOpener } from "#src/shell/ui/useOpener.ts";

export interface LeadPanelFrameProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
}

/** A panel at the right of the page, which stays usable beside it; on phones a dialog over the whole page. */
export function LeadPanelFrame({ title, onClose, children, footer }: LeadPanelFrameProps) {
  const { t } = useTranslation();
  const isMobile = useIsMobile();
  const focusBack = useOpener(true);
  const panel = useRef<HTMLDivElement>(null);
  return (
    <RadixDialog.Root open modal={isMobile} onOpenChange={(open) => (open ? undefined : onClose())}>
      <RadixDialog.Portal>
        <RadixDialog.Content
          ref={panel}
          className="lead-panel num"
          onOpenAutoFocus={(event) => {
            // Where something is to be typed first, there; else to the panel, which reads its title.
            event.preventDefault();
            (panel.current?.querySelector<HTMLElement>("[data-first]") ?? panel.current)?.focus();
          }}
          aria-describedby={undefined}
          onCloseAutoFocus={focusBack}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <div className="lead-panel-head">
            <RadixDialog.Title className="lead-panel-title">{title}</RadixDialog.Title>
            <RadixDialog.Close className="icon-btn" aria-label={t("action.close")}>
              <Icon of={X} />
            </RadixDialog.Close>
          </div>
          <div className="lead-panel-body">{children}</div>
          {footer ? <div className="lead-panel-foot">{footer}</div> : null}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
