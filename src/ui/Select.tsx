import { Check, ChevronDown, ChevronUp } from "lucide-react";
import * as RadixSelect from "radix-ui/select";
import { useEffect, useState } from "react";
import { useTranslation } from "./i18n/index.ts";
import { useFieldTies } from "./Field.tsx";
import { Icon } from "./Icon.tsx";

export interface Choice {
  /** Never empty: no choice is the placeholder. */
  value: string;
  label: string;
  disabled?: boolean;
}

export interface ChoiceGroup {
  label: string;
  choices: Choice[];
}

export interface SelectProps {
  /** Empty while nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
  choices: (Choice | ChoiceGroup)[];
  placeholder?: string;
  onBlur?: () => void;
  name?: string;
  /** Needed outside of a Field. */
  label?: string;
  disabled?: boolean;
  className?: string;
}

function Item({ choice }: { choice: Choice }) {
  return (
    <RadixSelect.Item value={choice.value} disabled={choice.disabled ?? false} className="menu-item">
      <RadixSelect.ItemText>{choice.label}</RadixSelect.ItemText>
      <RadixSelect.ItemIndicator className="menu-end">
        <Icon of={Check} size={14} />
      </RadixSelect.ItemIndicator>
    </RadixSelect.Item>
  );
}

/** What an open list hides from screen readers must not be reachable by keyboard either. */
function useInertBehind(open: boolean): void {
  useEffect(() => {
    if (!open) return undefined;
    let behind: Element[] = [];
    // One frame later the list has marked what it hides.
    const frame = requestAnimationFrame(() => {
      behind = [...document.querySelectorAll("body > [data-aria-hidden]:not([inert])")];
      for (const element of behind) element.setAttribute("inert", "");
    });
    return () => {
      cancelAnimationFrame(frame);
      for (const element of behind) element.removeAttribute("inert");
    };
  }, [open]);
}

/** One of many; two to four choices are a Segment. Typing finds, arrow keys move. */
export function Select(props: SelectProps) {
  const { t } = useTranslation();
  const { attributes, labelId } = useFieldTies();
  const { disabled: fieldDisabled, ...ties } = attributes;
  const [open, setOpen] = useState(false);
  useInertBehind(open);
  return (
    <RadixSelect.Root
      value={props.value}
      onValueChange={props.onChange}
      disabled={props.disabled ?? fieldDisabled ?? false}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) props.onBlur?.();
      }}
      {...(props.name ? { name: props.name } : {})}
    >
      <RadixSelect.Trigger
        {...ties}
        aria-label={props.label}
        aria-labelledby={props.label ? undefined : labelId && `${labelId} ${ties.id}-value`}
        className={props.className ? `input select ${props.className}` : "input select"}
      >
        <span id={ties.id && `${ties.id}-value`}>
          <RadixSelect.Value placeholder={props.placeholder ?? t("field.select")} />
        </span>
        <Icon of={ChevronDown} size={14} />
      </RadixSelect.Trigger>
      <RadixSelect.Portal>
        <RadixSelect.Content
          className="pop pop-layer select-list"
          position="popper"
          sideOffset={4}
          collisionPadding={12}
        >
          <RadixSelect.ScrollUpButton className="select-more">
            <Icon of={ChevronUp} size={14} />
          </RadixSelect.ScrollUpButton>
          <RadixSelect.Viewport className="select-viewport">
            {props.choices.map((entry) =>
              "choices" in entry ? (
                <RadixSelect.Group key={entry.label}>
                  <RadixSelect.Label className="select-group">{entry.label}</RadixSelect.Label>
                  {entry.choices.map((choice) => (
                    <Item key={choice.value} choice={choice} />
                  ))}
                </RadixSelect.Group>
              ) : (
                <Item key={entry.value} choice={entry} />
              ),
            )}
          </RadixSelect.Viewport>
          <RadixSelect.ScrollDownButton className="select-more">
            <Icon of={ChevronDown} size={14} />
          </RadixSelect.ScrollDownButton>
        </RadixSelect.Content>
      </RadixSelect.Portal>
    </RadixSelect.Root>
  );
}
