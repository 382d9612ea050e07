import { Check, ChevronRight } from "lucide-react";
import * as RadixMenu from "radix-ui/dropdown-menu";
import type { ReactElement, ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import { Kbd } from "./Kbd.tsx";

export interface MenuProps {
  /** The button that opens it; it gets the state and the keys. */
  trigger: ReactElement;
  children: ReactNode;
  align?: "start" | "center" | "end";
  side?: "top" | "bottom" | "left" | "right";
  /** Name for screen readers where the trigger's is not enough. */
  label?: string;
  onOpenChange?: (open: boolean) => void;
  /** Told when it has gone, before the focus goes back to the button; prevent that where the focus goes elsewhere. */
  onClosed?: (event: Event) => void;
  /** On a phone it is a sheet at the foot of the window: for more than a handful of actions. */
  isSheet?: boolean;
}

/** Actions of one thing. The destructive one comes last, behind a MenuRule. */
export function Menu({
  trigger,
  children,
  align = "start",
  side = "bottom",
  label,
  onOpenChange,
  onClosed,
  isSheet = false,
}: MenuProps) {
  return (
    <RadixMenu.Root modal={false} {...(onOpenChange ? { onOpenChange } : {})}>
      <RadixMenu.Trigger asChild>{trigger}</RadixMenu.Trigger>
      <RadixMenu.Portal>
        <RadixMenu.Content
          className={isSheet ? "pop pop-layer menu menu-sheet" : "pop pop-layer menu"}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={12}
          loop
          {...(label ? { "aria-label": label } : {})}
          {...(onClosed ? { onCloseAutoFocus: onClosed } : {})}
        >
          {children}
        </RadixMenu.Content>
      </RadixMenu.Portal>
    </RadixMenu.Root>
  );
}

export interface MenuItemProps {
  children: ReactNode;
  onSelect?: () => void;
  /** `<Icon of={…} />` */
  icon?: ReactNode;
  /** Shortcut as pressed: `Ctrl E`. */
  keys?: string;
  /** At the end of the line, such as what it costs. */
  end?: string;
  danger?: boolean;
  disabled?: boolean;
  /** The only child is a link, which becomes the item. */
  asChild?: boolean;
}

export function MenuItem({
  children,
  onSelect,
  icon,
  keys,
  end,
  danger = false,
  disabled = false,
  asChild = false,
}: MenuItemProps) {
  return (
    <RadixMenu.Item
      className={danger ? "menu-item menu-danger" : "menu-item"}
      disabled={disabled}
      asChild={asChild}
      data-keys={keys}
      {...(onSelect ? { onSelect } : {})}
    >
      {asChild ? (
        children
      ) : (
        <>
          {icon}
          <span>{children}</span>
          {end === undefined ? null : <small className="menu-end">{end}</small>}
          {keys ? <Kbd keys={keys} /> : null}
        </>
      )}
    </RadixMenu.Item>
  );
}

export interface MenuMoreProps {
  label: string;
  /** `<Icon of={…} />` */
  icon?: ReactNode;
  children: ReactNode;
}

/** An item that opens further items beside it; on a phone they are a sheet at the foot of the window. */
export function MenuMore({ label, icon, children }: MenuMoreProps) {
  return (
    <RadixMenu.Sub>
      <RadixMenu.SubTrigger className="menu-item">
        {icon}
        <span>{label}</span>
        <span className="menu-end">
          <Icon of={ChevronRight} size={14} />
        </span>
      </RadixMenu.SubTrigger>
      <RadixMenu.Portal>
        <RadixMenu.SubContent className="pop pop-layer menu menu-sheet" sideOffset={2} collisionPadding={12} loop>
          {children}
        </RadixMenu.SubContent>
      </RadixMenu.Portal>
    </RadixMenu.Sub>
  );
}

export interface MenuChoiceProps {
  value: string;
  onChange: (value: string) => void;
  label: string;
  choices: { value: string; label: string }[];
}

/** One of a few inside a menu, the chosen one ticked (language, theme). */
export function MenuChoice({ value, onChange, label, choices }: MenuChoiceProps) {
  return (
    <RadixMenu.RadioGroup value={value} onValueChange={onChange} aria-label={label}>
      <RadixMenu.Label className="menu-label">{label}</RadixMenu.Label>
      {choices.map((choice) => (
        <RadixMenu.RadioItem
          key={choice.value}
          className="menu-item"
          value={choice.value}
          onSelect={(event) => event.preventDefault()}
        >
          <span>{choice.label}</span>
          <RadixMenu.ItemIndicator className="menu-end">
            <Icon of={Check} size={14} />
          </RadixMenu.ItemIndicator>
        </RadixMenu.RadioItem>
      ))}
    </RadixMenu.RadioGroup>
  );
}

/** Names the items below it. */
export function MenuHeading({ children }: { children: ReactNode }) {
  return <RadixMenu.Label className="menu-label">{children}</RadixMenu.Label>;
}

export function MenuRule() {
  return <RadixMenu.Separator className="menu-rule" />;
}
