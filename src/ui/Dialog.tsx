import { X } from "lucide-react";
import * as RadixAlert from "radix-ui/alert-dialog";
import * as RadixDialog from "radix-ui/dialog";
import type { ReactNode } from "react";
import { useTranslation } from "./i18n/index.ts";
import { Button } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import { Scrim } from "./Scrim.tsx";
import { useRestoreFocus } from "./useRestoreFocus.ts";

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** One sentence under the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the one to press last. */
  footer?: ReactNode;
  /** 40 rem in place of 26. */
  wide?: boolean;
  /** A sheet from the bottom of the window; for phones. */
  sheet?: boolean;
}

/** A question or a form over the page: focus stays inside, Escape and the cross close, focus goes back where it was. */
export function Dialog({ open, onOpenChange, title, description, children, footer, ...look }: DialogProps) {
  const { t } = useTranslation();
  const focusBack = useRestoreFocus(open);
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <Scrim open={open} />
        <RadixDialog.Content
          className={`pop dialog num${look.wide ? " dialog-wide" : ""}${look.sheet ? " dialog-sheet" : ""}`}
          onCloseAutoFocus={focusBack}
          {...(description ? {} : { "aria-describedby": undefined })}
        >
          <RadixDialog.Title className="dialog-title">{title}</RadixDialog.Title>
          {description ? (
            <RadixDialog.Description asChild>
              <div className="dialog-text">{description}</div>
            </RadixDialog.Description>
          ) : null}
          {children ? <div className="dialog-body">{children}</div> : null}
          {footer ? <div className="dialog-foot">{footer}</div> : null}
          <RadixDialog.Close className="icon-btn dialog-close" aria-label={t("action.close")}>
            <Icon of={X} />
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

export interface AlertDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question, with the name of what it is about. */
  title: string;
  /** What goes and what stays, in two short sentences. */
  children: ReactNode;
  /** The verb and the thing: "Delete project". */
  confirmLabel: string;
  /** The verb in -ing while it is done. */
  busyLabel?: string;
  /** "Cancel" unless told: another one where the action itself is a cancellation. */
  cancelLabel?: string;
  /** Not green and not red where nothing is deleted. */
  tone?: "danger" | "primary";
  busy?: boolean;
  /** The dialog stays until the caller closes it. */
  onConfirm: () => void;
}

/** A question that must be answered. Focus starts on the harmless answer. */
export function AlertDialog(props: AlertDialogProps) {
  const { t } = useTranslation();
  const focusBack = useRestoreFocus(props.open);
  return (
    <RadixAlert.Root open={props.open} onOpenChange={(open) => (props.busy ? undefined : props.onOpenChange(open))}>
      <RadixAlert.Portal>
        <Scrim open={props.open} />
        <RadixAlert.Content className="pop dialog num" onCloseAutoFocus={focusBack}>
          <RadixAlert.Title className="dialog-title">{props.title}</RadixAlert.Title>
          <RadixAlert.Description asChild>
            <div className="dialog-text">{props.children}</div>
          </RadixAlert.Description>
          <div className="dialog-foot">
            <RadixAlert.Cancel className="btn btn-quiet">{props.cancelLabel ?? t("action.cancel")}</RadixAlert.Cancel>
            <Button
              variant={props.tone ?? "danger"}
              busy={props.busy ?? false}
              busyLabel={props.busyLabel}
              onClick={props.onConfirm}
            >
              {props.confirmLabel}
            </Button>
          </div>
        </RadixAlert.Content>
      </RadixAlert.Portal>
    </RadixAlert.Root>
  );
}
